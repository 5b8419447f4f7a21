"""How fast networks judge, measured."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from engine.core.game import GameSetup
from engine.nn.net_info import NetInfo
from engine.search.evaluation import NO_LAST_MOVE, Evaluator, LeafBatch

BATCHES = (1, 2, 4, 8, 16, 32, 64)
"""Sizes of batches that a measurement tries."""


class NetEvaluator(Evaluator, Protocol):
    """Judges leaves by a network.

    ``evaluate`` raises ``NetError`` where that is for another game, size or rule.
    """

    @property
    def info(self) -> NetInfo:
        """What the network is."""
        ...

    def rate(
        self, setup: GameSetup, size: int, seconds: float, now: Callable[[], float]
    ) -> float:
        """Return how many positions a second the bare network judges in batches."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Speed:
    """How fast a network judges."""

    batch: int
    """Positions in a batch."""

    evals_per_s: float
    """Positions a second."""


NEARLY = 0.97
"""Speeds that differ by less than they do from one measurement to the next."""


def fastest(
    evaluator: NetEvaluator,
    setup: GameSetup,
    *,
    seconds: float,
    repeats: int = 3,
    now: Callable[[], float] = time.perf_counter,
) -> Speed:
    """Return the batch in which the bare network is fastest.

    Of those as fast within ``NEARLY`` it is the largest, with which a search has the
    least to do beside.

    Args:
        evaluator: What is measured.
        setup: The board.
        seconds: Time for one figure.
        repeats: Figures of which the best counts, taken in turns: what else a machine
            does makes a figure smaller, and lasts longer than one.
        now: Source of seconds; the thread's CPU time where other work disturbs.
    """
    rates = dict.fromkeys(BATCHES, 0.0)
    for size in BATCHES * repeats:
        rates[size] = max(rates[size], evaluator.rate(setup, size, seconds, now))
    best = max(rates.values())
    size = max(size for size, rate in rates.items() if rate >= NEARLY * best)
    return Speed(batch=size, evals_per_s=rates[size])


def some_leaves(setup: GameSetup, count: int, *, seed: int = 0) -> LeafBatch:
    """Return positions with a few random stones, one side's turn, to measure on."""
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


def rate_of(
    judge: Callable[[], Any], size: int, seconds: float, now: Callable[[], float]
) -> float:
    """Return how many positions a second come out of calls that judge ``size``."""
    judge()
    count, started = 0, now()
    while (used := now() - started) < seconds or count == 0:
        judge()
        count += size
    return count / used
