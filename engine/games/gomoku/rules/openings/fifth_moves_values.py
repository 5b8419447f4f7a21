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
)
"""Openings of renju."""

FREE_VALUES = (
    OpeningValues((-1, 0), (-2, -2), (14, 13, 13, 10, 10, 7, 6, -5, -7, -7)),
    OpeningValues((-1, 0), (-2, -1), (23, 23, 15, 15, 15, 15, 14, 14, 3, 3)),
    OpeningValues((-1, 0), (-2, 0), (20, 20, 18, 16, 14, 7, -2, -2, -2, -2)),
    OpeningValues((-1, 0), (-1, -2), (19, 19, 16, 16, 16, 16, 16, 15, 15, 15)),
    OpeningValues((-1, 0), (-1, -1), (30, 16, 16, 10, 10, 10, 10, 10, 10, 10)),
    OpeningValues((-1, 0), (0, -2), (24, 13, 10, 10, 10, 8, 3, 3, -1, -1)),
)
"""Openings of games without fouls."""
