"""Weights of line networks as their kernels read them, and their constants."""

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


VIEW = 32
"""Features of a line of a ``LineSumNet`` in the view of one side."""

WIDTH = 2 * VIEW
"""Features of its rows: the mover's view, then the other side's."""

LARGEST = 4
"""Largest absolute number in a row, and largest sum of a cell that counts."""

UNIT = 128
"""Fixed-point representation of 1 in the rows of its kernels, which are integers."""

AREA = 32
"""Full cells that make 1 in the input of its head."""

HEAD_UNITS = 32
"""Units of each hidden layer of its head."""

POLICY_UNITS = 16
"""Hidden units of a cell for the policy of a ``LineSumNet``."""


class LineWeights(NamedTuple):
    """Weights, ``C`` channels; dense layers ``[inputs, outputs]``.

    number: ``[4 ** 9]`` uint16, pattern index of each line code.
    table: ``[P, C]`` float32, features of each pattern.
    near: ``[3, C]``, weights of the cell, its side neighbours, its corner neighbours.
    near_bias: ``[C]``.
    mixed: ``[C, C]``, layer of each cell after its neighbours, then its bias ``[C]``.
    pooled: ``[2 C, C]``, from means and maxima to the board, then its bias.
    told: ``[C, C]``, from the board to the policy of each cell, then its bias.
    policy: ``[C]``, from the units of a cell to its logit.
    judged: ``[C, C]``, from the board to the units of the value, then its bias.
    value: ``[C + 1]``, from these units to the value, with its bias at the end.
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


class SumWeights(NamedTuple):
    """Weights of a ``LineSumNet``; dense layers ``[inputs, outputs]``.

    Sums are in units of ``UNIT``; the layers after them divide by it.

    number: ``[4 ** 9]`` uint16, pattern index of each line code.
    rows: ``[P, WIDTH]`` int16: the mover's view of each pattern, then the other's.
    first: ``[WIDTH, HEAD_UNITS]``, layer of the value, then its bias ``[HEAD_UNITS]``.
    second: ``[HEAD_UNITS, HEAD_UNITS]``, layer of the value, then its bias.
    last: ``[HEAD_UNITS + 1]``, layer of the value, with its bias at the end.
    seen: ``[WIDTH, POLICY_UNITS]``, from a cell to its policy units, then its bias.
    told: ``[HEAD_UNITS, POLICY_UNITS]``, from ``second`` to these units.
    policy: ``[POLICY_UNITS]``, from these units to the logit of the cell.
    """

    number: np.ndarray
    rows: np.ndarray
    first: np.ndarray
    first_bias: np.ndarray
    second: np.ndarray
    second_bias: np.ndarray
    last: np.ndarray
    seen: np.ndarray
    seen_bias: np.ndarray
    told: np.ndarray
    policy: np.ndarray
