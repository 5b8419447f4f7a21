"""Measurement of the throughput of networks: sample positions and a counter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from engine.core.game import GameSetup
from engine.search.evaluation import NO_LAST_MOVE, LeafBatch


def make_leaves(setup: GameSetup, count: int, *, seed: int = 0) -> LeafBatch:
    """Return ``count`` positions with a few random stones, the first side to move."""
    rng = np.random.default_rng(seed)
    cells = np.zeros((count, setup.cell_count), np.int8)
    stones = max(setup.cell_count // 10, 1)
    for row in cells:
        row[rng.choice(setup.cell_count, 2 * stones, replace=False)] = [1, 2] * stones
    return LeafBatch(
        setup=setup,
        cells=cells,
        to_move=np.ones(count, np.int8),
        last_move=np.full(count, NO_LAST_MOVE, np.int16),
        legal=cells == 0,
    )


def measure_throughput(
    evaluate: Callable[[], Any], size: int, seconds: float, now: Callable[[], float]
) -> float:
    """Return the positions per second of calls that evaluate ``size`` positions."""
    evaluate()
    count, started = 0, now()
    while (used := now() - started) < seconds or count == 0:
        evaluate()
        count += size
    return count / used
