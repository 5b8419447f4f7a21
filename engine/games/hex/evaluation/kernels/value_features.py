"""Features of the static value that the input planes of the network do not have."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from engine.core.kernels.jit import njit_lean as njit
from engine.core.kernels.records import new_records
from engine.games.hex.connections.kernels.two_distance import two_distance
from engine.games.hex.connections.kernels.virtual_connections import SEMI
from engine.games.hex.rules.constants import EMPTY

MIN_CONDUCTANCE = 1e-3
"""Conductance of a side that is cut off."""

MAX_TWO_DISTANCE = 15
"""Two-distances beyond it count the same."""

FEATURES = np.dtype(
    [
        ("one", np.float64),
        ("lead", np.float64),
        ("lead_squared", np.float64),
        ("lead_by_sum", np.float64),
        ("both", np.float64),
        ("steps_ahead", np.float64),
        ("steps_of_both", np.float64),
        ("filled", np.float64),
        ("lead_by_filled", np.float64),
        ("found", np.float64),
        ("threat", np.float64),
        ("threat_by_lead", np.float64),
    ]
)
"""The features.

one: 1.
lead: difference of the logarithms of the conductances, own minus other.
lead_squared: its square with its sign.
lead_by_sum: its product with ``both``.
both: sum of these logarithms.
steps_ahead: difference of the two-distances, other minus own.
steps_of_both: their sum.
filled: share of the cells that are filled.
lead_by_filled: ``lead`` times ``filled``.
found: number of moves to try, as a share of the cells.
threat: logarithm of one more than the threats of the other side.
threat_by_lead: ``threat`` times ``lead``.
"""

FEATURE_COUNT = FEATURES.itemsize // np.dtype(np.float64).itemsize


def new_features() -> npt.NDArray[np.void]:
    """Return ``[1]`` record of the type ``FEATURES``."""
    return new_records(1, FEATURES)


@njit()
def write_features(features, cells, totals, steps, found, threats):
    """Write the features of the static value that the planes do not have.

    Args:
        features: ``[1]`` record of the type ``FEATURES``, written.
        cells: ``[N + 3]`` int8, the board after fill-in.
        totals: ``[2]`` conductances of the side to move and of the other.
        steps: ``[2]`` two-distances of both.
        found: Number of moves to try.
        threats: Number of semi connections between the edges of the other side.
    """
    count = cells.size - 3
    filled = 0
    for cell in range(count):
        if cells[cell] != EMPTY:
            filled += 1
    own = np.log(max(totals[0], MIN_CONDUCTANCE))
    other = np.log(max(totals[1], MIN_CONDUCTANCE))
    ahead, both = own - other, own + other
    near, far = min(steps[0], MAX_TWO_DISTANCE), min(steps[1], MAX_TWO_DISTANCE)
    threat = np.log(1.0 + threats)
    written = features[0]
    written.one = 1.0
    written.lead = ahead
    written.lead_squared = ahead * abs(ahead)
    written.lead_by_sum = ahead * both
    written.both = both
    written.steps_ahead = far - near
    written.steps_of_both = far + near
    written.filled = filled / count
    written.lead_by_filled = ahead * filled / count
    written.found = found / count
    written.threat = threat
    written.threat_by_lead = threat * ahead


@njit()
def measure_features(features, work, cells, own, other, found, number, width, player):
    """Measure the two-distances and write the features, see ``write_features``.

    ``own`` and ``other`` are the ``info`` of the resistance networks, ``number`` that
    of the other side's connections.
    """
    height = (cells.size - 3) // width
    near = two_distance(work, cells, height, width, player)
    far = two_distance(work, cells, height, width, 3 - player)
    ends = number.shape[1]
    threats = number[SEMI, ends - 2, ends - 1]
    totals, steps = (own[0].total, other[0].total), (near, far)
    write_features(features, cells, totals, steps, found, threats)
