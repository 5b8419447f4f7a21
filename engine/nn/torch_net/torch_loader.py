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
"""The large ones; they bring the others."""

CUDA_DRIVERS = {"linux": "libcuda.so.1", "win32": "nvcuda.dll"}
"""Libraries that every machine with CUDA has, by platform."""

MMAP_THRESHOLD, TRIM_THRESHOLD = -3, -1
"""Parameters of glibc's ``mallopt``."""

LARGEST_KEPT = 8 << 20
MOST_KEPT = 256 << 20
"""Bytes of one piece of memory, and of all, kept for the next call of a network.

Layers are smaller. The pools of searches are larger, and come as pages that cost
nothing until they are used.
"""


def has_torch() -> bool:
    """Return whether the package torch is installed."""
    return importlib.util.find_spec("torch") is not None


def has_cuda() -> bool:
    """Return whether torch runs on CUDA; import torch only if there is a driver."""
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

    Its libraries come first, by a call that lets other threads go on meanwhile: they
    are 0.25 s of the 0.3 s for which the import would hold the interpreter.

    Raises:
        NetError: It is not installed, or does not load.
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
        # If a library needs more than its folder to load, the import brings it.
        with contextlib.suppress(OSError):
            ctypes.CDLL(str(folder / name))
    try:
        import torch  # noqa: F401, PLC0415
    except (ImportError, OSError) as error:
        raise NetError(
            Message("The package torch does not load: {error}.", error=error)
        ) from error


def _keep_memory() -> None:
    """Let freed memory be used again instead of giving it back to the system.

    The layers of a network ask for a megabyte each, a thousand times a second, and
    fresh pages cost a third of its time. Where the C library is not glibc, nothing is
    done.
    """
    if sys.platform != "linux":
        return
    with contextlib.suppress(OSError, AttributeError):
        adjust = ctypes.CDLL("libc.so.6").mallopt
        adjust(MMAP_THRESHOLD, LARGEST_KEPT)
        adjust(TRIM_THRESHOLD, MOST_KEPT)
