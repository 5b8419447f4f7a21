"""Measurement of the batch size at which a bare network is fastest."""

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
    """Throughput of a network at a batch size."""

    batch: int
    """Positions in a batch."""

    evals_per_s: float
    """Positions per second."""


NEARLY = 0.97
"""Ratio of speeds that is within the noise of a measurement."""


def find_fastest_batch(
    evaluator: NetEvaluator,
    setup: GameSetup,
    *,
    seconds: float,
    repeats: int = 3,
    now: Callable[[], float] = time.perf_counter,
) -> Speed:
    """Return the batch size at which the bare network is fastest.

    Of the sizes within ``NEARLY`` of the best it is the largest, which has the least
    overhead in a search.

    Args:
        evaluator: Evaluator of the network.
        setup: Setup of the positions.
        seconds: Time of one measurement.
        repeats: Measurements per size, in turns; the best one counts, as other load on
            the machine reduces some of them.
        now: Clock in seconds; the thread's CPU time on a loaded machine.
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
    """Return the positions per second of the bare network.

    A network with input planes is measured without encoding and softmax.

    Args:
        evaluator: Evaluator of the network.
        setup: Setup of the positions.
        size: Positions of a batch.
        seconds: Time of the measurement.
        now: Clock in seconds.
    """
    leaves = make_leaves(setup, size)
    if isinstance(evaluator, PlaneEvaluator):
        planes, run = evaluator.encode_planes(leaves), evaluator.run
        return measure_throughput(lambda: run(planes), size, seconds, now)
    return measure_throughput(lambda: evaluator.evaluate(leaves), size, seconds, now)
