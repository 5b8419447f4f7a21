"""The words of CCGC records, and what contest programs write in their stead."""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.core.types import Outcome, Player
from engine.records import reading

MARK = "MARK"
"""Note that a program may put behind a move; kept as a property of the node."""

MARKS = range(-2, 3)
"""Values that a mark may have."""

WON = {Player.FIRST: "先手胜", Player.SECOND: "后手胜"}
DRAWN = "和棋"
UNFINISHED = "未完"


@dataclass(frozen=True, slots=True, kw_only=True)
class GameForm:
    """How a game is written."""

    game: str
    """Name of the game."""

    tag: str
    """What the record begins with."""

    colours: tuple[str, str]
    """Letters of the first and the second player."""

    rows_from_bottom: bool
    """Whether row 1 is the lowest."""


FORMS = (
    GameForm(game="gomoku", tag="C5", colours=("B", "W"), rows_from_bottom=True),
    GameForm(game="hex", tag="HEX", colours=("R", "B"), rows_from_bottom=False),
)
"""The games of the contest that the program plays."""

TAGS = {
    "C5": "gomoku",
    "五子棋": "gomoku",
    "GOMOKU": "gomoku",
    "HEX": "hex",
    "海克斯": "hex",
    "海克斯棋": "hex",
    "六贯棋": "hex",
}
"""What may stand in the place of the tag."""

_FIRST_WON = re.compile(r"(先手|黑方?|红方?)(胜|赢).*|(后手|白方?|蓝方?)负.*")
_SECOND_WON = re.compile(r"(后手|白方?|蓝方?)(胜|赢).*|(先手|黑方?|红方?)负.*")
_DRAWN = re.compile(r"和棋|平局|和局|平")
_UNFINISHED = re.compile(r"未.*|无结果|")


def form_of(game: str) -> GameForm | None:
    """Return how a game is written, if the contest has it."""
    return next((form for form in FORMS if form.game == game), None)


def parse_result(word: str) -> tuple[bool, Outcome | None]:
    """Return whether a word is a result, and which."""
    word = "".join(word.split())
    for pattern, winner in ((_FIRST_WON, Player.FIRST), (_SECOND_WON, Player.SECOND)):
        if pattern.fullmatch(word):
            return True, Outcome(winner, reading.UNSTATED)
    if _DRAWN.fullmatch(word):
        return True, Outcome(None, reading.AGREEMENT)
    return _UNFINISHED.fullmatch(word) is not None, None


def format_result(outcome: Outcome | None) -> str:
    """Return the word for a result."""
    if outcome is None:
        return UNFINISHED
    return DRAWN if outcome.winner is None else WON[outcome.winner]
