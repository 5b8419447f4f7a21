"""Availability of torch and CUDA, and an import that keeps the window responsive."""

from __future__ import annotations

import contextlib
import ctypes
import importlib.util
import sys
from pathlib import Path

from engine.core.errors import NetError
from engine.core.message import Message

LIBRARIES = {
    "linux": ("libtorch_cpu.so", "libtorch_python.so"),
    "darwin": ("libtorch_cpu.dylib", "libtorch_python.dylib"),
    "win32": ("torch_cpu.dll", "torch_python.dll"),
}
"""The large libraries of torch by platform; loading them loads the others."""

CUDA_DRIVERS = {"linux": "libcuda.so.1", "win32": "nvcuda.dll"}
"""Driver library of every machine with CUDA, by platform."""

MMAP_THRESHOLD, TRIM_THRESHOLD = -3, -1
"""Parameters of glibc's ``mallopt``."""

LARGEST_KEPT = 8 << 20
MOST_KEPT = 256 << 20
"""Largest block, and largest total, of freed memory in bytes that glibc keeps.

Layers of networks need smaller blocks. Search pools are larger; the system maps their
pages on first use only.
"""


def has_torch() -> bool:
    """Return whether the package torch is installed."""
    return importlib.util.find_spec("torch") is not None


def has_cuda() -> bool:
    """Return whether torch can use CUDA; import torch only if a driver exists."""
    if "torch" not in sys.modules:
        try:
            ctypes.CDLL(CUDA_DRIVERS[sys.platform])
        except (KeyError, OSError):
            return False
        with contextlib.suppress(NetError):
            load_torch()
    torch = sys.modules.get("torch")
    return torch is not None and bool(torch.cuda.is_available())


def load_torch() -> None:
    """Import torch.

    The libraries of torch are loaded first, by a call that releases the interpreter
    lock. They take 0.25 s of the 0.3 s for which the import would hold the lock.

    Raises:
        NetError: torch is not installed, or does not load.
    """
    if sys.modules.get("torch") is not None:
        return
    spec = importlib.util.find_spec("torch")
    if spec is None or spec.origin is None:
        raise NetError(
            Message("Expected the package torch (requirements-train.txt), found none.")
        )
    _keep_memory()
    folder = Path(spec.origin).parent / "lib"
    for name in LIBRARIES.get(sys.platform, ()):
        # A library that does not load from its folder alone is loaded by the import.
        with contextlib.suppress(OSError):
            ctypes.CDLL(str(folder / name))
    try:
        import torch  # noqa: F401, PLC0415
    except (ImportError, OSError) as error:
        raise NetError(
            Message("The package torch does not load: {error}.", error=error)
        ) from error


def _keep_memory() -> None:
    """Keep freed memory in the process for reuse, with glibc only.

    Each layer of a network allocates a megabyte, a thousand times a second. Fresh pages
    would take a third of the network's time.
    """
    if sys.platform != "linux":
        return
    with contextlib.suppress(OSError, AttributeError):
        adjust = ctypes.CDLL("libc.so.6").mallopt
        adjust(MMAP_THRESHOLD, LARGEST_KEPT)
        adjust(TRIM_THRESHOLD, MOST_KEPT)
