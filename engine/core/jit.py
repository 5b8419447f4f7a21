"""The one place that configures numba.

Numba notices a change in the file that holds a cached function, but not in the
files of the functions it calls. Naming the cache folder after a digest of every
kernel file makes a stale cache impossible.
"""

from __future__ import annotations

import functools
import hashlib
import os
import tempfile
from pathlib import Path

import numba

from engine.core.paths import cache_folder


def _kernel_digest(root: Path) -> str:
    """Return a short digest of the kernel sources below ``root``."""
    digest = hashlib.sha256(numba.__version__.encode())
    for path in sorted(root.rglob("kernel*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def _writable_folder() -> Path:
    """Return the cache folder of these kernels, or a temporary one if it is closed."""
    name = f"kernels-{_kernel_digest(Path(__file__).parents[1])}"
    folder = cache_folder() / name
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        folder = Path(tempfile.gettempdir()) / name
    else:
        if not os.access(folder, os.W_OK):
            folder = Path(tempfile.gettempdir()) / name
    return folder


numba.config.CACHE_DIR = str(_writable_folder())  # type: ignore[attr-defined]

njit = functools.partial(numba.njit, cache=True, nogil=True, error_model="numpy")
"""Compile a kernel: cached on disk, and never holding the interpreter lock."""

njit_lean = functools.partial(njit, _nrt=False)
"""Compile a kernel that neither makes nor keeps arrays.

Without the counting of references, which is atomic and costs a search of small steps
half its time, arrays and views live as long as the caller's.
"""
