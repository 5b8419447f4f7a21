"""Sizes of the layers of the value network, and the numbers of its accumulator."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

REACH = 4
"""Cells of a line on either side of its centre: a row of five needs no more."""

PLACES = 2 * REACH + 1
"""Cells of a line."""

CHANNELS = 32
"""Features of a line in the view of one side."""

WIDTH = 2 * CHANNELS
"""Features of a row: the view of Black, then that of White."""

UNIT = 128
"""Fixed-point representation of 1 in rows, sums and totals."""

LARGEST = 4
"""Largest absolute number in a row, and largest sum of a cell that counts, in units.

A stone changes the totals by at most 36 times that, which fits in 16 bits."""

AREA = 32
"""Full cells that make 1 in the input of the head."""

HIDDEN = 32
"""Units of each hidden layer of the head."""

LINE_UNITS = 64
"""Hidden units of the layers from a line to its row."""

POLICY_UNITS = 16
"""Hidden units of a cell for the policy, which alpha-beta does not read."""

_LAYERS = {
    "line.0": (LINE_UNITS, 4 * PLACES),
    "line.2": (LINE_UNITS, LINE_UNITS),
    "line.4": (CHANNELS, LINE_UNITS),
    "first": (HIDDEN, WIDTH),
    "second": (HIDDEN, HIDDEN),
    "last": (1, HIDDEN),
    "seen": (POLICY_UNITS, WIDTH),
    "told": (POLICY_UNITS, HIDDEN),
    "policy": (1, POLICY_UNITS),
}

_WITHOUT_BIAS = ("told", "policy")

SHAPES: Mapping[str, tuple[int, ...]] = MappingProxyType(
    {f"{name}.weight": shape for name, shape in _LAYERS.items()}
    | {
        f"{name}.bias": shape[:1]
        for name, shape in _LAYERS.items()
        if name not in _WITHOUT_BIAS
    }
)
"""Shapes of the weights in a file, by the names that torch gives them."""
