"""Look-up tables for the threat of a stone on an empty cell.

A line is read from an empty cell up to the window radius. On each side only the cells
before the first obstacle matter, so a side of ``R`` cells has ``2 ** (R + 1) - 1``
half-line masks, and a table of all pairs stays small. The tables are made once for each
rule and length and passed to the kernels.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

DEAD = 0
BLOCKED_ONE = 1
OPEN_ONE = 2
BLOCKED_TWO = 3
OPEN_TWO = 4
FREE_TWO = 5
BLOCKED_THREE = 6
OPEN_THREE = 7
FREE_THREE = 8
SINGLE_FOUR = 9
OPEN_FOUR = 10
ROW = 11
"""Threat classes of a stone on one line, weakest first.

Names count stones of a five; in longer and shorter lines "four" is one stone short of
the row, "three" two, and so on. Open: one more stone makes the next open figure; free:
in more than one way. Single: one cell completes the row; open four: more than one.
"""

CLASS_COUNT = 12

QUIET = 0
USEFUL = 1
BUILDING = 2
THREE = 3
STRONG_THREE = 4
TWO_THREES = 5
FOUR = 6
STRONG_FOUR = 7
FOUR_AND_THREE = 8
STRAIGHT = 9
WIN = 10
"""Threats of a stone on its four lines together.

Strong: with a second figure that can be extended. Straight: an open four or two fours,
which win unless the opponent completes a row first.
"""

Classes = npt.NDArray[np.uint8]
"""``[S * S]``, ``S = 2 ** (R + 1)``: threat class by the half-line masks of both
sides."""


def window_radius(length: int, *, exact: bool) -> int:
    """Return the number of cells on each side of a cell that matter."""
    return length if exact else length - 1


@cache
def threat_classes(length: int, reach: int, *, exact: bool) -> Classes:
    """Return the threat class of each pair of half-line masks.

    A half-line mask has a bit for each own stone of a side, nearest in the lowest bit,
    up to the first obstacle, which is the highest set bit.

    Args:
        length: Stones in a row that win.
        reach: Cells read on each side.
        exact: Whether longer rows do not win.
    """
    side = 1 << (reach + 1)
    pairs = np.arange(side * side)
    before, after = pairs // side, pairs % side
    row = 1 + _unbroken(before, reach) + _unbroken(after, reach)
    is_row = row == length if exact else row >= length
    is_dead = (row > length) if exact else np.zeros(row.shape, np.bool_)
    added = [
        (_is_free(half_lines, bit), pairs | (bit * factor))
        for half_lines, factor in ((before, side), (after, 1))
        for bit in (1 << k for k in range(reach))
    ]

    def ways(figure: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
        """Count the cells where one more stone makes the figure."""
        count = np.zeros(pairs.shape, np.int64)
        for is_free, after_stone in added:
            count += is_free & figure[np.minimum(after_stone, pairs.size - 1)]
        return count

    rows = ways(is_row)
    open_four, four = rows > 1, rows > 0
    to_open_four, to_four = ways(open_four & ~is_row), ways(four & ~is_row)
    to_three = ways((to_open_four > 0) & ~four & ~is_row)
    to_blocked_three = ways(to_four > 0)
    to_two, to_blocked_two = ways(to_three > 0), ways(to_blocked_three > 0)
    steps = (
        (BLOCKED_ONE, to_blocked_two > 0),
        (OPEN_ONE, to_two > 0),
        (BLOCKED_TWO, to_blocked_three > 0),
        (OPEN_TWO, to_three > 0),
        (FREE_TWO, to_three > 2),  # noqa: PLR2004
        (BLOCKED_THREE, to_four > 0),
        (OPEN_THREE, to_open_four > 0),
        (FREE_THREE, to_open_four > 1),
        (SINGLE_FOUR, four),
        (OPEN_FOUR, open_four),
        (ROW, is_row),
    )
    classes = np.full(pairs.shape, DEAD, np.uint8)
    for figure, applies in steps:
        classes[applies & ~is_dead] = figure
    return classes


@cache
def half_line_masks(reach: int) -> npt.NDArray[np.uint32]:
    """Return ``[2, 4 ** R]``: half-line masks of the cells before and after a cell.

    Cells have two bits each, as in the words of ``PatternState``. Black's mask is in
    the lower half, White's in the upper; those of cells before are shifted, so that the
    sum of both sides is an index into ``threat_classes``.
    """
    codes = np.arange(4**reach)
    cells = np.stack([(codes >> 2 * k) & 3 for k in range(reach)])
    sides = []
    for outward, factor in ((cells[::-1], 2 << reach), (cells, 1)):
        black, white = (_look(outward, stone) * factor for stone in (1, 2))
        sides.append(black | white << 16)
    return np.array(sides, np.uint32)


def _look(cells: npt.NDArray[np.int64], own: int) -> npt.NDArray[np.int64]:
    """Return one colour's look of ``cells``, the nearest first."""
    look = np.zeros(cells.shape[1], np.int64)
    is_open = np.ones(cells.shape[1], np.bool_)
    for k, cell in enumerate(cells):
        look |= (is_open & (cell != 0)) * (1 << k)
        is_open &= (cell == 0) | (cell == own)
    return look | is_open * (1 << len(cells))


