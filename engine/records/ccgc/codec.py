"""CCGC: one-line records of the Chinese Collegiate Computer Games Championship.

``{[C5][甲队 B][乙队 W][先手胜][2017.07.29 14:00 重庆][2017 CCGC];B(J,10);W(L,10)}``

The format has no board size: it is 15 in Gomoku (C5) and 11 in Hex (HEX). Another size
or other rules are written to an additional field, ``[SIZE 13x17 rule=exact]``, after
the header; programs that search for moves skip it.
"""

from __future__ import annotations

import re

from engine.core.errors import RecordError
from engine.core.formats.clean_text import clean_file_name
from engine.core.message import Message, MessageKey, either
from engine.games import get_game
from engine.records.ccgc import coordinates
from engine.records.ccgc import reader as ccgc_reader
from engine.records.ccgc import vocabulary as words
from engine.records.ccgc.vocabulary import GameNotation
from engine.records.model import parsing
from engine.records.model.hint_marks import HINT, has_hint
from engine.records.model.move_tree import RecordNode
from engine.records.model.positions import final_position
from engine.records.model.record import GameRecord
from engine.records.model.record_format import RecordFormat, make_half_character_error
from engine.records.model.stones_only import has_choices, stones_only

ENCODING = "gb2312"
"""Encoding that contest programs read."""

WIDE_ENCODING = "gb18030"
"""Encoding of all characters; identical to GB2312 where that suffices."""

EXTENSION = ".txt"

_FIELD_LETTERS: dict[int, int] = {
    **dict.fromkeys(range(32), ord(" ")),
    **str.maketrans("[]{};", "（）（）；"),
    **str.maketrans("\uff3b\uff3d【】\uff5b\uff5d", "（）（）（）"),
}
"""Replacements of characters that would end a field too early in some program."""


def parse(text: str, *, game: str | None = None) -> GameRecord:
    """Return the record in a CCGC text.

    Args:
        text: The text.
        game: Name of the game, for a text that does not name it.

    Raises:
        RecordError: The text is not a CCGC record, or one of another game.
    """
    return ccgc_reader.read(text, game=game)


def format(record: GameRecord, *, rows_from_bottom: bool | None = None) -> str:
    """Return a record as CCGC text; ``losses`` lists the parts that are not kept.

    Of an opening with choices only the stones are written, as a game without an
    opening, whose names are in the order of the final colours.

    Args:
        record: The record.
        rows_from_bottom: Whether row 1 of HEX is the lowest; ``None`` means no.

    Raises:
        RecordError: The format does not support the game, stones before the first move
            or moves other than stones.
    """
    notation = _require_notation(record)
    record = stones_only(record)
    _check_representable(record)
    from_bottom = notation.rows_from_bottom
    if rows_from_bottom is not None and not notation.rows_agreed:
        from_bottom = rows_from_bottom
    fields = _header_fields(record, notation)
    moves = _formatted_moves(record, notation, from_bottom=from_bottom)
    extra = _extra_field(record)
    text = _joined([*fields, extra] if extra else fields, moves)
    reread = parse(text)
    if reread.setup == record.setup and reread.main_moves() == record.main_moves():
        return text
    rows = f"{words.ROWS}={'bottom' if from_bottom else 'top'}"
    extra = f"{extra or _size_words(record)} {rows}"
    return _joined([*fields, extra], moves)


def losses(record: GameRecord) -> tuple[str, ...]:
    """Return a message for each part that ``format`` drops or changes.

    Raises:
        RecordError: See ``format``.
    """
    has_opening = has_choices(record)
    nodes, main_line = record.nodes, record.main_line()
    record = stones_only(record)
    reread = parse(format(record))
    kept = {words.MARK, HINT}
    found = {
        Message(
            "The choices of the opening are not kept in this format, only the stones."
        ): has_opening,
        Message("Variations are not kept in this format."): (
            len(nodes) > len(main_line) + 1
        ),
        Message("Comments are not kept in this format."): any(
            node.comment for node in nodes
        ),
        Message("Times of moves are not kept in this format."): any(
            node.seconds is not None for node in nodes
        ),
        Message("Analysis is not kept in this format."): any(
            node.analysis is not None for node in nodes
        ),
        Message("Marks of hints are not kept in this format."): any(
            has_hint(node.properties) for node in nodes
        ),
        Message("Properties of other programs are not kept in this format."): any(
            name not in kept for node in nodes for name, _ in node.properties
        ),
        Message("The reason for the result is not kept in this format."): (
            reread.outcome != record.outcome
        ),
        Message("Names, event, place or date were changed to fit this format."): (
            reread.headers != record.headers
        ),
        Message(
            "Size and rules are in a field that other programs may not understand."
        ): bool(_extra_field(record)),
    }
    return tuple(message for message, is_so in found.items() if is_so)


