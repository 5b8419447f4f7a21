"""Preconditions of a build, checked in its first second, not after 20 minutes."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from build_spec.system_packages import package_manager

LINUX_TOOLS = ("strip", "objdump")
"""Programs of binutils used by a build on Linux."""


class BuildError(RuntimeError):
    """A precondition of the build does not hold."""


def check_machine() -> None:
    """Check programs and packages.

    Raises:
        BuildError: One is missing.
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
    """Return ``path`` through ``link`` if it is inside ``folder``."""
    return link / path.relative_to(folder) if path.is_relative_to(folder) else path


def _not_ascii(folder: Path, reason: str) -> BuildError:
    return BuildError(
        f"Expected a folder whose path has ASCII letters only, got {folder}; a link "
        f"to it cannot be made: {reason}."
    )
