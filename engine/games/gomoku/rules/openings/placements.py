"""Patterns of stones in the middle of the board, under all symmetries of the square."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

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
