"""Checks of folders before work is written to them."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from engine.core.errors import RunFolderError
from engine.core.files.atomic_file import explain_os_error
from engine.core.message import Message

PROBE = ".pentahex-"
"""First letters of the empty folder that checks whether a folder can be written."""


def check_is_folder(path: Path) -> None:
    """Raise ``RunFolderError`` if there is a file instead of a folder."""
    if path.exists() and not path.is_dir():
        raise RunFolderError(Message("Expected a folder, {path} is a file.", path=path))


def check_writable(path: Path) -> None:
    """Raise ``RunFolderError`` if a folder cannot be made or written; change nothing.

    Args:
        path: The folder; it may be missing, and folders above it, too.
    """
    try:
        check_is_folder(path)
        paths = (path, *path.absolute().parents)
        nearest = next(one for one in paths if one.exists())
        with TemporaryDirectory(prefix=PROBE, dir=nearest):
            pass
    except OSError as error:
        raise RunFolderError(
            Message(
                "Expected a folder that can be written, got {folder}: {reason}.",
                folder=path,
                reason=explain_os_error(error),
            )
        ) from error
