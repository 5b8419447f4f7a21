"""Run of one playout search in several threads, each with a tree of its own."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.game import Position
from engine.search.api import SearchResult, StopFlag
from engine.search.thread_team import ThreadTeam
from engine.search.uct.root_summary import summarise
from engine.search.uct.search_run import UctRun


class UctTeamRun:
    """Run whose trees meet at the root (root parallelisation); a ``SearchRun``.

    Args:
        position: The root.
        runs: One run for each thread.
        team: The threads besides the first.
    """

    step = None

    def __init__(
        self, position: Position, runs: Sequence[UctRun], team: ThreadTeam
    ) -> None:
        self._position = position
        self._runs = runs
        self._team = team

    @property
    def nodes(self) -> int:
        """Number of simulations in all trees."""
        return sum(run.nodes for run in self._runs)

    def advance(self, count: int, stop: StopFlag) -> bool:
        """See ``SearchRun.advance``; a proof in any tree ends the search."""
        goes_on = self._team.advance(self._runs, count, stop)
        return goes_on and not any(run.is_proven for run in self._runs)

    def summary(self, seconds: float, *, is_final: bool = False) -> SearchResult:
        """See ``SearchRun.summary``."""
        del is_final  # every result is that of the visits so far
        roots = [run.root_statistics() for run in self._runs]
        return summarise(self._position, roots, seconds)
