"""Value network whose first layer is kept up to date stone by stone.

Each cell has four lines of nine cells. A table has a row of features for the content of
a line, in the view of Black and in that of White. The rows of its four lines are summed
for each cell; the sums are clipped at both ends and added over the board. A stone
changes 33 cells at most. It is added only when a value is requested, since a search
does not evaluate all of its positions.

Sources: Nasu 2018 (an accumulator that follows the moves); Rapfi's Mix networks
(github.com/dhbloo/rapfi; rows of lines).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.core.kernels.dense import add_dense
from engine.core.kernels.jit import njit_inlined
from engine.core.kernels.jit import njit_lean as njit
from engine.games.gomoku.rules.kernels.state import BLACK
from engine.games.gomoku.value_network.layers import (
    AREA,
    CHANNELS,
    HIDDEN,
    LARGEST,
    PLACES,
    UNIT,
    WIDTH,
)

POWERS = np.array([3**place for place in range(PLACES)], np.int32)
"""Weight of a stone in the number of a line, see ``line_rows``."""

PROGRESS = np.dtype([("counted", np.int32)], align=True)
"""counted: stones of the current line of play in the sums."""

HEAD = np.dtype(
    [
        ("first", np.float32, (WIDTH, HIDDEN)),
        ("first_bias", np.float32, HIDDEN),
        ("second", np.float32, (HIDDEN, HIDDEN)),
        ("second_bias", np.float32, HIDDEN),
        ("last", np.float32, HIDDEN),
        ("last_bias", np.float32),
    ],
    align=True,
)
"""Dense layers ``[inputs, outputs]``; inputs of the side to move come first."""

SCRATCH = np.dtype(
    [
        ("change", np.int16, WIDTH),
        ("inputs", np.float32, WIDTH),
        ("first", np.float32, HIDDEN),
        ("second", np.float32, HIDDEN),
    ],
    align=True,
)
"""Change of the totals by one stone; inputs and units of the head."""


class Accumulator(NamedTuple):
    """Sums of a position and of its line of play; ``N`` cells, ``R`` rows, ``P`` plies.

    progress: ``[1]`` record of the type ``PROGRESS``.
    rows: ``[R, WIDTH]`` int16, by the number of a line.
    before, after: ``[N, 4]`` int8, cells of each line before and after its centre.
    empty: ``[N, 4]`` int32, number of each line without stones.
    numbers: ``[N, 4]`` int32, number of each line now.
    sums: ``[N, WIDTH]`` int16, sum of the four rows of each cell.
    totals: ``[P, WIDTH]`` int32, by ply: sum of the sums, clipped at both ends.
    head: ``[1]`` record of the type ``HEAD``.
    scratch: ``[1]`` record of the type ``SCRATCH``.
    """

    progress: np.ndarray
    rows: np.ndarray
    before: np.ndarray
    after: np.ndarray
    empty: np.ndarray
    numbers: np.ndarray
    sums: np.ndarray
    totals: np.ndarray
    head: np.ndarray
    scratch: np.ndarray


@njit()
def set_up_accumulator(net, cells, strides):
    """Set the accumulator to the first position of a line of play.

    Args:
        net: The accumulator.
        cells: ``[N]``, 0 empty, 1 Black, 2 White.
        strides: See ``GomokuState``.
    """
    for cell in range(cells.size):
        for k in range(4):
            net.numbers[cell, k] = net.empty[cell, k]
    for cell in range(cells.size):
        for k in range(4):
            for step in range(-net.before[cell, k], net.after[cell, k] + 1):
                other = cell + step * strides[k]
                weight = POWERS[net.before[other, k] - step]
                net.numbers[other, k] += np.int32(cells[cell]) * weight
    net.progress[0].counted = 0
    totals = net.totals[0]
    for c in range(WIDTH):
        totals[c] = 0
    for cell in range(cells.size):
        sums, numbers = net.sums[cell], net.numbers[cell]
        for c in range(WIDTH):
            sums[c] = 0
            for k in range(4):
                sums[c] += net.rows[numbers[k], c]
            totals[c] += cut_off(sums[c])


@njit_inlined()
def cut_off(total):
    """Return a sum of a cell, clipped from 0 to ``LARGEST`` times ``UNIT``."""
    return min(max(total, np.int16(0)), np.int16(LARGEST * UNIT))


@njit_inlined()
def add_stone(net, strides, ply, cell, colour):
    """Add the stone that leads to ``ply``, and write the totals of that ply."""
    change = net.scratch[0].change
    for c in range(WIDTH):
        change[c] = 0
    for k in range(4):
        for step in range(-net.before[cell, k], net.after[cell, k] + 1):
            other = cell + step * strides[k]
            number = net.numbers[other, k]
            new_number = number + colour * POWERS[net.before[other, k] - step]
            net.numbers[other, k] = new_number
            sums, old, new = net.sums[other], net.rows[number], net.rows[new_number]
            for c in range(WIDTH):
                was = sums[c]
                now = np.int16(was + np.int16(new[c] - old[c]))
                sums[c] = now
                change[c] += np.int16(cut_off(now) - cut_off(was))
    before, after = net.totals[ply - 1], net.totals[ply]
    for c in range(WIDTH):
        after[c] = before[c] + np.int32(change[c])


@njit_inlined()
def remove_stone(net, strides, cell, colour):
    """Remove the newest stone."""
    for k in range(4):
        for step in range(-net.before[cell, k], net.after[cell, k] + 1):
            other = cell + step * strides[k]
            number = net.numbers[other, k]
            new_number = number - colour * POWERS[net.before[other, k] - step]
            net.numbers[other, k] = new_number
            sums, old, new = net.sums[other], net.rows[number], net.rows[new_number]
            for c in range(WIDTH):
                sums[c] = np.int16(sums[c] + np.int16(new[c] - old[c]))


@njit_inlined()
def infer_value(net, ply, turn):
    """Return the value at ``ply`` for the side to move, in log-odds of a win."""
    scratch, head, totals = net.scratch[0], net.head[0], net.totals[ply]
    inputs, first, second = scratch.inputs, scratch.first, scratch.second
    own = 0 if turn == BLACK else CHANNELS
    share = np.float32(1.0 / (UNIT * AREA))
    for c in range(CHANNELS):
        inputs[c] = np.float32(totals[own + c]) * share
        inputs[CHANNELS + c] = np.float32(totals[CHANNELS - own + c]) * share
    for unit in range(HIDDEN):
        first[unit] = head.first_bias[unit]
        second[unit] = head.second_bias[unit]
    add_dense(first, inputs, head.first, WIDTH, HIDDEN)
    for unit in range(HIDDEN):
        first[unit] = max(first[unit], np.float32(0))
    add_dense(second, first, head.second, HIDDEN, HIDDEN)
    value = head.last_bias
    for unit in range(HIDDEN):
        value += max(second[unit], np.float32(0)) * head.last[unit]
    return value