def encode(text: str) -> tuple[bytes, tuple[str, ...]]:
    """Return the bytes of a CCGC file, and a note if they are not GB2312."""
    try:
        return text.encode(ENCODING), ()
    except UnicodeEncodeError as error:
        letter = text[error.start]
    try:
        data = text.encode(WIDE_ENCODING)
    except UnicodeEncodeError as error:
        raise make_half_character_error(text, error) from None
    note = Message(
        "GB2312 has no {letter!r}; the file was written as GB18030.", letter=letter
    )
    return data, (note,)


def suggest_file_name(record: GameRecord, *, extension: str = EXTENSION) -> str:
    """Return the file name required by the contest, valid on every file system.

    Invalid characters become full-width ones, such as ``：`` for ``:``.

    Raises:
        RecordError: The format does not support the game.
    """
    notation = _require_notation(record)
    final = final_position(record)
    headers = parsing.order_names_by_colour(record.headers, final)
    names = (headers.first_name, headers.second_name)
    sides = [
        f"{name} {colour}".strip()
        for name, colour in zip(names, notation.colours, strict=True)
    ]
    parts = [
        notation.tag,
        " vs ".join(sides),
        words.format_result(record.outcome),
        words.format_date(headers),
        headers.event,
    ]
    name = "-".join(part.strip() for part in parts if part.strip())
    return clean_file_name(name, extension)


def _require_notation(record: GameRecord) -> GameNotation:
    notation = words.get_notation(record.setup.game)
    if notation is None:
        raise RecordError(
            Message(
                "Expected a record of {known}, got {game}.",
                known=either(MessageKey(notation.game) for notation in words.NOTATIONS),
                game=MessageKey(record.setup.game),
            )
        )
    return notation


def _check_representable(record: GameRecord) -> None:
    """Raise ``RecordError`` if the format cannot represent the game itself."""
    if record.start_stones:
        raise RecordError(
            Message(
                "Expected a game from the empty board: the CCGC format has no stones "
                "before the first move; save it as SGF."
            )
        )
    for move in record.main_moves():
        if move >= record.setup.cell_count:
            name = get_game(record.setup.game).cell_name(record.setup, move)
            raise RecordError(
                Message(
                    "Expected moves on cells: the CCGC format has no {name}; save it "
                    "as SGF.",
                    name=MessageKey(name),
                )
            )


def _header_fields(record: GameRecord, notation: GameNotation) -> list[str]:
    headers = record.headers
    fields = [
        notation.tag,
        f"{headers.first_name} {notation.colours[0]}",
        f"{headers.second_name} {notation.colours[1]}",
        words.format_result(record.outcome),
        words.format_date(headers),
        headers.event,
    ]
    return [field.translate(_FIELD_LETTERS).strip() for field in fields]


def _extra_field(record: GameRecord) -> str:
    """Return the field for size and options; empty if they are the default."""
    game = get_game(record.setup.game)
    return "" if record.setup == game.setup() else _size_words(record)


def _size_words(record: GameRecord) -> str:
    setup = record.setup
    options = [
        f"{option.key}={setup.option(option.key)}"
        for option in get_game(setup.game).options
        if setup.option(option.key) != option.default
    ]
    return " ".join([words.SIZE, setup.size_text, *options])


def _formatted_moves(
    record: GameRecord, notation: GameNotation, *, from_bottom: bool
) -> list[str]:
    moves = []
    player = record.start_player
    for index in record.main_line():
        node = record.nodes[index]
        if node.move is not None:
            cell = coordinates.format_cell(
                record.setup, node.move, rows_from_bottom=from_bottom
            )
            colour = notation.colours[player - 1]
            moves.append(f"{colour}({cell}){_formatted_mark(node)}")
        player = player.opponent
    return moves


def _formatted_mark(node: RecordNode) -> str:
    """Return the mark of a move, if it has a valid one."""
    for value in dict(node.properties).get(words.MARK, ()):
        if value in map(str, words.MARKS):
            return f"{words.MARK}[{value}]"
    return ""


def _joined(fields: list[str], moves: list[str]) -> str:
    header = "".join(f"[{field}]" for field in fields)
    return "{" + ";".join([header, *(moves or [""])]) + "}"


FORMAT = RecordFormat(
    name="ccgc",
    title="CCGC",
    extensions=(EXTENSION,),
    list_games=lambda: tuple(notation.game for notation in words.NOTATIONS),
    beginning=re.compile(
        '\\s*(\\{(?!\\s*")|[;\\[【\uff3b\uff5b]|(C5|HEX)\\b|[BWR]\\s*[(（])',
        re.IGNORECASE,
    ),
    parse=parse,
    format=format,
    losses=losses,
    encode=encode,
)
"""CCGC, which keeps the main line, names, result, date, place and event."""
