"""Input planes of positions and masked softmax of logits, compiled.

A network evaluation evicts the CPU caches. A chain of NumPy calls, each with its own
arrays, then takes several times as long as one kernel.
"""

from __future__ import annotations

import math

import numpy as np

from engine.core.kernels.jit import njit_lean as njit

OWN_PLANE = 0
OTHER_PLANE = 1
THIRD_PLANE = 2
"""Planes of an input: stones of both sides, then the colour or the frame."""

AS_IT_IS = 0
COLOURS_CHANGE = 1
BOARD_TURNS = 2
"""Changes of positions with the second side to move."""

SECOND = 2
"""The second side to move."""

OWN = 1
OTHER = 2
"""Cells of a batch with a stone."""


@njit()
def write_stones(cells, to_move, second, width, frame, planes):
    """Write the stones of positions into their first two planes.

    Args:
        cells: ``[B, N]`` int8, see ``LeafBatch``.
        to_move: ``[B]`` int8, likewise.
        second: ``AS_IT_IS``, ``COLOURS_CHANGE`` or ``BOARD_TURNS``.
        width: Columns of the original board.
        frame: Cells around the board on every side, which are not written.
        planes: ``[B, P, H', W']`` float32, of the transposed board where it turns.
    """
    height = cells.shape[1] // width
    for b in range(cells.shape[0]):
        is_second = to_move[b] == SECOND
        turns = is_second and second == BOARD_TURNS
        changes = is_second and second == COLOURS_CHANGE
        own = OTHER_PLANE if changes else OWN_PLANE
        other = OWN_PLANE if changes else OTHER_PLANE
        for row in range(height):
            for column in range(width):
                stone = cells[b, row * width + column]
                y = frame + (column if turns else row)
                x = frame + (row if turns else column)
                planes[b, own, y, x] = np.float32(stone == OWN)
                planes[b, other, y, x] = np.float32(stone == OTHER)


@njit()
def write_turn(to_move, planes):
    """Fill the third plane: 1 where the first side is to move."""
    for b in range(to_move.size):
        planes[b, THIRD_PLANE] = np.float32(to_move[b] != SECOND)


@njit()
def write_frame(joins, planes):
    """Write the frames of boards: 1 in the third plane, and stones in Hex.

    Args:
        joins: Whether the mover joins top and bottom, and the other side the flanks.
        planes: ``[B, 3, H + 2, W + 2]`` float32; the board in the third becomes 0.
    """
    bottom, right = planes.shape[2] - 1, planes.shape[3] - 1
    for b in range(planes.shape[0]):
        for y in range(bottom + 1):
            for x in range(right + 1):
                is_edge = y in (0, bottom)
                is_flank = x in (0, right)
                if is_edge or is_flank:
                    is_corner = is_edge and is_flank
                    has_stone = joins and not is_corner
                    planes[b, OWN_PLANE, y, x] = np.float32(has_stone and is_edge)
                    planes[b, OTHER_PLANE, y, x] = np.float32(has_stone and is_flank)
                planes[b, THIRD_PLANE, y, x] = np.float32(is_edge or is_flank)


@njit()
def turn(cells, to_move, columns, turned):
    """Write boards, transposed where the second side is to move.

    Args:
        cells: ``[B, N]``, any type.
        to_move: ``[B]`` int8.
        columns: Columns of the transposed boards.
        turned: ``[B, N]``, written.
    """
    rows = cells.shape[1] // columns
    for b in range(cells.shape[0]):
        turns = to_move[b] == SECOND
        for row in range(rows):
            for column in range(columns):
                cell = row * columns + column
                turned[b, cell] = cells[b, column * rows + row if turns else cell]


@njit()
def masked_softmax(logits, legal, policy):
    """Write the softmax over the legal cells; illegal cells get 0, rows sum to 1.

    Args:
        logits: ``[B, N]`` float32.
        legal: ``[B, N]`` bool, one of each row at least.
        policy: ``[B, N]`` float32, written.
    """
    for b in range(logits.shape[0]):
        most = np.float32(-np.inf)
        for cell in range(logits.shape[1]):
            if legal[b, cell]:
                most = max(most, logits[b, cell])
        total = np.float32(0)
        for cell in range(logits.shape[1]):
            weight = np.float32(0)
            if legal[b, cell]:
                weight = np.float32(math.exp(logits[b, cell] - most))
            policy[b, cell] = weight
            total += weight
        share = np.float32(1) / total
        for cell in range(logits.shape[1]):
            policy[b, cell] *= share
