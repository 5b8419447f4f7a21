"""Run of one alpha-beta search in several threads.

The threads deepen the same position with other orders of moves. What one of them stores
in the transposition table, the others need not search again (lazy SMP). The first one
gives the result.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.search.alphabeta.iterative_deepening import DeepeningRun
from engine.search.api import SearchResult, StopFlag
from engine.search.thread_team import ThreadTeam


class TeamRun:
    """Run of a search and its helpers; implements ``SearchRun``.

    Args:
        run: Run of the first thread.
        helpers: Runs of the other threads, whose searches share its table.
        team: The other threads.
    """

    step = None

    def __init__(
        self, run: DeepeningRun, helpers: Sequence[DeepeningRun], team: ThreadTeam
    ) -> None:
        self._runs = (run, *helpers)
        self._team = team

    @property
    def nodes(self) -> int:
        """Number of nodes of all threads so far."""
        return sum(run.nodes for run in self._runs)

    def advance(self, count: int, stop: StopFlag) -> bool:
        """See ``SearchRun.advance``."""
        return self._team.advance(self._runs, count, stop)

    def summary(self, seconds: float, *, is_final: bool = False) -> SearchResult:
        """See ``SearchRun.summary``; the visits of a move are those of one thread."""
        result = self._runs[0].summary(seconds, is_final=is_final)
        return replace(result, nodes=self.nodes)
