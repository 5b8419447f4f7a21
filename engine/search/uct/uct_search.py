"""Playout tree search (UCT): the driver of the compiled tree.

The kernels run in slices of about ten milliseconds; between them the driver checks the
limits and reports progress. The tree is reused from move to move.
"""

from __future__ import annotations

import math
from dataclasses import replace

from engine.core.compilation import expect
from engine.core.game import Position
from engine.core.kernels.rng import new_rng
from engine.games import get_game
from engine.search.api import (
    Limits,
    ProgressCallback,
    SearchResult,
    StopFlag,
    make_search_seed,
)
from engine.search.budget import CLOCKS, Budget, Clocks
from engine.search.search_lock import SearchLock
from engine.search.solvers import BackgroundLoad, SolverPolicy, make_solver
from engine.search.uct.kernels import node_pool as pool
from engine.search.uct.search_run import UctRun
from engine.search.uct.uct_settings import UctSettings

PROGRESS_SECONDS = 0.1
"""Shortest time between two progress reports."""

PREPARING_NODES = 600
"""Simulations after which every kernel has run once."""


class UctSearch:
    """UCT for any game with kernels; implements ``Searcher``.

    Args:
        settings: Settings of the search.
        seed: Random seed; with a node limit the same seed gives the same move.
        clocks: Clocks of the limits.
        is_prompt: Whether timed searches begin without the solver until it is compiled.
    """

    def __init__(
        self,
        settings: UctSettings | None = None,
        *,
        seed: int = 0,
        clocks: Clocks = CLOCKS,
        is_prompt: bool = False,
    ) -> None:
        self._settings = settings or UctSettings()
        self._seed = seed
        self._clocks = clocks
        self._is_prompt = is_prompt
        self._search_lock = SearchLock()
        self._position: Position | None = None
        self._tree: pool.Tree | None = None
        self._spare_tree: pool.Tree | None = None
        self._solver_policy: SolverPolicy | None = None
        self._load: BackgroundLoad | None = None

    def prepare(self, position: Position) -> None:
        """See ``Searcher.prepare``."""
        if position.outcome is not None:
            return
        expect(get_game(position.setup.game).kernel_counts.get("tree-search", 0))
        trial = UctSearch(
            replace(self._settings, pool_entries=1 << 12, solver_visits=0)
        )
        few = Limits(nodes=PREPARING_NODES)
        result = trial.search(position, few)
        after = position.play(result.move)
        if after.outcome is None:
            trial.search(after, few)
        if self._settings.solver_visits > 0:
            self._load_solver(position, in_background=self._is_prompt)

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
            never = StopFlag()
            return self._search(
                position, limits, never if stop is None else stop, on_progress
            )

    def _search(
        self,
        position: Position,
        limits: Limits,
        stop: StopFlag,
        on_progress: ProgressCallback | None,
    ) -> SearchResult:
        if self._settings.nodes is not None:
            nodes = min(limits.nodes or self._settings.nodes, self._settings.nodes)
            limits = replace(limits, nodes=nodes)
        is_prompt = self._is_prompt and limits.nodes is None
        is_new_root = position != self._position
        run = self._start_run(position, is_prompt=is_prompt)
        now = self._clocks[limits.clock]
        started = now()
        run.solve_root(is_new=is_new_root)
        solved = now()
        # A search that is stopped immediately has a result, too. The time of
        # compilation does not count.
        run.advance(1, StopFlag())
        budget = Budget(limits, now=now, used=solved - started)
        next_report = PROGRESS_SECONDS
        while (count := budget.next_slice(run.nodes)) > 0:
            if not run.advance(count, stop):
                break
            if on_progress is not None and budget.seconds_used >= next_report:
                on_progress(run.summary(budget.seconds_used))
                next_report = budget.seconds_used + PROGRESS_SECONDS
        return run.summary(budget.seconds_used)

    def _start_run(self, position: Position, *, is_prompt: bool) -> UctRun:
        """Return a run from ``position`` on an earlier search's subtree, if any."""
        solver_policy = self._get_solver_policy(position, is_prompt=is_prompt)
        if self._tree is None:
            self._tree = self._settings.new_tree()
        node = self._find_known_node(position)
        if self._settings.solver_visits > 0 and node is not None:
            # An infinite value may only mean that the solver excluded the move.
            node = None if math.isinf(self._tree.value[node]) else node
        if node is None:
            pool.clear_tree(self._tree)
        elif node != pool.ROOT:
            spare = self._spare_tree or self._settings.new_tree()
            pool.copy_subtree(spare, self._tree, node)
            self._tree, self._spare_tree = spare, self._tree
        self._position = position
        rng = new_rng(make_search_seed(self._seed, position))
        return UctRun(position, self._tree, self._settings.params(), rng, solver_policy)

    def _get_solver_policy(
        self, position: Position, *, is_prompt: bool
    ) -> SolverPolicy | None:
        """Return the solver for the position's nodes, or ``None`` until it is compiled.

        A search with a node limit waits for it: the same seed gives the same move.
        """
        if self._settings.solver_visits == 0:
            return None
        load = self._load
        if load is None or not (is_prompt or load.is_done()):
            load = self._load_solver(position, in_background=is_prompt)
        if not load.is_done():
            return None
        before = self._position
        if (
            self._solver_policy is None
            or before is None
            or before.setup != position.setup
        ):
            solver = make_solver(position)
            weight = self._settings.solver_weight
            if solver is not None:
                self._solver_policy = SolverPolicy(solver=solver, weight=weight)
        return self._solver_policy

    def _load_solver(
        self, position: Position, *, in_background: bool
    ) -> BackgroundLoad:
        """Load or compile the solver, in the background or before the search."""
        settings = self._settings  # not self, which would keep itself alive

        def load() -> None:
            solver = make_solver(position)
            if solver is None:
                return
            solver.load()
            solver_policy = SolverPolicy(solver=solver, weight=settings.solver_weight)
            tree = replace(settings, pool_entries=1 << 12).new_tree()
            params = settings.params()
            run = UctRun(position, tree, params, new_rng(0), solver_policy)
            run.solve_root()
            run.compile_kernels()

        self._load = BackgroundLoad(load, in_background=in_background)
        return self._load

    def _find_known_node(self, position: Position) -> int | None:
        """Return the node of ``position`` in the last tree, or ``None``."""
        known = self._position
        if known is None or self._tree is None:
            return None
        ahead = len(known.history)
        if position.setup != known.setup or position.history[:ahead] != known.history:
            return None
        node = pool.ROOT
        for move in position.history[ahead:]:
            node = pool.find_child(self._tree, node, move)
            if node == pool.NO_NODE:
                return None
            known = known.play(move)
        return node if known == position else None
