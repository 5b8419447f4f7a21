"""Estimate of the time that the generations of a run still need."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

RECENT = 5
"""Generations whose mean duration is the estimate."""


class Pace:
    """Durations of the generations that this process has worked on.

    Args:
        now: Source of seconds.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._began = 0.0
        self._is_whole = False
        self._durations: deque[float] = deque(maxlen=RECENT)

    def begin(self, *, is_whole: bool) -> None:
        """Begin a generation; a part of one, begun by another process, is not timed."""
        self._began, self._is_whole = self._now(), is_whole

    def end(self) -> None:
        """End the generation."""
        if self._is_whole:
            self._durations.append(self._now() - self._began)

    def seconds_for(self, generations: int) -> float | None:
        """Return the estimate for more generations; ``None`` if none was timed."""
        if not self._durations:
            return None
        return generations * sum(self._durations) / len(self._durations)
