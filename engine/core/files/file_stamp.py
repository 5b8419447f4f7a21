"""Stamp of a file, by which a reader finds that it has changed."""

from __future__ import annotations

import contextlib
from pathlib import Path

FileStamp = tuple[int, int, int]
"""Inode, size in bytes, and time of the last change in nanoseconds."""


def read_stamp(path: Path) -> FileStamp | None:
    """Return the stamp of a file, another one after each change; ``None`` without it.

    A file that is replaced as a whole has another inode, on systems that have inodes.
    """
    with contextlib.suppress(OSError):
        status = path.stat()
        return status.st_ino, status.st_size, status.st_mtime_ns
    return None
