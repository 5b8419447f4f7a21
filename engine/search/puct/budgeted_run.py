"""A PUCT run within a budget: early stop, and the solver between two batches."""

from __future__ import annotations

from dataclasses import replace

from engine.search.api import SearchResult, StopFlag
from engine.search.budget import Budget
from engine.search.puct.puct_settings import PuctSettings
from engine.search.puct.search_run import PuctRun
from engine.search.puct.solver_driver import SolverDriver


class BudgetedRun:
    """Run of one PUCT search; implements ``SearchRun``.

    Args:
        run: The run; its root is expanded, and its moves are ordered.
        settings: Settings of the search.
        budget: Limits and clock of the search.
        solver_driver: Driver of the game's solver, if there is one.
        win: Result of the search if the solver has found a win at the root.
    """

    def __init__(
        self,
        run: PuctRun,
        settings: PuctSettings,
        budget: Budget,
        solver_driver: SolverDriver | None,
        win: SearchResult | None,
    ) -> None:
        self.step = run.most_at_once
        self._run = run
        self._settings = settings
        self._budget = budget
        self._solver_driver = solver_driver
        self._win = win

    @property
    def nodes(self) -> int:
        """See ``SearchRun.nodes``."""
        return self._run.nodes

    def advance(self, count: int, stop: StopFlag) -> bool:
        """See ``SearchRun.advance``."""
        if self._win is not None or self._is_decided():
            return False
        if self._run.advance(count, stop) == 0:
            return False
        self._solve_visited_nodes(stop)
        return True

    def summary(self, seconds: float, *, is_final: bool) -> SearchResult:
        """See ``SearchRun.summary``."""
        if self._win is not None:
            policy = self._run.root.policy()
            return replace(self._win, seconds=seconds, policy=policy)
        return self._run.summary(seconds, chooses=is_final)

    def _is_decided(self) -> bool:
        """Return whether the remaining simulations cannot change the move."""
        if not self._settings.stops_early or not self._seems_decided():
            return False
        # A pending simulation may yet be undone, or prove a move to lose.
        return not self._run.finish_batches() or self._seems_decided()

    def _seems_decided(self) -> bool:
        possible = self._budget.most_nodes_left(self._run.nodes)
        return self._run.root.is_decided(possible)

    def _solve_visited_nodes(self, stop: StopFlag) -> None:
        if self._solver_driver is None or self._settings.solver_visits == 0:
            return
        budget = self._budget
        used = None if budget.limits.seconds is None else budget.seconds_used
        for batch in self._run.last_batches:
            self._solver_driver.solve_visited_nodes(
                batch, self._settings.solver_visits, stop, used
            )
