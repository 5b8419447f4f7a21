"""What a judged Hex board is worth to the side to move, without looking further.

A sum of what the judgement knows anyway, each by a weight. The weights were fitted to
what searches thought of such boards (``docs/engines.md``) and stand in
``resources/values/hex.txt``.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from engine.core.jit import njit_lean as njit
from engine.core.paths import resources
from engine.games.hex.kernels_order import FINENESS, NEAR_COUNT, pattern_of, turned

FEATURE_COUNT = 12
"""What ``write_features`` tells of a board."""

LEAST = 1e-3
"""Conductance of a side that is cut off."""

MOST_STEPS = 15
"""Two-distances beyond it tell nothing more."""


@cache
def worth_weights() -> npt.NDArray[np.float64]:
    """Return ``[FEATURE_COUNT]``: the weight of each feature."""
    path = resources() / "values" / "hex.txt"
    for line in path.read_text(encoding="ascii").splitlines():
        kind, *fields = line.split()
        if kind == "worth":
            return np.array([float(field) for field in fields])
    return np.zeros(FEATURE_COUNT)


@cache
def place_worths() -> npt.NDArray[np.float64]:
    """Return ``[NEAR_COUNT, 2]``: worths of an empty cell by what lies around it.

    One for each unit of the geometric mean of both sides' currents, and one that is
    the same whatever flows.
    """
    worths = np.zeros((NEAR_COUNT, 2))
    path = resources() / "values" / "hex.txt"
    for line in path.read_text(encoding="ascii").splitlines():
        kind, *fields = line.split()
        if kind == "place":
            code, flowing, any_way = (int(field) for field in fields)
            worths[code] = worths[turned(code)] = flowing, any_way / FINENESS
    return worths


@njit()
def worth_of_places(cells, own, other, worths, width, player):
    """Return what the empty cells are worth to ``player``.

    Args:
        cells: ``[N + 3]`` int8, the board, filled in.
        own: current of ``player`` through each cell.
        other: current of the other side.
        worths: see ``place_worths``.
        width: columns of the board.
        player: the side to move.
    """
    total = 0.0
    for cell in range(cells.size - 3):
        if cells[cell] == 0:
            near = pattern_of(cells, width, player, cell) % NEAR_COUNT
            flow = np.sqrt(own[cell] * other[cell])
            total += worths[near, 0] * flow + worths[near, 1]
    return total


@njit()
def write_features(features, cells, totals, steps, found, threats):
    """Write what a board's worth is a sum of.

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
