"""Folders that only the user may access: cache, games and logs."""

from __future__ import annotations

import atexit
import contextlib
import os
import shutil
import stat
import sys
import tempfile
from pathlib import Path

_temporary: list[Path] = []


def make_private(folder: Path) -> None:
    """Create a folder that only the user may read and write.

    An existing folder of the user loses access for others, where the file system
    permits.
    Windows has no such modes; there the user's own folders are private already.

    Raises:
        OSError: The folder cannot be created.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if sys.platform == "win32":
        return
    status = folder.stat()
    is_shared = status.st_mode & (stat.S_IRWXG | stat.S_IRWXO)
    if status.st_uid == os.getuid() and is_shared:
        with contextlib.suppress(OSError):
            folder.chmod(0o700)


def is_private(folder: Path) -> bool:
    """Return whether a folder belongs to the user and nobody else may write it.

    Raises:
        OSError: There is no such folder.
    """
    if sys.platform == "win32":
        return True
    status = folder.stat()
    is_open = status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    return status.st_uid == os.getuid() and not is_open


def new_temporary_folder() -> Path:
    """Return a new, empty folder of this process, removed when the process ends.

    Raises:
        OSError: There is no folder for temporary files.
    """
    if not _temporary:
        atexit.register(remove_temporary_folders)
    folder = Path(tempfile.mkdtemp(prefix="pentahex-"))
    _temporary.append(folder)
    return folder


def remove_temporary_folders() -> None:
    """Remove the temporary folders; for a process that ends without exit functions."""
    while _temporary:
        shutil.rmtree(_temporary.pop(), ignore_errors=True)
