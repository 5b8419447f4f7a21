"""The playout tree for inspection: nodes with their numbers and formulas."""

from __future__ import annotations

from engine.core.game import Position
from engine.core.types import Move
from engine.search.formulas import Rave, Ucb1
from engine.search.inspection import TreeNode
from engine.search.kernels.search_tree import ROOT
from engine.search.uct.kernels.node_pool import Tree
from engine.search.uct.kernels.tree import UctParams


class UctTreeView:
    """Tree of a playout search; a ``SearchTree``.

    Args:
        position: The root.
        tree: Read, never changed.
        params: Parameters of the search.
    """

    def __init__(self, position: Position, tree: Tree, params: UctParams) -> None:
        self._position = position
        self._tree = tree
        self._params = params

    @property
    def position(self) -> Position:
        """See ``SearchTree.position``."""
        return self._position

    @property
    def root(self) -> TreeNode:
        """See ``SearchTree.root``."""
        tree = self._tree
        return TreeNode(
            entry=ROOT,
            move=None,
            visits=int(tree.visits[ROOT]),
            value_sum=float(tree.value[ROOT]),
            child_count=int(tree.child_count[ROOT]),
        )

    def children(self, node: TreeNode) -> tuple[TreeNode, ...]:
        """See ``SearchTree.children``."""
        start = int(self._tree.first_child[node.entry])
        return tuple(
            self._child(node, entry) for entry in range(start, start + node.child_count)
        )

    def copied(self) -> UctTreeView:
        """See ``SearchTree.copied``."""
        used = int(self._tree.info["used"][0])
        arrays = (
            array[:used].copy() if array.size > 1 else array.copy()
            for array in self._tree
        )
        return UctTreeView(self._position, Tree(*arrays), self._params)

    def _child(self, node: TreeNode, entry: int) -> TreeNode:
        tree = self._tree
        visits, value_sum = int(tree.visits[entry]), -float(tree.value[entry])
        return TreeNode(
            entry=entry,
            move=Move(int(tree.move[entry])),
            visits=visits,
            value_sum=value_sum,
            formula=self._formula(node, entry, visits, value_sum),
            child_count=int(tree.child_count[entry]),
        )

    def _formula(
        self, node: TreeNode, entry: int, visits: int, value_sum: float
    ) -> Ucb1 | Rave | None:
        """Return the formula of a child, as ``kernels.tree`` computes it."""
        tree, params = self._tree, self._params
        if params.rave_equivalence <= 0:
            if visits == 0:
                return None
            return Ucb1(
                mean=value_sum / visits,
                visits=visits,
                parent_visits=node.visits,
                exploration=params.exploration,
            )
        rave_visits = int(tree.rave_visits[entry])
        return Rave(
            mean=value_sum / max(visits, 1),
            visits=visits,
            rave_mean=float(tree.rave_value[entry]) / max(rave_visits, 1),
            rave_visits=rave_visits,
            parent_visits=node.visits,
            exploration=params.exploration,
            equivalence=params.rave_equivalence,
        )
