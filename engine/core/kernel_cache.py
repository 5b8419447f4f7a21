"""Where compiled kernels are kept, and how they are found again.

numba finds its cache by the path of a source file and, in a packaged program, ties
it to the executable. Here a kernel is found by the name of its module in a folder
that is named by a digest of all kernel sources; so a checkout or a packaged program
may be moved. A packaged program brings such a folder, which is read and never written.
"""

from __future__ import annotations

import functools
import hashlib
import os
import re
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
from numba.core.caching import (
    CompileResultCacheImpl,
    FunctionCache,
    IndexDataCacheFile,
    _CacheLocator,
)
from numba.core.dispatcher import Dispatcher

from engine.core.paths import cache_folder, ready_kernels

DIGEST_FILE = "digest"
"""In a folder of ready kernels: the digest of the sources they were compiled from."""


@functools.cache
def kernel_digest() -> str:
    """Return a short digest of all kernel sources, which a package leaves behind."""
    ready = ready_kernels() / DIGEST_FILE
    if ready.is_file():
        return ready.read_text(encoding="ascii").strip()
    digest = hashlib.sha256(numba.__version__.encode())
    for path in sorted(Path(__file__).parents[1].rglob("kernel*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


@functools.cache
def kernels_folder() -> Path:
    """Return the user's folder of these kernels; a temporary one if it is closed."""
    name = f"kernels-{kernel_digest()}"
    folder = cache_folder() / name
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return Path(tempfile.gettempdir()) / name
    return folder if os.access(folder, os.W_OK) else Path(tempfile.gettempdir()) / name


class _Locator(_CacheLocator):
    """Finds a kernel by its module and line, as fresh as the digest says."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._module = function.__module__
        self._line = function.__code__.co_firstlineno

    @classmethod
    def from_function(cls, py_func: Callable[..., Any], _py_file: str) -> _Locator:
        """See numba's ``_CacheLocator``, also for the methods below."""
        return cls(py_func)

    def get_cache_path(self) -> str:
        return str(kernels_folder() / self._module)

    def get_source_stamp(self) -> str:
        return kernel_digest()

    def get_disambiguator(self) -> str:
        return str(self._line)


class _Results(CompileResultCacheImpl):
    _locator_classes = [_Locator]  # type: ignore[list-item]  # noqa: RUF012


class KernelCache(FunctionCache):
    """Looks a kernel up among the ready ones, then among the user's own.

    What is found in neither is compiled and kept with the user's own.
    """

    _impl_class = _Results

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        self._ready = IndexDataCacheFile(
            str(ready_kernels() / function.__module__),
            self._impl.filename_base,
            kernel_digest(),
        )

    def _load_overload(self, sig: Any, target_context: Any) -> Any:
        key = self._index_key(sig, target_context.codegen())
        found = self._ready.load(key)
        if found is not None:
            return self._impl.rebuild(target_context, found)
        try:
            return super()._load_overload(sig, target_context)
        except Exception:  # noqa: BLE001
            # Reading a damaged list of kernels, or one that knows a type that is not
            # there, ends in any error there is; the kernel is compiled anew.
            self.flush()
            return None

    def _index_key(self, sig: Any, codegen: Any) -> tuple[Any, ...]:
        """Leave out the system's version, which changes no machine code."""
        sig, (triple, *cpu), code = super()._index_key(sig, codegen)
        return sig, (without_version(triple), *cpu), code


def without_version(triple: str) -> str:
    """Return a platform such as ``arm64-apple-darwin23.1.0`` without its version."""
    return re.sub(r"[\d.]+$", "", triple)


def keep(kernel: Dispatcher) -> None:
    """Let a kernel be kept on disk."""
    if kernel.py_func.__module__.startswith("engine."):
        kernel._cache = KernelCache(kernel.py_func)  # type: ignore[attr-defined]
    else:  # the digest does not cover its source
        kernel.enable_caching()
