"""One tree of the games of several records, to study openings.

Games that a symmetry of the board maps to each other follow the same line. Moves of
more games come first; where games part, each move has a label with their number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.core.board.symmetry import Symmetry
from engine.core.errors import RecordError
from engine.core.message import Message
from engine.core.types import Move
from engine.games import get_game
from engine.records.model import parsing
from engine.records.model.move_tree import RecordBuilder, RecordNode
from engine.records.model.parsing import WarningList
from engine.records.model.record import GameRecord
from engine.records.model.stones_only import stones_only
from engine.records.sgf.markup import Mark, read_labels, with_mark
from engine.records.sgf.property_tree import NODE_LIMIT
from engine.records.sgf.property_values import format_result


class GameTree:
    """Tree of games, to which records are added.

    Args:
        first: The first record; others must have the same board, rules and start.
    """

    def __init__(self, first: GameRecord) -> None:
        base = stones_only(first)
        self._start = GameRecord(
            setup=base.setup,
            start_stones=base.start_stones,
            start_player=base.start_player,
        )
        self._builder = RecordBuilder()
        self._size = 1
        self._games: Counter[int] = Counter()
        self.add(first)

    @property
    def game_count(self) -> int:
        """Number of games in the tree."""
        return self._games[0]

    @property
    def move_count(self) -> int:
        """Number of moves in the tree."""
        return self._size - 1

    def add(self, record: GameRecord) -> None:
        """Add the game and the variations of a record.

        Raises:
            RecordError: The record has another board, other rules or another start, or
                the tree would become too large.
        """
        record = stones_only(record).in_pre_order()
        self._check(record)
        main_line = [0, *record.main_line()]
        symmetry = self._choose_symmetry(record)
        twins: list[int] = []
        for node in record.nodes:
            parent = None if node.parent is None else twins[node.parent]
            twins.append(self._follow(parent, _moved(node, symmetry)))
        self._games.update(twins[index] for index in main_line)
        self._add_comment(twins[main_line[-1]], _describe(record))

    def record(self) -> GameRecord:
        """Return the record with all games; names are in the comments of their ends."""
        self._builder.sort_children(lambda index: -self._games[index])
        nodes, places = self._builder.build()
        games = {places[index]: count for index, count in self._games.items()}
        labelled = tuple(self._labelled(node, nodes, games) for node in nodes)
        record = replace(self._start, nodes=labelled)
        final = parsing.final_position(record)
        outcome = parsing.determine_outcome(final, None, WarningList())
        return replace(record, outcome=outcome)

    def _check(self, record: GameRecord) -> None:
        """Raise ``RecordError`` unless a record can be added."""
        start = self._start
        if (record.setup, record.start_stones, record.start_player) != (
            *(start.setup, start.start_stones, start.start_player),
        ):
            raise RecordError(
                Message("It has another board, other rules or another start.")
            )
        if self._size + len(record.nodes) > NODE_LIMIT:
            raise RecordError(
                Message(
                    "With it the tree would have more than {limit} moves.",
                    limit=NODE_LIMIT,
                )
            )

    def _choose_symmetry(self, record: GameRecord) -> Symmetry | None:
        """Return the symmetry that leads farthest along the tree; ``None`` for none.

        A game with a choice, such as the swap in Hex, is not turned.
        """
        setup, moves = record.setup, record.main_moves()
        known = (node.move for node in record.nodes)
        if any(move is not None and move >= setup.cell_count for move in known):
            return None
        identity, *others = get_game(setup.game).symmetries(setup)
        ways = [identity, *(way for way in others if not way.swaps_sides)]
        best = max(ways, key=lambda way: self._count_known(moves, way))
        return None if best is identity else best

    def _count_known(self, moves: Sequence[Move], symmetry: Symmetry) -> int:
        """Return how many moves of a turned game the tree has."""
        index, count = 0, 0
        for move in moves:
            child = self._builder.child_by_move(index, Move(symmetry.cells[move]))
            if child is None:
                break
            index, count = child, count + 1
        return count

    def _follow(self, parent: int | None, node: RecordNode) -> int:
        """Return the twin of a node, which is added or gets its comment."""
        twin: int | None = 0
        if parent is not None and node.move is not None:
            twin = self._builder.child_by_move(parent, node.move)
            if twin is None:
                self._size += 1
                return self._builder.add(parent, node)
        assert twin is not None
        self._add_comment(twin, node.comment)
        return twin

    def _add_comment(self, index: int, text: str) -> None:
        """Add a text to the comment of a node, unless it is there already."""
        known = self._builder.node(index).comment
        if text and text not in known:
            comment = f"{known}\n{text}" if known else text
            self._builder.change(index, comment=comment)

    def _labelled(
        self, node: RecordNode, nodes: Sequence[RecordNode], games: Mapping[int, int]
    ) -> RecordNode:
        """Return a node with the numbers of games, if games part after it."""
        setup, properties = self._start.setup, node.properties
        played = {nodes[child].move: games.get(child, 0) for child in node.children}
        if sum(map(bool, played.values())) > 1:
            own = read_labels(setup, properties)
            for move, count in played.items():
                if move is None or move >= setup.cell_count or move in own:
                    continue
                if count:
                    mark = Mark(label=str(count))
                    properties = with_mark(setup, properties, move, mark)
        return replace(node, properties=properties)


def _moved(node: RecordNode, symmetry: Symmetry | None) -> RecordNode:
    """Return the notes of a node that belong into a tree, on the turned board.

    Times and searches belong to its game; marks and labels are not turned.
    """
    if symmetry is None:
        return replace(node, seconds=None, analysis=None)
    move = None if node.move is None else Move(symmetry.cells[node.move])
    return RecordNode(move=move, comment=node.comment)


def _describe(record: GameRecord) -> str:
    """Return one line with names, result, event and date; empty without any."""
    final = parsing.final_position(record)
    headers = parsing.order_names_by_colour(record.headers, final)
    names = [headers.first_name, headers.second_name]
    result = "" if record.outcome is None else format_result(record.outcome)
    players = " – ".join(name or "?" for name in names)  # noqa: RUF001
    parts = [players if any(names) else "", result]
    parts += [headers.event, headers.date]
    return ", ".join(filter(None, parts))
