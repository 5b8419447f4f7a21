"""Vocabulary of CCGC records, with the variants that contest programs write."""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.core.types import Outcome, Player
from engine.records.model import reasons
from engine.records.model.record import Headers

MARK = "MARK"
"""Optional mark after a move; kept as a property of the node."""

MARKS = range(-2, 3)
"""Valid values of a mark."""

WON = {Player.FIRST: "先手胜", Player.SECOND: "后手胜"}
DRAWN = "和棋"
UNFINISHED = "未完"

SIZE = "SIZE"
ROWS = "rows"
ROWS_FROM_BOTTOM = {"top": False, "bottom": True}
"""Our field after the header: ``[SIZE 13x17 rule=exact rows=top]``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameNotation:
    """Notation of a game."""

    game: str
    """Name of the game."""

    tag: str
    """Tag at the start of the record."""

    colours: tuple[str, str]
    """Letters of the first and the second player."""

    rows_from_bottom: bool
    """Whether row 1 is the lowest by default."""

    rows_agreed: bool
    """Whether all programs count the rows from the same side."""


NOTATIONS = (
    GameNotation(
        game="gomoku",
        tag="C5",
        colours=("B", "W"),
        rows_from_bottom=True,
        rows_agreed=True,
    ),
    GameNotation(
        game="hex",
        tag="HEX",
        colours=("R", "B"),
        rows_from_bottom=False,
        rows_agreed=False,
    ),
)
"""The games of the contest that the program plays."""

TAGS = {
    "C5": "gomoku",
    "五子棋": "gomoku",
    "GOMOKU": "gomoku",
    "HEX": "hex",
    "海克斯": "hex",
    "海克斯棋": "hex",
}
"""Accepted tags in upper case, with their games."""

FULL_WIDTH = {
    **{0xFF01 + i: 0x21 + i for i in range(94)},
    **str.maketrans("【】、\u3000", "[], "),
}
"""Full-width letters, digits and marks as ASCII, one for one."""

_FIRST = "先手|黑方?|红方?"
_SECOND = "后手|白方?|蓝方?"
_FIRST_WON = re.compile(f"({_FIRST})(胜利?|赢)|({_SECOND})负")
_SECOND_WON = re.compile(f"({_SECOND})(胜利?|赢)|({_FIRST})负")
_DRAWN = re.compile("和棋|平局|和局|平")
_UNFINISHED = re.compile("未完成?|未结束|未知|未知结果|未分胜负|进行中")

_WRITTEN_DATE = re.compile(
    r"\s*(\d{4})\s*[-./年]\s*(\d{1,2})\s*[-./月]\s*(\d{1,2})日?"
    r"(?:[\sT]*(\d{1,2})\s*[:时]\s*(\d{1,2})(?:[:分]\d{1,2})?[分秒]?)?"
)
_DATE = re.compile(r"(\d{4})-(\d{2})-(\d{2})( \d{2}:\d{2})?")


def get_notation(game: str) -> GameNotation | None:
    """Return the notation of a game, if the contest has it."""
    return next((notation for notation in NOTATIONS if notation.game == game), None)


def parse_game_tag(text: str) -> str | None:
    """Return the game of a field, if the field is a tag."""
    return TAGS.get("".join(text.translate(FULL_WIDTH).upper().split()))


def is_result(word: str) -> bool:
    """Return whether a word is a result or states that there is none."""
    word = "".join(word.split())
    return parse_result(word) is not None or _UNFINISHED.fullmatch(word) is not None


def ends_with_result(text: str) -> bool:
    """Return whether the last word of a field is a result."""
    return is_result(text.rsplit(maxsplit=1)[-1]) if text.strip() else False


def parse_result(word: str) -> Outcome | None:
    """Return the result for a word, if the word is a result."""
    word = "".join(word.split())
    if _FIRST_WON.fullmatch(word):
        return Outcome(Player.FIRST, reasons.UNSTATED)
    if _SECOND_WON.fullmatch(word):
        return Outcome(Player.SECOND, reasons.UNSTATED)
    return Outcome(None, reasons.AGREEMENT) if _DRAWN.fullmatch(word) else None


def format_result(outcome: Outcome | None) -> str:
    """Return the word for a result."""
    if outcome is None:
        return UNFINISHED
    return DRAWN if outcome.winner is None else WON[outcome.winner]


def split_name(text: str) -> tuple[str, str]:
    """Split a field into a team's name and its colour letter, if there is one.

    A colour letter follows a space or a non-ASCII character: in ``Team AB`` the B is
    part of the name.
    """
    text = text.strip()
    name, letter = text[:-1], text[-1:].translate(FULL_WIDTH).upper()
    is_apart = not name or name[-1].isspace() or not name[-1].isascii()
    if letter and letter in "BWR" and is_apart:
        return name.strip(), letter
    return text, ""


def starts_with_date(text: str) -> bool:
    """Return whether a field begins with a date."""
    return _WRITTEN_DATE.match(text.translate(FULL_WIDTH)) is not None


def split_date(text: str) -> tuple[str, str]:
    """Split a field into the date, in the format of headers, and the place."""
    text = text.strip()
    match = _WRITTEN_DATE.match(text.translate(FULL_WIDTH))
    if match is None:
        return "", text
    year, month, day, hour, minute = match.groups()
    date = f"{int(year):04}-{int(month):02}-{int(day):02}"
    if hour is not None:
        date += f" {int(hour):02}:{int(minute):02}"
    return date, text[match.end() :].strip()


def format_date(headers: Headers) -> str:
    """Return the field of date and place."""
    match = _DATE.fullmatch(headers.date)
    if match is None:
        date = headers.date
    else:
        date = f"{match[1]}.{match[2]}.{match[3]}{match[4] or ''}"
    return f"{date} {headers.place}".strip()
