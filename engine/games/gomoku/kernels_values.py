"""What a position is worth, by what either side could make of its empty cells.

Each side counts what it could make of every empty cell; the difference, and what the
threats at hand mean together, is the position's value. The worths were fitted to the
results of games (``docs/engines.md``) and stand in ``resources/values/gomoku.txt``;
the order in which moves are tried was set by hand.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from engine.core.jit import njit_lean as njit
from engine.core.paths import resources
from engine.games.gomoku.kernels_classes import (
    CLASS_COUNT,
    FOUR,
    FOUR_AND_THREE,
    STRAIGHT,
    STRONG_FOUR,
    STRONG_THREE,
    THREE,
    TWO_THREES,
    threats,
)

FINENESS = 8
"""Units of a fitted worth in one unit of value."""

MIX_COUNT = 1 << 11
"""Ways in which the kinds of threats of both sides can come together."""

LINE_ORDER = (0, 2, 5, 9, 20, 24, 18, 45, 50, 60, 300, 2000)
THREAT_ORDER = (0, 0, 4, 0, 15, 80, 10, 30, 250, 500, 5000)
"""How early a cell is tried, by the class of each of its lines and by its threat."""


@cache
def _fitted() -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int16]]:
    """Return the worths of cells, ``[2, 65536]``, and of mixes, ``[MIX_COUNT]``."""
    cells = np.zeros((2, CLASS_COUNT**4), np.int16)
    mixes = np.zeros(MIX_COUNT, np.int16)
    path = resources() / "values" / "gomoku.txt"
    for line in path.read_text(encoding="ascii").splitlines():
        kind, *fields = line.split()
        if kind == "cell":
            *classes, mover, waiting = map(int, fields)
            cells[:, _place(classes)] = mover, waiting
        elif kind == "mix":
            mixes[int(fields[0])] = int(fields[1])
    lines = np.stack([(np.arange(1 << 16) >> (4 * k)) & 15 for k in range(4)])
    in_order = np.sort(np.minimum(lines, CLASS_COUNT - 1), axis=0)
    return cells[:, _place(in_order)], mixes


def _place(classes: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """Return the place of four classes, weakest first."""
    first, second, third, fourth = np.asarray(classes, np.int64)
    place: npt.NDArray[np.int64] = (
        (first * CLASS_COUNT + second) * CLASS_COUNT + third
    ) * CLASS_COUNT + fourth
    return place


def cell_values() -> npt.NDArray[np.int16]:
    """Return ``[2, 65536]``: worth of a cell by key to the mover, and to the other."""
    return _fitted()[0]


def mix_values() -> npt.NDArray[np.int16]:
    """Return ``[MIX_COUNT]``: worth of the threats at hand to the side to move."""
    return _fitted()[1]


@cache
def order_values() -> npt.NDArray[np.int16]:
    """Return ``[65536]``: how early a cell should be tried."""
    padded = np.zeros(16, np.int64)
    padded[:CLASS_COUNT] = LINE_ORDER
    keys = np.arange(1 << 16)
    total = np.asarray(THREAT_ORDER)[threats()]
    for k in range(4):
        total = total + padded[(keys >> (4 * k)) & 15]
    return np.clip(total, -32000, 32000).astype(np.int16)


@njit()
def mix_of(counts, own, other):
    """Return which kinds of threats there are, a bit each.

    Args:
        counts: How many cells are each threat.
        own: Where the counts of the side to move begin.
        other: Where those of the other side do.
    """
    mix = np.int64(counts[own + FOUR_AND_THREE] > 0)
    mix |= np.int64(counts[own + FOUR] + counts[own + STRONG_FOUR] > 0) << 1
    mix |= np.int64(counts[own + TWO_THREES] > 0) << 2
    mix |= np.int64(counts[own + STRONG_THREE] > 0) << 3
    mix |= np.int64(counts[own + THREE] > 0) << 4
    mix |= np.int64(counts[other + STRAIGHT] > 0) << 5
    mix |= np.int64(counts[other + FOUR_AND_THREE] > 0) << 6
    mix |= np.int64(counts[other + FOUR] + counts[other + STRONG_FOUR] > 0) << 7
    mix |= np.int64(counts[other + TWO_THREES] > 0) << 8
    mix |= np.int64(counts[other + STRONG_THREE] > 0) << 9
    mix |= np.int64(counts[other + THREE] > 0) << 10
    return mix
