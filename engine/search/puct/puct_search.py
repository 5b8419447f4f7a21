"""Network-guided tree search (PUCT): the driver of the compiled tree.

It selects a batch of leaves, evaluates it and backs up the values; between two batches
it checks the limits and reports progress. The evaluator is a parameter. Without one,
priors are equal and random playouts are backed up, all in one kernel.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

from engine.core.compilation import expect
from engine.core.game import GameSetup, Position
from engine.core.solver import Solver
from engine.core.types import Candidate
from engine.games import get_game
from engine.search.api import Limits, ProgressCallback, SearchResult, StopFlag
from engine.search.budget import CLOCKS, Budget, Clocks
from engine.search.evaluation import Evaluator
from engine.search.puct.kernels import edge_tree as edges
from engine.search.puct.kernels.subtree import copy_subtree
from engine.search.puct.puct_settings import PuctSettings
from engine.search.puct.root import edge_to
from engine.search.puct.search_run import PuctRun
from engine.search.puct.solver_driver import SolverDriver
from engine.search.search_lock import SearchLock
from engine.search.solvers import make_solver

PROGRESS_SECONDS = 0.1
"""Shortest time between two progress reports."""

PREPARING_NODES = 40
"""Simulations after which every kernel has run once."""

EvaluatorFactory = Callable[[GameSetup], Evaluator]
"""Factory of the evaluator for a setup; called in the thread that searches."""


class PuctSearch:
    """Tree search guided by an evaluator; implements ``Searcher``.

    Args:
        make_evaluator: Called once for each setup; ``None`` for equal priors and
            playouts.
        settings: Settings of the search.
        seed: Random seed; with a node limit the same seed gives the same move.
        clocks: Clocks of the limits.
    """

    def __init__(
        self,
        make_evaluator: EvaluatorFactory | None = None,
        settings: PuctSettings | None = None,
        *,
        seed: int = 0,
        clocks: Clocks = CLOCKS,
    ) -> None:
        settings = settings or PuctSettings()
        if make_evaluator is None:
            settings = replace(settings, uses_playouts=True, evaluates_children=False)
        self._settings = settings
        self._make_evaluator = make_evaluator
        self._seed = seed
        self._clocks = clocks
        self._search_lock = SearchLock()
        self._setup: GameSetup | None = None
        self._evaluator: Evaluator | None = None
        self._solver: Solver | None = None
        self._position: Position | None = None
        self._tree: edges.EdgeTree | None = None
        self._spare_tree: edges.EdgeTree | None = None

    def prepare(self, position: Position) -> None:
        """See ``Searcher.prepare``."""
        if position.outcome is not None:
            return
        expect(get_game(position.setup.game).kernel_counts.get("network-search", 0))
        self._use_setup(position)
        small = replace(
            self._settings, pool_edges=1 << 15, pool_nodes=1 << 8, pool_policies=1 << 6
        )
        evaluator = self._evaluator
        trial = PuctSearch(
            None if evaluator is None else lambda _setup: evaluator,
            replace(small, stops_early=False, symmetry="none", cache_size=0),
        )
        result = trial.search(position, Limits(nodes=PREPARING_NODES))
        after = position.play(result.move)
        if after.outcome is None:
            trial.search(after, Limits(nodes=PREPARING_NODES))
        trial._compile_rare_kernels(position if after.outcome is not None else after)

    def _compile_rare_kernels(self, position: Position) -> None:
        """Call the kernels that only some searches need, to compile them.

        These are the kernels that copy a subtree, and those of the game's solver.

        Args:
            position: The position of the last search.
        """
        run = self._start_run(position)
        run.expand_root()
        tree = self._settings.new_tree(position)
        edge_to(tree, position, position.play(position.legal_moves()[0]))
        copy_subtree(self._settings.new_tree(position), tree, edges.ROOT)
        solver_driver = self._new_solver_driver(run, self._clocks["wall"])
        if solver_driver is not None:
            solver_driver.compile_kernels()

    def search(
        self,
        position: Position,
        limits: Limits,
        *,
        stop: StopFlag | None = None,
        on_progress: ProgressCallback | None = None,
    ) -> SearchResult:
        """See ``Searcher.search``."""
        with self._search_lock.held(position):
            flag = StopFlag() if stop is None else stop
            try:
                return self._search(position, self._limit(limits), flag, on_progress)
            except BaseException:
                # A pending batch would leave its virtual losses in the tree.
                self._position = None
                raise

    def _limit(self, limits: Limits) -> Limits:
        """Return ``limits`` as far as the settings allow."""
        most = self._settings.nodes
        if most is None:
            return limits
        return replace(limits, nodes=min(limits.nodes or most, most))

    def _search(
        self,
        position: Position,
        limits: Limits,
        stop: StopFlag,
        on_progress: ProgressCallback | None,
    ) -> SearchResult:
        self._use_setup(position)
        run = self._start_run(position)
        run.expand_root()
        now = self._clocks[limits.clock]
        solver_driver = self._new_solver_driver(run, now)
        won = self._solve_root(position, run, solver_driver)
        run.root.order_moves()
        budget = Budget(limits, now=now)
        if won is not None:
            return replace(won, seconds=budget.seconds_used)
        next_report = PROGRESS_SECONDS
        used, batch_seconds = budget.seconds_used, 0.0
        while not stop:
            began = used
            count = self._next_count(limits, run, began, batch_seconds)
            if count <= 0 or run.advance(count, stop) == 0:
                break
            if solver_driver is not None and self._settings.solver_visits > 0:
                is_timed = limits.seconds is not None
                spent = budget.seconds_used if is_timed else None
                solver_driver.solve_visited_nodes(
                    self._settings.solver_visits, stop, spent
                )
            used = budget.seconds_used
            batch_seconds = used - began
            if on_progress is not None and used >= next_report:
                on_progress(run.summary(used))
                next_report = budget.seconds_used + PROGRESS_SECONDS
        return run.summary(budget.seconds_used, chooses=True)

    def _next_count(
        self, limits: Limits, run: PuctRun, used: float, batch_seconds: float
    ) -> int:
        """Return the number of simulations that may follow; 0 ends the search.

        No batch begins if more than half of it would be late, or if the remaining
        simulations cannot change the move.
        """
        left: float = run.most_at_once
        possible = math.inf
        if limits.nodes is not None:
            possible = limits.nodes - run.nodes
            left = min(left, possible)
        if limits.seconds is not None:
            seconds_left = limits.seconds - used
            if seconds_left < batch_seconds / 2:
                return 0
            if used > 0:
                possible = min(possible, run.nodes / used * seconds_left)
        if self._settings.stops_early and run.root.is_decided(possible):
            return 0
        return int(left)

    def _use_setup(self, position: Position) -> None:
        """Create evaluator and solver for the setup of ``position``, if it is new."""
        if position.setup == self._setup:
            return
        self._setup = None
        self._position = self._tree = self._spare_tree = None
        if self._make_evaluator is not None:
            self._evaluator = self._settings.wrap_evaluator(
                self._make_evaluator(position.setup), position.setup, self._seed
            )
        self._solver = None
        if self._settings.solves_root or self._settings.solver_visits > 0:
            self._solver = make_solver(position, orders=False)
        self._setup = position.setup

    def _new_solver_driver(
        self, run: PuctRun, now: Callable[[], float]
    ) -> SolverDriver | None:
        """Return the driver of the game's solver, if the settings use one."""
        if self._solver is None:
            return None
        return run.new_solver_driver(self._solver, now)

    def _solve_root(
        self, position: Position, run: PuctRun, solver_driver: SolverDriver | None
    ) -> SearchResult | None:
        """Run the solver on the root; return the result of the search for a win."""
        result = None if solver_driver is None else solver_driver.solve_root()
        if result is None or result.winner is None:
            return None
        if result.winner is not position.to_move:
            run.root.is_lost = True
            return None
        if not result.moves:
            return None
        line = result.moves[:1]
        won = Candidate(move=line[0], value=1.0, visits=1, pv=line)
        return SearchResult(
            move=line[0], value=1.0, pv=line, nodes=1, depth=1, candidates=(won,)
        )

    def _start_run(self, position: Position) -> PuctRun:
        """Return a run from ``position`` on an earlier search's subtree, if any."""
        settings = self._settings
        if self._tree is None:
            self._tree = settings.new_tree(position)
        edge = self._find_known_edge(position) if settings.reuses_tree else None
        if edge is None or math.isinf(self._tree.edges["value"][edge]):
            edges.clear_tree(self._tree)
        elif edge != edges.ROOT:
            spare = self._spare_tree or settings.new_tree(position)
            copy_subtree(spare, self._tree, edge)
            self._tree, self._spare_tree = spare, self._tree
        self._position = position
        return PuctRun(position, self._tree, self._evaluator, settings, self._seed)

    def _find_known_edge(self, position: Position) -> int | None:
        """Return the edge of the last tree that leads to ``position``."""
        known = self._position
        if known is None or self._tree is None:
            return None
        return edge_to(self._tree, known, position)
