"""Samples of a search over time, fewer and fewer as it goes on."""

from __future__ import annotations

from dataclasses import replace

from engine.core.types import SearchSample
from engine.search.api import SearchResult

MOST_SAMPLES = 40
"""Largest number of samples of a search; 40 of them make 3 kB of a record."""

GROWTH = 1.2
"""Least ratio of the times of two samples: 40 samples cover two minutes."""

SAMPLED_MOVES = 5
"""Number of root moves with a share in a sample."""


class SampleLog:
    """Log of samples, at times that grow geometrically."""

    def __init__(self) -> None:
        self._samples: list[SearchSample] = []
        self._growth = GROWTH

    def sampled(self, result: SearchResult, *, is_final: bool = False) -> SearchResult:
        """Return a report of the search with the samples up to its time.

        Args:
            result: The report.
            is_final: Whether the search is over; its end is always a sample.
        """
        samples = self._samples
        if is_final and samples and samples[-1].nodes == result.nodes:
            samples.pop()
        is_due = not samples or result.seconds >= samples[-1].seconds * self._growth
        if is_due or is_final:
            samples.append(take_sample(result))
        if len(samples) > MOST_SAMPLES:
            del samples[-2::-2]
            self._growth *= self._growth
        return replace(result, samples=tuple(samples))


def take_sample(result: SearchResult) -> SearchSample:
    """Return the state of a search, rounded to what a graph can show."""
    total = sum(candidate.visits for candidate in result.candidates)
    leading = sorted(result.candidates, key=lambda one: one.visits, reverse=True)
    return SearchSample(
        seconds=round(result.seconds, 3),
        nodes=result.nodes,
        value=round(result.value, 4),
        depth=result.depth,
        shares=tuple(
            (one.move, round(one.visits / total, 4))
            for one in leading[:SAMPLED_MOVES]
            if one.visits
        ),
    )
