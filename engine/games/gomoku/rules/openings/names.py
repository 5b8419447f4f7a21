"""Names of the 26 openings of renju: the first three stones, under all symmetries.

Source: the table of the Renju International Federation, whose letter and number
follow each name: D if the second stone is directly beside the first one, I if it is
diagonal (indirect). A name of a star has its third stone two steps from the first.
"""

from __future__ import annotations

from functools import lru_cache

from engine.core.game import GameSetup, Position
from engine.core.message import Message
from engine.core.types import Move
from engine.games.gomoku.rules.openings.placements import placements

STONES = 3
"""Stones that make an opening."""

LEAST_SIDE = 5
"""Rows and columns that all openings need."""

Offset = tuple[int, int]
"""Row and column relative to the centre."""

DIRECT: tuple[tuple[Offset, Message], ...] = (
    ((-2, 0), Message("Kansei")),
    ((-2, 1), Message("Keigetsu")),
    ((-2, 2), Message("Sosei")),
    ((-1, 1), Message("Kagetsu")),
    ((-1, 2), Message("Zangetsu")),
    ((0, 1), Message("Ugetsu")),
    ((0, 2), Message("Kinsei")),
    ((1, 0), Message("Shogetsu")),
    ((1, 1), Message("Kyugetsu")),
    ((1, 2), Message("Shingetsu")),
    ((2, 0), Message("Zuisei")),
    ((2, 1), Message("Sangetsu")),
    ((2, 2), Message("Yusei")),
)
"""Third stone and name of each direct opening, in the order of their numbers."""

INDIRECT: tuple[tuple[Offset, Message], ...] = (
    ((-2, 2), Message("Chosei")),
    ((-1, 2), Message("Kyogetsu")),
    ((0, 2), Message("Kosei")),
    ((1, 2), Message("Suigetsu")),
    ((2, 2), Message("Ryusei")),
    ((0, 1), Message("Ungetsu")),
    ((1, 1), Message("Hogetsu")),
    ((2, 1), Message("Rangetsu")),
    ((1, 0), Message("Gingetsu")),
    ((2, 0), Message("Myojo")),
    ((1, -1), Message("Shagetsu")),
    ((2, -1), Message("Meigetsu")),
    ((2, -2), Message("Suisei")),
)
"""Third stone and name of each indirect opening, in the order of their numbers."""

GROUPS: tuple[tuple[Offset, tuple[tuple[Offset, Message], ...]], ...] = (
    ((-1, 0), DIRECT),
    ((-1, 1), INDIRECT),
)
"""Second stone of the direct and of the indirect openings."""


def name_opening(position: Position) -> str:
    """Return the name of the opening with which a game began; empty if it has none.

    The first stone lies in the centre, and five in a row win.
    """
    setup = position.setup
    stones = [move for move in position.history if move < setup.cell_count]
    count = setup.cell_count - position.stones.count(0)
    is_usual = setup.option("line_length") == "5" and len(stones) == count
    if not is_usual or count < STONES:
        return ""
    return _names(setup).get(tuple(stones[:STONES]), "")


@lru_cache(maxsize=8)
def _names(setup: GameSetup) -> dict[tuple[Move, ...], Message]:
    """Return the full name of each opening by its stones; none without a centre."""
    sides = setup.height, setup.width
    if min(sides) < LEAST_SIDE or not all(side % 2 for side in sides):
        return {}
    return {
        stones: _full_name(name, number, is_direct=openings is DIRECT)
        for second, openings in GROUPS
        for number, (third, name) in enumerate(openings, start=1)
        for stones in placements(setup, ((0, 0), second, third))
    }


def _full_name(name: Message, number: int, *, is_direct: bool) -> Message:
    if is_direct:
        return Message("{name} (D{number})", name=name, number=number)
    return Message("{name} (I{number})", name=name, number=number)
