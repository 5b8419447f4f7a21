"""Loads torch without holding up the window, and says so when it is not there."""

from __future__ import annotations

import contextlib
import ctypes
import importlib.util
import sys
from pathlib import Path

from engine.core.errors import NetError
from engine.core.sentence import Sentence

LIBRARIES = {
    "linux": ("libtorch_cpu.so", "libtorch_python.so"),
    "darwin": ("libtorch_cpu.dylib", "libtorch_python.dylib"),
    "win32": ("torch_cpu.dll", "torch_python.dll"),
}
"""The large ones; they bring the others."""


def load_torch() -> None:
    """Import torch.

    Its libraries come first, by a call that lets other threads go on meanwhile: they
    are 0.25 s of the 0.3 s for which the import would hold the interpreter.

    Raises:
        NetError: It is not installed, or does not load.
    """
    if "torch" in sys.modules:
        return
    spec = importlib.util.find_spec("torch")
    if spec is None or spec.origin is None:
        raise NetError(Sentence("Expected the package torch for networks, found none."))
    folder = Path(spec.origin).parent / "lib"
    for name in LIBRARIES.get(sys.platform, ()):
        # If a library needs more than its folder to load, the import brings it.
        with contextlib.suppress(OSError):
            ctypes.CDLL(str(folder / name))
    try:
        import torch  # noqa: F401, PLC0415
    except (ImportError, OSError) as error:
        raise NetError(
            Sentence("The package torch does not load: {error}.", error=error)
        ) from error
