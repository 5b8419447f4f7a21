"""Budget of a search: its limits, checked between slices."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from engine.search.api import Clock, Limits

Clocks = Mapping[Clock, Callable[[], float]]
"""Monotonic clocks in seconds, by the name that limits give."""

CLOCKS: Clocks = {"wall": time.monotonic, "cpu": time.process_time}

SLICE_SECONDS = 0.01
"""Seconds between two checks of the limits; a stop may take 50 ms."""

FIRST_SLICE = 32
"""Nodes of the first slice, before the speed of the search is known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """Bounds that the settings of an engine set to every search."""

    nodes: int | None = None
    """Largest number of nodes."""

    depth: int | None = None
    """Largest depth in plies."""

    def applied_to(self, limits: Limits) -> Limits:
        """Return ``limits``, reduced to these bounds."""
        return replace(
            limits,
            nodes=_smaller(limits.nodes, self.nodes),
            depth=_smaller(limits.depth, self.depth),
        )


def _smaller(limit: int | None, bound: int | None) -> int | None:
    """Return the smaller of two limits; ``None`` is no limit."""
    if limit is None or bound is None:
        return bound if limit is None else limit
    return min(limit, bound)


class Budget:
    """Budget of a running search; it begins when it is created.

    The first slice is given however late it is, and speed counts from there.

    Args:
        limits: Limits of the search.
        now: Clock of the limits, in seconds.
    """

    def __init__(self, limits: Limits, *, now: Callable[[], float]) -> None:
        self.limits = limits
        """Limits of the search."""

        self.now = now
        """Clock of the limits, in seconds."""

        self._started = now()
        self._first_check: float | None = None
        self._last_check = 0.0

    @property
    def seconds_used(self) -> float:
        """Seconds since the search began."""
        return self.now() - self._started

    def next_slice(self, nodes_done: int, step: int | None = None) -> int:
        """Return the number of nodes until the next check; 0 ends the search.

        Args:
            nodes_done: Nodes so far.
            step: Nodes of a slice that cannot be divided; ``None`` for slices of
                ``SLICE_SECONDS``.
        """
        used = self.seconds_used
        if self._first_check is None:
            self._first_check = self._last_check = used
            count = FIRST_SLICE if step is None else step
        elif step is None:
            count = self._divisible_slice(nodes_done, used)
        else:
            count = step if self._has_time_for_step(used) else 0
        self._last_check = used
        if self.limits.nodes is not None:
            count = min(count, self.limits.nodes - nodes_done)
        return max(count, 0)

    def most_nodes_left(self, nodes_done: int) -> float:
        """Return the number of nodes that the limits leave at the speed so far."""
        limits, used, most = self.limits, self.seconds_used, math.inf
        if limits.nodes is not None:
            most = limits.nodes - nodes_done
        speed = self._speed(nodes_done, used)
        if limits.seconds is not None and speed is not None:
            most = min(most, speed * (limits.seconds - used))
        return most

    def _divisible_slice(self, nodes_done: int, used: float) -> int:
        slice_seconds = SLICE_SECONDS
        if self.limits.seconds is not None:
            slice_seconds = min(slice_seconds, self.limits.seconds - used)
            if slice_seconds <= 0 and nodes_done > 0:
                return 0
        speed = self._speed(nodes_done, used)
        return FIRST_SLICE if speed is None else max(int(speed * slice_seconds), 1)

    def _has_time_for_step(self, used: float) -> bool:
        """Return whether at most half of a step as long as the last one is late."""
        most, last_step = self.limits.seconds, used - self._last_check
        return most is None or most - used >= last_step / 2

    def _speed(self, nodes_done: int, used: float) -> float | None:
        """Return the nodes per second since the first slice, once it is known."""
        elapsed = used - (used if self._first_check is None else self._first_check)
        return nodes_done / elapsed if nodes_done and elapsed > 0 else None
