"""Lock of a folder against other processes; the end of a process releases it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


@contextmanager
def held_lock(path: Path) -> Iterator[bool]:
    """Hold a lock inside the ``with`` block, if no other process holds it.

    The value is whether the lock is held. Locks of one process exclude each other, too.

    Args:
        path: File of the lock; it is created, and stays.

    Raises:
        OSError: The file cannot be created.
    """
    with path.open("ab") as file:
        yield _try_to_lock(file)


def _try_to_lock(file: BinaryIO) -> bool:
    """Lock an open file until it is closed; return whether that was possible."""
    try:
        if sys.platform == "win32":
            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
