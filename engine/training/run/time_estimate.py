"""Estimate of the remaining time of a run, from the durations of its generations."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

RECENT = 5
"""Number of newest generations whose mean duration is the estimate."""


class TimeEstimate:
    """Estimator with the durations of the generations of this process.

    Args:
        now: Source of seconds.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._began = 0.0
        self._is_whole = False
        self._durations: deque[float] = deque(maxlen=RECENT)

    def begin(self, *, is_whole: bool) -> None:
        """Start timing a generation; one started by another process is not timed."""
        self._began, self._is_whole = self._now(), is_whole

    def end(self) -> None:
        """Stop timing the generation."""
        if self._is_whole:
            self._durations.append(self._now() - self._began)

    def seconds_for(self, generations: int) -> float | None:
        """Return the estimate for a number of generations, if any was timed."""
        if not self._durations:
            return None
        return generations * sum(self._durations) / len(self._durations)
