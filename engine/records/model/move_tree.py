"""Nodes of a move tree: links, notes, and the ways to add and reorder moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.core.errors import RecordError
from engine.core.message import Message
from engine.core.types import Move, MoveAnalysis

Properties = tuple[tuple[str, tuple[str, ...]], ...]
"""SGF properties: names, and the raw values of each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordNode:
    """A move in the tree with its notes."""

    parent: int | None = None
    """Index of the parent; ``None`` only at the start."""

    children: tuple[int, ...] = ()
    """Indices of the continuations; the first continues the line."""

    move: Move | None = None
    """Move from the parent to this node; ``None`` only at the start."""

    seconds: float | None = None
    """Time used for the move, if known."""

    comment: str = ""
    """Free text about the position."""

    analysis: MoveAnalysis | None = None
    """Search result for the position after the move."""

    properties: Properties = ()
    """Other SGF properties, such as marks, unchanged: names and values."""


def append_child(nodes: list[RecordNode], parent: int, node: RecordNode) -> int:
    """Append ``node`` as the last child of ``parent`` and return its index."""
    index = len(nodes)
    nodes.append(_move_node(node, parent, ()))
    _set_children(nodes, parent, (*nodes[parent].children, index))
    return index


def promote(nodes: list[RecordNode], index: int) -> None:
    """Make the path to ``index`` part of the main line."""
    child, parent = index, nodes[index].parent
    while parent is not None:
        children = nodes[parent].children
        if children[0] != child:
            others = (other for other in children if other != child)
            _set_children(nodes, parent, (child, *others))
        child, parent = parent, nodes[parent].parent


def move_up(nodes: list[RecordNode], index: int) -> None:
    """Exchange a node with the sibling before it; a first child stays."""
    parent = nodes[index].parent
    if parent is None:
        return
    children = list(nodes[parent].children)
    place = children.index(index)
    if place:
        children[place - 1 : place + 1] = index, children[place - 1]
        _set_children(nodes, parent, tuple(children))


class RecordBuilder:
    """Builder of a move tree; nodes may be added in any order.

    Args:
        nodes: The tree to begin with; default: the start alone.
    """

    def __init__(self, nodes: Sequence[RecordNode] = (RecordNode(),)) -> None:
        self._nodes = list(nodes)
        self._children = [list(node.children) for node in nodes]

    def add(self, parent: int, node: RecordNode, move: Move | None = None) -> int:
        """Add a last child to ``parent`` and return its index.

        Args:
            parent: Index of the parent.
            node: Notes about the move.
            move: The move; default: that of ``node``.
        """
        self._nodes.append(_move_node(node, parent, (), move))
        self._children.append([])
        index = len(self._nodes) - 1
        self._children[parent].append(index)
        return index

    def node(self, index: int) -> RecordNode:
        """Return the notes of a node so far; its children are not filled in."""
        return self._nodes[index]

    def children(self, index: int) -> tuple[int, ...]:
        """Return the continuations of a node so far."""
        return tuple(self._children[index])

    def change(self, index: int, **changes: Any) -> None:
        """Change fields of a node, except its links."""
        self._nodes[index] = replace(self._nodes[index], **changes)

    def child_by_move(self, parent: int, move: Move) -> int | None:
        """Return the child of ``parent`` by ``move``, if there is one."""
        for child in self._children[parent]:
            if self._nodes[child].move == move:
                return child
        return None

    def cut(self, index: int) -> None:
        """Remove all descendants of a node."""
        self._children[index] = []

    def remove(self, index: int) -> None:
        """Remove the subtree of a node.

        Raises:
            RecordError: The node is the start.
        """
        parent = self._nodes[index].parent
        if parent is None:
            raise RecordError(Message("The start of a game cannot be deleted."))
        self._children[parent].remove(index)

    def promote(self, index: int) -> None:
        """Make the path to ``index`` part of the main line."""
        child = index
        parent = self._nodes[child].parent
        while parent is not None:
            siblings = self._children[parent]
            siblings.remove(child)
            siblings.insert(0, child)
            child, parent = parent, self._nodes[parent].parent

    def sort_children(self, rank: Callable[[int], int]) -> None:
        """Sort the children of each node, the lowest rank first; ties keep their order.

        Args:
            rank: Function from the index of a node to its rank.
        """
        for children in self._children:
            children.sort(key=rank)

    def build(self) -> tuple[tuple[RecordNode, ...], dict[int, int]]:
        """Return the nodes in pre-order, and the map from old to new indices."""
        order = list(self._pre_order())
        places = {old: new for new, old in enumerate(order)}
        nodes = tuple(
            _move_node(
                self._nodes[old],
                _map_parent(self._nodes[old].parent, places),
                tuple(places[child] for child in self._children[old]),
            )
            for old in order
        )
        return nodes, places

    def _pre_order(self) -> Iterator[int]:
        open_nodes = [0]
        while open_nodes:
            index = open_nodes.pop()
            yield index
            open_nodes.extend(reversed(self._children[index]))


def _set_children(
    nodes: list[RecordNode], index: int, children: tuple[int, ...]
) -> None:
    node = nodes[index]
    nodes[index] = _move_node(node, node.parent, children)


def _map_parent(parent: int | None, places: dict[int, int]) -> int | None:
    return None if parent is None else places[parent]


def _move_node(
    node: RecordNode,
    parent: int | None,
    children: tuple[int, ...],
    move: Move | None = None,
) -> RecordNode:
    """Return a node with other links; faster than ``dataclasses.replace``."""
    return RecordNode(
        parent=parent,
        children=children,
        move=node.move if move is None else move,
        seconds=node.seconds,
        comment=node.comment,
        analysis=node.analysis,
        properties=node.properties,
    )
