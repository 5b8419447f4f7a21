"""Run of one alpha-beta search in several threads.

The threads deepen the same position with different move orders and share the
transposition table, in which each finds the results of the others (lazy SMP). The first
thread has the result.
"""

from __future__ import annotations

from dataclasses import replace

from engine.search.alphabeta.iterative_deepening import DeepeningRun
from engine.search.api import SearchResult
from engine.search.thread_team import TeamRun


class DeepeningTeamRun(TeamRun[DeepeningRun]):
    """Run of a search and of its helpers, which share its table; a ``SearchRun``."""

    def summary(self, seconds: float, *, is_final: bool = False) -> SearchResult:
        """See ``SearchRun.summary``; the visits of a move are those of one thread."""
        result = self._runs[0].summary(seconds, is_final=is_final)
        return replace(result, nodes=self.nodes)
