"""Driver of a game's solver during one PUCT search.

The solver runs on the root first, and between two batches on nodes above the visit
threshold. It proves a value or excludes moves that cannot win.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from engine.core.game import Position
from engine.core.offers.solver import Solver
from engine.core.types import Move, SolverResult
from engine.search.api import StopFlag
from engine.search.kernels.search_tree import ROOT
from engine.search.puct.kernels import solver_results as kernels
from engine.search.puct.kernels.scores import NO_DEPTH, PuctWorkspace
from engine.search.puct.root import keep_priors
from engine.search.puct.search_state import SearchState
from engine.search.root_moves import RootMoves, restrict_result

MAX_TIME_SHARE = 0.3
"""Largest share of a timed search that the solver may take."""


class SolverDriver:
    """Driver of a solver on the nodes of one search.

    Args:
        solver: The solver.
        state: The search; its tree is changed in place, after the back-up of a batch.
        now: Clock of the search, in seconds.
    """

    def __init__(
        self,
        solver: Solver,
        state: SearchState,
        *,
        now: Callable[[], float],
    ) -> None:
        self._solver = solver
        self._position = state.position
        self._positions = {ROOT: state.position}
        self._tree = state.tree
        self._work = state.buffers.work
        self._rng = state.buffers.rng
        self._now = now
        self._seconds = 0.0

    def solve_root(self, root_moves: RootMoves = None) -> SolverResult | None:
        """Run the solver on the expanded root and return its result.

        An open root is restricted to the moves that may win.

        Args:
            root_moves: The only moves to consider; ``None`` for all of them.
        """
        result = self._solver.solve(self._position)
        result = result and restrict_result(result, root_moves)
        if result is None or result.winner is not None:
            return result
        node = int(self._tree.edges["node"][ROOT])
        # An earlier restriction is as good, and both together might leave no move.
        if not self._tree.nodes["solver_called"][node]:
            self._work.path[0] = ROOT
            self._restrict_moves(0, result.moves)
            self._exclude_from_root(node, result.moves)
        return result

    def solve_visited_nodes(
        self, batch: PuctWorkspace, visits: int, stop: StopFlag, used: float | None
    ) -> None:
        """Run the solver on nodes of a batch's paths above a visit threshold.

        Args:
            batch: The batch that was backed up last; others may be in flight.
            visits: The visit threshold.
            stop: Flag that ends the loop before the next node.
            used: Seconds of a timed search so far, else ``None``.
        """
        while not stop:
            if used is not None and self._seconds > MAX_TIME_SHARE * used:
                return
            depth = int(kernels.find_node_to_solve(self._tree, batch, visits))
            if depth == NO_DEPTH:
                return
            began = self._now()
            self._solve_node(depth)
            self._seconds += self._now() - began

    def compile_kernels(self) -> None:
        """Call every kernel once, to compile it; the tree becomes unusable."""
        self._solver.load()
        kernels.find_node_to_solve(self._tree, self._work, 1)
        self._work.path[0] = ROOT
        self._restrict_moves(0, self._position.legal_moves())
        kernels.set_proven_value(self._tree, self._work.path, 0, 1)

    def _solve_node(self, depth: int) -> None:
        """Apply the solver to the node at ``depth`` of the path that was found."""
        path, tree = self._work.path, self._tree
        position = self._make_position(depth)
        result = self._solver.solve(position)
        if result is None:
            self._restrict_moves(depth, position.legal_moves())
        elif result.winner is None:
            self._restrict_moves(depth, result.moves)
        else:
            is_loss = result.winner is position.to_move
            kernels.set_proven_value(tree, path, depth, -1 if is_loss else 1)

    def _make_position(self, depth: int) -> Position:
        """Return the position at ``depth`` of the path; cache those on the way."""
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
        """Restrict a node to ``moves``; mark it as lost if all of them lose."""
        wanted = np.zeros(self._work.scores.size, np.bool_)
        wanted[list(moves)] = True
        path, tree = self._work.path, self._tree
        node = int(tree.edges["node"][path[depth]])
        if not kernels.restrict_moves(tree, node, wanted, self._rng):
            kernels.set_proven_value(tree, path, depth, 1)

    def _exclude_from_root(self, node: int, moves: Sequence[Move]) -> None:
        """Apply the restriction of the root to its own priors, which include noise."""
        start = int(self._tree.nodes["first_edge"][node])
        count = int(self._tree.nodes["edge_count"][node])
        priors = self._work.root_priors[:count]
        is_left = self._tree.edges["prior"][start : start + count] > 0
        if not is_left.any():
            # All moves lose, but one of them must be played.
            is_left = np.isin(self._tree.edges["move"][start : start + count], moves)
        keep_priors(priors, is_left)
