"""Samples of a search over time, at growing intervals."""

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
    """Log of samples, at times that grow geometrically.

    A search that continues another one of its position continues its log.

    Args:
        restarts: Whether a search that continues another one begins anew, such as
            iterative deepening. Until it is as deep, the result of that one stands; a
            proof outranks any depth.
    """

    def __init__(self, *, restarts: bool = False) -> None:
        self._restarts = restarts
        self._last: SearchResult | None = None
        self._samples: list[SearchSample] = []
        self._growth = GROWTH
        self._nodes_before, self._seconds_before = 0, 0.0

    def sampled(self, part: SearchResult, *, is_final: bool = False) -> SearchResult:
        """Return a report of the search with the samples up to its time.

        Args:
            part: The report, with nodes and seconds of the latest search alone.
            is_final: Whether the search is over; its end is always a sample.
        """
        result = replace(
            self._better(part),
            nodes_before=self._nodes_before,
            seconds_before=self._seconds_before,
        )
        samples, nodes, seconds = self._samples, result.all_nodes, result.all_seconds
        if is_final and samples and samples[-1].nodes == nodes:
            samples.pop()
        is_due = not samples or seconds >= samples[-1].seconds * self._growth
        if is_due or is_final:
            samples.append(take_sample(result))
        if len(samples) > MOST_SAMPLES:
            del samples[-2::-2]
            self._growth *= self._growth
        if is_final:
            self._nodes_before, self._seconds_before = nodes, seconds
            self._last = result
        return replace(result, samples=tuple(samples))

    def _better(self, part: SearchResult) -> SearchResult:
        """Return a report, or the last result while that one is more certain."""
        last = self._last
        if not self._restarts or last is None or _certainty(part) >= _certainty(last):
            return part
        return replace(last, nodes=part.nodes, seconds=part.seconds)


def _certainty(result: SearchResult) -> tuple[bool, int]:
    """Return the rank of a result of iterative deepening: by proof, then by depth."""
    return abs(result.value) == 1, result.depth


def take_sample(result: SearchResult) -> SearchSample:
    """Return the state of a search, rounded to the resolution of a graph."""
    total = sum(candidate.visits for candidate in result.candidates)
    leading = sorted(result.candidates, key=lambda one: one.visits, reverse=True)
    return SearchSample(
        seconds=round(result.all_seconds, 3),
        nodes=result.all_nodes,
        value=round(result.value, 4),
        depth=result.depth,
        shares=tuple(
            (one.move, round(one.visits / total, 4))
            for one in leading[:SAMPLED_MOVES]
            if one.visits
        ),
    )
