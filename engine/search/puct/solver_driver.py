"""What a game knows without search, at work in one network-guided search.

The root is judged at once, other nodes between two batches when they have been visited
often enough. A settled node is proven; else moves that cannot win are left out.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import numpy as np

from engine.core.game import Position
from engine.core.kernels.rng import RandomState
from engine.core.types import Move, SolverResult
from engine.search.api import StopFlag
from engine.search.puct.kernels import edge_tree as edges
from engine.search.puct.kernels import solver_results as kernels
from engine.search.puct.kernels.scores import EXCLUDED, PuctWorkspace
from engine.search.solvers import Solver

MOST_SHARE = 0.3
"""Share of a search's time that judgements may take, where time bounds it."""


class SolverDriver:
    """Judges the nodes of one search.

    Args:
        source: What judges.
        position: The root.
        tree: Changed in place, between two batches.
        work: The batch.
        rng: Random state that tells equals apart.
        now: Source of seconds that never runs backwards.
    """

    def __init__(
        self,
        source: Solver,
        position: Position,
        tree: edges.EdgeTree,
        work: PuctWorkspace,
        rng: RandomState,
        *,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._source = source
        self._position = position
        self._positions = {edges.ROOT: position}
        self._tree = tree
        self._work = work
        self._rng = rng
        self._now = now
        self._seconds = 0.0

    def solve_root(self) -> SolverResult | None:
        """Return what is known of the root, which has its edges.

        While nobody has won, only moves that may win are left.
        """
        result = self._source.solve(self._position)
        if result is None or result.winner is not None:
            return result
        node = int(self._tree.edges["node"][edges.ROOT])
        # What was left out before is as good, and both at once might leave nothing.
        if not self._tree.nodes["solver_called"][node]:
            self._work.path[0] = edges.ROOT
            self._restrict_moves(0, result.moves)
            self._leave_out_of_root(node, result.moves)
        return result

    def solve_visited_nodes(
        self, visits: int, stop: StopFlag, used: float | None
    ) -> None:
        """Judge the nodes with so many ``visits`` on the ways of the last batch.

        Args:
            visits: Those that a node must have.
            stop: Ends it before the next judgement.
            used: Seconds of the search so far, if time bounds it.
        """
        while not stop:
            if used is not None and self._seconds > MOST_SHARE * used:
                return
            depth = int(kernels.find_node_to_solve(self._tree, self._work, visits))
            if depth == kernels.NO_DEPTH:
                return
            began = self._now()
            self._judge_node(depth)
            self._seconds += self._now() - began

    def compile_kernels(self) -> None:
        """Call every kernel once, so that it is compiled; the tree is spoilt."""
        self._source.load()
        kernels.find_node_to_solve(self._tree, self._work, 1)
        self._work.path[0] = edges.ROOT
        self._restrict_moves(0, self._position.legal_moves())
        kernels.set_proven_value(self._tree, self._work.path, 0, 1)

    def _judge_node(self, depth: int) -> None:
        """Use what is known of the node at ``depth`` of the way that was found."""
        path, tree = self._work.path, self._tree
        position = self._position_at(depth)
        result = self._source.solve(position)
        if result is None:
            self._restrict_moves(depth, position.legal_moves())
        elif result.winner is None:
            self._restrict_moves(depth, result.moves)
        else:
            is_loss = result.winner is position.to_move
            kernels.set_proven_value(tree, path, depth, -1 if is_loss else 1)

    def _position_at(self, depth: int) -> Position:
        """Return the position at ``depth`` of the way, and remember it."""
        path = self._work.path
        known = depth
        while int(path[known]) not in self._positions:
            known -= 1
        position = self._positions[int(path[known])]
        for edge in path[known + 1 : depth + 1].tolist():
            position = position.play(Move(int(self._tree.edges["move"][edge])))
            self._positions[edge] = position
        return position

    def _restrict_moves(self, depth: int, moves: Sequence[Move]) -> None:
        """Leave a node only ``moves``; it may turn out to be lost."""
        wanted = np.zeros(self._work.scores.size, np.bool_)
        wanted[list(moves)] = True
        path, tree = self._work.path, self._tree
        node = int(tree.edges["node"][path[depth]])
        if not kernels.restrict_moves(tree, node, wanted, self._rng):
            kernels.set_proven_value(tree, path, depth, 1)

    def _leave_out_of_root(self, node: int, moves: Sequence[Move]) -> None:
        """Take over to the root's own priors, with noise, what was left out of it."""
        start = int(self._tree.nodes["first_edge"][node])
        count = int(self._tree.nodes["edge_count"][node])
        priors = self._work.root_priors[:count]
        is_left = self._tree.edges["prior"][start : start + count] > 0
        if not is_left.any():
            # All of them lose for certain, and still one has to be played.
            is_left = np.isin(self._tree.edges["move"][start : start + count], moves)
        if priors[is_left].sum() <= 0:
            priors[is_left] = 1
        priors /= priors[is_left].sum()
        priors[~is_left] = EXCLUDED
