"""Network-guided tree search (PUCT): the engine that starts its runs.

A run selects a batch of leaves, evaluates it and backs up the values. The evaluator is
a parameter. Without one, priors are equal and random playouts are backed up, all in one
kernel.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

from engine.core.game import GameSetup, Position
from engine.core.offers.game_offers import SearchKind
from engine.core.offers.solver import Solver
from engine.core.types import Candidate, Move
from engine.search.api import SearchResult
from engine.search.budget import CLOCKS, Bounds, Clocks
from engine.search.driver import SearchDriver, SearchStart, run_trial
from engine.search.evaluation import Evaluator
from engine.search.inspection import Evaluation
from engine.search.kernels.search_tree import ROOT, copy_subtree
from engine.search.puct.evaluation_threads import EvaluationThreads, ThreadEvaluator
from engine.search.puct.kernels import edge_tree as edges
from engine.search.puct.noisy_evaluator import NoisyEvaluator
from engine.search.puct.puct_settings import PuctSettings
from engine.search.puct.root import find_edge_after
from engine.search.puct.search_run import PuctRun
from engine.search.puct.search_state import SearchState
from engine.search.puct.simulations import (
    BATCHES_PER_HELPER,
    BatchSimulations,
    expand_root,
    make_simulations,
)
from engine.search.puct.solver_driver import SolverDriver
from engine.search.puct.tree_view import PuctTreeView
from engine.search.simulation_stepper import SimulationStepper
from engine.search.solvers import make_solver

PREPARING_NODES = 40
"""Simulations after which every kernel has run once."""

MOST_IN_FLIGHT = (1 << 15) - 1
"""Largest number of simulations in flight, ``edge_tree.NODE``'s ``in_flight``."""

EvaluatorFactory = Callable[[GameSetup], Evaluator]
"""Factory of the evaluator for a setup; called in the thread that evaluates."""


class PuctSearch(SearchDriver):
    """Tree search guided by an evaluator.

    Args:
        make_evaluator: Called once for each setup; ``None`` for equal priors and
            playouts.
        settings: Settings of the search.
        seed: See ``SearchDriver``.
        clocks: Likewise.
        threads: See ``PuctEngine``.
    """

    def __init__(
        self,
        make_evaluator: EvaluatorFactory | None = None,
        settings: PuctSettings | None = None,
        *,
        seed: int = 0,
        clocks: Clocks = CLOCKS,
        threads: int = 1,
    ) -> None:
        engine = PuctEngine(
            make_evaluator, settings or PuctSettings(), seed=seed, threads=threads
        )
        super().__init__(engine, seed=seed, clocks=clocks)


