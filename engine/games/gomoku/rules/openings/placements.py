"""Patterns of stones in the middle of the board, under all symmetries of the square."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import lru_cache

from engine.core.game import GameSetup
from engine.core.types import Move

Pattern = tuple[tuple[int, int], ...]
"""Row and column of each stone relative to the middle, in the order of placing."""


def placements(setup: GameSetup, pattern: Pattern) -> Iterator[tuple[Move, ...]]:
    """Yield the cells of a pattern in the middle under all symmetries of the square."""
    for down, right, is_turned in itertools.product((1, -1), (1, -1), (False, True)):
        yield tuple(
            middle_cell(setup, down * a, right * b)
            for a, b in ((c, r) if is_turned else (r, c) for r, c in pattern)
        )


def middle_cell(setup: GameSetup, down: int, right: int) -> Move:
    """Return the cell with an offset from the middle; above and left of it if even."""
    row, column = (setup.height - 1) // 2 + down, (setup.width - 1) // 2 + right
    return Move(row * setup.width + column)


@lru_cache(maxsize=64)
def cells_near_centre(setup: GameSetup, reach: int) -> frozenset[Move]:
    """Return the cells of the board within ``reach`` rows and columns of the centre."""
    row, column = setup.height // 2, setup.width // 2
    return frozenset(
        Move(one * setup.width + other)
        for one in range(max(row - reach, 0), min(row + reach + 1, setup.height))
        for other in range(max(column - reach, 0), min(column + reach + 1, setup.width))
    )
