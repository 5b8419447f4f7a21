"""Searchers that record when the engine thread searches."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from engine.core.game import Position
from engine.players.build import build_searcher
from engine.players.player_config import PlayerConfig

if TYPE_CHECKING:
    from engine.search.api import (
        Limits,
        ProgressCallback,
        Searcher,
        SearchResult,
        StopFlag,
    )


class SearchWatch:
    """Recorder of the start and end of the engine thread's last search."""

    def __init__(self) -> None:
        self.begun_at: float | None = None
        self.ended_at: float | None = None

    @property
    def is_searching(self) -> bool:
        """Whether a search is running."""
        return self.begun_at is not None and self.ended_at is None

    def make(self, engine: PlayerConfig, game: str) -> Searcher:
        """Return the engine with a recorder around it."""
        return _WatchedSearcher(build_searcher(engine, game), self)


class _WatchedSearcher:
    """Searcher that records the times of another one."""

    def __init__(self, searcher: Searcher, watch: SearchWatch) -> None:
        self._searcher = searcher
        self._watch = watch

    def prepare(self, position: Position) -> None:
        """See ``Searcher.prepare``."""
        self._searcher.prepare(position)

    def search(
        self,
        position: Position,
        limits: Limits,
        *,
        stop: StopFlag | None = None,
        on_progress: ProgressCallback | None = None,
    ) -> SearchResult:
        """See ``Searcher.search``."""
        self._watch.ended_at = None
        self._watch.begun_at = time.perf_counter()
        try:
            return self._searcher.search(
                position, limits, stop=stop, on_progress=on_progress
            )
        finally:
            self._watch.ended_at = time.perf_counter()