class PuctEngine:
    """The algorithm of ``PuctSearch``, with its tree and evaluator; a ``SearchEngine``.

    Args:
        make_evaluator: See ``PuctSearch``.
        settings: Likewise.
        seed: Random seed of the evaluator.
        threads: Threads that evaluate batches, each with an evaluator of its own: that
            of the search, and helpers. With several threads a search cannot be
            repeated. Playouts and ``evaluates_children`` use one.
    """

    kind: SearchKind = "network-search"
    keeps_tree = True

    def __init__(
        self,
        make_evaluator: EvaluatorFactory | None,
        settings: PuctSettings,
        *,
        seed: int = 0,
        threads: int = 1,
    ) -> None:
        if make_evaluator is None:
            settings = replace(settings, uses_playouts=True, evaluates_children=False)
        self.bounds = Bounds(nodes=settings.nodes)
        self._settings = settings
        self._make_evaluator = make_evaluator
        self._seed = seed
        self._setup: GameSetup | None = None
        self._evaluator: Evaluator | None = None
        self._threads = EvaluationThreads(_count_helpers(settings, threads))
        self._helpers: tuple[ThreadEvaluator, ...] = ()
        self._solver: Solver | None = None
        self.tree: edges.EdgeTree | None = None
        """Tree of the last search; ``None`` before the first one."""

        self._spare_tree: edges.EdgeTree | None = None
        self._state: SearchState | None = None

    def prepare(self, position: Position) -> None:
        """See ``SearchEngine.prepare``."""
        self._use_setup(position)
        small = replace(
            self._settings, pool_edges=1 << 15, pool_nodes=1 << 8, pool_policies=1 << 6
        )
        evaluator = self._evaluator
        trial = PuctEngine(
            None if evaluator is None else lambda _setup: evaluator,
            replace(small, stops_early=False, symmetry="none", cache_size=0),
        )
        last = run_trial(trial, position, PREPARING_NODES)
        trial._compile_rare_kernels(last)
        for helper in self._helpers:
            tree = trial._settings.new_tree(position)
            state = SearchState(position, tree, trial._settings, seed=0)
            expand_root(state, BatchSimulations(state, helper))

    def _compile_rare_kernels(self, position: Position) -> None:
        """Call the kernels that only some searches need, to compile them.

        These are the kernels that copy a subtree, and those of the game's solver.

        Args:
            position: The position of the last search.
        """
        state = self._new_state(position, self._tree_for(position, ()), seed=0)
        expand_root(state, make_simulations(state, self._evaluator))
        tree = self._settings.new_tree(position)
        find_edge_after(tree, position.legal_moves()[:1])
        copy_subtree(self._settings.new_tree(position), tree, ROOT)
        if self._solver is not None:
            SolverDriver(self._solver, state, now=lambda: 0.0).compile_kernels()

    def last_tree(self) -> PuctTreeView | None:
        """See ``SearchEngine.last_tree``."""
        return None if self._state is None else self._state.view

    def new_stepper(self, start: SearchStart) -> SimulationStepper:
        """See ``SearchEngine.new_stepper``; a batch of one leaf, a tree of its own."""
        self._use_setup(start.position)
        evaluator = self._evaluator
        settings = replace(
            self._settings,
            batch=1,
            stops_early=False,
            reuses_tree=False,
            symmetry="none",
            cache_size=0,
            solves_leaves=False,
        )
        # The evaluator has symmetries, cache, solver and noise already.
        if evaluator is not None and settings.noise_everywhere:
            settings = replace(settings, noise_share=0.0)
        single = PuctEngine(
            None if evaluator is None else lambda _setup: evaluator, settings
        )
        uses_playouts = single._settings.uses_playouts
        evaluation: Evaluation = "playout" if uses_playouts else "network"
        return SimulationStepper(single.start(start), evaluation)

    def start(self, start: SearchStart) -> PuctRun:
        """See ``SearchEngine.start``."""
        position, settings = start.position, self._settings
        self._use_setup(position)
        if isinstance(self._evaluator, NoisyEvaluator):
            self._evaluator.restart(start.seed)
        tree = self._tree_for(position, start.moves if settings.reuses_tree else None)
        state = self._state = self._new_state(position, tree, start.seed)
        simulations = make_simulations(state, self._evaluator)
        nodes = expand_root(state, simulations)
        solver_driver = None
        if self._solver is not None:
            solver_driver = SolverDriver(self._solver, state, now=start.budget.now)
        win = _solve_root(start, state, solver_driver)
        if start.root_moves is not None:
            state.root.keep_only(start.root_moves)
        state.root.order_moves()
        if self._helpers:
            simulations = make_simulations(state, self._evaluator, self._helpers)
        return PuctRun(
            state,
            simulations,
            start.budget,
            nodes=nodes,
            # The values of the allowed moves are wanted, even of a single one.
            stops_early=settings.stops_early and start.root_moves is None,
            solver_driver=solver_driver,
            win=win,
        )

    def _new_state(
        self, position: Position, tree: edges.EdgeTree, seed: int
    ) -> SearchState:
        return SearchState(
            position, tree, self._settings, seed, evaluator=self._evaluator
        )

    def _use_setup(self, position: Position) -> None:
        """Create evaluator and solver for the setup of ``position``, if it is new."""
        if position.setup == self._setup:
            return
        self._setup = self.tree = self._spare_tree = None
        if self._make_evaluator is not None:
            self._make_evaluators(self._make_evaluator, position.setup)
        self._solver = None
        if self._settings.solves_root or self._settings.solver_visits > 0:
            self._solver = make_solver(position, orders=False)
        self._setup = position.setup

    def _make_evaluators(
        self, make_evaluator: EvaluatorFactory, setup: GameSetup
    ) -> None:
        """Create the evaluator of each thread; they share the size of the cache."""
        share = -(-self._settings.cache_size // (1 + len(self._threads)))
        settings, seed = replace(self._settings, cache_size=share), self._seed

        def make(number: int) -> Evaluator:
            evaluator = make_evaluator(setup)
            return settings.wrap_evaluator(evaluator, setup, seed + number)

        # The first call imports modules; two threads at once could wait for each other.
        self._evaluator = make(0)
        self._helpers = self._threads.make_evaluators(make)

    def _tree_for(
        self, position: Position, moves: Sequence[Move] | None
    ) -> edges.EdgeTree:
        """Return the tree after ``moves``, an empty one if it is not known."""
        if self.tree is None:
            self.tree = self._settings.new_tree(position)
        edge = None if moves is None else find_edge_after(self.tree, moves)
        if edge is None or math.isinf(self.tree.edges["value"][edge]):
            edges.clear_tree(self.tree)
        elif edge != ROOT:
            spare = self._spare_tree or self._settings.new_tree(position)
            copy_subtree(spare, self.tree, edge)
            self.tree, self._spare_tree = spare, self.tree
        return self.tree


def _count_helpers(settings: PuctSettings, threads: int) -> int:
    """Return the number of helpers of a search that may use so many threads."""
    if settings.uses_playouts or settings.evaluates_children:
        return 0
    most_batches = MOST_IN_FLIGHT // settings.most_paths
    return max(min(threads, most_batches // BATCHES_PER_HELPER) - 1, 0)


def _solve_root(
    start: SearchStart, state: SearchState, solver_driver: SolverDriver | None
) -> SearchResult | None:
    """Run the solver on the root; return the result of the search for a win."""
    if solver_driver is None:
        return None
    result = solver_driver.solve_root(start.root_moves)
    if result is None or result.winner is None:
        return None
    if result.winner is not start.position.to_move:
        state.root.is_lost = True
        return None
    if not result.moves:
        return None
    line = result.moves[:1]
    won = Candidate(move=line[0], value=1.0, visits=1, pv=line)
    return SearchResult(
        move=line[0], value=1.0, pv=line, nodes=1, depth=1, candidates=(won,)
    )
