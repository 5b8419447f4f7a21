"""Playout tree search (UCT): the engine that starts its runs.

The kernels run in slices of about ten milliseconds. The tree is reused from move to
move.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from engine.core.game import GameSetup, Position
from engine.core.kernels.rng import new_rng
from engine.core.offers.game_offers import SearchKind
from engine.core.types import Move, SolverResult
from engine.search.api import Limits, StopFlag
from engine.search.budget import CLOCKS, Bounds, Clocks
from engine.search.driver import SearchDriver, SearchStart, run_trial
from engine.search.kernels.search_tree import ROOT, copy_subtree, find_child
from engine.search.simulation_stepper import SimulationStepper
from engine.search.solvers import BackgroundLoad, SolverPolicy, make_solver
from engine.search.thread_team import ThreadTeam
from engine.search.uct.kernels import node_pool as pool
from engine.search.uct.search_run import UctRun
from engine.search.uct.team_run import UctTeamRun
from engine.search.uct.tree_view import UctTreeView
from engine.search.uct.uct_settings import LEAST_ENTRIES, UctSettings

PREPARING_NODES = 600
"""Simulations after which every kernel has run once."""

PREPARING_ENTRIES = 1 << 12
"""Size of the pool of entries for these simulations."""


class UctSearch(SearchDriver):
    """UCT for any game with kernels.

    Args:
        settings: Settings of the search.
        seed: See ``SearchDriver``.
        clocks: Likewise.
        is_prompt: Whether timed searches begin without the solver until it is compiled.
        threads: Threads of a search. With several, the same seed and nodes may give
            another move.
    """

    def __init__(
        self,
        settings: UctSettings | None = None,
        *,
        seed: int = 0,
        clocks: Clocks = CLOCKS,
        is_prompt: bool = False,
        threads: int = 1,
    ) -> None:
        own = settings or UctSettings()
        engine = UctEngine(own, is_prompt=is_prompt, threads=threads)
        super().__init__(engine, seed=seed, clocks=clocks)


class UctEngine:
    """The algorithm of ``UctSearch``, with its tree and solver; a ``SearchEngine``.

    Args:
        settings: Settings of the search.
        is_prompt: See ``UctSearch``.
        threads: Likewise. Each has an engine with a tree of its own, which take as much
            memory together as the tree of a single one.
    """

    kind: SearchKind = "tree-search"
    keeps_tree = True

    def __init__(
        self, settings: UctSettings, *, is_prompt: bool = False, threads: int = 1
    ) -> None:
        self.bounds = Bounds(nodes=settings.nodes)
        self._team: ThreadTeam | None = None
        self._helpers: list[UctEngine] = []
        if threads > 1:
            entries = max(settings.pool_entries // threads, LEAST_ENTRIES)
            settings = replace(settings, pool_entries=entries)
            self._team = ThreadTeam(threads - 1)
            self._helpers = [
                UctEngine(settings, is_prompt=is_prompt) for _ in range(threads - 1)
            ]
        self._settings = settings
        self._is_prompt = is_prompt
        self._tree: pool.Tree | None = None
        self._spare_tree: pool.Tree | None = None
        self._solver_setup: GameSetup | None = None
        self._solver_policy: SolverPolicy | None = None
        self._load: BackgroundLoad | None = None
        self._run: UctRun | None = None

    def prepare(self, position: Position) -> None:
        """See ``SearchEngine.prepare``."""
        small = replace(self._settings, pool_entries=PREPARING_ENTRIES, solver_visits=0)
        trial = UctEngine(small)
        run_trial(trial, position, PREPARING_NODES)
        # Compiles what only a restricted search needs.
        one = frozenset(position.legal_moves()[:1])
        SearchDriver(trial).search(position, Limits(nodes=1, root_moves=one))
        if self._settings.uses_solver:
            self._load_solver(position, in_background=self._is_prompt)

    def start(self, start: SearchStart) -> UctRun | UctTeamRun:
        """See ``SearchEngine.start``."""
        policy = self._find_solver_policy(start)
        found = None if policy is None else policy.solver.solve(start.position)
        own = partial(self._new_run, start, policy, found)
        if self._team is None:
            runs = [own()]
        else:
            helps = (
                partial(
                    helper._new_helping_run,
                    replace(start, seed=start.seed + number),
                    found,
                    uses_solver=policy is not None,
                )
                for number, helper in enumerate(self._helpers, start=1)
            )
            runs = self._team.start((own, *helps))
        # A search that is stopped immediately has a result, too.
        runs[0].advance(1, StopFlag())
        self._run = runs[0]
        if self._team is None:
            return runs[0]
        return UctTeamRun(start.position, runs, self._team)

    def last_tree(self) -> UctTreeView | None:
        """See ``SearchEngine.last_tree``."""
        return None if self._run is None else self._run.tree

    def new_stepper(self, start: SearchStart) -> SimulationStepper:
        """See ``SearchEngine.new_stepper``."""
        self._run = None
        policy = self._find_solver_policy(start)
        found = None if policy is None else policy.solver.solve(start.position)
        run = self._new_run(start, policy, found)
        return SimulationStepper(run, "playout")

    def _new_run(
        self,
        start: SearchStart,
        solver_policy: SolverPolicy | None,
        found: SolverResult | None,
    ) -> UctRun:
        """Return a run without simulations.

        Args:
            start: The search.
            solver_policy: Solver of its nodes, if any.
            found: Result of the solver for the root.
        """
        run = UctRun(
            start.position,
            self._tree_for(start.moves),
            self._settings.params(),
            new_rng(start.seed),
            solver_policy,
            root_moves=start.root_moves,
        )
        run.apply_to_root(found, is_new=start.moves != ())
        return run

    def _new_helping_run(
        self, start: SearchStart, found: SolverResult | None, *, uses_solver: bool
    ) -> UctRun:
        """Return a run beside that of another engine, which has solved the root."""
        policy = self._own_solver_policy(start.position) if uses_solver else None
        return self._new_run(start, policy, found)

    def _tree_for(self, moves: Sequence[Move] | None) -> pool.Tree:
        """Return the tree after ``moves``, an empty one if it is not known."""
        if self._tree is None:
            self._tree = self._settings.new_tree()
        node = self._find_known_node(self._tree, moves)
        if node is None:
            pool.clear_tree(self._tree)
        elif node != ROOT:
            spare = self._spare_tree or self._settings.new_tree()
            copy_subtree(spare, self._tree, node)
            self._tree, self._spare_tree = spare, self._tree
        return self._tree

    def _find_known_node(
        self, tree: pool.Tree, moves: Sequence[Move] | None
    ) -> int | None:
        """Return the node after ``moves``, or ``None`` if it cannot be reused."""
        if moves is None:
            return None
        node = ROOT
        for move in moves:
            node = int(find_child(tree, node, move))
            if node == pool.NO_NODE:
                return None
        # An infinite value may only mean that the solver excluded the move.
        is_decided = self._settings.uses_solver and math.isinf(tree.value[node])
        return None if is_decided else node

    def _find_solver_policy(self, start: SearchStart) -> SolverPolicy | None:
        """Return the solver for the search's nodes, or ``None`` until it is compiled.

        A search with a node limit waits for it: the same seed gives the same move.
        """
        if not self._settings.uses_solver:
            return None
        is_prompt = self._is_prompt and start.budget.limits.nodes is None
        load = self._load
        if load is None or not (is_prompt or load.is_done()):
            load = self._load_solver(start.position, in_background=is_prompt)
        return self._own_solver_policy(start.position) if load.is_done() else None

    def _own_solver_policy(self, position: Position) -> SolverPolicy | None:
        """Return a solver of this engine for positions of a setup, if it has any."""
        if self._solver_policy is None or self._solver_setup != position.setup:
            solver, weight = make_solver(position), self._settings.solver_weight
            self._solver_setup, self._solver_policy = position.setup, None
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
            tree = replace(settings, pool_entries=PREPARING_ENTRIES).new_tree()
            params = settings.params()
            run = UctRun(position, tree, params, new_rng(0), solver_policy)
            run.apply_to_root(solver.solve(position))
            run.compile_kernels()

        self._load = BackgroundLoad(load, in_background=in_background)
        return self._load
