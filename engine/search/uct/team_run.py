"""Run of one playout search in several threads, each with a tree of its own."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.game import Position
from engine.search.api import SearchResult, StopFlag
from engine.search.thread_team import TeamRun, ThreadTeam
from engine.search.uct.root_summary import summarise
from engine.search.uct.search_run import UctRun


class UctTeamRun(TeamRun[UctRun]):
    """Run whose trees meet at the root (root parallelisation); a ``SearchRun``.

    Args:
        position: The root.
        runs: See ``TeamRun``.
        team: Likewise.
    """

    def __init__(
        self, position: Position, runs: Sequence[UctRun], team: ThreadTeam
    ) -> None:
        super().__init__(runs, team)
        self._position = position

    def advance(self, count: int, stop: StopFlag) -> bool:
        """See ``SearchRun.advance``; a proof in any tree ends the search."""
        goes_on = super().advance(count, stop)
        return goes_on and not any(run.is_proven for run in self._runs)

    def summary(self, seconds: float, *, is_final: bool = False) -> SearchResult:
        """See ``SearchRun.summary``."""
        del is_final  # every result is that of the visits so far
        roots = [run.root_statistics() for run in self._runs]
        return summarise(self._position, roots, seconds)
