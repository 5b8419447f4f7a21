"""One tree of the games of several records, to study openings.

Games that a symmetry of the board maps to each other follow the same line. Moves of
more games come first. Where games part, each move has a label with their number, and
the comment lists their results.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from engine.core.board.symmetry import Symmetry, keeping_stones
from engine.core.errors import RecordError
from engine.core.game import GameSetup
from engine.core.message import Message
from engine.core.types import Move, Player
from engine.games import get_game
from engine.records.model import parsing
from engine.records.model.move_tree import RecordBuilder, RecordNode
from engine.records.model.parsing import WarningList
from engine.records.model.positions import final_position
from engine.records.model.record import GameRecord
from engine.records.sgf.markup import Mark, read_labels, with_mark
from engine.records.sgf.property_tree import NODE_LIMIT


class GameTree:
    """Tree of games, to which records are added.

    Args:
        first: The first record; others must have the same board, rules and start.
    """

    def __init__(self, first: GameRecord) -> None:
        base = _without_opening(first)
        self._start = GameRecord(
            setup=base.setup,
            start_stones=base.start_stones,
            start_player=base.start_player,
        )
        self._builder = RecordBuilder()
        self._size = 1
        self._games: Counter[int] = Counter()
        self._results: Counter[tuple[int, Player | None]] = Counter()
        self.add(first)

    @property
    def game_count(self) -> int:
        """Number of games in the tree."""
        return self._games[0]

    def add(self, record: GameRecord) -> None:
        """Add the game and the variations of a record.

        Raises:
            RecordError: The record has another board, other rules or another start, or
                the tree would become too large.
        """
        moves = _list_stones(record)
        record = _without_opening(record)
        self._check(record)
        main_line = [0, *record.main_line()[: len(moves)]]
        symmetry = self._choose_symmetry(record, moves)
        twins: list[int] = []
        for node in record.nodes:
            parent = None if node.parent is None else twins[node.parent]
            twins.append(self._follow(parent, _moved(node, symmetry)))
        played = [twins[index] for index in main_line]
        self._games.update(played)
        if record.outcome is not None:
            self._results.update((twin, record.outcome.winner) for twin in played)
        _add_comment(self._builder, twins[main_line[-1]], _describe(record))

    def record(self) -> GameRecord:
        """Return the record with all games; names are in the comments of their ends."""
        self._builder.sort_children(lambda index: -self._games[index])
        nodes, places = self._builder.build()
        noted = list(nodes)
        for index in self._games:
            place = places[index]
            noted[place] = self._with_statistics(nodes[place], index)
        record = replace(self._start, nodes=tuple(noted))
        final = final_position(record)
        outcome = parsing.determine_outcome(final, None, WarningList())
        return replace(record, outcome=outcome)

    def _check(self, record: GameRecord) -> None:
        """Raise ``RecordError`` unless a record can be added."""
        start = self._start
        is_same = record.setup == start.setup and (
            (record.start_stones, record.start_player)
            == (start.start_stones, start.start_player)
        )
        if not is_same:
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

    def _choose_symmetry(
        self, record: GameRecord, moves: Sequence[Move]
    ) -> Symmetry | None:
        """Return the symmetry that leads farthest along the tree; ``None`` for none.

        A game with a choice, such as the swap in Hex, is not turned. Symmetries that
        move stones before the first move are left out.
        """
        setup = record.setup
        known = (node.move for node in record.nodes)
        if any(move is not None and move >= setup.cell_count for move in known):
            return None
        symmetries = get_game(setup.game).symmetries(setup)
        stones = self._start.start_stones or bytes(setup.cell_count)
        ways = keeping_stones(symmetries, stones)
        best = max(ways, key=lambda way: self._count_known(moves, way))
        return None if best is ways[0] else best

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
        _add_comment(self._builder, twin, node.comment)
        return twin

    def _with_statistics(self, node: RecordNode, index: int) -> RecordNode:
        """Return a node with labels and results of its moves, if games part there."""
        children = [one for one in self._builder.children(index) if self._games[one]]
        if len(children) <= 1:
            return node
        setup, properties = self._start.setup, node.properties
        taken = read_labels(setup, properties)
        for child in children:
            move = self._builder.node(child).move
            if move is not None and move < setup.cell_count and move not in taken:
                mark = Mark(label=str(self._games[child]))
                properties = with_mark(setup, properties, move, mark)
        lines = [node.comment] if node.comment else []
        comment = "\n".join([*lines, *map(self._statistic, children)])
        return replace(node, properties=properties, comment=comment)

    def _statistic(self, index: int) -> str:
        """Return a line such as ``i10 3: B+2 W+1``: games and results of a move."""
        setup, move = self._start.setup, self._builder.node(index).move
        assert move is not None
        text = f"{get_game(setup.game).cell_name(setup, move)} {self._games[index]}"
        counts = {
            _result_text(setup, winner): self._results[index, winner]
            for winner in (*Player, None)
        }
        results = [f"{name}{count}" for name, count in counts.items() if count]
        return f"{text}: {' '.join(results)}" if results else text


def _list_stones(record: GameRecord) -> list[Move]:
    """Return the moves of the main line without the choices of its opening."""
    game = get_game(record.setup.game)
    moves = record.main_moves()
    return [move for move in moves if not game.is_choice(record.setup, move)]


def _without_opening(record: GameRecord) -> GameRecord:
    """Return a record as a game without an opening, its nodes in pre-order.

    The moves and the comment of a choice go to the position before it, which has the
    same stones. The names are in the order of the colours.
    """
    record = record.in_pre_order()
    game = get_game(record.setup.game)
    opening = game.opening()
    if opening is None:
        return record
    builder, twins = RecordBuilder([replace(record.nodes[0], children=())]), [0]
    for node in record.nodes[1:]:
        assert node.parent is not None
        assert node.move is not None
        parent = twins[node.parent]
        is_choice = game.is_choice(record.setup, node.move)
        twin = parent if is_choice else builder.child_by_move(parent, node.move)
        if twin is None:
            twin = builder.add(parent, node)
        else:
            _add_comment(builder, twin, node.comment)
        twins.append(twin)
    final = final_position(record)
    return replace(
        record,
        setup=opening.without_opening(record.setup),
        nodes=builder.build()[0],
        headers=parsing.order_names_by_colour(record.headers, final),
    )


def _add_comment(builder: RecordBuilder, index: int, text: str) -> None:
    """Add a text to the comment of a node, unless its lines are there already."""
    known = builder.node(index).comment
    if text and f"\n{text}\n" not in f"\n{known}\n":
        comment = f"{known}\n{text}" if known else text
        builder.change(index, comment=comment)


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
    final = final_position(record)
    headers = parsing.order_names_by_colour(record.headers, final)
    names = [headers.first_name, headers.second_name]
    outcome = record.outcome
    result = "" if outcome is None else _result_text(record.setup, outcome.winner)
    players = " – ".join(name or "?" for name in names)  # noqa: RUF001
    parts = [players if any(names) else "", result]
    parts += [headers.event, headers.date]
    return ", ".join(filter(None, parts))


def _result_text(setup: GameSetup, winner: Player | None) -> str:
    """Return ``B+`` for a win of Black, ``R+`` for one of Red; ``=`` for a draw."""
    if winner is None:
        return "="
    return f"{get_game(setup.game).sides[winner - 1][0].upper()}+"
