"""One PUCT search within a budget: early stop, and the solver between two batches."""

from __future__ import annotations

from dataclasses import replace

from engine.search.api import SearchResult, StopFlag
from engine.search.budget import Budget
from engine.search.puct.search_state import SearchState
from engine.search.puct.simulations import Simulations
from engine.search.puct.solver_driver import SolverDriver
from engine.search.puct.tree_view import PuctTreeView


class PuctRun:
    """Run of one PUCT search; implements ``SearchRun``.

    Args:
        state: The search; its root is expanded, and its moves are ordered.
        simulations: Simulations of the search.
        budget: Limits and clock of the search.
        nodes: Simulations that expanding the root took.
        stops_early: Whether the search ends when the rest cannot change the move.
        solver_driver: Driver of the game's solver, if there is one.
        win: Result of the search if the solver has found a win at the root.
    """

    def __init__(
        self,
        state: SearchState,
        simulations: Simulations,
        budget: Budget,
        *,
        nodes: int,
        stops_early: bool,
        solver_driver: SolverDriver | None = None,
        win: SearchResult | None = None,
    ) -> None:
        self.nodes = nodes
        """See ``SearchRun.nodes``."""

        self.step = simulations.most_at_once
        """See ``SearchRun.step``."""

        self._state = state
        self._simulations = simulations
        self._budget = budget
        self._stops_early = stops_early
        self._solver_driver = solver_driver
        self._win = win

    @property
    def tree(self) -> PuctTreeView:
        """The tree for inspection."""
        return self._state.view

    @property
    def last_path(self) -> list[int]:
        """See ``SteppedRun.last_path``."""
        return self._state.last_path

    def advance(self, count: int, stop: StopFlag) -> bool:
        """See ``SearchRun.advance``."""
        if self._win is not None or self._is_decided(stop):
            return False
        begun = self._simulations.advance(count, stop)
        self.nodes += begun
        if begun == 0:
            return False
        self._solve_visited_nodes(stop)
        return True

    def summary(self, seconds: float, *, is_final: bool) -> SearchResult:
        """See ``SearchRun.summary``; simulations in flight are completed first."""
        if self._win is not None:
            policy = self._state.root.policy()
            return replace(self._win, seconds=seconds, policy=policy)
        if self._simulations.finish() and not is_final:
            self._solve_visited_nodes(StopFlag())
        return self._state.root.summary(self.nodes, seconds, chooses=is_final)

    def _is_decided(self, stop: StopFlag) -> bool:
        """Return whether the remaining simulations cannot change the move."""
        if not self._stops_early or not self._seems_decided():
            return False
        # A simulation in flight may yet be undone, or prove a move to lose.
        if self._simulations.finish():
            self._solve_visited_nodes(stop)
        return self._seems_decided()

    def _seems_decided(self) -> bool:
        possible = self._budget.most_nodes_left(self.nodes)
        return self._state.root.is_decided(possible)

    def _solve_visited_nodes(self, stop: StopFlag) -> None:
        """Run the solver on nodes of the batches that were backed up last."""
        visits = self._state.settings.solver_visits
        if self._solver_driver is None or visits == 0:
            return
        budget = self._budget
        used = None if budget.limits.seconds is None else budget.seconds_used
        for batch in self._simulations.backed_up:
            self._solver_driver.solve_visited_nodes(batch, visits, stop, used)
