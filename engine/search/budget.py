"""Budget of a search: its limits, checked between slices."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

from engine.search.api import Clock, Limits

Clocks = Mapping[Clock, Callable[[], float]]
"""Monotonic clocks in seconds, by the name that limits give."""

CLOCKS: Clocks = {"wall": time.monotonic, "cpu": time.process_time}

SLICE_SECONDS = 0.01
"""Seconds between two checks of the limits; a stop may take 50 ms."""

FIRST_SLICE = 32
"""Nodes of the first slice, before the speed of the search is known."""


class Budget:
    """Budget of a running search.

    Args:
        limits: Limits of the search.
        now: Clock of the limits, in seconds.
        used: Seconds that count as used at the start.
    """

    def __init__(
        self,
        limits: Limits,
        *,
        now: Callable[[], float],
        used: float = 0.0,
    ) -> None:
        self._limits = limits
        self._now = now
        self._started = now() - used

    @property
    def seconds_used(self) -> float:
        """Seconds since the search began."""
        return self._now() - self._started

    def next_slice(self, nodes_done: int) -> int:
        """Return the number of nodes until the next check; 0 ends the search."""
        used = self.seconds_used
        slice_seconds = SLICE_SECONDS
        if self._limits.seconds is not None:
            slice_seconds = min(slice_seconds, self._limits.seconds - used)
            if slice_seconds <= 0 and nodes_done > 0:
                return 0
        count = FIRST_SLICE
        if nodes_done and used > 0:
            count = max(int(nodes_done / used * slice_seconds), 1)
        if self._limits.nodes is not None:
            count = min(count, self._limits.nodes - nodes_done)
        return max(count, 0)
