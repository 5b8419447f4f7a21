"""What a black stone brings in renju, on bit masks: the fast twin of ``renju``.

All that count_bits_by_lane on a line lies within five cells of the stone, so each line is read
through a window of eleven bits, the stone in the middle. Most stones have too little
company for a foul, which a few operations tell. Only the masks of a ``GomokuState`` are
read, so that playouts need keep nothing else up to date.
"""

from __future__ import annotations

import numpy as np

from engine.core.kernels.jit import njit_lean as njit

NOTHING = 0
FIVE = 1
OVERLINE = 2
DOUBLE_FOUR = 4
DOUBLE_THREE = 8
"""What ``classify_stone`` says; the fouls may come together and are added up then."""

MIDDLE = 5
LAST = 10
WINDOW = 0x7FF
"""The bits of a window: the stone's own, the highest, and all of them."""

LANE = 12
LANES = 1 | 1 << LANE | 1 << 2 * LANE | 1 << 3 * LANE
"""Room for a window with a bit to spare, and the lowest bit of four of them: what is
asked of all four lines of a cell is answered for all in one number."""

MIDDLES = LANES << MIDDLE
WITHIN_THREE = LANES * 0x1DC
WITHIN_FOUR = LANES * 0x3DE
"""The stone's own bits, and those at most three or four cells from it."""

SPARE = LANES << (LANE - 1)
"""The bits to spare: adding ``SPARE - n * LANES`` sets them where n or more stands."""


@njit()
def window(mask, place):
    """Return the eleven bits of ``mask`` around bit ``place``."""
    return ((np.int64(mask) << MIDDLE) >> np.int64(place)) & WINDOW


@njit()
def spread_from_middle(lanes):
    """Return the bits set without a gap from the middle of a window on, up to four."""
    room = MIDDLES
    for _ in range(4):
        room |= ((room << 1) | (room >> 1)) & lanes
    return room


@njit()
def count_bits_by_lane(lanes):
    """Return the number of bits set in each window, by adding ever larger groups."""
    pairs = lanes - ((lanes >> 1) & (LANES * 0x555))
    fours = (pairs & (LANES * 0x333)) + ((pairs >> 2) & (LANES * 0x333))
    return (fours + (fours >> 4) + (fours >> 8)) & (LANES * 0xF)


@njit()
def is_quiet(state, cell):
    """Say whether a black stone has too little company for a five or a foul.

    A three or a four takes two other stones within three cells on its line; a five, an
    overline or two fours on one line take four within four; always without White in
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
    """Return the lowest bit of the row of stones that ends just above or on ``bit``."""
    while bit > 0 and (black >> (bit - 1)) & 1:
        bit -= 1
    return bit


@njit()
def row_end(black, bit):
    """Return the highest bit of the row of stones that begins on or just below it."""
    while bit < LAST and (black >> (bit + 1)) & 1:
        bit += 1
    return bit


@njit()
def is_straight(black, empty, low, high):
    """Say whether the four stones from ``low`` to ``high`` become a five either way."""
    ends = (1 << (low - 1)) | (1 << (high + 1))
    beyond = (1 << (low - 2)) | (1 << (high + 2))
    return (empty & ends) == ends and (black & beyond) == 0


@njit()
def measure_shape(black, empty):
    """Return what the stone in the middle of a window belongs to.

    Returns:
        Length of its unbroken row; fours; how far below and above it one more stone
        makes a straight four, 0 for nowhere. The last three are 0 from five stones on.
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
    """Return the shape of the black stone on ``cell`` on its line ``k``."""
    line = state.line_of[cell, k]
    place = state.place_on[cell, k]
    black = state.lines[0, line]
    empty = state.on_board[line] & ~(black | state.lines[1, line])
    return measure_shape(window(black, place), window(empty, place))


@njit()
def flip_stone(state, cell):
    """Put a black stone on the masks of an empty cell, or take it back."""
    for k in range(4):
        state.lines[0, state.line_of[cell, k]] ^= state.bit_of[cell, k]


@njit()
def classify_stone(state, cell):
    """Return what the black stone on ``cell`` brings: nothing, a five or fouls."""
    return classify_cell(state, np.int64(cell))


@njit()
def classify_cell(state, cell):
    """See ``classify_stone``; ``cell`` is always int64.

    A three is one only if the stone that makes it a straight four brings nothing else:
    that stone is tried, and judged by this function. Numba cannot link a function
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
