"""Values of the 26 openings by the number of fifth moves that Black offers.

Measured on 15x15 by ``python -m build_spec.fifth_move_openings renju freestyle
--seconds 1.5``: alpha-beta with 1.5 s of a core for White's fourth stone and for
each of Black's fifth moves.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class OpeningValues:
    """Values of an opening."""

    second: tuple[int, int]
    """Row and column of the white stone, relative to the centre."""

    third: tuple[int, int]
    """Row and column of the second black stone."""

    values: tuple[int, ...]
    """Value for Black in hundredths if 1, 2, ..., 10 fifth moves are offered."""


RENJU_VALUES = (
    OpeningValues((-1, 0), (-2, -2), (14, 13, 13, 10, 10, 7, 6, -5, -7, -7)),
    OpeningValues((-1, 0), (-2, -1), (23, 23, 15, 15, 15, 15, 14, 14, 3, 3)),
    OpeningValues((-1, 0), (-2, 0), (20, 20, 18, 16, 14, 7, -2, -2, -2, -2)),
    OpeningValues((-1, 0), (-1, -2), (19, 19, 16, 16, 16, 16, 16, 15, 15, 15)),
    OpeningValues((-1, 0), (-1, -1), (30, 16, 16, 10, 10, 10, 10, 10, 10, 10)),
    OpeningValues((-1, 0), (0, -2), (24, 13, 10, 10, 10, 8, 3, 3, -1, -1)),
    OpeningValues((-1, 0), (0, -1), (19, 17, 17, 17, 17, 12, 12, 12, 12, 12)),
    OpeningValues((-1, 0), (1, -2), (18, 15, 15, 12, 12, 12, 12, 3, 3, 3)),
    OpeningValues((-1, 0), (1, -1), (12, 11, 8, 5, -4, -4, -6, -14, -17, -30)),
    OpeningValues((-1, 0), (1, 0), (21, 21, 21, 18, 17, 9, 8, 8, 8, 8)),
    OpeningValues((-1, 0), (2, -2), (1, 1, 1, 1, -3, -4, -13, -13, -13, -13)),
    OpeningValues((-1, 0), (2, -1), (25, 12, 9, 9, 0, 0, 0, 0, 0, -3)),
    OpeningValues((-1, 0), (2, 0), (26, 8, 8, 7, -4, -4, -4, -4, -4, -4)),
    OpeningValues((-1, 1), (-2, -2), (14, 14, 14, 6, 6, 5, 5, 5, -1, -1)),
    OpeningValues((-1, 1), (-2, -1), (23, 23, 16, 16, 16, 16, 16, 14, 14, 14)),
    OpeningValues((-1, 1), (-2, 0), (18, 14, 14, 14, 14, 7, -2, -2, -2, -2)),
    OpeningValues((-1, 1), (-2, 1), (25, 16, 16, 16, 16, 16, 16, 16, 16, 12)),
    OpeningValues((-1, 1), (-2, 2), (21, 11, 8, 8, 7, 1, 1, 0, 0, 0)),
    OpeningValues((-1, 1), (-1, -2), (10, 10, 10, 10, 10, 10, 10, -2, -2, -2)),
    OpeningValues((-1, 1), (-1, -1), (23, 20, 18, 13, 13, 13, 5, 1, 1, 1)),
    OpeningValues((-1, 1), (-1, 0), (19, 19, 19, 19, 16, 16, 9, 9, 8, 8)),
    OpeningValues((-1, 1), (0, -2), (22, 6, 6, 6, 4, 4, 2, -1, -6, -6)),
    OpeningValues((-1, 1), (0, -1), (26, 20, 20, 20, 20, 20, 14, 14, 14, 14)),
    OpeningValues((-1, 1), (1, -2), (22, 13, 13, 10, -3, -3, -3, -3, -21, -21)),
    OpeningValues((-1, 1), (1, -1), (18, 11, 8, 5, -4, -4, -6, -14, -17, -30)),
    OpeningValues((-1, 1), (2, -2), (8, -3, -3, -13, -13, -13, -13, -13, -21, -21)),
)
"""Openings of renju."""

FREE_VALUES = (
    OpeningValues((-1, 0), (-2, -2), (18, 14, 14, 8, 8, 6, 6, -4, -4, -4)),
    OpeningValues((-1, 0), (-2, -1), (26, 26, 26, 26, 26, 26, 26, 26, 26, 24)),
    OpeningValues((-1, 0), (-2, 0), (21, 19, 14, 14, 14, 11, 11, 11, 9, 9)),
    OpeningValues((-1, 0), (-1, -2), (28, 20, 20, 19, 19, 19, 15, 15, 11, 11)),
    OpeningValues((-1, 0), (-1, -1), (30, 24, 24, 24, 24, 24, 24, 18, 18, 17)),
    OpeningValues((-1, 0), (0, -2), (34, 17, 17, 17, 10, 10, 6, 6, 5, 5)),
    OpeningValues((-1, 0), (0, -1), (33, 33, 33, 25, 25, 25, 25, 25, 14, 14)),
    OpeningValues((-1, 0), (1, -2), (17, 17, 16, 9, 9, 9, 3, 3, 3, 3)),
    OpeningValues((-1, 0), (1, -1), (23, 19, 19, 15, 15, 11, 11, 5, 3, 2)),
    OpeningValues((-1, 0), (1, 0), (29, 23, 23, 23, 21, 9, 9, 9, 9, 9)),
    OpeningValues((-1, 0), (2, -2), (8, 3, 3, 0, 0, -5, -5, -5, -15, -15)),
    OpeningValues((-1, 0), (2, -1), (36, 16, 16, 6, 6, 6, 6, 6, 6, 6)),
    OpeningValues((-1, 0), (2, 0), (22, 22, 14, 13, 13, 3, 1, 1, 1, 1)),
    OpeningValues((-1, 1), (-2, -2), (26, 14, 14, 11, 11, 6, 6, 6, 6, 4)),
    OpeningValues((-1, 1), (-2, -1), (40, 27, 25, 19, 19, 19, 19, 19, 19, 14)),
    OpeningValues((-1, 1), (-2, 0), (18, 17, 17, 17, 11, 11, 11, 11, 11, 11)),
    OpeningValues((-1, 1), (-2, 1), (19, 19, 18, 18, 18, 18, 18, 13, 13, 13)),
    OpeningValues((-1, 1), (-2, 2), (11, 11, 11, 11, 11, 11, 8, 2, 1, 1)),
    OpeningValues((-1, 1), (-1, -2), (35, 17, 16, 15, 11, 11, 9, 9, 7, 7)),
    OpeningValues((-1, 1), (-1, -1), (38, 34, 30, 19, 19, 19, 19, 19, 15, 15)),
    OpeningValues((-1, 1), (-1, 0), (28, 28, 28, 20, 17, 17, 17, 13, 13, 9)),
    OpeningValues((-1, 1), (0, -2), (31, 18, 18, 18, 14, 14, 13, 3, 3, -3)),
    OpeningValues((-1, 1), (0, -1), (27, 27, 27, 19, 19, 19, 18, 14, 14, 14)),
    OpeningValues((-1, 1), (1, -2), (15, 15, 15, 15, 15, 15, 10, 10, 6, 5)),
    OpeningValues((-1, 1), (1, -1), (24, 19, 19, 15, 15, 11, 11, 5, 3, 2)),
    OpeningValues((-1, 1), (2, -2), (11, -2, -2, -2, -2, -2, -11, -11, -11, -11)),
)
"""Openings of games without fouls."""
