"""Monte Carlo tree search: the driver around the compiled tree.

The kernels run in slices of about ten milliseconds; between them the driver looks
at the limits and reports progress. The tree is kept from move to move.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import replace

from engine.core.compilation import expect
from engine.core.game import Position
from engine.core.kernels.rng import new_rng
from engine.search.api import (
    Limits,
    ProgressCallback,
    SearchResult,
    StopFlag,
    make_search_seed,
)
from engine.search.budget import Budget
from engine.search.search_lock import SearchLock
from engine.search.solvers import BackgroundLoad, SolverPolicy, make_solver
from engine.search.uct.kernels import node_pool as pool
from engine.search.uct.search_run import UctRun
from engine.search.uct.uct_settings import UctSettings

PROGRESS_SECONDS = 0.1
"""Shortest time between two progress reports."""

KERNELS = {"gomoku": 107, "hex": 77}
"""Kernels that ``prepare`` compiles with an empty cache, by game; measured, with
numba 0.68. They serve a display of progress, which need not be exact."""

PREPARING_NODES = 600
"""Enough for every kernel to run once."""


class UctSearch:
    """UCT for any game with kernels; implements ``Searcher``.

    Args:
        settings: How to choose.
        seed: Random seed; with a node limit the same seed gives the same move.
        now: Source of seconds that never runs backwards.
        is_prompt: Whether searches bounded by time begin without what only makes them
            stronger, as long as that is not compiled.
    """

    def __init__(
        self,
        settings: UctSettings | None = None,
        *,
        seed: int = 0,
        now: Callable[[], float] = time.monotonic,
        is_prompt: bool = False,
    ) -> None:
        self._settings = settings or UctSettings()
        self._seed = seed
        self._now = now
        self._is_prompt = is_prompt
        self._search_lock = SearchLock()
        self._position: Position | None = None
        self._tree: pool.Tree | None = None
        self._spare_tree: pool.Tree | None = None
        self._solver_policy: SolverPolicy | None = None
        self._loading: BackgroundLoad | None = None

    def prepare(self, position: Position) -> None:
        """See ``Searcher.prepare``."""
        if position.outcome is not None:
            return
        expect(KERNELS.get(position.setup.game, 0))
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
        started = self._now()
        run.solve_root(is_new=is_new_root)
        judged = self._now()
        # Even a search stopped at once has an answer, and the time to compile
        # kernels is not taken from the move.
        run.advance(1, StopFlag())
        budget = Budget(limits, now=self._now, used=judged - started)
        next_report = PROGRESS_SECONDS
        while (count := budget.next_slice(run.nodes)) > 0:
            if not run.advance(count, stop):
                break
            if on_progress is not None and budget.seconds_used >= next_report:
                on_progress(run.summary(budget.seconds_used))
                next_report = budget.seconds_used + PROGRESS_SECONDS
        return run.summary(budget.seconds_used)

    def _start_run(self, position: Position, *, is_prompt: bool) -> UctRun:
        """Return a run from ``position``, on what an earlier search left of it."""
        solver_policy = self._get_solver_policy(position, is_prompt=is_prompt)
        if self._tree is None:
            self._tree = self._settings.new_tree()
        node = self._known_node(position)
        if self._settings.solver_visits > 0 and node is not None:
            # What looks proven may only have been left out as not worth a try.
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
        """Return what judges the position's nodes, unless it is still to be compiled.

        With a limit of nodes it is waited for: the same seed gives the same move.
        """
        if self._settings.solver_visits == 0:
            return None
        loading = self._loading
        if loading is None or not (is_prompt or loading.is_done()):
            loading = self._load_solver(position, in_background=is_prompt)
        if not loading.is_done():
            return None
        before = self._position
        if (
            self._solver_policy is None
            or before is None
            or before.setup != position.setup
        ):
            source = make_solver(position)
            weight = self._settings.solver_weight
            if source is not None:
                self._solver_policy = SolverPolicy(source=source, weight=weight)
        return self._solver_policy

    def _load_solver(
        self, position: Position, *, in_background: bool
    ) -> BackgroundLoad:
        """Compile or load what knowledge takes, beside the search or before it."""
        settings = self._settings  # not self, which would keep itself alive

        def load() -> None:
            source = make_solver(position)
            if source is None:
                return
            source.load()
            solver_policy = SolverPolicy(source=source, weight=settings.solver_weight)
            tree = replace(settings, pool_entries=1 << 12).new_tree()
            params = settings.params()
            run = UctRun(position, tree, params, new_rng(0), solver_policy)
            run.solve_root()
            run.compile_kernels()

        self._loading = BackgroundLoad(load, in_background=in_background)
        return self._loading

    def _known_node(self, position: Position) -> int | None:
        """Return the node of the last tree that stands for ``position``."""
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
