"""What a judgement says of a Hex board as a whole: features of what it is worth."""

from __future__ import annotations

import numpy as np

from engine.core.kernels.jit import njit_lean as njit
from engine.games.hex.connections.kernels.two_distance import two_distance
from engine.games.hex.evaluation.kernels.resistance import TOTAL

FEATURE_COUNT = 12
"""What ``write_features`` tells of a board."""

LEAST = 1e-3
"""Conductance of a side that is cut off."""

MOST_STEPS = 15
"""Two-distances beyond it tell nothing more."""


@njit()
def write_features(features, cells, totals, steps, found, threats):
    """Write what a board's worth is told from, besides what a network sees.

    Args:
        features: ``[FEATURE_COUNT]`` float64, written.
        cells: ``[N + 3]`` int8, the board, filled in.
        totals: ``[2]`` conductances of the side to move and of the other.
        steps: ``[2]`` two-distances of both.
        found: the moves worth a try.
        threats: semi links between the edges of the other side.
    """
    count = cells.size - 3
    filled = 0
    for cell in range(count):
        if cells[cell] != 0:
            filled += 1
    own = np.log(max(totals[0], LEAST))
    other = np.log(max(totals[1], LEAST))
    ahead, both = own - other, own + other
    near, far = min(steps[0], MOST_STEPS), min(steps[1], MOST_STEPS)
    threat = np.log(1.0 + threats)
    features[0] = 1.0
    features[1] = ahead
    features[2] = ahead * abs(ahead)
    features[3] = ahead * both
    features[4] = both
    features[5] = far - near
    features[6] = far + near
    features[7] = filled / count
    features[8] = ahead * filled / count
    features[9] = found / count
    features[10] = threat
    features[11] = threat * ahead


@njit()
def describe(features, work, cells, own, other, found, number, width, player):
    """Write the features of a board's worth, see ``write_features``."""
    height = (cells.size - 3) // width
    near = two_distance(work, cells, height, width, player)
    far = two_distance(work, cells, height, width, 3 - player)
    ends = number.shape[1]
    threats = number[1, ends - 2, ends - 1]
    totals, steps = (own[TOTAL], other[TOTAL]), (near, far)
    write_features(features, cells, totals, steps, found, threats)
