"""Collection of the licences of all parts of a package."""

from __future__ import annotations

import re
import shutil
import sys
import sysconfig
from collections.abc import Iterable
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from build_spec.system_packages import package_with

PROJECT = Path(__file__).resolve().parents[1]
STARTER = "pyinstaller"
"""PyInstaller, whose boot loader is part of a package under a permissive exception."""

LICENCE_FILE = re.compile(r"(^|/)(licen[cs]e|copying|notice)[^/]*$", re.IGNORECASE)
DECLARED = (
    "Name",
    "Version",
    "Author",
    "Home-page",
    "License",
    "License-Expression",
    "Classifier",
)


class LicenceError(LookupError):
    """The licence of a part of the package is missing."""


def collect(folder: Path) -> None:
    """Write the licences of Python and all its packages into ``folder``."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    shutil.copy(_python_licence(), folder / "Python.txt")
    for found in _distributions():
        name, version = found.metadata["Name"], found.version
        texts = [_declaration(found)]
        for path in found.files or ():
            if ".dist-info/" in str(path) and LICENCE_FILE.search(path.as_posix()):
                text = Path(str(found.locate_file(path))).read_text("utf-8", "replace")
                texts.append(f"==== {path.name}\n\n{text}")
        target = folder / f"{name}-{version}.txt"
        target.write_text("\n".join(texts), encoding="utf-8")


def collect_system(libraries: Iterable[str], folder: Path) -> None:
    """Write the licences of the system's libraries into ``folder``.

    Raises:
        LicenceError: A library belongs to no package of the system.
    """
    for library in libraries:
        package = package_with(library)
        if package is None:
            raise LicenceError(f"Expected a package of the system with {library}.")
        target = folder / f"{package.name}.txt"
        target.write_text(package.licence, encoding="utf-8")


def _distributions() -> Iterable[Distribution]:
    lines = (PROJECT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    names = {re.split(r"[=<>; ]", line)[0] for line in lines if line[:1].isalpha()}
    for name in sorted({*names, STARTER}):
        try:
            yield distribution(name)
        except PackageNotFoundError:  # one for another system
            if name in _wanted_here(lines):
                raise LicenceError(f"Expected {name} to be installed.") from None


def _wanted_here(lines: Iterable[str]) -> set[str]:
    """Return the names of the packages for every system."""
    return {line.partition("==")[0] for line in lines if ";" not in line}


def _declaration(found: Distribution) -> str:
    """Return the metadata of a package."""
    lines = [
        f"{key}: {text}"
        for key in DECLARED
        for text in found.metadata.get_all(key) or ()
        if key != "Classifier" or text.startswith("License")
    ]
    return "\n".join([*lines, ""])


def _python_licence() -> Path:
    places = (Path(sysconfig.get_path("stdlib")), Path(sys.base_prefix))
    for place in places:
        if (place / "LICENSE.txt").is_file():
            return place / "LICENSE.txt"
    raise LicenceError(f"Expected Python's LICENSE.txt in one of {places}.")
