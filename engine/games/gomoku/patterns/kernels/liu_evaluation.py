"""Evaluation function and board zones of LIU-2022.

Equation (9): f = 3x + 2y + z + 100 N1 + 50 N2 + 20 N3; x, y, z are own minus opposing
stones in the core, the edge and the corners, N1 live fours, N2 rush fours, N3 live
threes, own minus opposing. A line counts once, by its strongest pattern.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from engine.core.kernels.jit import njit_lean
from engine.games.gomoku.rules.kernels.state import BLACK

ZONE_VALUES = np.array((3, 2, 1), np.int64)
"""Values of a stone by its zone: core, edge, corner."""

LIVE_FOUR = 100
RUSH_FOUR = 50
LIVE_THREE = 20


def make_zones(height: int, width: int, border: int) -> npt.NDArray[np.int8]:
    """Return the zone of each cell: 0 in the core, 1 at an edge, 2 in a corner.

    The paper does not define the zone boundaries. A corner is outside the core by row
    and by column. With a border of 20 % the core of 15 x 15 is the central 9 x 9 cells.

    Args:
        height: Rows of the board.
        width: Columns of the board.
        border: Percentage of a side that is not core, at either end, rounded down to
            whole rows or columns.
    """
    outside_row = _is_outside(height, border)[:, None]
    outside_column = _is_outside(width, border)[None, :]
    zones = outside_row.astype(np.int8) + outside_column.astype(np.int8)
    return zones.reshape(-1)


def _is_outside(side: int, border: int) -> npt.NDArray[np.bool_]:
    depth = side * border // 100
    places = np.arange(side)
    return (places < depth) | (places >= side - depth)


@njit_lean()
def has_rush_four(own, empty, length):
    """Return whether ``length`` adjacent bits hold own stones and one empty cell."""
    for gap in range(length):
        found = empty >> gap
        for k in range(length):
            if k != gap:
                found &= own >> k
        if found != 0:
            return True
    return False


@njit_lean()
def evaluate_line(own, empty, length):
    """Return the value of the strongest pattern of a line."""
    fours = own
    for k in range(1, length - 1):
        fours &= own >> k
    if fours & (empty << 1) & (empty >> (length - 1)) != 0:
        return LIVE_FOUR
    if has_rush_four(own, empty, length):
        return RUSH_FOUR
    # A live three is one stone short of a four between two empty cells.
    for gap in range(1, length):
        found = empty & (empty >> length) & (empty >> gap)
        for k in range(1, length):
            if k != gap:
                found &= own >> k
        if found != 0:
            return LIVE_THREE
    return 0


@njit_lean()
def liu_evaluation(state, zones, length):
    """Return equation (9) for the side to move."""
    value = np.int64(0)
    for cell in range(state.cells.size):
        stone = state.cells[cell]
        if stone != 0:
            zone_value = ZONE_VALUES[zones[cell]]
            value += zone_value if stone == BLACK else -zone_value
    for line in range(state.on_board.size):
        black = np.int64(state.lines[0, line])
        white = np.int64(state.lines[1, line])
        if black | white == 0:
            continue
        empty = np.int64(state.on_board[line]) & ~(black | white)
        value += evaluate_line(black, empty, length) - evaluate_line(
            white, empty, length
        )
    return value if state.info[0].turn == BLACK else -value