def _unbroken(half_lines: npt.NDArray[np.int64], reach: int) -> npt.NDArray[np.int64]:
    """Return the number of own stones at the start of a side, without the obstacle."""
    stones = half_lines ^ _obstacle(half_lines)
    count = np.zeros(half_lines.shape, np.int64)
    goes_on = np.ones(half_lines.shape, np.bool_)
    for k in range(reach):
        goes_on = goes_on & ((stones >> k) & 1 > 0)
        count += goes_on
    return count


def _obstacle(half_lines: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return the highest set bit of each half-line mask."""
    highest = np.zeros(half_lines.shape, np.int64)
    for k in range(int(half_lines.max()).bit_length()):
        highest[half_lines >> k > 0] = 1 << k
    return highest


def _is_free(half_lines: npt.NDArray[np.int64], bit: int) -> npt.NDArray[np.bool_]:
    is_free: npt.NDArray[np.bool_] = (_obstacle(half_lines) > bit) & (
        half_lines & bit == 0
    )
    return is_free


@cache
def threats() -> npt.NDArray[np.uint8]:
    """Return ``[65536]``: the threat by key, four bits for the class of each line."""
    keys = np.arange(1 << 16)
    lines = np.stack([(keys >> (4 * k)) & 15 for k in range(4)])

    def count(low: int, high: int) -> npt.NDArray[np.int64]:
        is_counted: npt.NDArray[np.bool_] = (lines >= low) & (lines <= high)
        counts: npt.NDArray[np.int64] = is_counted.sum(axis=0)
        return counts

    fours = count(SINGLE_FOUR, SINGLE_FOUR)
    open_threes = count(OPEN_THREE, FREE_THREE)
    building = count(BLOCKED_THREE, BLOCKED_THREE) + count(OPEN_TWO, FREE_TWO)
    steps = (
        (USEFUL, building + count(BLOCKED_TWO, BLOCKED_TWO) > 0),
        (BUILDING, building > 1),
        (THREE, open_threes > 0),
        (STRONG_THREE, (open_threes > 0) & (building > 0)),
        (TWO_THREES, open_threes > 1),
        (FOUR, fours > 0),
        (STRONG_FOUR, (fours > 0) & (building > 0)),
        (FOUR_AND_THREE, (fours > 0) & (open_threes > 0)),
        (STRAIGHT, (fours > 1) | (count(OPEN_FOUR, OPEN_FOUR) > 0)),
        (WIN, count(ROW, ROW) > 0),
    )
    found = np.full(keys.shape, QUIET, np.uint8)
    for threat, applies in steps:
        found[applies] = threat
    return found
