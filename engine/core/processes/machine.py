"""Description of the machine on which a run was made."""

from __future__ import annotations

import contextlib
import os
import platform
from importlib import metadata
from pathlib import Path

PACKAGES = ("numpy", "numba", "onnxruntime", "torch")
"""Packages whose versions may change results or times."""


def describe_machine() -> str:
    """Return processor, system, Python and its packages that compute, as a text."""
    processor = _processor_name() or platform.processor() or platform.machine()
    return (
        f"{processor}, {os.cpu_count()} threads, {platform.system()} "
        f"{platform.release()}, "
        + ", ".join([f"Python {platform.python_version()}", *_list_packages()])
    )


def _list_packages() -> list[str]:
    """Return the names and versions of the installed packages in ``PACKAGES``."""
    found = []
    for name in PACKAGES:
        with contextlib.suppress(metadata.PackageNotFoundError):
            found.append(f"{name} {metadata.version(name)}")
    return found


def _processor_name() -> str:
    """Return the name of the processor from Linux, or an empty text elsewhere."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return ""
    names = (line.partition(":")[2] for line in lines if line.startswith("model name"))
    return next(names, "").strip()
