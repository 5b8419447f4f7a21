"""Row of the tree: a node with its place, its position and its tree."""

from __future__ import annotations

from engine.core.game import Position
from engine.core.types import Move, Player
from engine.search.inspection import SearchTree, TreeNode, WindowNode, WindowTree

Tree = SearchTree | WindowTree
Node = TreeNode | WindowNode


class TreeItem:
    """Row of the tree.

    Args:
        tree: Tree of the node.
        node: The node.
        before: The position before its move; without one, the node's own.
        parent: The row above; ``None`` at the top.
        row: Place among the children.
    """

    __slots__ = ("before", "children", "node", "parent", "row", "tree")

    def __init__(
        self,
        tree: Tree,
        node: Node,
        before: Position,
        parent: TreeItem | None,
        row: int,
    ) -> None:
        self.tree = tree
        self.node = node
        self.before = before
        self.parent = parent
        self.row = row
        self.children: list[TreeItem] | None = None

    @property
    def position(self) -> Position:
        """The position of the node."""
        move = self.node.move
        return self.before if move is None else self.before.play(move)

    @property
    def line(self) -> tuple[Move, ...]:
        """The moves from the root to the node."""
        above = () if self.parent is None else self.parent.line
        return above if self.node.move is None else (*above, self.node.move)

    @property
    def named_value(self) -> float | None:
        """The value for the first colour, in [-1, 1]."""
        if isinstance(self.node, TreeNode):
            # For the side that makes the move; at the root, the side to move.
            mean, side = self.node.mean, self.before.to_move
            if mean is None:
                return None
            return mean if side is Player.FIRST else -mean
        value = self.node.value
        if value is None or not isinstance(self.tree, WindowTree):
            return None
        own = self.tree.value_of(value)
        return own if self.position.to_move is Player.FIRST else -own


def list_tops(tree: Tree) -> tuple[Node, ...]:
    """Return the top rows: the root, or the iterations of alpha-beta."""
    return tree.iterations if isinstance(tree, WindowTree) else (tree.root,)


def list_children(tree: Tree, node: Node) -> tuple[Node, ...]:
    """Return the children of a node."""
    if isinstance(tree, WindowTree):
        return tree.children(node) if isinstance(node, WindowNode) else ()
    return tree.children(node) if isinstance(node, TreeNode) else ()


def find_best_line(tree: Tree, node: Node, longest: int) -> tuple[Move, ...]:
    """Return the line of best replies after a node.

    In a tree of simulations it follows the most visited moves, in alpha-beta the
    highest values of finished moves.
    """
    line: list[Move] = []
    while len(line) < longest:
        ranked = [
            (rank, -place, child)
            for place, child in enumerate(list_children(tree, node))
            if (rank := _rank(child)) is not None
        ]
        if not ranked:
            break
        node = max(ranked, key=lambda one: one[:2])[2]
        if node.move is not None:
            line.append(node.move)
    return tuple(line)


def _rank(node: Node) -> float | None:
    """Return by what the best reply is chosen; ``None`` if it has no result."""
    if isinstance(node, TreeNode):
        return node.visits or None
    return None if node.value is None else -node.value
