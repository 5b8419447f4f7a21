"""Searcher whose engine depends on the rules and the size of the board."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.game import GameSetup, Position
from engine.search.api import (
    Limits,
    ProgressCallback,
    Searcher,
    SearchResult,
    StopFlag,
)


class SearchBySetup:
    """Searcher that selects the engine for the position's setup; a ``Searcher``.

    Args:
        make: Factory of the engine for a setup, called when the setup changes.
    """

    def __init__(self, make: Callable[[GameSetup], Searcher]) -> None:
        self._make = make
        self._setup: GameSetup | None = None
        self._searcher: Searcher | None = None

    @property
    def inner(self) -> Searcher | None:
        """The engine that was selected last."""
        return self._searcher

    def prepare(self, position: Position) -> None:
        """See ``Searcher.prepare``."""
        self._searcher_for(position.setup).prepare(position)

    def search(
        self,
        position: Position,
        limits: Limits,
        *,
        stop: StopFlag | None = None,
        on_progress: ProgressCallback | None = None,
    ) -> SearchResult:
        """See ``Searcher.search``."""
        searcher = self._searcher_for(position.setup)
        return searcher.search(position, limits, stop=stop, on_progress=on_progress)

    def _searcher_for(self, setup: GameSetup) -> Searcher:
        if self._searcher is None or setup != self._setup:
            self._searcher, self._setup = self._make(setup), setup
        return self._searcher
