"""Tolerant reader of CCGC records, as contest programs write them.

Programs differ in the direction of HEX rows. Rows count from the top, unless a finished
record is consistent only if they count from the bottom.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.core.board.board_notation import parse_size
from engine.core.errors import RecordError, SetupError
from engine.core.game import GameSetup
from engine.core.message import Message, MessageKey, either
from engine.core.types import Move, Outcome, Player
from engine.games import get_game
from engine.records.ccgc import vocabulary as words
from engine.records.ccgc.tokenizer import CcgcMove, CcgcText, tokenize
from engine.records.ccgc.vocabulary import GameNotation
from engine.records.model import parsing
from engine.records.model.move_tree import RecordNode
from engine.records.model.parsing import (
    TreePosition,
    TreeReader,
    WarningList,
    side_name,
)
from engine.records.model.positions import final_position, start_position
from engine.records.model.record import GameRecord, Headers

OTHER_COLOURS = {
    "gomoku": (),
    "hex": (("B", "W"), ("R", "W")),
}
"""Pairs of colour letters in use besides the standard ones."""


STANDARD_FIELD_COUNT = 5
"""Number of fields: names, result, date and place, event. Our own field may follow."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Header:
    """Contents of the header."""

    game: str | None
    """Name of the game, if the header has it."""

    extra: tuple[str, ...] | None
    """Words of our field with the size."""

    headers: Headers
    """Names, event, place and date."""

    outcome: Outcome | None
    """The result."""

    colours: frozenset[str]
    """Colour letters behind the names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Interpretation:
    """The record with one direction of rows."""

    record: GameRecord
    """The record."""

    is_whole: bool
    """Whether every move could be played."""

    fits_result: bool
    """Whether the winner in the header, if any, has won by the rules."""


def read(text: str, *, game: str | None) -> GameRecord:
    """Return the record in a text.

    Args:
        text: The text.
        game: Name of the game, if known to the caller.

    Raises:
        RecordError: The text is not a CCGC record, or one of another game.
    """
    warnings = WarningList()
    written = tokenize(text, warnings)
    header = _read_header(written.fields, warnings)
    notation = _find_notation(written, header, game, warnings)
    setup, from_bottom = _find_setup(notation, header.extra, written.moves, warnings)
    players = _find_players(notation, written.moves, warnings)
    start = GameRecord(
        setup=setup,
        start_player=_first_player(notation, players, written.moves, warnings),
        headers=header.headers,
    )

    def read_rows(*, bottom: bool) -> _Interpretation:
        return _replay(written, start, header.outcome, players, bottom=bottom)

    chosen = read_rows(
        bottom=notation.rows_from_bottom if from_bottom is None else from_bottom
    )
    is_certain = from_bottom is not None or notation.rows_agreed
    if not is_certain and not (chosen.is_whole and chosen.fits_result):
        other = read_rows(bottom=not notation.rows_from_bottom)
        if _is_more_plausible(other, chosen):
            chosen = other
            warnings.add(
                Message(
                    "The rows were counted from the bottom: the record is inconsistent "
                    "otherwise."
                )
            )
    record = chosen.record
    return replace(
        record,
        warnings=(*warnings.texts(), *record.warnings),
        is_partial=warnings.has_omissions or record.is_partial,
    )


def _is_more_plausible(other: _Interpretation, chosen: _Interpretation) -> bool:
    """Return whether the other direction of rows is more plausible."""
    if chosen.fits_result != other.fits_result:
        return other.fits_result
    return other.is_whole and not chosen.is_whole


def _is_extra(text: str) -> bool:
    return text.split()[:1] == [words.SIZE]


def _read_header(fields: Sequence[str], warnings: WarningList) -> _Header:
    """Identify game, names, result, date, place and event among the fields."""
    rest = list(fields)
    game = words.parse_game_tag(rest[0]) if rest else None
    if game is not None:
        del rest[0]
    extras = [text for text in rest[STANDARD_FIELD_COUNT:] if _is_extra(text)]
    rest = [
        *rest[:STANDARD_FIELD_COUNT],
        *(t for t in rest[STANDARD_FIELD_COUNT:] if not _is_extra(t)),
    ]
    names, outcome, rest = _split_at_result(rest, warnings)
    when = ""
    if len(rest) > 1 or (rest and words.starts_with_date(rest[0])):
        when, rest = rest[0], rest[1:]
    if names[2:] or rest[1:]:
        warnings.leave_out(
            Message("The header has more fields than usual; some were left out.")
        )
    split = [words.split_name(name) for name in (*names, "", "")[:2]]
    if (split[0][1], split[1][1]) in (("W", "B"), ("B", "R")):
        warnings.add(Message("The header names the second player first."))
        split.reverse()
    date, place = words.split_date(when)
    return _Header(
        game=game,
        extra=tuple(extras[0].split()[1:]) if extras else None,
        headers=Headers(
            first_name=split[0][0],
            second_name=split[1][0],
            event=rest[0] if rest else "",
            place=place,
            date=date,
        ),
        outcome=outcome,
        colours=frozenset(colour for _, colour in split if colour),
    )


def _split_at_result(
    fields: list[str], warnings: WarningList
) -> tuple[list[str], Outcome | None, list[str]]:
    """Return the fields before the result, the result, and the fields after it."""
    for is_result in (words.is_result, words.ends_with_result):
        for index, text in enumerate(fields):
            if is_result(text):
                outcome = words.parse_result(text)
                outcome = outcome or words.parse_result(text.rsplit(maxsplit=1)[-1])
                return fields[:index], outcome, fields[index + 1 :]
    dates = (i for i, text in enumerate(fields[:2]) if words.starts_with_date(text))
    name_count = next(dates, 2)
    names, rest = fields[:name_count], fields[name_count:]
    if rest and not words.starts_with_date(rest[0]):
        if rest[0]:
            warnings.add(
                Message("The result {result!r:.20} is not known.", result=rest[0])
            )
        del rest[0]
    return names, None, rest


def _find_notation(
    written: CcgcText, header: _Header, known: str | None, warnings: WarningList
) -> GameNotation:
    """Return the notation of the record's game."""
    game = header.game or known
    if header.game is not None and known not in (None, header.game):
        message = Message(
            "Expected a record of {known}, got one of {game}",
            known=MessageKey(known),
            game=MessageKey(header.game),
        )
        raise written.source.error(0, message)
    if game is None:
        colours = {move.colour for move in written.moves} or header.colours
        if not colours:
            raise written.source.error(
                0, Message("Expected [C5] or [HEX] in front, got neither")
            )
        game = "hex" if "R" in colours else "gomoku"
        warnings.add(
            Message(
                "The record names no game; it was read as {game}.",
                game=MessageKey(game),
            )
        )
    notation = words.get_notation(game)
    if notation is None:
        raise RecordError(
            Message(
                "Expected a record of {known}, got one of {game}.",
                known=either(MessageKey(notation.game) for notation in words.NOTATIONS),
                game=MessageKey(game),
            )
        )
    return notation


