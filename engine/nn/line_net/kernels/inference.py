"""``LineNet`` compiled: what a table knows is looked up, the rest is little work.

Each function does what the module of the same words does in ``line_net.py``, one
position at a time; cells lie in a frame of zeros.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.core.kernels.jit import njit, njit_lean
from engine.nn.line_net.packed_weights import CHANNELS, ONE_LINE, OUTSIDE, PLACES, REACH

TWO = np.uint64(2)
LAST_PLACE = np.uint64(2 * PLACES - 2)
QUICK = {"contract", "reassoc", "nsz"}
"""What sums of floats may do: be taken in any order, with one rounding a product."""


class LineRoom(NamedTuple):
    """Memory for a board of ``H x W`` cells, ``R = (H + 2) (W + 2)`` with the frame.

    board: ``[(H + 8) (W + 8)]`` uint8, what stands on the cells, ``OUTSIDE`` around.
    codes: ``[(H + 8) (W + 8), 4]`` uint32, the lines through each cell.
    seen: ``[R, C]`` float32, what the lines of each cell mean.
    mixed: ``[R, C]`` float32.
    few: ``[4, 2 C]`` float32, for what is said of the whole board and of one cell.
    """

    board: np.ndarray
    codes: np.ndarray
    seen: np.ndarray
    mixed: np.ndarray
    few: np.ndarray


def new_room(height: int, width: int) -> LineRoom:
    """Return memory for a board."""
    places = (height + 2) * (width + 2)
    framed = (height + 2 * REACH) * (width + 2 * REACH)
    return LineRoom(
        np.full(framed, OUTSIDE, np.uint8),
        np.zeros((framed, 4), np.uint32),
        np.zeros((places, CHANNELS), np.float32),
        np.zeros((places, CHANNELS), np.float32),
        np.zeros((4, 2 * CHANNELS), np.float32),
    )


@njit_lean()
def write_codes(room, cells, width):
    """Write the four lines through every cell, as ``weights.number`` counts them."""
    height = cells.size // width
    stride = width + 2 * REACH
    board = room.board
    for row in range(height):
        start = (row + REACH) * stride + REACH
        for column in range(width):
            board[start + column] = cells[row * width + column]
    for k in range(4):
        if k == 0:
            step = 1
        elif k == 1:
            step = stride
        else:
            step = stride + 1 if k == 2 else stride - 1
        # A line that begins at an edge is walked to its end; what lies beyond is
        # outside, like everything before it.
        for row in range(height):
            start = (row + REACH) * stride + REACH
            for column in range(width):
                at = start + column
                if board[at - step] != OUTSIDE:
                    continue
                code = np.uint64(ONE_LINE)
                for ahead in range(REACH):
                    code = (code >> TWO) | (
                        np.uint64(board[at + ahead * step]) << LAST_PLACE
                    )
                while board[at] != OUTSIDE:
                    code = (code >> TWO) | (
                        np.uint64(board[at + REACH * step]) << LAST_PLACE
                    )
                    room.codes[at, k] = code
                    at += step


@njit_lean(fastmath=QUICK)
def look_along_lines(room, weights, cells, width):
    """Write ``seen``: what the four lines of each cell mean, no less than 0."""
    write_codes(room, cells, width)
    height = cells.size // width
    stride = width + 2 * REACH
    number, table = weights.number, weights.table
    for row in range(height):
        at = np.uint64((row + REACH) * stride + REACH)
        place = np.uint64((row + 1) * (width + 2) + 1)
        for _ in range(width):
            codes = room.codes[at]
            north = table[np.uint64(number[np.uint64(codes[0])])]
            east = table[np.uint64(number[np.uint64(codes[1])])]
            south = table[np.uint64(number[np.uint64(codes[2])])]
            west = table[np.uint64(number[np.uint64(codes[3])])]
            here = room.seen[place]
            for c in range(CHANNELS):
                total = (north[c] + east[c]) + (south[c] + west[c])
                here[c] = max(total, np.float32(0))
            at += np.uint64(1)
            place += np.uint64(1)


@njit_lean(fastmath=QUICK)
def add_dense(out, seen, layer):
    """Add to ``out`` ``[C]`` what a layer ``[I, C]`` makes of ``seen`` ``[I]``."""
    # Eight inputs at a time: ``out`` is read and written less often.
    for first in range(0, layer.shape[0], 8):
        i = np.uint64(first)
        x0, w0 = seen[i], layer[i]
        x1, w1 = seen[i + np.uint64(1)], layer[i + np.uint64(1)]
        x2, w2 = seen[i + np.uint64(2)], layer[i + np.uint64(2)]
        x3, w3 = seen[i + np.uint64(3)], layer[i + np.uint64(3)]
        x4, w4 = seen[i + np.uint64(4)], layer[i + np.uint64(4)]
        x5, w5 = seen[i + np.uint64(5)], layer[i + np.uint64(5)]
        x6, w6 = seen[i + np.uint64(6)], layer[i + np.uint64(6)]
        x7, w7 = seen[i + np.uint64(7)], layer[i + np.uint64(7)]
        for c in range(CHANNELS):
            out[c] += ((x0 * w0[c] + x1 * w1[c]) + (x2 * w2[c] + x3 * w3[c])) + (
                (x4 * w4[c] + x5 * w5[c]) + (x6 * w6[c] + x7 * w7[c])
            )


@njit_lean(fastmath=QUICK)
def mix_neighbours(room, weights, height, width):
    """Write ``mixed``, and its mean and largest values to ``few[0]``."""
    stride = width + 2
    seen, near = room.seen, weights.near
    pool, around = room.few[0], room.few[1]
    for c in range(CHANNELS):
        pool[c] = 0
        pool[CHANNELS + c] = 0
    for row in range(1, height + 1):
        for column in range(1, width + 1):
            at = row * stride + column
            here, west, east = seen[at], seen[at - 1], seen[at + 1]
            north, south = seen[at - stride], seen[at + stride]
            north_west, north_east = seen[at - stride - 1], seen[at - stride + 1]
            south_west, south_east = seen[at + stride - 1], seen[at + stride + 1]
            for c in range(CHANNELS):
                beside = (north[c] + south[c]) + (west[c] + east[c])
                across = (north_west[c] + north_east[c]) + (
                    south_west[c] + south_east[c]
                )
                total = weights.near_bias[c] + near[0, c] * here[c]
                total += near[1, c] * beside + near[2, c] * across
                around[c] = max(total, np.float32(0))
            out = room.mixed[at]
            for c in range(CHANNELS):
                out[c] = here[c] + weights.mixed_bias[c]
            add_dense(out, around, weights.mixed)
            for c in range(CHANNELS):
                out[c] = max(out[c], np.float32(0))
                pool[c] += out[c]
                pool[CHANNELS + c] = max(pool[CHANNELS + c], out[c])
    share = np.float32(1.0) / np.float32(height * width)
    for c in range(CHANNELS):
        pool[c] *= share


@njit_lean(fastmath=QUICK)
def judge_board(room, weights):
    """Return the value of the board; write what it tells its cells to ``few[2]``."""
    pool, board, told, unit = room.few[0], room.few[1], room.few[2], room.few[3]
    for c in range(CHANNELS):
        board[c] = weights.pooled_bias[c]
        told[c] = weights.told_bias[c]
        unit[c] = weights.judged_bias[c]
    add_dense(board, pool, weights.pooled)
    for c in range(CHANNELS):
        board[c] = max(board[c], np.float32(0))
    add_dense(told, board, weights.told)
    add_dense(unit, board, weights.judged)
    total = weights.value[CHANNELS]
    for c in range(CHANNELS):
        total += max(unit[c], np.float32(0)) * weights.value[c]
    return np.tanh(total)


@njit(fastmath=QUICK)
def judge_lines(room, weights, cells, legal, width, policies, values):
    """Judge positions.

    Args:
        room: memory for one board.
        weights: the network's.
        cells: ``[B, N]`` int8: 0 empty, 1 a stone of the mover, 2 of the other side.
        legal: ``[B, N]`` bool; one of each row at least.
        width: columns of the board.
        policies: ``[B, N]`` float32, set to probabilities; 0 where illegal.
        values: ``[B]`` float32, set to values in [-1, 1].
    """
    height = cells.shape[1] // width
    for row in range(cells.shape[0]):
        look_along_lines(room, weights, cells[row], width)
        mix_neighbours(room, weights, height, width)
        values[row] = judge_board(room, weights)
        policy, told = policies[row], room.few[2]
        most = np.float32(-1e30)
        for cell in range(cells.shape[1]):
            if not legal[row, cell]:
                continue
            here = room.mixed[(cell // width + 1) * (width + 2) + cell % width + 1]
            score = np.float32(0)
            for c in range(CHANNELS):
                score += max(here[c] + told[c], np.float32(0)) * weights.policy[c]
            policy[cell] = score
            most = max(most, score)
        total = np.float32(0)
        for cell in range(cells.shape[1]):
            policy[cell] = np.exp(policy[cell] - most) if legal[row, cell] else 0
            total += policy[cell]
        share = np.float32(1) / total
        for cell in range(cells.shape[1]):
            policy[cell] *= share
