"""Parts that a package leaves out, with the reasons.

PyInstaller takes along whatever a library might need. The program draws with Qt's
widgets, opens SVG, PNG and WebP pictures, plays short sounds and talks to its first
window over a local socket; it prints nothing and has no web pages, films, databases or
3D.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fnmatch import fnmatch
from pathlib import PurePath

Entry = tuple[str, str, str]
"""An entry of PyInstaller's lists: name in the package, source, kind."""

UNUSED_MODULES = (
    # Those of the workshop, which numba and numpy would use if they were there.
    *("coverage", "hypothesis", "mypy", "pip", "psutil", "pytest", "setuptools"),
    *("IPython", "matplotlib", "pygments", "scipy", "tkinter", "yaml"),
    # Other devices, and the building of extensions.
    *("numba.cuda", "numba.pycc", "numpy.f2py"),
    # Packages for training, and their dependencies; ONNX Runtime runs the networks.
    *("torch", "functorch", "torchgen", "filelock"),
    *("sympy", "mpmath", "networkx", "jinja2", "markupsafe", "fsspec"),
    "typing_extensions",
    # Parts of pyqtgraph for programs with 3D, flow charts or consoles.
    *("OpenGL", "pyqtgraph.examples", "pyqtgraph.opengl", "pyqtgraph.flowchart"),
    *("pyqtgraph.console", "pyqtgraph.dockarea", "pyqtgraph.jupyter"),
    # Formats and abilities of Pillow that an animated GIF does not need.
    *("PIL._avif", "PIL._webp", "PIL._imagingcms", "PIL._imagingft", "PIL._imagingtk"),
    *("PIL._imagingmorph", "PIL._imagingmath", "PIL.ImageQt"),
    # Databases and encrypted connections, of which the program has none.
    *("sqlite3", "ssl"),
    # Loaded by numba only for loops over threads, which no kernel has.
    "numba.np.ufunc.tbbpool",
    "numba.np.ufunc.omppool",
)

QT_PLUGINS = (
    "audio/*",
    "iconengines/*svgicon*",
    "imageformats/*qsvg*",
    "imageformats/*qwebp*",
    "platforminputcontexts/*",
    "platforms/*qcocoa*",
    "platforms/*qoffscreen*",
    "platforms/*qwayland-egl*",
    "platforms/*qwayland-generic*",
    "platforms/*qwindows*",
    "platforms/*qxcb*",
    "platformthemes/*",
    "styles/*",
    "wayland-decoration-client/*",
    "wayland-graphics-integration-client/*qt-plugin-wayland-egl*",
    "wayland-shell-integration/*xdg-shell.*",
    "xcbglintegrations/*",
)
"""The Qt plugins in use; the input contexts are for Chinese input."""

QT_TRANSLATIONS = ("qtbase_zh_CN.qm",)
"""The only Qt catalogue in use; English needs none."""

ONNX_LEFTOVERS = (
    "onnxruntime/capi/libonnxruntime.*",
    "onnxruntime/capi/onnxruntime.dll",
)
"""The library for programs in C; the module for Python has all of it inside."""

LIBRARY_FOLDERS = (
    *(".", "PyQt5/Qt5/lib", "PyQt5/Qt5/bin", "numpy.libs"),
    *("pillow.libs", "PIL/.dylibs"),
)
"""Folders of libraries that are only dependencies of others."""

COMPILED = ("BINARY", "EXTENSION")
"""Kinds of entries that may need libraries."""

Needs = Callable[[str], Iterable[str]]
"""Function that returns the names of the libraries that a file needs."""


def is_used(entry: Entry) -> bool:
    """Return whether the program uses a file; ``without_orphans`` handles libraries."""
    name = PurePath(entry[0])
    path = name.as_posix()
    if "Qt5/plugins/" in path:
        plugin = path.partition("Qt5/plugins/")[2]
        return any(fnmatch(plugin, pattern) for pattern in QT_PLUGINS)
    if "Qt5/translations/" in path:
        return name.name in QT_TRANSLATIONS
    if any(fnmatch(path, pattern) for pattern in ONNX_LEFTOVERS):
        return False
    return "/tests/" not in path


def without_orphans(entries: Iterable[Entry], needs: Needs) -> list[Entry]:
    """Return the entries without libraries that no other entry needs."""
    entries = list(entries)
    links = [entry for entry in entries if entry[2] == "SYMLINK"]
    files = [entry for entry in entries if entry[2] != "SYMLINK"]
    libraries = {_plain_name(entry[0]): entry for entry in files if _waits(entry)}
    kept = [entry for entry in files if not _waits(entry)]
    for entry in kept:  # grows while it is walked
        for name in needs(entry[1]) if entry[2] in COMPILED else ():
            found = libraries.pop(_plain_name(name), None)
            if found is not None:
                kept.append(found)
    targets = {_plain_name(entry[0]) for entry in kept}
    return kept + [link for link in links if _plain_name(link[1]) in targets]


def _plain_name(path: str) -> str:
    """Return a file's name in lower case, as Windows compares names."""
    return PurePath(path).name.lower()


def _waits(entry: Entry) -> bool:
    """Return whether a file is a library that is kept only as a dependency."""
    path = PurePath(entry[0])
    is_named = path.name.startswith("libpython") or path.name.startswith("python3")
    is_apart = path.parent.as_posix() in LIBRARY_FOLDERS
    return entry[2] == "BINARY" and is_apart and not is_named
