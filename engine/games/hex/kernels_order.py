"""How promising the moves of a Hex board are, as searches have taught it.

A move promises the more, the more of either side's current flows through it, and by
the pattern around it: the stones on its six neighbours and on the six cells that are
a bridge away. The worths were fitted to what UCT visits (``docs/engines.md``) and
stand in ``resources/values/hex.txt``.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from engine.core.jit import njit_lean as njit
from engine.core.paths import resources

NEAR = ((-1, 0), (-1, 1), (0, 1), (1, 0), (1, -1), (0, -1))
BRIDGES = ((-2, 1), (-1, 2), (1, 1), (2, -1), (1, -2), (-1, -1))
"""Row and column steps to the neighbours and the cells a bridge away, clockwise."""

AROUND = np.array(NEAR + BRIDGES, np.int64)
"""``[12, 2]``, as Red sees them; Blue's are mirrored at the diagonal."""

NEAR_COUNT = 3 ** len(NEAR)
PATTERN_COUNT = 3 ** len(AROUND)

FINENESS = 100
"""Units of a worth in one unit of the logarithm of a chance."""

LEAST_CURRENT = 1e-3
"""Share of the current that the weakest moves are taken to have."""

HOPELESS = -1e3
"""What a cell promises that is filled in."""


def turned(codes: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """Return the patterns turned by half, which are worth the same."""
    left = np.asarray(codes, np.int64)
    total = np.zeros_like(left)
    for k in range(len(AROUND)):
        ring, place = divmod(k, 6)
        total += (left % 3) * 3 ** (6 * ring + (place + 3) % 6)
        left = left // 3
    return total


@cache
def current_weights() -> npt.NDArray[np.float64]:
    """Return ``[3]``: worth of the own, the other's and the whole current's log."""
    return _fitted()[0]


@cache
def pattern_worths() -> npt.NDArray[np.int16]:
    """Return ``[PATTERN_COUNT]``: the worth of each pattern in hundredths."""
    return _fitted()[1]


@cache
def _fitted() -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int16]]:
    weights = np.zeros(3)
    near = np.zeros(NEAR_COUNT, np.int16)
    own = np.zeros(PATTERN_COUNT, np.int16)
    path = resources() / "values" / "hex.txt"
    for line in path.read_text(encoding="ascii").splitlines():
        kind, *fields = line.split()
        numbers = [int(field) for field in fields]
        if kind == "current":
            weights[:] = numbers
        elif kind == "near":
            near[numbers[0]] = near[turned(numbers[0])] = numbers[1]
        elif kind == "pattern":
            own[numbers[0]] = own[turned(numbers[0])] = numbers[1]
    return weights / FINENESS, own + np.tile(near, PATTERN_COUNT // NEAR_COUNT)


@njit()
def pattern_of(cells, width, player, cell):
    """Return the code of what lies around an empty cell, as ``player`` sees it.

    A digit to the base of three for each cell of ``AROUND``: 0 empty, 1 the player's,
    2 the other's. Beyond an edge lie its owner's stones, beyond a corner the player's.
    """
    height = (cells.size - 3) // width
    row, column = cell // width, cell % width
    code = 0
    for k in range(len(AROUND) - 1, -1, -1):
        r = row + AROUND[k, 0 if player == 1 else 1]
        c = column + AROUND[k, 1 if player == 1 else 0]
        is_beyond_red = r < 0 or r >= height
        is_beyond_blue = c < 0 or c >= width
        if is_beyond_red and is_beyond_blue:
            stone = np.int64(player)
        elif is_beyond_red:
            stone = np.int64(1)
        elif is_beyond_blue:
            stone = np.int64(2)
        else:
            stone = np.int64(cells[r * width + c])
        code *= 3
        if stone != 0:
            code += 1 if stone == player else 2
    return code


@njit()
def rate_promise(score, cells, own, other, weights, worths, width, player):
    """Write the logarithm of each empty cell's chance to be the move, up to a constant.

    Args:
        score: ``[N]`` float64, written.
        cells: ``[N + 3]`` int8, the board, filled in.
        own: current of ``player`` through each cell.
        other: current of the other side.
        weights: see ``current_weights``.
        worths: see ``pattern_worths``.
        width: columns of the board.
        player: the side to move.
    """
    for cell in range(score.size):
        score[cell] = HOPELESS
        if cells[cell] == 0:
            mine, theirs = own[cell], other[cell]
            score[cell] = (
                weights[0] * np.log(mine + LEAST_CURRENT)
                + weights[1] * np.log(theirs + LEAST_CURRENT)
                + weights[2] * np.log(mine + theirs + LEAST_CURRENT)
                + worths[pattern_of(cells, width, player, cell)] / FINENESS
            )
