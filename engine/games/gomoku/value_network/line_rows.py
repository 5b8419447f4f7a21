"""Numbers of the contents of a line: nine cells around a cell, less at an edge.

Lines with as many cells before and after their centre have consecutive numbers, first
the empty line. A stone on the cell at ``place``, counted from the first one on the
board, adds its colour times ``3 ** place``.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from engine.games.gomoku.rules.kernels.state import BLACK, WHITE
from engine.games.gomoku.value_network.layers import PLACES, REACH

OUTSIDE = 3
"""Cell of a line outside the board; 0 is empty, 1 black, 2 white."""

SWAPPED = np.array([0, WHITE, BLACK, OUTSIDE], np.int8)
"""Each cell of a line with colours swapped."""


@cache
def empty_lines() -> npt.NDArray[np.int32]:
    """Return ``[REACH + 1, REACH + 1]``: number of an empty line.

    The indices are its cells before and after the centre.
    """
    found = np.zeros((REACH + 1, REACH + 1), np.int32)
    total = 0
    for before, after in np.ndindex(found.shape):
        found[before, after] = total
        total += 3 ** (before + 1 + after)
    return found


@cache
def line_contents() -> npt.NDArray[np.int8]:
    """Return ``[R, 9]``: the cells of each line."""
    parts = []
    for before, after in np.ndindex(REACH + 1, REACH + 1):
        count = before + 1 + after
        part = np.full((3**count, PLACES), OUTSIDE, np.int8)
        powers = 3 ** np.arange(count)
        part[:, REACH - before :][:, :count] = (
            np.arange(3**count)[:, None] // powers % 3
        )
        parts.append(part)
    return np.concatenate(parts)


def canonical_contents() -> npt.NDArray[np.int8]:
    """Return ``[R, 9]``: the cells of each line or of its mirror image.

    Of both it is the one with the smaller base-4 number, whose first digit is the last
    cell, so that a network reads a line and its mirror image alike.
    """
    ahead = line_contents()
    back = ahead[:, ::-1]
    digits = 4 ** np.arange(PLACES)
    is_smaller = back @ digits < ahead @ digits
    found: npt.NDArray[np.int8] = np.where(is_smaller[:, None], back, ahead)
    return found


def swapped_numbers() -> npt.NDArray[np.int64]:
    """Return ``[R]``: number of each line with colours swapped."""
    numbers = {cells.tobytes(): row for row, cells in enumerate(line_contents())}
    swapped = SWAPPED[line_contents()]
    return np.array([numbers[cells.tobytes()] for cells in swapped])
