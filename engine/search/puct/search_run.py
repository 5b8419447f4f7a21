"""One run of a PUCT search: batches of simulations from its root position."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

import numpy as np

from engine.core.game import Position
from engine.core.kernels.rng import new_rng
from engine.core.solver import Solver
from engine.core.types import Move
from engine.search.api import SearchResult, StopFlag
from engine.search.evaluation import NO_LAST_MOVE, Evaluator, Policy
from engine.search.kernels.search_tree import ROOT
from engine.search.puct.evaluation_threads import ThreadEvaluator
from engine.search.puct.kernels import edge_tree as edges
from engine.search.puct.kernels import simulation as kernels
from engine.search.puct.kernels.root import expand_root
from engine.search.puct.kernels.scores import (
    NO_DEPTH,
    PuctWorkspace,
    new_puct_workspace,
)
from engine.search.puct.kernels.simulation import SearchBuffers
from engine.search.puct.parallel_simulations import ParallelSimulations
from engine.search.puct.puct_settings import PuctSettings
from engine.search.puct.root import Root
from engine.search.puct.solver_driver import SolverDriver
from engine.search.puct.tree_view import PuctTreeView
from engine.search.puct.workspace import (
    LeafBatches,
    back_up,
    new_search_buffers,
)

DESCENTS_PER_LEAF = 8
"""Largest number of simulations per position of a batch, with those without a leaf."""

PLAYOUTS_AT_ONCE = 200
"""Simulations between two checks of the limits without an evaluator; a few
milliseconds."""


class PuctRun:
    """One search from a position on its tree.

    Args:
        position: The root.
        tree: Tree of the root; grown in place.
        evaluator: Evaluator of leaves; ``None`` for equal priors and playouts.
        settings: Settings of the search.
        seed: Random seed of this search.
        buffers: Buffers of an earlier search on such a board.
        moves: Moves from the root of that search to the position; ``None`` copies the
            position to the buffers.
    """

    def __init__(
        self,
        position: Position,
        tree: edges.EdgeTree,
        evaluator: Evaluator | None,
        settings: PuctSettings,
        seed: int,
        *,
        buffers: SearchBuffers | None = None,
        moves: Sequence[Move] | None = None,
    ) -> None:
        self.nodes = 0
        self._position = position
        self._tree = tree
        self._evaluator = evaluator
        self._settings = settings
        buffers = buffers or new_search_buffers(position, settings)
        if moves is None:
            kernels.set_state(buffers.root_state, position.kernel_state())
        for move in moves or ():
            kernels.play_move(buffers.root_state, move)
        buffers.rng[:] = new_rng(seed)
        buffers.choice_rng[:] = new_rng(seed + 2)
        if settings.uses_playouts:
            buffers.playout_rng[:] = new_rng(seed + 1)
        self._buffers, self._work = buffers, buffers.work
        self.root = Root(position, tree, buffers, settings)
        """Statistics and choice of the root's moves."""

        self.children_evaluated = 0
        """Positions evaluated as children of a node, with ``evaluates_children``."""

        self._leaves = LeafBatches(position.setup, self._work)
        self._parallel: ParallelSimulations | None = None

    @property
    def tree(self) -> PuctTreeView:
        """The tree for inspection."""
        buffers = self._buffers
        return PuctTreeView(self._position, self._tree, buffers.work, buffers.params)

    @property
    def last_path(self) -> list[int]:
        """Edges of the last simulation from the root on; the rest is older."""
        path: list[int] = self._work.path.tolist()
        return path

    @cached_property
    def _policies(self) -> Policy:
        """Buffer of policies for simulations without an evaluator."""
        return np.zeros(self._work.cells.shape, np.float32)

    @cached_property
    def _children_workspace(self) -> PuctWorkspace:
        """Buffers for the positions after all moves of a node."""
        moves, cells = self._work.scores.size, self._work.cells.shape[1]
        return new_puct_workspace(moves, cells, moves)

    @cached_property
    def _children(self) -> LeafBatches:
        """The positions after all moves of a node."""
        return LeafBatches(self._position.setup, self._children_workspace)

    @property
    def most_at_once(self) -> int:
        """Largest number of simulations between two checks of the limits."""
        if self._evaluator is None:
            return PLAYOUTS_AT_ONCE
        return DESCENTS_PER_LEAF * self._settings.batch

    def expand_root(self) -> None:
        """Evaluate the root if necessary, and expand its edges."""
        while not self.try_to_expand_root():
            self.advance(1, StopFlag())

    def try_to_expand_root(self) -> bool:
        """Expand the edges of the root; return false if it has no evaluation yet."""
        tree = self._tree
        last = self._position.last_move
        is_cell = last is not None and last < self._position.setup.cell_count
        self._work.last_move[0] = last if is_cell else NO_LAST_MOVE
        if not expand_root(tree, self._work, self._buffers.root_state):
            return False
        node = int(tree.edges["node"][ROOT])
        first = int(tree.nodes["first_edge"][node])
        if (
            self._settings.evaluates_children
            and tree.edges["node"][first] == edges.NO_NODE
        ):
            self._work.path[0] = ROOT
            self._evaluate_children(0)
        self.root.add_noise()
        return True

    def use_helpers(self, helpers: Sequence[ThreadEvaluator]) -> None:
        """Evaluate batches in other threads, too, from now on.

        The root must be expanded, and ``evaluates_children`` off.
        """
        if helpers and self._evaluator is not None:
            self._parallel = ParallelSimulations(
                self._position.setup,
                self._tree,
                self._buffers,
                self._evaluator,
                helpers,
                batch=self._settings.batch,
            )

    @property
    def last_batches(self) -> Sequence[PuctWorkspace]:
        """Batches backed up by ``advance``, those whose paths are still known."""
        return (self._work,) if self._parallel is None else self._parallel.backed_up

    def finish_batches(self) -> bool:
        """Back up the batches of other threads; return whether there were any."""
        return self._parallel is not None and self._parallel.finish()

    def new_solver_driver(
        self, solver: Solver, now: Callable[[], float]
    ) -> SolverDriver:
        """Return the driver that applies ``solver`` to the tree."""
        return SolverDriver(
            solver, self._position, self._tree, self._work, self._buffers.rng, now=now
        )

    def advance(self, count: int, stop: StopFlag) -> int:
        """Run up to ``count`` simulations and return how many were run.

        With helpers some are only begun; ``finish_batches`` completes them.
        """
        if self._evaluator is None:
            done = self._advance_alone(count, stop)
        elif self._parallel is not None:
            done = self._parallel.advance(count, stop)
        else:
            done = self._advance_batch(self._evaluator, count, stop)
        self.nodes += done
        return done

    def _advance_alone(self, count: int, stop: StopFlag) -> int:
        done: int = kernels.simulate_with_playouts(
            self._tree,
            self._buffers,
            self._policies,
            count,
            stop.array,
        )
        return done

    def _advance_batch(self, evaluator: Evaluator, count: int, stop: StopFlag) -> int:
        work = self._work
        while True:
            done: int = kernels.select_leaves(
                self._tree,
                self._buffers,
                self._settings.batch,
                count,
                stop.array,
            )
            self._evaluate(evaluator, work, self._leaves)
            if not self.evaluate_pending_children() or done > 0:
                return done

    def evaluate_pending_children(self) -> bool:
        """Evaluate the children of the node that blocked the last selection, if any.

        Returns:
            Whether there was such a node. The selected batch may be backed up before or
            after this.
        """
        depth = int(self._work.info["pending_depth"][0])
        if depth == NO_DEPTH:
            return False
        self._evaluate_children(depth)
        return True

    def _evaluate(
        self, evaluator: Evaluator, work: PuctWorkspace, positions: LeafBatches
    ) -> None:
        """Evaluate the positions in ``work`` and back up the values."""
        leaves = int(work.info["leaf_count"][0])
        if leaves == 0:
            return
        found = evaluator.evaluate(positions.first(leaves))
        back_up(self._tree, work, self._buffers.params, found)

    def _evaluate_children(self, depth: int) -> None:
        """Evaluate the positions after all moves of the node at ``depth``."""
        if self._evaluator is None:
            return
        kernels.write_children(
            self._tree,
            self._buffers.root_state,
            self._buffers.state,
            self._work.path,
            depth,
            self._children_workspace,
        )
        work = self._children_workspace
        self.children_evaluated += int(work.info["leaf_count"][0])
        self._evaluate(self._evaluator, work, self._children)

    def summary(self, seconds: float, *, chooses: bool = False) -> SearchResult:
        """Return the result of the search so far; see ``Root.summary``."""
        self.finish_batches()
        return self.root.summary(self.nodes, seconds, chooses=chooses)
