"""Piskvork records of Gomoku: a line with the size, a line for each move.

``Piskvorky 20x20, 11:11, 0`` (columns first, levels, index of the player who began),
then ``x,y,milliseconds`` from 1, both names, a code, and optionally winner and rules.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import takewhile

from engine.core.errors import RecordError, SetupError
from engine.core.game import GameSetup
from engine.core.game_options import Option
from engine.core.message import Message, as_clause
from engine.core.types import Move, Outcome, Player
from engine.games import get_game
from engine.records.model import parsing, reasons
from engine.records.model.format_checks import (
    check_begins_empty,
    check_expected_game,
    check_game,
    check_is_stone,
)
from engine.records.model.move_tree import RecordNode
from engine.records.model.parsing import (
    SourceText,
    TreePosition,
    TreeReader,
    WarningList,
)
from engine.records.model.positions import final_position, start_position
from engine.records.model.record import GameRecord, Headers
from engine.records.model.record_format import RecordFormat
from engine.records.sgf import property_values

GAME = "gomoku"
TITLE = "Piskvork"
NO_ERROR = "-1"
"""Code of a game that ended on the board."""

NAME_COUNT = 2
"""Lines of names before the code."""

LONGEST_MILLISECONDS = 10**12 - 1
"""Longest time of a move, 31 years."""

RULE_NAMES = {"freestyle": "Freestyle", "exact": "Standard", "renju": "Renju"}
"""Names of the rules in the last line."""

_HEAD = re.compile(
    r"\s*Piskvorky\s+(?P<width>\d{1,4})\s*x\s*(?P<height>\d{1,4})"
    r"(?:\s*,\s*-?\d+\s*:\s*-?\d+\s*,\s*(?P<began>\d+))?[^\n]*",
    re.IGNORECASE,
)
_MOVE = re.compile(
    r"\s*(-?\d{1,9})\s*,\s*(-?\d{1,9})\s*(?:,\s*(?:(\d{1,12})\s*|[^\n]*))?"
)
"""A move; a time that is not a number of milliseconds is unknown."""
_RESULT = re.compile(r"\s*(?P<winner>[0-2])\s*,\s*(?P<rules>[A-Za-z-]+)\s*")
_CODE = re.compile(r"\s*-?\d+\s*")


def parse(text: str, *, game: str | None = None) -> GameRecord:
    """Return the record in a Piskvork text.

    Args:
        text: The text.
        game: Name of the expected game, if any.

    Raises:
        RecordError: The text is not a Piskvork record, or another game is expected.
    """
    head = _HEAD.match(text)
    if head is None:
        raise RecordError(
            Message("Expected a Piskvork record, which begins with 'Piskvorky'.")
        )
    check_expected_game(GAME, game)
    source, warnings = SourceText(text), WarningList()
    lines = text[head.end() :].split("\n")[1:]
    moves = _leading_moves(lines)
    rest = lines[len(moves) :]
    names = _name_lines(rest)
    result = next((match for line in rest if (match := _RESULT.fullmatch(line))), None)
    start = GameRecord(
        setup=_setup(head, result, warnings),
        headers=_headers(names, began=head["began"] == "1"),
    )
    record = replace(
        start,
        nodes=_nodes(start, moves, source, head.end() + 1, warnings),
    )
    if len(names) > NAME_COUNT or any(map(_MOVE.fullmatch, rest)):
        end = head.end() + 1 + sum(len(line) + 1 for line in moves)
        warnings.leave_out(
            Message(
                "The moves end at a line that is none ({place}); what follows it was "
                "left out.",
                place=source.place(end),
            )
        )
    outcome = parsing.determine_outcome(
        final_position(record), _claim(result), warnings
    )
    return replace(
        record,
        outcome=outcome,
        warnings=warnings.texts(),
        is_partial=warnings.has_omissions,
    )


def format(record: GameRecord) -> str:
    """Return a record as Piskvork text; ``losses`` lists the parts that are not kept.

    Raises:
        RecordError: The format does not support the game, stones before the first move
            or moves other than stones.
    """
    setup = record.setup
    check_game(record, GAME)
    check_begins_empty(record, TITLE)
    if any(setup.option(one.key) != one.default for one in _other_options()):
        raise RecordError(
            Message(
                "Expected the usual length and opening: Piskvork's format has no "
                "others; save it as SGF."
            )
        )
    moves = [_move_line(record, index) for index in record.main_line()]
    names = [record.headers.first_name, record.headers.second_name]
    winner = 0 if record.outcome is None else record.outcome.winner or 0
    return "\n".join(
        [
            f"Piskvorky {setup.width}x{setup.height}, 0:0, 0",
            *moves,
            *map(_name_line, names),
            NO_ERROR,
            f"{int(winner)},{RULE_NAMES[setup.option('rule')]}",
            "",
        ]
    )


def losses(record: GameRecord) -> tuple[str, ...]:
    """Return a message if the format does not keep the whole record.

    Raises:
        RecordError: See ``format``.
    """
    if parse(format(record)) == record:
        return ()
    return (
        Message(
            "Piskvork's format keeps the board, the moves with their times, the names "
            "and the winner; the rest is not kept."
        ),
    )


def _leading_moves(lines: list[str]) -> list[str]:
    """Return the lines of the moves, with empty lines between them."""
    moves = list(
        takewhile(lambda line: not line.strip() or _MOVE.fullmatch(line), lines)
    )
    while moves and not moves[-1].strip():
        moves.pop()
    return moves


def _setup(
    head: re.Match[str], result: re.Match[str] | None, warnings: WarningList
) -> GameSetup:
    """Return board and rules.

    Raises:
        RecordError: The game does not support the size.
    """
    game = get_game(GAME)
    options, unknown = property_values.parse_rules(
        game, result["rules"] if result else ""
    )
    if unknown:
        warnings.add(
            Message(
                "The rules {words!r:.40} are not known; the usual ones were assumed.",
                words=" ".join(unknown),
            )
        )
    height, width = int(head["height"]), int(head["width"])
    try:
        return game.setup(height=height, width=width, options=options)
    except SetupError as error:
        if not options:
            raise RecordError(error.message) from None
    try:
        setup = game.setup(height=height, width=width)
    except SetupError as error:
        raise RecordError(error.message) from None
    warnings.add(Message("The usual rules were assumed."))
    return setup


def _name_lines(rest: list[str]) -> list[str]:
    """Return the lines between moves and code: the names, after damaged moves if any.

    One or both names may be empty; other empty lines are left out.
    """
    after = (
        i
        for i, line in enumerate(rest)
        if _CODE.fullmatch(line) or _RESULT.fullmatch(line)
    )
    lines = [line.strip() for line in rest[: next(after, len(rest))]]
    filled = [line for line in lines if line]
    return filled if len(filled) >= NAME_COUNT else lines[:NAME_COUNT]


def _headers(names: list[str], *, began: bool) -> Headers:
    """Return the last names; with ``began`` the second one moved first."""
    first, second = names[-NAME_COUNT:] + [""] * (NAME_COUNT - len(names))
    if began:
        first, second = second, first
    return Headers(first_name=first, second_name=second)


def _claim(result: re.Match[str] | None) -> Outcome | None:
    if result is None or result["winner"] == "0":
        return None
    return Outcome(Player(int(result["winner"])), reasons.UNSTATED)


def _nodes(
    start: GameRecord,
    lines: list[str],
    source: SourceText,
    offset: int,
    warnings: WarningList,
) -> tuple[RecordNode, ...]:
    """Return the tree of the moves, which start at ``offset``."""
    tree = TreeReader(start_position(start), source.place, warnings)
    at: TreePosition | None = tree.start
    for line in lines:
        match = _MOVE.fullmatch(line)
        if at is not None and match is not None:
            at = _play(tree, at, match, offset)
        offset += len(line) + 1
    return tree.build()[0]


def _play(
    tree: TreeReader, at: TreePosition, match: re.Match[str], offset: int
) -> TreePosition | None:
    setup = at.position.setup
    column, row = int(match[1]) - 1, int(match[2]) - 1
    if not (0 <= column < setup.width and 0 <= row < setup.height):
        why = as_clause(
            Message(
                "{move} lies outside the board of {size}",
                move=match[0].strip(),
                size=setup.size_text,
            )
        )
        tree.leave_out(at, why, offset=offset)
        return None
    milliseconds = int(match[3] or 0)
    notes = RecordNode(seconds=milliseconds / 1000 if milliseconds else None)
    move = Move(row * setup.width + column)
    return tree.play(at, at.position.to_move, move, offset=offset, notes=notes)


def _move_line(record: GameRecord, index: int) -> str:
    """Return the line of a move.

    Raises:
        RecordError: The move places no stone.
    """
    node = record.nodes[index]
    check_is_stone(record, node, TITLE)
    row, column = divmod(node.move or 0, record.setup.width)
    milliseconds = min((node.seconds or 0.0) * 1000, LONGEST_MILLISECONDS)
    return f"{column + 1},{row + 1},{round(milliseconds)}"


def _name_line(name: str) -> str:
    """Return the line of a name; empty if a reader would not take it for a name."""
    line = " ".join(name.split())
    others = (_MOVE, _CODE, _RESULT)
    return "" if any(other.fullmatch(line) for other in others) else line


def _other_options() -> list[Option]:
    """Return the options of the game that the format cannot represent."""
    return [option for option in get_game(GAME).options if option.key != "rule"]


FORMAT = RecordFormat(
    name="psq",
    title=TITLE,
    extensions=(".psq",),
    list_games=lambda: (GAME,),
    beginning=_HEAD,
    parse=parse,
    format=format,
    losses=losses,
)
"""Piskvork, which keeps the main line, its times, the names and the winner."""
