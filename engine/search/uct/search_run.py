"""One run of the playout tree search: driver of the kernels between two time checks.

It also applies the solver: to the root first, to other nodes when they reach the visit
threshold.
"""

from __future__ import annotations

import math
from collections.abc import Collection

import numpy as np

from engine.core.game import Position
from engine.core.kernels.game_api import move_space
from engine.core.kernels.rng import RandomState
from engine.core.types import Move, SolverResult
from engine.search.api import SearchResult, StopFlag
from engine.search.kernels.search_tree import ROOT, find_child
from engine.search.root_moves import RootMoves, restrict_result
from engine.search.solvers import SolverPolicy
from engine.search.uct.kernels import node_pool as pool
from engine.search.uct.kernels import solver_results
from engine.search.uct.kernels import tree as kernels
from engine.search.uct.kernels.root_moves import restrict_root
from engine.search.uct.root_summary import RootChild, TreeRootStatistics, summarise
from engine.search.uct.tree_view import UctTreeView


class UctRun:
    """One search from a position on its tree; implements ``SearchRun``.

    Args:
        position: The root.
        tree: Grown in place.
        params: Parameters of the search.
        rng: Random state.
        solver_policy: Solver for nodes and its weight; ``None`` for no solver.
        root_moves: The only moves to consider at the root; ``None`` for all of them.
    """

    def __init__(
        self,
        position: Position,
        tree: pool.Tree,
        params: kernels.UctParams,
        rng: RandomState,
        solver_policy: SolverPolicy | None,
        *,
        root_moves: RootMoves = None,
    ) -> None:
        self.nodes = 0
        self.step = None
        self._position = position
        self._solver_policy = solver_policy
        self._is_lost = False
        self._root_moves = root_moves
        self._wanted: Collection[Move] = root_moves or ()
        self._is_restricted = root_moves is None
        self._tree = tree
        self._params = params if solver_policy else params._replace(solver_visits=0)
        self._rng = rng
        self._root_state = position.kernel_state()
        self._state = position.kernel_state()
        self._work = kernels.new_uct_workspace(move_space(self._root_state))

    @property
    def tree(self) -> UctTreeView:
        """The tree for inspection."""
        return UctTreeView(self._position, self._tree, self._params)

    @property
    def last_path(self) -> list[int]:
        """Nodes of the last simulation from the root on; the rest is older."""
        path: list[int] = self._work.path.tolist()
        return path

    def advance(self, count: int, stop: StopFlag) -> bool:
        """Run up to ``count`` simulations; return whether the search can continue.

        A node that reaches the visit threshold ends the run early: the solver takes
        milliseconds.
        """
        self._work.node_to_solve[0] = pool.NO_NODE
        done = self._simulate(count, stop)
        self.nodes += done
        depth = int(self._work.node_to_solve[0])
        if depth == pool.NO_NODE:
            return bool(done == count)
        self._solve_node(depth)
        return True

    def _simulate(self, count: int, stop: StopFlag) -> int:
        """Run up to ``count`` simulations and return how many were run.

        While the root of a restricted search lacks children, they run one by one.
        """
        done = 0
        while done < count:
            if not self._is_restricted:
                self._is_restricted = self._restrict_root()
            quota = count - done if self._is_restricted else 1
            ran = kernels.simulate(
                self._tree,
                self._root_state,
                self._state,
                self._work,
                self._rng,
                self._params,
                quota,
                stop.array,
            )
            done += ran
            if ran < quota or self._work.node_to_solve[0] != pool.NO_NODE:
                break
        return done

    def _restrict_root(self) -> bool:
        """Exclude the other moves of the root; return whether all of them are."""
        is_wanted = np.zeros(self._work.scores.size, np.bool_)
        is_wanted[list(self._root_moves or ())] = True
        is_done: bool = restrict_root(
            self._tree, self._root_state, self._work.steps, is_wanted, self._rng
        )
        return is_done

    def apply_to_root(self, found: SolverResult | None, *, is_new: bool = True) -> None:
        """Restrict the root to the moves of the solver, or mark a proven win.

        Args:
            found: Result of the solver for the root; ``None`` changes nothing.
            is_new: Whether the root has no priors of an earlier search yet.
        """
        found = found and restrict_result(found, self._root_moves)
        if found is None:
            return
        tree = self._tree
        if tree.child_count[ROOT] == 0:
            kernels.add_all_children(tree, ROOT, self._root_state)
            is_new = True
        if found.winner is None:
            self._restrict_moves(ROOT, found, orders=is_new)
            self._wanted = found.moves
        elif found.winner is self._position.to_move:
            child = int(find_child(tree, ROOT, found.moves[0]))
            tree.visits[child] = max(int(tree.visits[child]), 1)
            tree.value[child] = -math.inf
            tree.value[ROOT] = math.inf
        else:
            self._is_lost = True

    def compile_kernels(self) -> None:
        """Call every kernel that only searches with a solver need, to compile it."""
        moves = self._position.legal_moves()
        stones = tuple(m for m in moves if m < self._work.scores.size)
        self._restrict_moves(ROOT, SolverResult(moves=stones), orders=True)
        find_child(self._tree, ROOT, pool.NO_MOVE)
        side = int(self._position.to_move)
        kernels.back_up_proof(self._tree, self._work, 0, side, side)

    def _solve(self, position: Position) -> SolverResult | None:
        policy = self._solver_policy
        return None if policy is None else policy.solver.solve(position)

    def _solve_node(self, depth: int) -> None:
        """Apply the solver to the node at ``depth`` of the last simulation's path."""
        path = self._work.path
        position = self._position
        for d in range(1, depth + 1):
            position = position.play(Move(int(self._tree.move[path[d]])))
        found = self._solve(position)
        if found is None:
            return
        if found.winner is None:
            self._restrict_moves(int(path[depth]), found, orders=True)
        else:
            kernels.back_up_proof(
                self._tree,
                self._work,
                depth,
                int(found.winner),
                int(self._position.to_move),
            )

    def _restrict_moves(self, node: int, found: SolverResult, *, orders: bool) -> None:
        """Restrict a node to the solver's moves, and set their priors if ``orders``."""
        moves = list(found.moves)
        wanted = np.zeros(self._work.scores.size, np.bool_)
        wanted[moves] = True
        solver_results.restrict_moves(self._tree, node, wanted)
        weight = 0 if self._solver_policy is None else self._solver_policy.weight
        value_deficit = np.zeros(self._work.scores.size, np.float32)
        value_deficit[moves[: len(found.value_deficits)]] = found.value_deficits
        if orders:
            solver_results.set_child_priors(self._tree, node, value_deficit, weight)

    @property
    def is_proven(self) -> bool:
        """Whether the result of the root is proven."""
        return math.isinf(self._tree.value[ROOT])

    def root_statistics(self) -> TreeRootStatistics:
        """Return the statistics of the root so far."""
        tree = self._tree
        start = int(tree.first_child[ROOT])
        children = tuple(
            RootChild(
                move=Move(int(tree.move[child])),
                visits=int(tree.visits[child]),
                value=float(tree.value[child]),
                tree=tree,
                entry=child,
            )
            for child in range(start, start + int(tree.child_count[ROOT]))
        )
        visited = tuple(child for child in children if child.visits > 0)
        is_open = not (self._is_lost or self.is_proven)
        if is_open and all(child.is_lost for child in visited):
            # An untried move may be better.
            allowed = self._wanted or {child.move for child in children}
            untried = (child for child in children if child.visits == 0)
            visited += tuple(child for child in untried if child.move in allowed)[:1]
        return TreeRootStatistics(
            children=visited,
            wanted=self._wanted,
            nodes=self.nodes,
            deepest=int(tree.info["deepest"][0]),
            is_lost=self._is_lost,
        )

    def summary(self, seconds: float, *, is_final: bool = False) -> SearchResult:
        """See ``SearchRun.summary``."""
        del is_final  # every result is that of the visits so far
        return summarise(self._position, [self.root_statistics()], seconds)
