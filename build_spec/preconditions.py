"""Conditions of a build that are checked in its first second, not after 20 minutes."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from build_spec.system_packages import package_manager

LINUX_TOOLS = ("strip", "objdump")
"""Programs of binutils that a build on Linux runs."""


class BuildError(RuntimeError):
    """A reason why no package can be built here."""


def check_machine() -> None:
    """Check programs and packages.

    Raises:
        BuildError: One is missing, or torch is the build with CUDA.
    """
    if sys.platform.startswith("linux"):
        missing = [name for name in LINUX_TOOLS if shutil.which(name) is None]
        if missing:
            raise BuildError(
                f"Expected the programs {', '.join(LINUX_TOOLS)} of binutils, found no "
                f"{', '.join(missing)}."
            )
        if package_manager() is None:
            raise BuildError(
                "Expected dpkg, rpm or pacman, which know the licences of the system's "
                "libraries, found none of them."
            )
    check_torch(_torch_folder())


def check_torch(folder: Path | None) -> None:
    """Check that torch is a build for processors alone.

    Args:
        folder: the package of torch, if it is installed.

    Raises:
        BuildError: It is the build with CUDA.
    """
    if folder is not None and any((folder / "lib").glob("*torch_cuda*")):
        raise BuildError(
            "Expected the CPU build of torch, found the one with CUDA, which is too "
            "large and not free to redistribute; delete .venv and set "
            "PIP_EXTRA_INDEX_URL to the index of PyTorch's CPU builds (README.md)."
        )


@contextmanager
def ascii_path(folder: Path) -> Iterator[Path]:
    """Yield a path of ``folder`` in ASCII, through a temporary link if needed.

    PyQt5 passes its own location to Qt with "?" for letters outside Latin-1, so that
    Qt finds no plugins below a folder with such a name.

    Raises:
        BuildError: No link can be made.
    """
    if str(folder).isascii():
        yield folder
        return
    with tempfile.TemporaryDirectory(prefix="pentahex-build-") as place:
        link = Path(place, "pentahex")
        try:
            link.symlink_to(folder, target_is_directory=True)
        except OSError as error:
            raise _not_ascii(folder, str(error)) from error
        if not str(link).isascii():
            raise _not_ascii(folder, f"{place} is no better")
        yield link


def through(link: Path, folder: Path, path: Path) -> Path:
    """Return ``path`` by way of ``link`` where it is inside ``folder``."""
    return link / path.relative_to(folder) if path.is_relative_to(folder) else path


def _torch_folder() -> Path | None:
    spec = find_spec("torch")
    return Path(spec.origin).parent if spec is not None and spec.origin else None


def _not_ascii(folder: Path, reason: str) -> BuildError:
    return BuildError(
        f"Expected a folder whose path has ASCII letters only, got {folder}; a link "
        f"to it cannot be made: {reason}."
    )
