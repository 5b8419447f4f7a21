"""The on-disk cache of compiled kernels.

numba finds its cache by the path of a source file and, in a packaged program, ties
it to the executable. Here a kernel is found by the name of its module in a folder
that is named by a digest of all kernel sources; so a checkout or a packaged program
may be moved. A packaged program brings such a folder, which is read and never written.

Cached kernels are pickles and machine code: whoever writes them runs code as the user.
Only a folder that belongs to the user and that nobody else may write is read.
"""

from __future__ import annotations

import contextlib
import errno
import functools
import hashlib
import logging
import os
import pickle
import re
from collections.abc import Callable, Iterator
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
from engine.core.private_folder import (
    is_private,
    make_private,
    new_temporary_folder,
)

log = logging.getLogger(__name__)

NOWHERE = Path(os.devnull)
"""A file, below which no cache can be found or made."""

CHECKSUM_SIZE = 16
"""Bytes before the content of each file: enough to notice any damage."""

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
    """Return the folder in which this process caches kernels.

    It is the user's own cache folder. If that one cannot be used, it is a temporary
    folder of this process alone; without one, a place where no file can be made.
    """
    folder = cache_folder() / f"kernels-{kernel_digest()}"
    try:
        make_private(folder.parent)
        folder.mkdir(mode=0o700, exist_ok=True)
        is_safe = is_private(folder.parent) and is_private(folder)
        if is_safe and os.access(folder, os.W_OK):
            return folder
        reason = "others may write it, or the user may not"
    except OSError as error:
        reason = str(error)
    log.warning("no kernels are cached in %s: %s", folder, reason)
    return _temporary_folder()


def _temporary_folder() -> Path:
    """Return a temporary folder, or ``NOWHERE`` if there is none."""
    try:
        return new_temporary_folder()
    except OSError as error:
        log.warning("kernels are not cached: %s", error)
        return NOWHERE


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


class CheckedCacheFile(IndexDataCacheFile):
    """Index and data files of a kernel, each behind a checksum of its content.

    Damaged machine code would crash the process. A damaged file counts as missing, so
    that its kernel is compiled anew.
    """

    def _load_index(self) -> dict[Any, str]:
        """Return the data files by key; none if the index is missing or damaged."""
        try:
            stamp, overloads = self._read(self._index_path)
        except OSError:
            return {}
        except Exception as error:  # noqa: BLE001
            # A key whose type does not exist any more raises an error of any kind.
            log.warning("%s is not usable: %r", self._index_path, error)
            return {}
        return overloads if stamp == self._source_stamp else {}

    def _save_index(self, overloads: dict[Any, str]) -> None:
        self._write(self._index_path, (self._source_stamp, overloads))

    def _load_data(self, name: str) -> Any:
        """Return the content of a data file; an ``OSError`` means a missing kernel."""
        return self._read(self._data_path(name))

    def _save_data(self, name: str, data: Any) -> None:
        self._write(self._data_path(name), data)

    def _read(self, path: str) -> Any:
        content = Path(path).read_bytes()
        data = content[CHECKSUM_SIZE:]
        if content[:CHECKSUM_SIZE] != _checksum(data):
            log.warning("%s is damaged", path)
            raise OSError(errno.EIO, "the checksum does not match", path)
        return pickle.loads(data)

    def _write(self, path: str, content: Any) -> None:
        data = self._dump(content)
        with self._open_for_write(path) as file:
            file.write(_checksum(data))
            file.write(data)


def _checksum(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=CHECKSUM_SIZE).digest()


class KernelCache(FunctionCache):
    """Looks a kernel up among the ready ones, then among the user's own.

    A kernel found in neither is compiled and kept with the user's own.
    """

    _impl_class = _Results

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        base, stamp = self._impl.filename_base, kernel_digest()
        ready = str(ready_kernels() / function.__module__)
        self._cache_file = CheckedCacheFile(self._cache_path, base, stamp)
        self._ready = CheckedCacheFile(ready, base, stamp)

    def _load_overload(self, sig: Any, target_context: Any) -> Any:
        key = self._index_key(sig, target_context.codegen())
        for files in (self._ready, self._cache_file):
            try:
                found = files.load(key)
                if found is not None:
                    return self._impl.rebuild(target_context, found)
            except Exception as error:  # noqa: BLE001
                # Code that names a missing type raises an error of any kind.
                log.warning("%s is compiled anew: %r", self._name, error)
        return None

    @contextlib.contextmanager
    def _guard_against_spurious_io_errors(self) -> Iterator[None]:
        """Go on without the cache where it cannot be used, as on a full disk."""
        try:
            yield
        except OSError as error:
            log.warning("%s is not cached: %s", self._name, error)

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
