"""On-disk cache of compiled kernels.

A file holds one entry: a kernel that Python calls, with all kernels that it reaches,
compiled for one signature and processor. Its name contains a digest of every input of
the machine code, so a changed source never matches a stale file. These sources count,
each with all that it imports (``SourceDigests``):

- the kernel's module;
- the modules of the classes in the signature, such as a game's state;
- the modules that implement the functions of ``game_api`` for these classes, which a
  search reaches by the type of its arguments and not by an import. For this reason
  kernels take states as arguments and create none;
- ``COMPILER_PARTS``: the options of the compiler, and our parts of it.

A kernel is neither stored nor loaded if one of them is unknown. A packaged program has
no sources: it ships ready kernels and the digests of all modules, and only reads them.

Compiled kernels are pickles and machine code: whoever writes them runs code as the
user. Only folders that belong to the user and that nobody else may write are read.
"""

from __future__ import annotations

import contextlib
import errno
import functools
import hashlib
import json
import logging
import os
import pickle
import re
import secrets
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numba
from numba import types
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.dispatcher import Dispatcher
from numba.core.serialize import dumps
from numba.core.sigutils import normalize_signature

import engine
from engine.core.files.atomic_file import explain_os_error
from engine.core.files.paths import cache_folder, ready_kernels
from engine.core.files.private_folder import (
    is_private,
    make_private,
    new_temporary_folder,
)
from engine.core.kernels.implementations import implementing_modules
from engine.core.kernels.source_digests import SourceDigests

log = logging.getLogger(__name__)

NOWHERE = Path(os.devnull)
"""A file, below which no cache can be found or created."""

COMPILER = "engine.core.kernels.jit"
"""Module that every kernel imports; of its imports only ``COMPILER_PARTS`` count."""

COMPILER_PARTS = frozenset(
    {COMPILER, "engine.core.kernels.dispatcher", "engine.core.kernels.tuple_type"}
)
"""Modules that every kernel depends on."""

LIBRARIES = frozenset({"builtins", "numba", "numpy"})
"""Packages whose classes in a signature need no digest: numba's version covers them."""

DIGEST_FILE = "digests.json"
"""In a folder of ready kernels: the digest of each module by its name."""

CHECKSUM_SIZE = 16
"""Bytes before the content of each file, to detect damage."""

MAX_BYTES = 256 << 20
"""Maximum size of the user's cache; all kernels of one version take about 50 MB."""


def source_digests() -> SourceDigests:
    """Return the digests of the sources that this process runs from."""
    root = Path(engine.__file__).parents[1]
    closed = frozenset({COMPILER})
    return SourceDigests(root, closed=closed, import_time=engine.IMPORT_TIME)


@functools.cache
def _module_digest() -> Callable[[str], str | None]:
    """Return a function from a module's name to its digest, or ``None`` if unknown."""
    try:
        ready = (ready_kernels() / DIGEST_FILE).read_text(encoding="utf-8")
    except OSError:
        return functools.cache(source_digests().digest)
    table: dict[str, str] = json.loads(ready)
    return table.get


@functools.cache
def _collect_classes(kind: types.Type) -> frozenset[type]:
    """Return all classes that a type consists of."""
    found = {type(kind)}
    waiting = list(vars(kind).values())
    while waiting:
        value = waiting.pop()
        if isinstance(value, types.Type):
            found |= _collect_classes(value)
        elif isinstance(value, type):
            found.add(value)
        elif isinstance(value, tuple | list):
            waiting.extend(value)
        elif isinstance(value, dict):
            waiting.extend((*value, *value.values()))
    return frozenset(found)


def compute_stamp(
    module: str,
    arguments: tuple[types.Type, ...],
    get_digest: Callable[[str], str | None],
) -> str | None:
    """Return a digest of all sources that an overload depends on.

    Args:
        module: Name of the kernel's module.
        arguments: Types of the kernel's arguments.
        get_digest: Returns the digest of a module with its imports.

    Returns:
        A digest; ``None`` if that of any module is unknown.
    """
    classes = frozenset[type]().union(*map(_collect_classes, arguments))
    modules = {module, *COMPILER_PARTS, *(found.__module__ for found in classes)}
    modules.update(*map(implementing_modules, classes))
    total = hashlib.sha256()
    for name in sorted(modules):
        if name.partition(".")[0] in LIBRARIES:
            continue
        digest = get_digest(name)
        if digest is None:
            return None
        total.update(f"{name} {digest}\n".encode())
    return total.hexdigest()


@functools.cache
def kernels_folder() -> Path:
    """Return the folder in which this process caches kernels.

    It is the user's own cache folder. If that one cannot be used, it is a temporary
    folder of this process; without one, a path at which no file can be created.
    """
    folder = cache_folder() / "kernels"
    try:
        make_private(folder.parent)
        folder.mkdir(mode=0o700, exist_ok=True)
        is_safe = is_private(folder.parent) and is_private(folder)
        if is_safe and os.access(folder, os.W_OK):
            return folder
        reason = "others may write it, or the user may not"
    except OSError as error:
        reason = explain_os_error(error)
    _warn_once(folder, reason)
    return _temporary_folder()


def _temporary_folder() -> Path:
    """Return a temporary folder, or ``NOWHERE`` if there is none."""
    try:
        return new_temporary_folder()
    except OSError as error:
        _warn_once(NOWHERE, explain_os_error(error))
        return NOWHERE


@functools.cache
def _warn_once(folder: Path, reason: str) -> None:
    """Log that compiled kernels cannot be kept, once for each folder and reason."""
    log.warning(
        "compiled engines cannot be kept in %s, each start compiles them again: %s",
        folder,
        reason,
    )


