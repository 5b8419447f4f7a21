"""Game, size and rules of an SGF text: ``GM``, ``SZ``, ``RU``.

Little Golem's files name no game; other files omit the size or the rules, or have the
number of Go. A guessed value adds a warning.
"""

from __future__ import annotations

from engine.core.board.board_notation import split_cell_name
from engine.core.errors import RecordError, SetupError
from engine.core.game import Game, GameSetup
from engine.core.message import Message, MessageKey, as_clause, either
from engine.games import GAMES, get_game
from engine.records.model import parsing
from engine.records.model.parsing import WarningList
from engine.records.sgf import property_values
from engine.records.sgf.start_properties import StartProperties

LITTLE_GOLEM = "littlegolem"
"""Part of ``SO`` in files of Little Golem."""

GO_NUMBER = "1"
"""``GM`` of Go, which many programs write for any game."""


def find_game(start: StartProperties, known: str | None, warnings: WarningList) -> Game:
    """Return the game of a text.

    Args:
        start: Properties before the first move.
        known: Name of the game, if known to the caller.
        warnings: List for warnings about guessed values.

    Raises:
        RecordError: The game is not supported or not the known one.
    """
    number = start.get("GM")
    if number is None:
        return get_game(known) if known else _guess_game(start, warnings)
    number = number.strip()
    names = {str(own.number): name for name, own in property_values.sgf_games().items()}
    found = names.get(number)
    if known is not None and number == GO_NUMBER:
        warnings.add(
            Message(
                "The record has GM[1], Go; it was read as {game}.",
                game=MessageKey(known),
            )
        )
        return get_game(known)
    if found is None or known not in (None, found):
        wanted = (
            MessageKey(known) if known else either(map(_with_number, names.items()))
        )
        message = Message(
            "Expected a record of {game}, got GM[{number:.20}]",
            game=wanted,
            number=number,
        )
        raise start.error("GM", message)
    return GAMES[found]


def find_setup(start: StartProperties, game: Game, warnings: WarningList) -> GameSetup:
    """Return size and rules of a text.

    Args:
        start: Properties before the first move.
        game: The game.
        warnings: List for warnings about guessed values.

    Raises:
        RecordError: The size is not supported.
    """
    size = start.get("SZ")
    options = _find_options(start, game, warnings)
    try:
        height, width = (
            (_guess_side(start, game, warnings),) * 2
            if size is None
            else property_values.parse_size(size)
        )
        setup = game.setup(height=height, width=width)
    except (RecordError, SetupError) as error:
        raise start.error("SZ", as_clause(error.message)) from None
    try:
        return game.setup(height=height, width=width, options=options)
    except SetupError as error:
        warnings.add(
            Message("The usual rules were assumed: {error}", error=error.message)
        )
        return setup


def _guess_game(start: StartProperties, warnings: WarningList) -> Game:
    """Return the probable game of a record that does not name it."""
    games = property_values.sgf_games()
    if start.first_move is None:
        numbers = ((str(own.number), name) for name, own in games.items())
        wanted = either(map(_with_number, numbers))
        raise start.error(
            "GM", Message("Expected a record of {game}, got no GM", game=wanted)
        )
    colour, point = start.first_move
    source = (start.get("SO") or "").lower()
    series = (start.get("EV") or "").lower().partition(".")[0]
    names_cells = (
        not property_values.is_letter_point(point)
        or LITTLE_GOLEM in source
        or (series in games and not games[series].has_letter_points)
        or colour == "W"
    )
    fitting = (
        GAMES[name]
        for name, own in games.items()
        if own.has_letter_points is not names_cells
    )
    game = next(fitting)
    warnings.add(
        Message(
            "The record names no game; it was read as {game}.",
            game=MessageKey(game.name),
        )
    )
    return game


def _guess_side(start: StartProperties, game: Game, warnings: WarningList) -> int:
    """Return the side of a square board that has the cells of all moves."""
    needed = 0
    for _, text in start.moves():
        if property_values.is_letter_point(text):
            needed = max(
                needed, *(n + 1 for n in property_values.parse_letter_point(text))
            )
        else:
            column, row_number = split_cell_name(text) or (0, 0)
            needed = max(needed, column + 1, row_number)
    side = parsing.choose_board_side(game, needed)
    warnings.add(
        Message("The record has no size (SZ); {side}x{side} was assumed.", side=side)
    )
    return side


def _find_options(
    start: StartProperties, game: Game, warnings: WarningList
) -> dict[str, str]:
    """Return the options of the rules; a swap among the moves switches its own on."""
    options, unknown = property_values.parse_rules(game, start.get("RU") or "")
    if unknown:
        warnings.add(
            Message(
                "The rules {words!r:.40} (RU) are not known; the usual ones were "
                "assumed.",
                words=" ".join(unknown),
            )
        )
    swap = property_values.get_sgf(game).swap
    if swap is not None and any(
        text.lower() in swap.words for _, text in start.moves()
    ):
        options[swap.option] = property_values.SWITCHED_ON
    return options


def _with_number(item: tuple[str, str]) -> str:
    """Return the text for a game with its number."""
    return Message("{game} (GM[{number}])", game=MessageKey(item[1]), number=item[0])
