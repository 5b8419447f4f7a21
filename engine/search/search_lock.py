"""Lock of a searcher: one search at a time, and only in unfinished games."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from engine.core.errors import BusyError, IllegalMoveError
from engine.core.game import Position
from engine.core.message import Message


class SearchLock:
    """Lock that a search holds while it runs."""

    def __init__(self) -> None:
        self._lock = threading.Lock()

    @contextmanager
    def held(self, position: Position) -> Iterator[None]:
        """Hold the lock during a search of ``position``.

        Raises:
            IllegalMoveError: The game of ``position`` is over.
            BusyError: Another search is running.
        """
        if position.outcome is not None:
            raise IllegalMoveError(
                Message("Expected a game that goes on, got a finished one.")
            )
        if not self._lock.acquire(blocking=False):
            raise BusyError(
                Message("Expected an idle engine, got one that is still searching.")
            )
        try:
            yield
        finally:
            self._lock.release()
