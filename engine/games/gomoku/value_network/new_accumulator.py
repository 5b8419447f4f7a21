"""Accumulator of a position, and the boards that the network has learned."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from engine.core.game import GameSetup
from engine.core.kernels.records import new_records
from engine.games.gomoku.value_network.kernels.accumulator import (
    PROGRESS,
    SCRATCH,
    Accumulator,
)
from engine.games.gomoku.value_network.layers import REACH, WIDTH
from engine.games.gomoku.value_network.line_rows import empty_lines
from engine.games.gomoku.value_network.network_weights import NetworkWeights

ROW = 5
"""Length of a row that the network has learned; its games were freestyle ones.

It is better than the fitted values by the other rules, too (docs/engines.md).
"""


def fits_value_network(setup: GameSetup) -> bool:
    """Return whether the network evaluates boards of a setup."""
    return int(setup.option("line_length")) == ROW


def new_accumulator(
    height: int, width: int, weights: NetworkWeights, *, plies: int
) -> Accumulator:
    """Return the accumulator of an empty board.

    Args:
        height: Rows of the board.
        width: Columns of the board.
        weights: Weights of the network.
        plies: Positions of a line of play, with the first one.
    """
    before, after = _cells_of_lines(height, width)
    empty = empty_lines()[before, after]
    cells = height * width
    return Accumulator(
        progress=new_records(1, PROGRESS),
        rows=weights.rows,
        before=before,
        after=after,
        empty=empty,
        numbers=empty.copy(),
        sums=np.zeros((cells, WIDTH), np.int16),
        totals=np.zeros((plies, WIDTH), np.int32),
        head=weights.head,
        scratch=new_records(1, SCRATCH),
    )


def _cells_of_lines(
    height: int, width: int
) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.int8]]:
    """Return ``[N, 4]`` cells of each line before and after its centre.

    The directions are those of ``GomokuState.stride``.
    """
    row, column = np.divmod(np.arange(height * width), width)
    up, down, left, right = row, height - 1 - row, column, width - 1 - column
    before = (left, up, np.minimum(up, left), np.minimum(down, left))
    after = (right, down, np.minimum(down, right), np.minimum(up, right))
    near_before, near_after = (
        np.minimum(np.stack(side, axis=1), REACH).astype(np.int8)
        for side in (before, after)
    )
    return near_before, near_after
