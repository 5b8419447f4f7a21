"""A game record: an immutable tree of moves with headers, comments and analysis.

The tree is a flat tuple: node 0 is the start, each node comes after its parent, a
node's first child continues the main line, further children are variations. A new move
is appended, so that no index changes. Records with the same tree are equal, whatever
the order of its nodes, and a long game needs no recursion.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from engine.core.clocks.time_control import TimeTerms
from engine.core.game import GameSetup
from engine.core.types import Move, Outcome, Player
from engine.records.model.hint_marks import HINT
from engine.records.model.move_tree import (
    RecordBuilder,
    RecordNode,
    append_child,
    move_up,
    promote,
)


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
class GameRecord:
    """A whole game, with variations."""

    setup: GameSetup
    """Game, size and rules."""

    start_stones: bytes = b""
    """``[H * W]`` stones before the first move; empty for an empty board."""

    start_player: Player = Player.FIRST
    """Player who moves first."""

    nodes: tuple[RecordNode, ...] = (RecordNode(),)
    """The move tree, each node after its parent."""

    outcome: Outcome | None = None
    """Outcome of the game, if it has ended."""

    headers: Headers = Headers()
    """Names, event, place and date."""

    time: TimeTerms = field(default_factory=TimeTerms)
    """Time controls of the participants."""

    warnings: tuple[str, ...] = field(default=(), compare=False)
    """Warnings about parts skipped or guessed while reading."""

    is_partial: bool = field(default=False, compare=False)
    """Whether the text that was read has parts that are not in the record."""

    def __eq__(self, other: object) -> bool:
        """Return whether trees and data are the same; warnings do not count."""
        if not isinstance(other, GameRecord):
            return NotImplemented
        return self._data() == other._data() and (
            self.nodes == other.nodes
            or self.in_pre_order().nodes == other.in_pre_order().nodes
        )

    def __hash__(self) -> int:
        """Return the hash of the data that ``__eq__`` compares."""
        return hash((self._data(), self.in_pre_order().nodes))

    def _data(self) -> tuple[object, ...]:
        """Return all compared data except the links between nodes."""
        start = self.start_stones, self.start_player
        data = self.setup, *start, self.outcome, self.headers, self.time
        return *data, len(self.nodes)

    @property
    def has_content(self) -> bool:
        """Whether there are moves, stones that were set up, or notes on the start.

        That a hint was shown there is none.
        """
        if len(self.nodes) > 1 or self.start_stones or self.nodes[0].comment:
            return True
        properties = self.nodes[0].properties
        return bool(properties) and any(name != HINT for name, _ in properties)

    def in_pre_order(self) -> GameRecord:
        """Return the record with each node followed by its subtrees, in order.

        Equal records have the same nodes in this order.
        """
        return replace(self, nodes=RecordBuilder(self.nodes).build()[0])

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

    def find_node(self, moves: Sequence[Move]) -> int | None:
        """Return the node that moves from the start lead to, if there is one."""
        node: int | None = 0
        for move in moves:
            node = None if node is None else self.child_by_move(node, move)
        return node

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
        its subtree. The indices of other nodes do not change.

        Returns:
            The record and the index of the move's node.
        """
        nodes = list(self.nodes)
        child = self.child_by_move(at, move)
        if child is None:
            child = append_child(nodes, at, RecordNode(move=move, seconds=seconds))
        elif seconds is not None:
            nodes[child] = replace(nodes[child], seconds=seconds)
        promote(nodes, child)
        return replace(self, nodes=tuple(nodes)), child

    def with_variation(self, at: int, move: Move) -> tuple[GameRecord, int]:
        """Return the record with ``move`` as the last child of node ``at``.

        A move already in the tree is not moved. The indices of other nodes do not
        change.

        Returns:
            The record and the index of the move's node.
        """
        child = self.child_by_move(at, move)
        if child is not None:
            return self, child
        nodes = list(self.nodes)
        child = append_child(nodes, at, RecordNode(move=move))
        return replace(self, nodes=tuple(nodes)), child

    def with_main_line(self, index: int) -> GameRecord:
        """Return the record whose main line passes through node ``index``.

        Its result and the indices of nodes do not change.
        """
        nodes = list(self.nodes)
        promote(nodes, index)
        return replace(self, nodes=tuple(nodes))

    def with_promoted(self, index: int) -> GameRecord:
        """Return the record with a variation one place up among its siblings.

        The variation is the one that node ``index`` belongs to, see ``find_branch``.
        On the main line nothing changes, nor do the indices of nodes.
        """
        branch = self.find_branch(index)
        if branch is None:
            return self
        nodes = list(self.nodes)
        move_up(nodes, branch)
        return replace(self, nodes=tuple(nodes))

    def find_branch(self, index: int) -> int | None:
        """Return the first node of the variation of ``index``; ``None`` if main.

        It is the last node of the path that is not the first child of its parent.
        """
        for node in reversed(self.path_to(index)):
            parent = self.nodes[node].parent
            if parent is not None and self.nodes[parent].children[0] != node:
                return node
        return None

    def without(self, index: int) -> tuple[GameRecord, dict[int, int]]:
        """Return the record without the subtree of node ``index``.

        Returns:
            The record with its old result, and the new index of each remaining node.

        Raises:
            RecordError: The node is the start.
        """
        builder = RecordBuilder(self.nodes)
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
        builder = RecordBuilder(self.nodes)
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
        builder = RecordBuilder(self.nodes)
        twins = {0: 0}
        for index, node in enumerate(other.in_pre_order().nodes):
            if node.parent is not None and node.move is not None:
                parent = twins[node.parent]
                twin = builder.child_by_move(parent, node.move)
                twins[index] = builder.add(parent, node) if twin is None else twin
        nodes, places = builder.build()
        return replace(self, nodes=nodes), places[at]
