"""Compiler options of all kernels.

A packaged program ships kernels compiled for a portable processor. If this machine
supports it, numba targets that processor; otherwise kernels are compiled once for the
machine itself.
"""

from __future__ import annotations

import functools
import platform
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numba
from llvmlite import binding
from numba.core import event

from engine.core.compilation import count_compiled
from engine.core.files.paths import ready_kernels
from engine.core.kernels import tuple_type  # noqa: F401  # registers its types
from engine.core.kernels.disk_cache import cache_on_disk
from engine.core.kernels.dispatcher import Kernel


@dataclass(frozen=True, slots=True, kw_only=True)
class PortableCpu:
    """Processor type whose code runs on many machines."""

    name: str
    """LLVM's name of the processor."""

    features: str
    """Required processor features: LLVM's names, separated by spaces."""

    def fits(self, features: Mapping[str, bool]) -> bool:
        """Return whether a machine with ``features`` runs code for this processor."""
        return all(features.get(name, False) for name in self.features.split())


X86_64_V3 = PortableCpu(
    name="x86-64-v3",
    features="cx16 sahf popcnt sse3 ssse3 sse4.1 sse4.2 "
    "avx avx2 bmi bmi2 f16c fma lzcnt movbe",
)
"""Intel from 2013 and AMD from 2015 on; source: the x86-64 psABI, "Micro-architecture
levels". docs/packaging.md has the cost of supporting older ones.
"""

APPLE_M1 = PortableCpu(name="apple-m1", features="")
"""First Apple processor for Macs; later ones have all of its features."""

PORTABLE_CPUS = {"x86_64": X86_64_V3, "AMD64": X86_64_V3, "arm64": APPLE_M1}
"""Portable processor by the value of ``platform.machine``."""


def portable_cpu() -> PortableCpu | None:
    """Return the processor of the shipped kernels for this kind of machine."""
    return PORTABLE_CPUS.get(platform.machine())


def _choose_cpu() -> None:
    """Target the processor of the ready kernels if they run on this machine."""
    cpu = portable_cpu()
    is_chosen = numba.config.CPU_NAME is not None  # type: ignore[attr-defined]
    if is_chosen or not ready_kernels().is_dir():
        return
    if cpu is not None and cpu.fits(binding.get_host_cpu_features()):
        numba.config.CPU_NAME = cpu.name  # type: ignore[attr-defined]
        numba.config.CPU_FEATURES = ""  # type: ignore[attr-defined]


class _Counter(event.Listener):
    """Counter of compiled kernels; those from the cache do not count."""

    def on_start(self, event: event.Event) -> None:
        """See ``event.Listener``."""

    def on_end(self, event: event.Event) -> None:
        """See ``event.Listener``."""
        count_compiled()


_choose_cpu()
event.register("numba:compile", _Counter())


OPTIONS = {
    "nopython": True,
    "nogil": True,
    "error_model": "numpy",
    "fastmath": False,
    "forceinline": False,
    "_nrt": True,
}
"""Options of a kernel unless its decorator has others. Numba would take the rest from
whichever kernel happens to call it first."""


def njit(**options: Any) -> Callable[[Callable[..., Any]], Any]:
    """Compile a kernel that is cached on disk and releases the interpreter lock."""

    def compile_and_keep(function: Callable[..., Any]) -> Any:
        if numba.config.DISABLE_JIT:  # type: ignore[attr-defined]
            return function
        kernel = Kernel(function, OPTIONS | options)
        cache_on_disk(kernel)
        return kernel

    return compile_and_keep


njit_lean = functools.partial(njit, _nrt=False)
"""Compile a kernel that neither creates nor keeps arrays.

Reference counts are atomic and cost a search of small steps half its time. Without them
arrays and views live as long as the caller's.
"""

njit_inlined = functools.partial(njit_lean, forceinline=True)
"""Compile a small kernel into its callers, without passing all arrays of a state."""


def get_python_function(kernel: Callable[..., Any]) -> Callable[..., Any]:
    """Return the Python function of a kernel; without a compiler, the kernel itself."""
    function: Callable[..., Any] = getattr(kernel, "py_func", kernel)
    return function
