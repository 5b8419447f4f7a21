"""Compiled inference of ``LineNet``: a look-up table of patterns and two small layers.

Each function computes the module of the same name in ``torch_net.line_network``, for
one position. Cells have a frame of zeros.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.core.kernels.dense import QUICK, add_dense
from engine.core.kernels.jit import njit, njit_inlined, njit_lean
from engine.core.kernels.records import new_records
from engine.nn.line_net.packed_weights import CHANNELS, ONE_LINE, OUTSIDE, PLACES, REACH

TWO = np.uint64(2)
LAST_PLACE = np.uint64(2 * PLACES - 2)

ACROSS = 0
DOWN = 1
FALLING = 2
RISING = 3
DIRECTIONS = 4
"""Directions of the lines through a cell; the last two are the diagonals."""

SUMMARY = np.dtype(
    [
        ("pooled", np.float32, 2 * CHANNELS),
        ("board", np.float32, CHANNELS),
        ("cell_bias", np.float32, CHANNELS),
        ("units", np.float32, CHANNELS),
        ("around", np.float32, CHANNELS),
    ],
    align=True,
)
"""Features of the whole board, and scratch of one cell.

pooled: means, then maxima of ``mixed`` over the board.
board: features of the board.
cell_bias: contribution of the board to the features of each cell for the policy.
units: hidden units of the value.
around: a cell with its neighbours, while ``mixed`` is computed.
"""


class LineBuffers(NamedTuple):
    """Buffers for a board of ``H x W`` cells, ``R = (H + 2) (W + 2)`` with the frame.

    board: ``[(H + 8) (W + 8)]`` uint8, stones of the cells, ``OUTSIDE`` around them.
    codes: ``[(H + 8) (W + 8), 4]`` uint32, codes of the lines through each cell, by
        direction.
    features: ``[R, C]`` float32, sum of the features of each cell's lines.
    mixed: ``[R, C]`` float32, features after mixing neighbours.
    summary: ``[1]`` record of the type ``SUMMARY``.
    """

    board: np.ndarray
    codes: np.ndarray
    features: np.ndarray
    mixed: np.ndarray
    summary: np.ndarray


def new_line_buffers(height: int, width: int) -> LineBuffers:
    """Return buffers for a board of ``height`` by ``width`` cells."""
    places = (height + 2) * (width + 2)
    framed = (height + 2 * REACH) * (width + 2 * REACH)
    return LineBuffers(
        np.full(framed, OUTSIDE, np.uint8),
        np.zeros((framed, DIRECTIONS), np.uint32),
        np.zeros((places, CHANNELS), np.float32),
        np.zeros((places, CHANNELS), np.float32),
        new_records(1, SUMMARY),
    )


@njit_lean()
def write_codes(buffers, cells, width):
    """Write the codes of the four lines through every cell, indices of ``number``."""
    height = cells.size // width
    stride = width + 2 * REACH
    board = buffers.board
    for row in range(height):
        start = (row + REACH) * stride + REACH
        for column in range(width):
            board[start + column] = cells[row * width + column]
    for direction in range(DIRECTIONS):
        step = line_step(direction, stride)
        # Each line is traversed from one edge to the other; cells beyond are outside.
        for row in range(height):
            start = (row + REACH) * stride + REACH
            for first in range(start, start + width):
                if board[first - step] == OUTSIDE:
                    write_line(buffers, first, step, direction)


@njit_inlined()
def line_step(direction, stride):
    """Return the distance of two adjacent cells of a line on the framed board."""
    if direction == ACROSS:
        return 1
    if direction == DOWN:
        return stride
    return stride + 1 if direction == FALLING else stride - 1


@njit_inlined()
def write_line(buffers, first, step, direction):
    """Write the codes of the cells of one line from its first cell on."""
    board = buffers.board
    code = np.uint64(ONE_LINE)
    for ahead in range(REACH):
        code = (code >> TWO) | (np.uint64(board[first + ahead * step]) << LAST_PLACE)
    at = first
    while board[at] != OUTSIDE:
        code = (code >> TWO) | (np.uint64(board[at + REACH * step]) << LAST_PLACE)
        buffers.codes[at, direction] = code
        at += step


@njit_lean(fastmath=QUICK)
def sum_line_features(buffers, weights, cells, width):
    """Write ``features``: the sum over the four lines of each cell, at least 0."""
    write_codes(buffers, cells, width)
    height = cells.size // width
    stride = width + 2 * REACH
    number, table = weights.number, weights.table
    for row in range(height):
        at = np.uint64((row + REACH) * stride + REACH)
        place = np.uint64((row + 1) * (width + 2) + 1)
        for _ in range(width):
            codes = buffers.codes[at]
            across = table[np.uint64(number[np.uint64(codes[ACROSS])])]
            down = table[np.uint64(number[np.uint64(codes[DOWN])])]
            falling = table[np.uint64(number[np.uint64(codes[FALLING])])]
            rising = table[np.uint64(number[np.uint64(codes[RISING])])]
            here = buffers.features[place]
            for c in range(CHANNELS):
                total = (across[c] + down[c]) + (falling[c] + rising[c])
                here[c] = max(total, np.float32(0))
            at += np.uint64(1)
            place += np.uint64(1)


@njit_lean(fastmath=QUICK)
def add_layer(out, features, layer):
    """Add the product of ``features`` ``[I]`` and ``layer`` ``[I, C]`` to ``out``."""
    add_dense(out, features, layer, layer.shape[0], CHANNELS)


@njit_lean(fastmath=QUICK)
def mix_neighbours(buffers, weights, height, width):
    """Write ``mixed``, and its means and maxima over the board."""
    stride = width + 2
    around, pooled = buffers.summary[0].around, buffers.summary[0].pooled
    for c in range(CHANNELS):
        pooled[c] = 0
        pooled[CHANNELS + c] = 0
    for row in range(1, height + 1):
        for column in range(1, width + 1):
            at = row * stride + column
            weigh_neighbours(around, buffers.features, weights, at, stride)
            here, out = buffers.features[at], buffers.mixed[at]
            for c in range(CHANNELS):
                out[c] = here[c] + weights.mixed_bias[c]
            add_layer(out, around, weights.mixed)
            for c in range(CHANNELS):
                out[c] = max(out[c], np.float32(0))
                pooled[c] += out[c]
                pooled[CHANNELS + c] = max(pooled[CHANNELS + c], out[c])
    share = np.float32(1.0) / np.float32(height * width)
    for c in range(CHANNELS):
        pooled[c] *= share


@njit_inlined(fastmath=QUICK)
def weigh_neighbours(around, features, weights, at, stride):
    """Write the weighted sum of a cell and its neighbours, at least 0."""
    near = weights.near
    here, west, east = features[at], features[at - 1], features[at + 1]
    north, south = features[at - stride], features[at + stride]
    north_west, north_east = features[at - stride - 1], features[at - stride + 1]
    south_west, south_east = features[at + stride - 1], features[at + stride + 1]
    for c in range(CHANNELS):
        beside = (north[c] + south[c]) + (west[c] + east[c])
        across = (north_west[c] + north_east[c]) + (south_west[c] + south_east[c])
        total = weights.near_bias[c] + near[0, c] * here[c]
        total += near[1, c] * beside + near[2, c] * across
        around[c] = max(total, np.float32(0))


@njit_lean(fastmath=QUICK)
def infer_board(buffers, weights):
    """Return the value of the board; write its bias for the cells."""
    summary = buffers.summary[0]
    board, cell_bias, units = summary.board, summary.cell_bias, summary.units
    for c in range(CHANNELS):
        board[c] = weights.pooled_bias[c]
        cell_bias[c] = weights.told_bias[c]
        units[c] = weights.judged_bias[c]
    add_layer(board, summary.pooled, weights.pooled)
    for c in range(CHANNELS):
        board[c] = max(board[c], np.float32(0))
    add_layer(cell_bias, board, weights.told)
    add_layer(units, board, weights.judged)
    total = weights.value[CHANNELS]
    for c in range(CHANNELS):
        total += max(units[c], np.float32(0)) * weights.value[c]
    return np.tanh(total)


@njit_lean(fastmath=QUICK)
def finish_policy(policy, legal):
    """Turn the logits of the legal moves into probabilities."""
    most = np.float32(-1e30)
    for cell in range(policy.size):
        if legal[cell]:
            most = max(most, policy[cell])
    total = np.float32(0)
    for cell in range(policy.size):
        policy[cell] = np.exp(policy[cell] - most) if legal[cell] else 0
        total += policy[cell]
    share = np.float32(1) / total
    for cell in range(policy.size):
        policy[cell] *= share


@njit(fastmath=QUICK)
def infer_batch(buffers, weights, cells, legal, width, policies, values):
    """Evaluate a batch of positions.

    Args:
        buffers: Buffers for one board.
        weights: Weights of the network.
        cells: ``[B, N]`` int8: 0 empty, 1 a stone of the mover, 2 of the other side.
        legal: ``[B, N]`` bool; one of each row at least.
        width: Columns of the board.
        policies: ``[B, N]`` float32, set to probabilities; 0 where illegal.
        values: ``[B]`` float32, set to values in [-1, 1].
    """
    height = cells.shape[1] // width
    for row in range(cells.shape[0]):
        sum_line_features(buffers, weights, cells[row], width)
        mix_neighbours(buffers, weights, height, width)
        values[row] = infer_board(buffers, weights)
        policy, cell_bias = policies[row], buffers.summary[0].cell_bias
        for cell in range(cells.shape[1]):
            if not legal[row, cell]:
                continue
            here = buffers.mixed[(cell // width + 1) * (width + 2) + cell % width + 1]
            score = np.float32(0)
            for c in range(CHANNELS):
                score += max(here[c] + cell_bias[c], np.float32(0)) * weights.policy[c]
            policy[cell] = score
        finish_policy(policy, legal[row])
