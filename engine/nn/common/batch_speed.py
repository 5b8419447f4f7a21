"""The batch in which a bare network is fastest, measured."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from engine.core.game import GameSetup
from engine.nn.common.net_evaluator import NetEvaluator
from engine.nn.common.plane_evaluator import PlaneEvaluator
from engine.nn.common.speed import make_leaves, measure_throughput

BATCHES = (1, 2, 4, 8, 16, 32, 64)
"""Sizes of batches that a measurement tries."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Speed:
    """How fast a network evaluates."""

    batch: int
    """Positions in a batch."""

    evals_per_s: float
    """Positions a second."""


NEARLY = 0.97
"""Speeds that differ by less than they do from one measurement to the next."""


def find_fastest_batch(
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
        rates[size] = max(
            rates[size],
            measure_bare_network(evaluator, setup, size, seconds=seconds, now=now),
        )
    best = max(rates.values())
    size = max(size for size, rate in rates.items() if rate >= NEARLY * best)
    return Speed(batch=size, evals_per_s=rates[size])


def measure_bare_network(
    evaluator: NetEvaluator,
    setup: GameSetup,
    size: int,
    *,
    seconds: float,
    now: Callable[[], float],
) -> float:
    """Return how many positions a second the bare network evaluates.

    A network that reads planes is measured without making planes and policies.

    Args:
        evaluator: What is measured.
        setup: The board.
        size: Positions of a batch.
        seconds: Time for the measurement.
        now: Source of seconds.
    """
    leaves = make_leaves(setup, size)
    if isinstance(evaluator, PlaneEvaluator):
        planes, run = evaluator.encode_planes(leaves), evaluator.run
        return measure_throughput(lambda: run(planes), size, seconds, now)
    return measure_throughput(lambda: evaluator.evaluate(leaves), size, seconds, now)
