"""Atomic file writes: a file is either unchanged or complete."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import secrets
import time
from collections.abc import Callable
from pathlib import Path

from engine.core.errors import EngineError, RecordFileError
from engine.core.message import Message, as_clause

PARTIAL = re.compile(r"\.[0-9a-f]{16}\.partial")
"""Names of files that are being written."""

PARTIAL_SECONDS = 86_400
"""Age from which such a file has no writer any more, in seconds: a day."""


def write_atomically(path: Path, data: bytes) -> None:
    """Write a file so that it is either unchanged or complete.

    Raises:
        RecordFileError: It cannot be written; an old file is untouched.
    """
    try:
        target = _find_target(path)
        partial = target.with_name(f".{secrets.token_hex(8)}.partial")
        try:
            _write_new(partial, data, like=target)
            partial.replace(target)
        finally:
            partial.unlink(missing_ok=True)
        _sync_folder(target.parent)
    except OSError as error:
        if isinstance(error, RecordFileError):
            raise
        raise RecordFileError(
            Message(
                "{path} could not be written: {reason}.",
                path=path,
                reason=explain_os_error(error),
            )
        ) from error


def check_replaceable(path: Path) -> None:
    """Check that a file can be written, before the work whose result it gets.

    Raises:
        RecordFileError: It is no file, or it or its folder is write-protected.
    """
    folder = _find_target(path).parent
    if not os.access(folder, os.W_OK):
        raise RecordFileError(
            Message(
                "{path} could not be written: {reason}.",
                path=path,
                reason=Message("it is not permitted"),
            )
        )


def remove_partial_files(
    folder: Path, *, now: Callable[[], float] = time.time
) -> list[Path]:
    """Delete unfinished files of killed processes in a folder and below it.

    Younger ones may belong to a process that is still writing.

    Args:
        folder: Any folder; it may be missing.
        now: Source of the time in seconds, as for file times.

    Returns:
        The deleted files.
    """
    deleted = []
    for parent, _, names in os.walk(folder):
        for path in (Path(parent, name) for name in names if PARTIAL.fullmatch(name)):
            with contextlib.suppress(OSError):
                if now() - path.stat().st_mtime > PARTIAL_SECONDS:
                    path.unlink()
                    deleted.append(path)
    return deleted


def _find_target(path: Path) -> Path:
    """Return the file that a path leads to, which may be missing.

    Raises:
        RecordFileError: It is no file, or write-protected.
    """
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        raise RecordFileError(
            Message("Expected a file to write to, {path} is none.", path=path)
        )
    if target.exists() and not os.access(target, os.W_OK):
        raise RecordFileError(
            Message("{path} is write-protected and was left as it is.", path=path)
        )
    return target


def _write_new(path: Path, data: bytes, *, like: Path) -> None:
    """Write a new file with the permissions of another."""
    with path.open("xb") as file:
        with contextlib.suppress(OSError):
            path.chmod(like.stat().st_mode)
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    """Flush a folder, so that a new name survives a power cut, where possible."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def explain_write_error(error: EngineError | OSError) -> str:
    """Return the reason why a file could not be written, as a clause.

    Args:
        error: From ``write_atomically``, or from the system itself.
    """
    cause = error.__cause__ or error
    if isinstance(cause, EngineError):
        return as_clause(cause.message)
    return explain_os_error(cause) if isinstance(cause, OSError) else str(cause)


def explain_read_error(error: OSError | UnicodeDecodeError) -> str:
    """Return the reason why a text file could not be read, as a clause."""
    if isinstance(error, OSError):
        return explain_os_error(error)
    return Message("it is not UTF-8 text")


def describe_os_error(error: OSError) -> str:
    """Return a sentence about a file or folder that the system refuses."""
    reason = explain_os_error(error)
    if error.filename is None:
        return Message("The system refuses an access: {reason}.", reason=reason)
    path = Path(error.filename)
    return Message("{path} could not be used: {reason}.", path=path, reason=reason)


def explain_os_error(error: OSError) -> str:
    """Return the reason why a file could not be read or written, in plain words."""
    reasons = {
        errno.ENOENT: Message("there is no such file or folder"),
        errno.EACCES: Message("it is not permitted"),
        errno.EPERM: Message("it is not permitted"),
        errno.EROFS: Message("the disk cannot be written"),
        errno.ENOSPC: Message("the disk is full"),
        errno.EDQUOT: Message("the disk is full"),
        errno.EFBIG: Message("the file would be too large"),
        errno.ENAMETOOLONG: Message("the name is too long"),
        errno.EISDIR: Message("it is a folder"),
        errno.ENOTDIR: Message("a part of the path is no folder"),
    }
    return reasons.get(error.errno or 0, error.strerror or str(error))
