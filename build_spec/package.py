"""Build of the package for this system in dist: `make package` (see docs/packaging.md).

A folder everywhere; on Linux also an archive, and where dpkg is a Debian package.
"""

from __future__ import annotations

import platform
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

from build_spec import deb, kernels, licences
from build_spec.icon_files import make_icons
from build_spec.preconditions import BuildError, ascii_path, check_machine, through
from build_spec.version_info import version_info
from engine import __version__

PROJECT = Path(__file__).resolve().parents[1]
PREPARED = PROJECT / "build" / "package"
DIST = PROJECT / "dist"
FOLDER = DIST / "pentahex"

MEGABYTE = 1_000_000


def main() -> int:
    """Build everything and print the sizes, or one line with the error."""
    try:
        check_machine()
        with ascii_path(PROJECT) as project:
            prepare()
            run_pyinstaller(project)
    except BuildError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    made = [FOLDER, *pack_for_linux()] if sys.platform.startswith("linux") else [FOLDER]
    for path in made:
        sys.stdout.write(f"{size_of(path) / MEGABYTE:8.1f} MB  {path.name}\n")
    return 0


def prepare() -> None:
    """Make the generated parts of the package in ``build/package``."""
    announce("icons and licences")
    make_icons(PREPARED / "icons")
    licences.collect(PREPARED / "licences")
    text = version_info(__version__)
    (PREPARED / "version.txt").write_text(text, encoding="utf-8")
    kernels.fill(PREPARED / "kernels", announce)


def run_pyinstaller(project: Path) -> None:
    """Build the folder; ``project`` is a path of this project that Qt can read."""
    announce("PyInstaller, some minutes")
    python = through(project, PROJECT, Path(sys.executable))
    command = [str(python), "-m", "PyInstaller", "--noconfirm", "--log-level=WARN"]
    work = project / "build" / "pyinstaller"
    places = [f"--distpath={project / 'dist'}", f"--workpath={work}"]
    spec = project / "build_spec" / "pentahex.spec"
    subprocess.run([*command, *places, str(spec)], cwd=project, check=True)


def pack_for_linux() -> list[Path]:
    """Make the archive, and with dpkg the Debian package; return both."""
    inside = FOLDER / "_internal"
    strip(FOLDER)
    licences.collect_system(system_libraries(inside), inside / "licences")
    announce("archive, some minutes")
    made = [archive(FOLDER)]
    if shutil.which("dpkg") and shutil.which("dpkg-deb"):
        announce("Debian package, some minutes")
        made.append(deb.build(FOLDER, PREPARED / "icons", DIST))
    return made


def announce(step: str) -> None:
    """Print the name of the next step."""
    sys.stdout.write(f"== {step}\n")
    sys.stdout.flush()


def system_libraries(folder: Path) -> list[str]:
    """Return the names of the libraries that come from the system.

    Those of Qt and numpy are links to where their packages keep them.
    """
    return sorted(
        path.name
        for path in folder.glob("lib*.so*")
        if not path.is_symlink() and not path.name.startswith("libpython")
    )


def strip(folder: Path) -> None:
    """Strip debug information from libraries.

    Those in a wheel's folder ``*.libs`` were laid out anew there and do not bear it.
    """
    for path in folder.rglob("*"):
        is_library = ".so" in path.suffixes and not path.is_symlink()
        if is_library and not path.parent.name.endswith(".libs"):
            subprocess.run(["strip", "--strip-all", str(path)], check=True)


def archive(folder: Path) -> Path:
    """Pack a folder into an archive, for use without installation."""
    path = DIST / f"pentahex-{__version__}-linux-{platform.machine()}.tar.xz"
    with tarfile.open(path, "w:xz", preset=9) as packed:
        packed.add(folder, folder.name)
    return path


def size_of(path: Path) -> int:
    """Return the bytes of a file, or of all files below a folder."""
    files = path.rglob("*") if path.is_dir() else [path]
    return sum(p.lstat().st_size for p in files if p.is_file() and not p.is_symlink())


if __name__ == "__main__":
    sys.exit(main())
