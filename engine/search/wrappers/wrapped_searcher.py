"""Base of searchers that use another one and change its results."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.game import Position
from engine.search.api import (
    Limits,
    ProgressCallback,
    Searcher,
    SearchResult,
    StopFlag,
)


class WrappedSearcher:
    """Part of a ``Searcher`` around another one.

    Args:
        inner: The searcher that searches.
    """

    def __init__(self, inner: Searcher) -> None:
        self._inner = inner

    @property
    def inner(self) -> Searcher:
        """The searcher that searches."""
        return self._inner

    def prepare(self, position: Position) -> None:
        """See ``Searcher.prepare``."""
        self._inner.prepare(position)

    def _search_and_change(
        self,
        position: Position,
        limits: Limits,
        change: Callable[[SearchResult], SearchResult],
        *,
        stop: StopFlag | None,
        on_progress: ProgressCallback | None,
    ) -> SearchResult:
        """Return the changed result of the inner search, with changed reports."""
        result = self._inner.search(
            position,
            limits,
            stop=stop,
            on_progress=changing(change, on_progress),
        )
        return change(result)


def changing(
    change: Callable[[SearchResult], SearchResult],
    on_progress: ProgressCallback | None,
) -> ProgressCallback | None:
    """Return the callback that changes a report and passes it to ``on_progress``."""
    if on_progress is None:
        return None
    return lambda partial: on_progress(change(partial))
