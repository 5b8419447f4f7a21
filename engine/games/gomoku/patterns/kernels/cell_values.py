"""Static evaluation by the threats that each side can make on the empty cells.

The value is the difference of both sides' cell values plus the value of the existing
threat combination (``fitted_values``).
"""

from __future__ import annotations

import numpy as np

from engine.core.kernels.jit import njit_lean as njit
from engine.games.gomoku.patterns.threat_tables import (
    FOUR,
    FOUR_AND_THREE,
    STRAIGHT,
    STRONG_FOUR,
    STRONG_THREE,
    THREE,
    TWO_THREES,
)

FITTED_UNITS = 8
"""Units of a fitted value in one unit of the evaluation."""


@njit()
def threat_count_index(counts, own):
    """Return the index into the evaluation table: one bit for each kind of threat.

    Args:
        counts: ``[2, 16]``, number of cells by colour and threat.
        own: Index of the side to move.
    """
    other = 1 - own
    index = np.int64(counts[own, FOUR_AND_THREE] > 0)
    index |= np.int64(counts[own, FOUR] + counts[own, STRONG_FOUR] > 0) << 1
    index |= np.int64(counts[own, TWO_THREES] > 0) << 2
    index |= np.int64(counts[own, STRONG_THREE] > 0) << 3
    index |= np.int64(counts[own, THREE] > 0) << 4
    index |= np.int64(counts[other, STRAIGHT] > 0) << 5
    index |= np.int64(counts[other, FOUR_AND_THREE] > 0) << 6
    index |= np.int64(counts[other, FOUR] + counts[other, STRONG_FOUR] > 0) << 7
    index |= np.int64(counts[other, TWO_THREES] > 0) << 8
    index |= np.int64(counts[other, STRONG_THREE] > 0) << 9
    index |= np.int64(counts[other, THREE] > 0) << 10
    return index
