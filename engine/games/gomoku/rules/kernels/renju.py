"""Result of a black stone in renju, on bit masks: the fast twin of ``rules.renju``.

Only cells within five steps of the stone matter, so each line is read through a window
of eleven bits with the stone in the middle. A few operations rule out most stones. The
module reads only the masks of a ``GomokuState``, so playouts maintain nothing else.
"""

from __future__ import annotations

import numpy as np

from engine.core.kernels.jit import njit_lean as njit

NOTHING = 0
FIVE = 1
OVERLINE = 2
DOUBLE_FOUR = 4
DOUBLE_THREE = 8
"""Results of ``classify_stone``; several fouls are combined by bitwise or."""

MIDDLE = 5
LAST = 10
WINDOW = 0x7FF
"""The stone's own bit, the highest bit, and the mask of a window."""

LANE = 12
LANES = 1 | 1 << LANE | 1 << 2 * LANE | 1 << 3 * LANE
"""Bits of a window plus one spare bit, and the lowest bit of each of four windows: one
integer holds the windows of all four lines of a cell.
"""

MIDDLES = LANES << MIDDLE
WITHIN_THREE = LANES * 0x1DC
WITHIN_FOUR = LANES * 0x3DE
"""The stone's own bits, and the bits within three or four cells of it."""

SPARE = LANES << (LANE - 1)
"""Spare bits: adding ``SPARE - n * LANES`` sets them in windows that hold n or more."""


@njit()
def window(mask, place):
    """Return the eleven bits of ``mask`` around bit ``place``."""
    return ((np.int64(mask) << MIDDLE) >> np.int64(place)) & WINDOW


@njit()
def spread_from_middle(lanes):
    """Return the set bits joined to the middle of a window, up to four steps away."""
    reached = MIDDLES
    for _ in range(4):
        reached |= ((reached << 1) | (reached >> 1)) & lanes
    return reached


@njit()
def count_bits_by_lane(lanes):
    """Return the number of set bits in each window."""
    pairs = lanes - ((lanes >> 1) & (LANES * 0x555))
    fours = (pairs & (LANES * 0x333)) + ((pairs >> 2) & (LANES * 0x333))
    return (fours + (fours >> 4) + (fours >> 8)) & (LANES * 0xF)


@njit()
def is_quiet(state, cell):
    """Return whether a black stone has too few neighbours for a five or a foul.

    A three or a four needs two other stones within three cells on its line. A five, an
    overline or two fours on one line need four within four. No white stone may lie
    between.
    """
    black = 0
    free = 0
    for k in range(4):
        line = state.line_of[cell, k]
        place = state.place_on[cell, k]
        black |= window(state.lines[0, line], place) << (k * LANE)
        not_white = state.on_board[line] & ~state.lines[1, line]
        free |= window(not_white, place) << (k * LANE)
    others = black & spread_from_middle(free) & WITHIN_FOUR
    lively = (count_bits_by_lane(others & WITHIN_THREE) + (SPARE - 2 * LANES)) & SPARE
    strong = (count_bits_by_lane(others) + (SPARE - 4 * LANES)) & SPARE
    return strong == 0 and lively & (lively - 1) == 0


@njit()
def row_start(black, bit):
    """Return the lowest bit of the row that ends at ``bit`` or just above."""
    while bit > 0 and (black >> (bit - 1)) & 1:
        bit -= 1
    return bit


@njit()
def row_end(black, bit):
    """Return the highest bit of the row that begins at ``bit`` or just below."""
    while bit < LAST and (black >> (bit + 1)) & 1:
        bit += 1
    return bit


@njit()
def is_straight(black, empty, low, high):
    """Return whether the four stones from ``low`` to ``high`` are a straight four."""
    ends = (1 << (low - 1)) | (1 << (high + 1))
    beyond = (1 << (low - 2)) | (1 << (high + 2))
    return (empty & ends) == ends and (black & beyond) == 0


@njit()
def measure_shape(black, empty):
    """Return the pattern of the stone in the middle of a window.

    Returns:
        Length of its unbroken row; number of fours; distance below and above at which
        one more stone makes a straight four, or 0. The last three are 0 from five
        stones on.
    """
    low = row_start(black, MIDDLE)
    high = row_end(black, MIDDLE)
    length = high - low + 1
    fours = 0
    three_below = 0
    three_above = 0
    if length > 4:
        return length, fours, three_below, three_above
    if (empty >> (low - 1)) & 1:
        start = row_start(black, low - 1)
        joined = high - start + 1
        fours += joined == 5
        if joined == 4 and is_straight(black, empty, start, high):
            three_below = MIDDLE - low + 1
    if (empty >> (high + 1)) & 1:
        end = row_end(black, high + 1)
        joined = end - low + 1
        fours += joined == 5
        if joined == 4 and is_straight(black, empty, low, end):
            three_above = high + 1 - MIDDLE
    if length == 4 and fours == 2:
        fours = 1
    return length, fours, three_below, three_above


@njit()
def line_shape(state, cell, k):
    """Return the pattern of the black stone on ``cell`` on its line ``k``."""
    line = state.line_of[cell, k]
    place = state.place_on[cell, k]
    black = state.lines[0, line]
    empty = state.on_board[line] & ~(black | state.lines[1, line])
    return measure_shape(window(black, place), window(empty, place))


@njit()
def flip_stone(state, cell):
    """Toggle a black stone on the masks of a cell."""
    for k in range(4):
        state.lines[0, state.line_of[cell, k]] ^= state.bit_of[cell, k]


@njit()
def classify_stone(state, cell):
    """Return the result of the black stone on ``cell``: nothing, a five or fouls."""
    return classify_cell(state, np.int64(cell))


@njit()
def classify_cell(state, cell):
    """See ``classify_stone``; ``cell`` is always int64.

    A three counts only if the stone that makes it a straight four has no other result.
    That stone is tried and classified by this function. Numba cannot link a function
    that calls itself with an argument of another type.
    """
    if is_quiet(state, cell):
        return NOTHING
    found = NOTHING
    fours = 0
    lines_of_three = 0
    for k in range(4):
        length, line_fours, below, above = line_shape(state, cell, k)
        if length == 5:
            return FIVE
        if length > 5:
            found |= OVERLINE
        fours += line_fours
        lines_of_three += below + above > 0
    if fours > 1:
        found |= DOUBLE_FOUR
    if lines_of_three < 2:
        return found
    threes = 0
    for k in range(4):
        _, _, below, above = line_shape(state, cell, k)
        for distance in (-below, above):
            if distance != 0:
                trial = cell + distance * state.stride[k]
                flip_stone(state, trial)
                is_harmless = classify_cell(state, trial) == NOTHING
                flip_stone(state, trial)
                if is_harmless:
                    threes += 1
                    break
    if threes > 1:
        found |= DOUBLE_THREE
    return found
