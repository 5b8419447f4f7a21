"""Compiled inference of ``LineSumNet``: sums over lines, then over cells.

Rows and sums are the integers of ``engine/games/gomoku/value_network``, which updates
them move by move in a search; here each position is computed anew.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.core.kernels.dense import QUICK, add_dense
from engine.core.kernels.jit import njit, njit_inlined, njit_lean
from engine.core.kernels.records import new_records
from engine.nn.line_net.kernels.inference import (
    ACROSS,
    DIRECTIONS,
    DOWN,
    FALLING,
    RISING,
    finish_policy,
    write_codes,
)
from engine.nn.line_net.packed_weights import (
    HEAD_UNITS,
    LARGEST,
    OUTSIDE,
    POLICY_UNITS,
    REACH,
    UNIT,
    WIDTH,
)

BLOCK = 4
"""Cells whose logits are computed together."""

BOARD = np.dtype(
    [
        ("totals", np.int32, WIDTH),
        ("inputs", np.float32, WIDTH),
        ("first", np.float32, HEAD_UNITS),
        ("second", np.float32, HEAD_UNITS),
        ("cell_bias", np.float32, POLICY_UNITS),
    ],
    align=True,
)
"""Features of the whole board.

totals: sum of the cells' sums, which are clipped at both ends.
inputs, first, second: inputs and units of the value.
cell_bias: contribution of the board to the units of each cell.
"""


class SumBuffers(NamedTuple):
    """Buffers for a board of ``H x W`` cells; ``N`` is a multiple of ``BLOCK``.

    board, codes: see ``LineBuffers``.
    sums: ``[N, WIDTH]`` float32, clipped sum of the four rows of each cell.
    units: ``[BLOCK, POLICY_UNITS]`` float32, hidden units of some cells for the policy.
    summary: ``[1]`` record of the type ``BOARD``.
    """

    board: np.ndarray
    codes: np.ndarray
    sums: np.ndarray
    units: np.ndarray
    summary: np.ndarray


def new_sum_buffers(height: int, width: int) -> SumBuffers:
    """Return buffers for a board of ``height`` by ``width`` cells."""
    count = -(-height * width // BLOCK) * BLOCK
    framed = (height + 2 * REACH) * (width + 2 * REACH)
    return SumBuffers(
        np.full(framed, OUTSIDE, np.uint8),
        np.zeros((framed, DIRECTIONS), np.uint32),
        np.zeros((count, WIDTH), np.float32),
        np.zeros((BLOCK, POLICY_UNITS), np.float32),
        new_records(1, BOARD),
    )


@njit_lean()
def sum_rows(buffers, weights, cells, width):
    """Write the sums of all cells, and their totals."""
    write_codes(buffers, cells, width)
    height = cells.size // width
    stride = width + 2 * REACH
    number, rows = weights.number, weights.rows
    totals = buffers.summary[0].totals
    for c in range(WIDTH):
        totals[c] = 0
    cell = np.uint64(0)
    for row in range(height):
        at = np.uint64((row + REACH) * stride + REACH)
        for _ in range(width):
            codes = buffers.codes[at]
            across = rows[np.uint64(number[np.uint64(codes[ACROSS])])]
            down = rows[np.uint64(number[np.uint64(codes[DOWN])])]
            falling = rows[np.uint64(number[np.uint64(codes[FALLING])])]
            rising = rows[np.uint64(number[np.uint64(codes[RISING])])]
            sums = buffers.sums[cell]
            for c in range(WIDTH):
                total = np.int16((across[c] + down[c]) + (falling[c] + rising[c]))
                kept = min(max(total, np.int16(0)), np.int16(LARGEST * UNIT))
                totals[c] += np.int32(kept)
                sums[c] = np.float32(kept)
            at += np.uint64(1)
            cell += np.uint64(1)


@njit_lean(fastmath=QUICK)
def infer_totals(buffers, weights):
    """Return the value of the board; write its bias for the cells."""
    summary = buffers.summary[0]
    inputs, first, second = summary.inputs, summary.first, summary.second
    cell_bias = summary.cell_bias
    for c in range(WIDTH):
        inputs[c] = np.float32(summary.totals[c])
    for unit in range(HEAD_UNITS):
        first[unit] = weights.first_bias[unit]
        second[unit] = weights.second_bias[unit]
    add_dense(first, inputs, weights.first, WIDTH, HEAD_UNITS)
    for unit in range(HEAD_UNITS):
        first[unit] = max(first[unit], np.float32(0))
    add_dense(second, first, weights.second, HEAD_UNITS, HEAD_UNITS)
    value = weights.last[HEAD_UNITS]
    for unit in range(HEAD_UNITS):
        second[unit] = max(second[unit], np.float32(0))
        value += second[unit] * weights.last[unit]
    for unit in range(POLICY_UNITS):
        cell_bias[unit] = weights.seen_bias[unit]
    add_dense(cell_bias, second, weights.told, HEAD_UNITS, POLICY_UNITS)
    # A chance of 1 / (1 + exp(-x)) is a value of tanh(x / 2).
    return np.tanh(value / np.float32(2))


@njit_inlined(fastmath=QUICK)
def add_sums(units, sums, at, layer):
    """Add the product of ``BLOCK`` cells' sums, from ``at`` on, and ``layer``.

    Each weight is read once for all cells, whose units do not wait for each other. All
    counts are constants here, as are the rows of ``units``: otherwise the loops are not
    vectorised.
    """
    cell = np.uint64(at)
    x0, x1 = sums[cell], sums[cell + np.uint64(1)]
    x2, x3 = sums[cell + np.uint64(2)], sums[cell + np.uint64(3)]
    o0, o1, o2, o3 = units[0], units[1], units[2], units[3]
    for first in range(0, WIDTH, 4):
        i = np.uint64(first)
        j, k, m = i + np.uint64(1), i + np.uint64(2), i + np.uint64(3)
        wi, wj, wk, wm = layer[i], layer[j], layer[k], layer[m]
        for c in range(POLICY_UNITS):
            o0[c] += (x0[i] * wi[c] + x0[j] * wj[c]) + (x0[k] * wk[c] + x0[m] * wm[c])
            o1[c] += (x1[i] * wi[c] + x1[j] * wj[c]) + (x1[k] * wk[c] + x1[m] * wm[c])
            o2[c] += (x2[i] * wi[c] + x2[j] * wj[c]) + (x2[k] * wk[c] + x2[m] * wm[c])
            o3[c] += (x3[i] * wi[c] + x3[j] * wj[c]) + (x3[k] * wk[c] + x3[m] * wm[c])


@njit_lean(fastmath=QUICK)
def score_cells(buffers, weights, policy):
    """Write the logits of all cells."""
    units, cell_bias = buffers.units, buffers.summary[0].cell_bias
    count = policy.size
    for at in range(0, count, BLOCK):
        for row in range(BLOCK):
            for unit in range(POLICY_UNITS):
                units[row, unit] = cell_bias[unit]
        add_sums(units, buffers.sums, at, weights.seen)
        for row in range(min(BLOCK, count - at)):
            score = np.float32(0)
            for unit in range(POLICY_UNITS):
                score += max(units[row, unit], np.float32(0)) * weights.policy[unit]
            policy[at + row] = score


@njit(fastmath=QUICK)
def infer_sums(buffers, weights, cells, legal, width, policies, values):
    """Evaluate a batch of positions; see ``infer_batch``."""
    for row in range(cells.shape[0]):
        sum_rows(buffers, weights, cells[row], width)
        values[row] = infer_totals(buffers, weights)
        score_cells(buffers, weights, policies[row])
        finish_policy(policies[row], legal[row])
