"""What an empty cell is worth, by what either side could make of it.

Each side counts what it could make of every empty cell; the position's value is the
difference. Numbers were set by hand and judged in matches, see ``docs/engines.md``.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from engine.games.gomoku.kernels_classes import CLASS_COUNT, threats

LINE_VALUES = (0, 1, 3, 4, 10, 13, 10, 24, 28, 22, 60, 120)
THREAT_VALUES = (0, 0, 3, 0, 10, 40, 0, 12, 60, 100, 200)
"""Worth of a cell by the class of each of its lines and by its threat."""

LINE_ORDER = (0, 2, 5, 9, 20, 24, 18, 45, 50, 60, 300, 2000)
THREAT_ORDER = (0, 0, 4, 0, 15, 80, 10, 30, 250, 500, 5000)
"""The same for the order in which moves are tried, where haste counts."""


def _by_key(
    by_line: tuple[int, ...], by_threat: tuple[int, ...]
) -> npt.NDArray[np.int16]:
    """Return the sum of both worths for every key."""
    padded = np.zeros(16, np.int64)
    padded[:CLASS_COUNT] = by_line
    keys = np.arange(1 << 16)
    total = np.asarray(by_threat)[threats()]
    for k in range(4):
        total = total + padded[(keys >> (4 * k)) & 15]
    return np.clip(total, -32000, 32000).astype(np.int16)


@cache
def cell_values() -> npt.NDArray[np.int16]:
    """Return ``[2, 65536]``: worth to the mover, and to the other side."""
    values = _by_key(LINE_VALUES, THREAT_VALUES)
    return np.stack([values, values])


@cache
def order_values() -> npt.NDArray[np.int16]:
    """Return ``[65536]``: how early a cell should be tried."""
    return _by_key(LINE_ORDER, THREAT_ORDER)