class KernelFile:
    """File of one overload: a checksum, then the content.

    Damaged machine code would crash the process. A damaged file counts as missing, so
    that its kernel is compiled again.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def load(self) -> Any:
        """Return the content.

        Raises:
            OSError: The file is missing or damaged.
        """
        content = self.path.read_bytes()
        data = content[CHECKSUM_SIZE:]
        if content[:CHECKSUM_SIZE] != _compute_checksum(data):
            log.warning("%s is damaged", self.path)
            raise OSError(errno.EIO, "the checksum does not match", str(self.path))
        return pickle.loads(data)

    def save(self, content: Any) -> None:
        """Write the file, so that other processes find it complete or not at all.

        Raises:
            OSError: It cannot be written.
        """
        data = dumps(content)
        self.path.parent.mkdir(exist_ok=True)
        partial = self.path.with_name(f".{secrets.token_hex(8)}.partial")
        try:
            partial.write_bytes(_compute_checksum(data) + data)
            partial.replace(self.path)
        finally:
            partial.unlink(missing_ok=True)


def _compute_checksum(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=CHECKSUM_SIZE).digest()


class KernelCache(_Cache):
    """Cache of a kernel's overloads: first the ready ones, then the user's own.

    A kernel found in neither is compiled and stored with the user's own.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function
        self._is_enabled = True

    @property
    def cache_path(self) -> str:
        """The folder of the kernel's files; see numba's ``_Cache`` for all below."""
        return str(self._make_path(kernels_folder()))

    def enable(self) -> None:
        """Use the files, which is the default."""
        self._is_enabled = True

    def disable(self) -> None:
        """Use no files."""
        self._is_enabled = False

    def flush(self) -> None:
        """Change nothing: a file never becomes stale."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the compiled overload, or ``None`` if there is none."""
        target_context.refresh()
        name = self._make_file_name(sig, target_context.codegen())
        if name is None:
            return None
        for folder in (ready_kernels(), kernels_folder()):
            file = KernelFile(self._make_path(folder) / name)
            try:
                found = CompileResult._rebuild(target_context, *file.load())
            except OSError:
                continue
            except Exception as error:  # noqa: BLE001
                # Code that names a missing type raises an error of any kind.
                log.warning("%s is compiled anew: %r", self._function, error)
                continue
            if folder == kernels_folder():
                _mark_used(file.path)
            return found
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Store a compiled overload, unless it can only run in this process."""
        name = self._make_file_name(sig, data.codegen)
        if name is None:
            return
        is_lasting = all(loop.can_cache for loop in data.lifted)
        if not is_lasting or data.library.has_dynamic_globals:
            log.warning("%s cannot be cached: it has addresses", self._function)
            return
        try:
            KernelFile(self._make_path(kernels_folder()) / name).save(data._reduce())
            _trim_once()
        except OSError as error:  # as on a full disk
            _warn_once(kernels_folder(), explain_os_error(error))

    def _make_path(self, folder: Path) -> Path:
        return folder / self._function.__module__

    def _make_file_name(self, sig: Any, codegen: Any) -> str | None:
        """Return the name of an overload's file; ``None`` if it is not to be kept."""
        arguments, _ = normalize_signature(sig)
        module, code = self._function.__module__, self._function.__code__
        stamp = compute_stamp(module, arguments, _module_digest())
        if stamp is None or not self._is_enabled:
            return None
        cells = [cell.cell_contents for cell in self._function.__closure__ or ()]
        triple, *cpu = codegen.magic_tuple()
        python = (*sys.version_info[:2], getattr(sys, "abiflags", ""))
        classes = frozenset[type]().union(*map(_collect_classes, arguments))
        parts = (
            (numba.__version__, python, stamp, code.co_firstlineno, code.co_code),
            (strip_version(triple), *cpu, str(arguments)),
            sorted(f"{found.__module__}.{found.__qualname__}" for found in classes),
            dumps(cells) if cells else b"",
        )
        digest = hashlib.sha256(repr(parts).encode()).hexdigest()[:32]
        kernel = re.sub(r"[<>]", "", self._function.__qualname__)
        return f"{kernel}-{digest}.kernel"


def strip_version(triple: str) -> str:
    """Return a platform such as ``arm64-apple-darwin23.1.0`` without its version."""
    return re.sub(r"[\d.]+$", "", triple)


def _mark_used(path: Path) -> None:
    """Make a file the last one to be trimmed."""
    with contextlib.suppress(OSError):
        os.utime(path)


@functools.cache
def _trim_once() -> None:
    trim(kernels_folder(), MAX_BYTES)


def trim(folder: Path, most_bytes: int) -> None:
    """Delete the least recently used files until the rest is small enough.

    Args:
        folder: A folder of kernels; each module has a folder in it.
        most_bytes: Maximum size of the remaining files.
    """
    files = sorted(_list_files(folder), key=lambda file: file[1], reverse=True)
    total = 0
    for path, _, size in files:
        total += size
        if total > most_bytes:
            with contextlib.suppress(OSError):
                path.unlink()


def _list_files(folder: Path) -> Iterator[tuple[Path, float, int]]:
    """Yield each file of a folder of kernels, its time in seconds and its bytes."""
    for path in folder.glob("*/*"):
        with contextlib.suppress(OSError):  # another process deleted it
            status = path.stat()
            yield path, status.st_mtime, status.st_size


def cache_on_disk(kernel: Dispatcher) -> None:
    """Store a kernel's overloads on disk."""
    kernel._cache = KernelCache(kernel.py_func)  # type: ignore[attr-defined]