def _find_setup(
    notation: GameNotation,
    extra: tuple[str, ...] | None,
    moves: Sequence[CcgcMove],
    warnings: WarningList,
) -> tuple[GameSetup, bool | None]:
    """Return size and rules, and whether row 1 is the lowest, if the record has it."""
    game = get_game(notation.game)
    if extra is not None:
        options = dict(word.partition("=")[::2] for word in extra[1:])
        rows = words.ROWS_FROM_BOTTOM.get(options.pop(words.ROWS, ""))
        try:
            height, width = parse_size(" ".join(extra[:1]))
            return game.setup(height=height, width=width, options=options), rows
        except SetupError as error:
            raise RecordError(
                Message(
                    "In the field [{field}]: {error}",
                    field=words.SIZE,
                    error=error.message,
                )
            ) from None
    needed = [max(move.column + 1, move.row_number) for move in moves]
    possible = [lines for lines in needed if lines <= game.largest_side]
    side = parsing.choose_board_side(game, max(possible, default=0))
    if side != game.default_side:
        warnings.add(
            Message(
                "The moves need more than {usual} lines; a board of {side}x{side} was "
                "assumed.",
                usual=game.default_side,
                side=side,
            )
        )
    return game.setup(height=side, width=side), None


def _find_players(
    notation: GameNotation, moves: Sequence[CcgcMove], warnings: WarningList
) -> dict[str, Player]:
    """Return the player of each colour letter."""
    met = {move.colour for move in moves}
    pairs = (notation.colours, *OTHER_COLOURS.get(notation.game, ()))
    pair = next((pair for pair in pairs if met <= set(pair)), notation.colours)
    if pair != notation.colours:
        warnings.add(
            Message(
                "The colours are written {first} and {second} instead of "
                "{usual_first} and {usual_second}.",
                first=pair[0],
                second=pair[1],
                usual_first=notation.colours[0],
                usual_second=notation.colours[1],
            )
        )
    return {pair[0]: Player.FIRST, pair[1]: Player.SECOND}


