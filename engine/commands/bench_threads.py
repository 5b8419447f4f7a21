"""Benchmark of searches in two threads."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

from engine.core.game import Position
from engine.search.api import Limits, Searcher

REPEATS = 3


def measure_speedup(
    build: Callable[[int], Searcher], position: Position, seconds: float
) -> float:
    """Return nodes per wall second of two threads ÷ those of one.

    Both kinds of search take turns, so that other load meets them alike.

    Args:
        build: Factory of a searcher with a number of threads.
        position: Position to search.
        seconds: Time of one search.
    """
    build(1).prepare(position)
    rates: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(REPEATS):
        for threads, found in rates.items():
            found.append(_node_rate(build(threads), position, seconds))
    return statistics.median(rates[2]) / statistics.median(rates[1])


def _node_rate(searcher: Searcher, position: Position, seconds: float) -> float:
    """Return nodes per wall second of a search."""
    searcher.prepare(position)
    started = time.monotonic()
    result = searcher.search(position, Limits(seconds=seconds))
    return result.nodes / (time.monotonic() - started)
