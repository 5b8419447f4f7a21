"""Licences of the system's libraries, from its package manager: dpkg, rpm or pacman."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

DOCUMENTS = Path("/usr/share/doc")
"""Folder of the licences by package on Debian and its derivatives."""

LICENCES = Path("/usr/share/licenses")
"""Folder of the licences on other systems."""


class SystemPackage(NamedTuple):
    """A package of the system with the text of its licence."""

    name: str
    licence: str


def package_manager() -> str | None:
    """Return the first available package manager of this system."""
    return next((name for name in _FINDERS if shutil.which(name)), None)


def package_with(library: str) -> SystemPackage | None:
    """Return the package with a shared library such as ``libz.so.1``, or ``None``."""
    manager = package_manager()
    return _FINDERS[manager](library) if manager else None


def _by_dpkg(library: str) -> SystemPackage | None:
    name = _output("dpkg", "-S", f"*/{library}").partition(":")[0]
    if not name:
        return None
    text = (DOCUMENTS / name / "copyright").read_text("utf-8", "replace")
    return SystemPackage(name, text)


def _by_rpm(library: str) -> SystemPackage | None:
    form = "%{NAME}\t%{LICENSE}\n"
    found = _output("rpm", "-qf", "--queryformat", form, _path_of(library))
    name, tab, licence = found.partition("\n")[0].partition("\t")
    return _declared(name, licence) if tab else None


def _by_pacman(library: str) -> SystemPackage | None:
    name = _output("pacman", "-Qqo", _path_of(library)).partition("\n")[0]
    if not name:
        return None
    licence = re.search(r"^Licenses\s*:\s*(.*)$", _output("pacman", "-Qi", name), re.M)
    return _declared(name, licence[1] if licence else "")


_FINDERS: dict[str, Callable[[str], SystemPackage | None]] = {
    "dpkg": _by_dpkg,
    "rpm": _by_rpm,
    "pacman": _by_pacman,
}


def _declared(name: str, licence: str) -> SystemPackage:
    """Return a package with its declared licence and its licence texts."""
    texts = [f"Name: {name}\nLicense: {licence}\n"]
    for path in sorted((LICENCES / name).glob("*")):
        if path.is_file():
            texts.append(f"==== {path.name}\n\n{path.read_text('utf-8', 'replace')}")
    return SystemPackage(name, "\n".join(texts))


def _path_of(library: str) -> str:
    """Return the path of a library by the dynamic loader, or else its name."""
    known = _output("ldconfig", "-p")
    found = re.search(rf"^\s*{re.escape(library)} \(.*=> (\S+)$", known, re.MULTILINE)
    return found[1] if found else library


def _output(*command: str) -> str:
    """Return the English output of a command; empty if it fails."""
    environment = os.environ | {"LC_ALL": "C"}
    environment["PATH"] = os.pathsep.join([environment["PATH"], "/usr/sbin", "/sbin"])
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env=environment
    )
    return done.stdout.strip() if done.returncode == 0 else ""
