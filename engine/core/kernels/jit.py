"""The one place that configures numba.

A packaged program brings kernels that were compiled for a portable processor. Where
that one fits, numba is told to take this machine for it; elsewhere kernels are
compiled for the machine at hand, once.
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
from numba.core.dispatcher import Dispatcher

from engine.core.compilation import count_compiled
from engine.core.kernels.disk_cache import cache_on_disk
from engine.core.paths import ready_kernels


@dataclass(frozen=True, slots=True, kw_only=True)
class PortableCpu:
    """A processor that many machines can stand in for."""

    name: str
    """LLVM's name."""

    features: str
    """What a machine must be able to do: LLVM's names, with spaces between."""

    def fits(self, features: Mapping[str, bool]) -> bool:
        """Say whether a machine with ``features`` runs code for this processor."""
        return all(features.get(name, False) for name in self.features.split())


X86_64_V3 = PortableCpu(
    name="x86-64-v3",
    features="cx16 sahf popcnt sse3 ssse3 sse4.1 sse4.2 "
    "avx avx2 bmi bmi2 f16c fma lzcnt movbe",
)
"""Intel from 2013 and AMD from 2015 on; source: the x86-64 psABI, "Micro-architecture
levels". docs/packaging.md says what older ones would cost."""

APPLE_M1 = PortableCpu(name="apple-m1", features="")
"""The first of Apple's own processors for Macs; the later ones do all it does."""

PORTABLE_CPUS = {"x86_64": X86_64_V3, "AMD64": X86_64_V3, "arm64": APPLE_M1}
"""By the machine's name in ``platform.machine``."""


def portable_cpu() -> PortableCpu | None:
    """Return the processor that kernels for this kind of machine are shipped for."""
    return PORTABLE_CPUS.get(platform.machine())


def _choose_cpu() -> None:
    """Compile for the ready kernels' processor if there are any that run here."""
    cpu = portable_cpu()
    is_chosen = numba.config.CPU_NAME is not None  # type: ignore[attr-defined]
    if is_chosen or not ready_kernels().is_dir():
        return
    if cpu is not None and cpu.fits(binding.get_host_cpu_features()):
        numba.config.CPU_NAME = cpu.name  # type: ignore[attr-defined]
        numba.config.CPU_FEATURES = ""  # type: ignore[attr-defined]


class _Counter(event.Listener):
    """Counts each kernel that is compiled, not those that come from the cache."""

    def on_start(self, event: event.Event) -> None:
        """See ``event.Listener``."""

    def on_end(self, event: event.Event) -> None:
        """See ``event.Listener``."""
        count_compiled()


_choose_cpu()
event.register("numba:compile", _Counter())


def njit(**options: Any) -> Callable[[Callable[..., Any]], Any]:
    """Compile a kernel: cached on disk, and never holding the interpreter lock."""
    decorate = numba.njit(nogil=True, error_model="numpy", **options)

    def compile_and_keep(function: Callable[..., Any]) -> Any:
        kernel = decorate(function)
        if isinstance(kernel, Dispatcher):  # not with NUMBA_DISABLE_JIT
            cache_on_disk(kernel)
        return kernel

    return compile_and_keep


njit_lean = functools.partial(njit, _nrt=False)
"""Compile a kernel that neither makes nor keeps arrays.

Without the counting of references, which is atomic and costs a search of small steps
half its time, arrays and views live as long as the caller's.
"""

njit_inlined = functools.partial(njit_lean, forceinline=True)
"""Compile a small kernel into its callers: a call hands over every array of a state."""


def get_python_function(kernel: Callable[..., Any]) -> Callable[..., Any]:
    """Return what a kernel was compiled from; without a compiler, the kernel itself."""
    function: Callable[..., Any] = getattr(kernel, "py_func", kernel)
    return function
