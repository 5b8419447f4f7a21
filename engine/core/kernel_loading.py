"""Loading of a game's compiled code, which several threads need."""

from __future__ import annotations

from threading import Lock

from engine.core.game import Position

_LOCK = Lock()


def load_kernels(position: Position) -> None:
    """Import the kernels of the position's game, in one thread at a time.

    They import each other, so that two threads could wait for each other.
    """
    with _LOCK:
        position.kernel_state()
