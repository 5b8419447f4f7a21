"""What a ``LineNet`` and its kernels agree on."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

CHANNELS = 64
"""Numbers that a line, a cell and the board are each described by; a constant, so that
compiled loops over them have a known end."""

PLACES = 9
"""Cells of a line."""

REACH = PLACES // 2
"""Cells seen on either side of one: no row of five needs more."""

OUTSIDE = 3
"""What stands on a cell of a line that is not on the board; 0 is an empty one."""

ONE_LINE = (1 << 2 * PLACES) - 1
"""The largest line: two bits for each cell."""


class LineWeights(NamedTuple):
    """Weights, ``C`` channels; dense layers ``[inputs, outputs]``.

    number: ``[4 ** 9]`` uint16, which pattern a line is.
    table: ``[P, C]`` float32, what each pattern means.
    near: ``[3, C]``, own cell, those beside it, those at its corners.
    near_bias: ``[C]``.
    mixed: ``[C, C]``, then its bias ``[C]``.
    pooled: ``[2 C, C]``, then its bias.
    told: ``[C, C]``, then its bias.
    policy: ``[C]``.
    judged: ``[C, C]``, then its bias.
    value: ``[C + 1]``, with its bias at the end.
    """

    number: np.ndarray
    table: np.ndarray
    near: np.ndarray
    near_bias: np.ndarray
    mixed: np.ndarray
    mixed_bias: np.ndarray
    pooled: np.ndarray
    pooled_bias: np.ndarray
    told: np.ndarray
    told_bias: np.ndarray
    policy: np.ndarray
    judged: np.ndarray
    judged_bias: np.ndarray
    value: np.ndarray
