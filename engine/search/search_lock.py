"""One search at a time, and only of games that go on."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from engine.core.errors import BusyError, IllegalMoveError
from engine.core.game import Position
from engine.core.message import Message


class SearchLock:
    """Belongs to a searcher; a search takes it and gives it back."""

    def __init__(self) -> None:
        self._lock = threading.Lock()

    @contextmanager
    def held(self, position: Position) -> Iterator[None]:
        """Keep other searches out.

        Raises:
            IllegalMoveError: The game of ``position`` is over.
            BusyError: Another search is under way.
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
