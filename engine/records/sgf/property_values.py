"""Parsing and formatting of SGF values: points, sizes, rules, results, dates.

Our own properties are ``PXSECONDS`` (time a move took), ``PXANALYSIS``, ``PXHINT``,
``PXREASON`` (why a game ended) and ``PXCLOCK`` (time of day it began); other programs
skip them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from engine.core.errors import IllegalMoveError, RecordError
from engine.core.game import Game, GameSetup
from engine.core.message import Message, MessageKey
from engine.core.offers.record_properties import SgfProperties
from engine.core.types import Move, Outcome, Player
from engine.games import GAMES
from engine.records.model import parsing, reasons

FIRST_LETTER = ord("a")

_POINT_LETTERS = re.compile(r"[a-z]{2}", re.IGNORECASE)
_SIZE = re.compile(r"\s*(\d{1,4})(?:\s*[:x]\s*(\d{1,4}))?\s*", re.IGNORECASE)
_RESULT = re.compile(
    r"(?P<side>[a-z]+)\s*(?:\+\s*(?P<reason>.*))?", re.IGNORECASE | re.DOTALL
)
_DATE_AND_TIME = re.compile(r"(\d{4}-\d{2}-\d{2}) (\d{1,2}:\d{2})")

_RESULT_REASONS = {
    "r": reasons.RESIGNATION,
    "resign": reasons.RESIGNATION,
    "resigned": reasons.RESIGNATION,
    "t": reasons.TIME,
    "time": reasons.TIME,
    "f": reasons.FORFEIT,
    "forfeit": reasons.FORFEIT,
}
_REASON_WORDS = {
    reasons.RESIGNATION: "Resign",
    reasons.TIME: "Time",
    reasons.FORFEIT: "Forfeit",
}
_SIDES = {
    "b": Player.FIRST,
    "black": Player.FIRST,
    "red": Player.FIRST,
    "w": Player.SECOND,
    "white": Player.SECOND,
    "blue": Player.SECOND,
}
_DRAWS = ("0", "draw", "jigo", "tie")
_NO_RESULTS = ("", "?", "void", "null")
SPECIAL_MOVES = 14
"""Largest number of special moves in one game: by Taraguchi-10 three swaps, a
declaration and ten offers."""

SWITCHED_ON = "on"
"""Value of an option without a value in ``RU``."""


def sgf_games() -> dict[str, SgfProperties]:
    """Return the properties of each game that SGF has a number for, by name."""
    properties = {name: game.sgf() for name, game in GAMES.items()}
    return {name: own for name, own in properties.items() if own is not None}


def get_sgf(game: Game) -> SgfProperties:
    """Return the SGF properties of a game.

    Raises:
        RecordError: SGF has no number for the game.
    """
    properties = game.sgf()
    if properties is None:
        raise RecordError(
            Message(
                "Expected a game that SGF supports ({known}), got {game}.",
                known=tuple(map(MessageKey, sgf_games())),
                game=MessageKey(game.name),
            )
        )
    return properties


def list_swaps() -> frozenset[str]:
    """Return all words for moves by which the second player takes the first stone."""
    swaps = (properties.swap for properties in sgf_games().values())
    return frozenset(word for swap in swaps if swap is not None for word in swap.words)


def parse_point(game: Game, setup: GameSetup, text: str) -> Move:
    """Return the cell of a point.

    Two letters are column and row from the top in every game.

    Raises:
        IllegalMoveError: The board has no such cell.
    """
    text = text.strip()
    if not _POINT_LETTERS.fullmatch(text):
        return game.parse_cell(setup, text)
    column, row = parse_letter_point(text)
    if row < setup.height and column < setup.width:
        return Move(row * setup.width + column)
    last = _letters(setup.height - 1, setup.width - 1)
    raise IllegalMoveError(
        Message(
            "Expected a point from aa to {last}, got {text!r}.", last=last, text=text
        )
    )


def parse_points(game: Game, setup: GameSetup, text: str) -> Iterator[Move]:
    """Yield the cells of a point or of a rectangle of points, ``aa:cc``.

    Raises:
        IllegalMoveError: A corner is no cell of the board.
    """
    corners = text.split(":", 1)
    ends = [parse_point(game, setup, corner) for corner in corners]
    for end, corner in zip(ends, corners, strict=True):
        parsing.check_is_cell(setup, end, corner)
    rows, columns = zip(*(divmod(end, setup.width) for end in ends), strict=True)
    for row in range(min(rows), max(rows) + 1):
        for column in range(min(columns), max(columns) + 1):
            yield Move(row * setup.width + column)


def format_point(game: Game, setup: GameSetup, move: Move) -> str:
    """Return the SGF notation of a cell."""
    if get_sgf(game).has_letter_points:
        return _letters(*divmod(move, setup.width))
    return game.cell_name(setup, move)


def parse_letter_point(text: str) -> tuple[int, int]:
    """Return the indices of column and row in two letters."""
    letters = text.lower()
    return ord(letters[0]) - FIRST_LETTER, ord(letters[1]) - FIRST_LETTER


def is_letter_point(text: str) -> bool:
    """Return whether a point is written with two letters."""
    return _POINT_LETTERS.fullmatch(text.strip()) is not None


def parse_size(text: str) -> tuple[int, int]:
    """Return height and width; ``SZ`` puts columns first.

    Raises:
        RecordError: The text is not a size.
    """
    match = _SIZE.fullmatch(text)
    if match is None:
        raise RecordError(
            Message(
                "Expected a size such as 15 or 13:17 in SZ, got {text!r:.40}", text=text
            )
        )
    width = int(match[1])
    return int(match[2] or width), width


def format_size(setup: GameSetup) -> str:
    """Return the value of ``SZ``, columns first."""
    if setup.height == setup.width:
        return str(setup.height)
    return f"{setup.width}:{setup.height}"


def parse_rules(game: Game, text: str) -> tuple[dict[str, str], list[str]]:
    """Return the options in ``RU``, and its unknown words."""
    names = get_sgf(game).rule_names
    chosen: dict[str, str] = {}
    unknown = []
    for word in re.split(r"[,;\s]+", text.strip().lower()):
        key, _, value = word.partition("=")
        meant = {
            option.key: choice
            for option in game.options
            for choice in option.choices
            if (key == option.key and choice == (value or SWITCHED_ON))
            or (choice == names.get(word, word) and not choice.isdigit())
        }
        if word and not meant:
            unknown.append(word)
        chosen |= meant
    return chosen, unknown


def format_rules(game: Game, setup: GameSetup) -> str:
    """Return the value of ``RU``; it may be empty.

    It has the option ``rule``, and other options that differ from their defaults.
    """
    words = []
    for option in game.options:
        value = setup.option(option.key)
        if option.key == "rule":
            words.append(value)
        elif value != option.default:
            words.append(
                option.key if value == SWITCHED_ON else f"{option.key}={value}"
            )
    return ",".join(words)


def parse_result(text: str) -> Outcome | None:
    """Return the outcome in ``RE``; ``None`` for a game without a result.

    Raises:
        RecordError: The text is not a result.
    """
    text = text.strip()
    if text.lower() in _NO_RESULTS:
        return None
    if text.lower() in _DRAWS:
        return Outcome(None, reasons.AGREEMENT)
    match = _RESULT.fullmatch(text)
    winner = _SIDES.get(match["side"].lower()) if match else None
    if match is None or winner is None:
        raise RecordError(
            Message(
                "Expected a result such as B+Resign in RE, got {text!r:.40}", text=text
            )
        )
    reason = (match["reason"] or "").strip().lower()
    return Outcome(winner, _RESULT_REASONS.get(reason, reasons.UNSTATED))


def format_result(outcome: Outcome) -> str:
    """Return the value of ``RE``."""
    if outcome.winner is None:
        return "Draw"
    side = "B" if outcome.winner is Player.FIRST else "W"
    return f"{side}+{_REASON_WORDS.get(outcome.reason, '')}"


def split_date(date: str) -> tuple[str, str]:
    """Split a date into the day for ``DT`` and the time of day, if it has one."""
    match = _DATE_AND_TIME.fullmatch(date)
    return (match[1], match[2]) if match else (date, "")


def join_date(day: str, clock: str) -> str:
    """Return a date from ``DT`` and the time of day."""
    day = re.sub(r"(\d{4})[./](\d{1,2})[./](\d{1,2})", _dashed, day.strip())
    joined = f"{day} {clock.strip()}"
    return joined if clock and _DATE_AND_TIME.fullmatch(joined) else day


def parse_seconds(text: str) -> float:
    """Return the seconds used for a move.

    Raises:
        RecordError: The text is not a number of seconds.
    """
    return parse_number(text, lowest=0.0)


def format_number(number: float) -> str:
    """Return the shortest text that reads back as the same number; -0.0 is ``0``."""
    return repr(number + 0.0).removesuffix(".0")


def parse_number(text: str, *, lowest: float, highest: float = math.inf) -> float:
    """Return a finite number between two bounds.

    Raises:
        RecordError: The text is no such number.
    """
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not (lowest <= number <= highest and math.isfinite(number)):
        raise RecordError(
            Message(
                "Expected a number from {lowest:g}, got {text!r:.40}",
                lowest=lowest,
                text=text,
            )
        )
    return number


def _letters(row: int, column: int) -> str:
    return chr(FIRST_LETTER + column) + chr(FIRST_LETTER + row)


def _dashed(match: re.Match[str]) -> str:
    return f"{match[1]}-{int(match[2]):02}-{int(match[3]):02}"
