"""Samples with a win in one, which games of good engines seldom show.

A network learns them from the last positions of games, and from positions in which one
side has just overlooked the threat of the other.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from engine.games import get_game
from engine.training.learning.kernels.winning_cells import mark_winning_cells
from engine.training.learning.samples import Samples

NEAR = 2
"""Maximum distance of a random stone from another one, in rows and columns."""


def find_winning_cells(samples: Samples) -> npt.NDArray[np.bool_]:
    """Return ``[S, N]``: whether the side to move wins with a stone on each cell.

    The first call compiles or loads kernels. A position gets no winning cells if a row
    is complete before all of its stones are placed, in turns and in ascending order,
    as in rules under which a longer row does not win.
    """
    start = get_game(samples.setup.game).new_position(samples.setup)
    wins = np.zeros(samples.cells.shape, np.bool_)
    mark_winning_cells(
        *(start.kernel_state() for _ in range(3)), samples.cells, samples.to_move, wins
    )
    return wins


def label_wins(samples: Samples) -> Samples:
    """Return the samples with a win in one, with equal labels for all winning cells."""
    wins = find_winning_cells(samples)
    found = np.flatnonzero(wins.any(axis=1))
    won = np.ones(len(found), np.float32)
    own, kept = wins[found], samples.rows(found)
    return Samples(
        setup=kept.setup,
        cells=kept.cells,
        to_move=kept.to_move,
        last_move=kept.last_move,
        policy=(own / own.sum(axis=1, keepdims=True)).astype(np.float32),
        value=won,
        result=won,
        game=kept.game,
    )


def play_random_stones(samples: Samples, rng: np.random.Generator) -> Samples:
    """Return the positions after one random stone near others, without labels.

    They are seen by the other side, which may win at once. Positions without such a
    cell are left out.
    """
    free = _near_cells(samples)
    able = np.flatnonzero(free.any(axis=1))
    chosen = (rng.random((len(able), free.shape[1])) * free[able]).argmax(axis=1)
    cells = samples.cells[able].copy()
    cells[np.arange(len(able)), chosen] = 1
    nothing = np.zeros(len(able), np.float32)
    return Samples(
        setup=samples.setup,
        cells=np.array([0, 2, 1], np.int8)[cells],
        to_move=(3 - samples.to_move[able]).astype(np.int8),
        last_move=chosen.astype(np.int16),
        policy=np.zeros(cells.shape, np.float32),
        value=nothing,
        result=nothing,
        game=samples.game[able],
    )


def _near_cells(samples: Samples) -> npt.NDArray[np.bool_]:
    """Return ``[S, N]``: whether a cell is empty and near a stone."""
    setup = samples.setup
    stones = (samples.cells != 0).reshape(-1, setup.height, setup.width)
    padded = np.pad(stones, ((0, 0), (NEAR, NEAR), (NEAR, NEAR)))
    near = np.zeros_like(stones)
    for down in range(2 * NEAR + 1):
        for right in range(2 * NEAR + 1):
            near |= padded[:, down : down + setup.height, right : right + setup.width]
    free: npt.NDArray[np.bool_] = near.reshape(-1, setup.cell_count)
    free &= samples.cells == 0
    return free
