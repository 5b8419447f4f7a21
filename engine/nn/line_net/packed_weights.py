"""Weights of a ``LineNet`` as its kernels read them, and its constants."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

CHANNELS = 64
"""Features of a line, a cell and the board; constant, so that compiled loops have a
known length."""

PLACES = 9
"""Cells of a line."""

REACH = PLACES // 2
"""Cells of a line on either side of its centre: a row of five needs no more."""

OUTSIDE = 3
"""Code of a line's cell outside the board; 0 is an empty cell."""

ONE_LINE = (1 << 2 * PLACES) - 1
"""Largest code of a line: two bits for each cell."""


class LineWeights(NamedTuple):
    """Weights, ``C`` channels; dense layers ``[inputs, outputs]``.

    number: ``[4 ** 9]`` uint16, pattern index of each line code.
    table: ``[P, C]`` float32, features of each pattern.
    near: ``[3, C]``, weights of the cell, its side neighbours, its corner neighbours.
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
