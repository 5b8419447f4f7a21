"""Searchers that are built and prepared in the engine thread."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.core.game import Position
from engine.players import PlayerConfig

if TYPE_CHECKING:
    from engine.search.api import Searcher

SearcherFactory = Callable[[PlayerConfig, str], "Searcher"]
"""Factory of the searcher of an engine for a game; called in the engine thread."""


class LazySearcher:
    """Searcher of one game, built and prepared at its first use.

    Args:
        build: Factory of the searcher; called in the engine thread.
    """

    def __init__(self, build: Callable[[], Searcher]) -> None:
        self._build = build
        self._searcher: Searcher | None = None

    @property
    def is_ready(self) -> bool:
        """Whether the searcher is prepared."""
        return self._searcher is not None

    @property
    def prepared(self) -> Searcher | None:
        """The searcher, once it is prepared; only the engine thread may use it."""
        return self._searcher

    def get_prepared(self, position: Position) -> Searcher:
        """Return the prepared searcher; call it in the engine thread only."""
        if self._searcher is None:
            searcher = self._build()
            searcher.prepare(position)
            self._searcher = searcher
        return self._searcher