def _first_player(
    notation: GameNotation,
    players: dict[str, Player],
    moves: Sequence[CcgcMove],
    warnings: WarningList,
) -> Player:
    """Return the player who moves first."""
    if not moves or players.get(moves[0].colour) is not Player.SECOND:
        return Player.FIRST
    game = get_game(notation.game)
    warnings.add(
        Message(
            "The first move is one of {second}, not of {first}.",
            first=side_name(game, Player.FIRST),
            second=side_name(game, Player.SECOND),
        )
    )
    return Player.SECOND


def _replay(
    written: CcgcText,
    start: GameRecord,
    claim: Outcome | None,
    players: dict[str, Player],
    *,
    bottom: bool,
) -> _Interpretation:
    """Play the moves with rows counted from the bottom or the top."""
    warnings = WarningList()
    tree = TreeReader(start_position(start), written.source.place, warnings)
    at = tree.start
    for move in written.moves:
        place = _play(tree, at, move, players.get(move.colour), bottom=bottom)
        if place is None:
            break
        at = place
    nodes, _ = tree.build()
    record = replace(start, nodes=nodes)
    final = final_position(record)
    outcome = parsing.determine_outcome(final, claim, warnings)
    winner = None if claim is None else claim.winner
    ruled = None if final.outcome is None else final.outcome.winner
    return _Interpretation(
        record=replace(
            record,
            outcome=outcome,
            warnings=warnings.texts(),
            is_partial=warnings.has_omissions,
        ),
        is_whole=tree.is_whole,
        fits_result=winner is None or winner is ruled,
    )


def _play(
    tree: TreeReader,
    at: TreePosition,
    move: CcgcMove,
    player: Player | None,
    *,
    bottom: bool,
) -> TreePosition | None:
    setup = at.position.setup
    name = f"{move.colour}({chr(ord('A') + move.column)},{move.row_number})"
    if player is None:
        why = Message("{move} is a move of no player of this game", move=name)
    elif move.column >= setup.width or not 1 <= move.row_number <= setup.height:
        why = Message(
            "{move} lies outside the board of {size}", move=name, size=setup.size_text
        )
    else:
        row = setup.height - move.row_number if bottom else move.row_number - 1
        cell = Move(row * setup.width + move.column)
        notes = RecordNode(properties=_mark(move))
        return tree.play(at, player, cell, offset=move.offset, notes=notes)
    tree.leave_out(at, why, offset=move.offset)
    return None


def _mark(move: CcgcMove) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return () if move.mark is None else ((words.MARK, (str(move.mark),)),)
