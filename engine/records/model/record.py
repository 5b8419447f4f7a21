"""A game record: an immutable tree of moves with headers, comments and analysis.

The tree is a flat tuple in pre-order: node 0 is the start, a node's first child
continues the main line, further children are variations. Records with the same content
are equal, and a long game needs no recursion.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from engine.core.clocks.time_control import TimeTerms
from engine.core.errors import RecordError
from engine.core.game import GameSetup
from engine.core.message import Message
from engine.core.types import Move, MoveAnalysis, Outcome, Player


@dataclass(frozen=True, slots=True, kw_only=True)
class Headers:
    """Names, event, place and date; empty if unknown."""

    first_name: str = ""
    """Name of the participant who began; after a swap, the second player."""

    second_name: str = ""
    """Name of the other participant."""

    event: str = ""
    """Name of the event."""

    place: str = ""
    """Place of the event."""

    date: str = ""
    """Start of the game: ``YYYY-MM-DD`` or ``YYYY-MM-DD hh:mm``."""

    def player_name(self, player: Player) -> str:
        """Return the name of a participant."""
        return self.first_name if player is Player.FIRST else self.second_name


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

    properties: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Properties of other programs, unchanged: names and values."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRecord:
    """A whole game, with variations."""

    setup: GameSetup
    """Game, size and rules."""

    start_stones: bytes = b""
    """``[H * W]`` stones before the first move; empty for an empty board."""

    start_player: Player = Player.FIRST
    """Player who moves first."""

    nodes: tuple[RecordNode, ...] = (RecordNode(),)
    """The move tree in pre-order."""

    outcome: Outcome | None = None
    """Outcome of the game, if it has ended."""

    headers: Headers = Headers()
    """Names, event, place and date."""

    time: TimeTerms = field(default_factory=TimeTerms)
    """Time controls of the participants."""

    warnings: tuple[str, ...] = field(default=(), compare=False)
    """Warnings about parts skipped or guessed while reading."""

    def main_line(self) -> list[int]:
        """Return the node indices of the main line, without the start."""
        return self.line_through(0)[1:]

    def is_main(self, index: int) -> bool:
        """Return whether a node is on the main line; the start is."""
        return index in self.line_through(0)

    def main_moves(self) -> list[Move]:
        """Return the moves of the main line."""
        return self.moves_of(self.main_line())

    def moves_of(self, indices: list[int]) -> list[Move]:
        """Return the moves of nodes, without the start."""
        moves = (self.nodes[index].move for index in indices)
        return [move for move in moves if move is not None]

    def path_to(self, index: int) -> list[int]:
        """Return the nodes from the start to ``index``, both included."""
        path: list[int] = []
        step: int | None = index
        while step is not None:
            path.append(step)
            step = self.nodes[step].parent
        path.reverse()
        return path

    def line_through(self, index: int) -> list[int]:
        """Return the path to ``index``, continued along first children to the end."""
        line = self.path_to(index)
        while self.nodes[line[-1]].children:
            line.append(self.nodes[line[-1]].children[0])
        return line

    def child_by_move(self, index: int, move: Move) -> int | None:
        """Return the continuation of ``index`` by ``move``, if there is one."""
        for child in self.nodes[index].children:
            if self.nodes[child].move == move:
                return child
        return None

    def with_node(self, index: int, **changes: Any) -> GameRecord:
        """Return the record with fields of one node changed, except its links."""
        nodes = list(self.nodes)
        nodes[index] = replace(nodes[index], **changes)
        return replace(self, nodes=tuple(nodes))

    def with_move(
        self, at: int, move: Move, *, seconds: float | None = None
    ) -> tuple[GameRecord, int]:
        """Return the record whose main line continues from ``at`` with ``move``.

        The previous continuation becomes a variation. A move already in the tree keeps
        its subtree.

        Returns:
            The record and the index of the move's node.
        """
        builder = RecordBuilder.of(self)
        child = builder.child_by_move(at, move)
        if child is None:
            child = builder.add(at, RecordNode(move=move, seconds=seconds))
        elif seconds is not None:
            builder.change(child, seconds=seconds)
        builder.promote(child)
        nodes, places = builder.build()
        return replace(self, nodes=nodes), places[child]

    def with_variation(self, at: int, move: Move) -> tuple[GameRecord, int]:
        """Return the record with ``move`` as the last child of node ``at``.

        A move already in the tree is not moved.

        Returns:
            The record and the index of the move's node.
        """
        child = self.child_by_move(at, move)
        if child is not None:
            return self, child
        builder = RecordBuilder.of(self)
        child = builder.add(at, RecordNode(move=move))
        nodes, places = builder.build()
        return replace(self, nodes=nodes), places[child]

    def with_main_line(self, index: int) -> tuple[GameRecord, dict[int, int]]:
        """Return the record whose main line passes through node ``index``.

        Returns:
            The record with its old result, and the new index of each node.
        """
        builder = RecordBuilder.of(self)
        builder.promote(index)
        nodes, places = builder.build()
        return replace(self, nodes=nodes), places

    def without(self, index: int) -> tuple[GameRecord, dict[int, int]]:
        """Return the record without the subtree of node ``index``.

        Returns:
            The record with its old result, and the new index of each remaining node.

        Raises:
            RecordError: The node is the start.
        """
        builder = RecordBuilder.of(self)
        builder.remove(index)
        nodes, places = builder.build()
        return replace(self, nodes=nodes), places

    def keeps_game_of(self, earlier: GameRecord) -> bool:
        """Return whether the main line begins with that of ``earlier``.

        If ``earlier`` has a result, it must be the same, too.
        """
        moves = earlier.main_moves()
        is_same = self.setup == earlier.setup and (
            self.main_moves()[: len(moves)] == moves
        )
        return is_same and earlier.outcome in (None, self.outcome)

    def up_to(self, index: int) -> GameRecord:
        """Return the record of an unfinished game that ends at node ``index``.

        The path to the node becomes the main line, without times. Variations along the
        path are kept.
        """
        builder = RecordBuilder.of(self)
        for node in self.path_to(index):
            builder.change(node, seconds=None)
        builder.cut(index)
        builder.promote(index)
        return replace(self, nodes=builder.build()[0], outcome=None)

    def with_lines_of(self, other: GameRecord, at: int) -> tuple[GameRecord, int]:
        """Return the record with the missing moves of ``other`` as variations.

        Args:
            other: A record with the same start.
            at: A node of this record.

        Returns:
            The record, and the index of the node that was at ``at``.
        """
        builder = RecordBuilder.of(self)
        twins = {0: 0}
        for index, node in enumerate(other.nodes):
            if node.parent is not None and node.move is not None:
                parent = twins[node.parent]
                twin = builder.child_by_move(parent, node.move)
                twins[index] = builder.add(parent, node) if twin is None else twin
        nodes, places = builder.build()
        return replace(self, nodes=nodes), places[at]


class RecordBuilder:
    """Builder of a move tree; nodes may be added in any order."""

    def __init__(self) -> None:
        self._nodes: list[RecordNode] = [RecordNode()]
        self._children: list[list[int]] = [[]]

    @classmethod
    def of(cls, record: GameRecord) -> RecordBuilder:
        """Return a builder that holds the tree of ``record``."""
        builder = cls()
        builder._nodes = list(record.nodes)
        builder._children = [list(node.children) for node in record.nodes]
        return builder

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
