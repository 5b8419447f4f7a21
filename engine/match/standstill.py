"""Detector of standstills: the computer slept, or the program hung."""

from __future__ import annotations

from collections.abc import Callable

from engine.match.session.game_time import GameTime

BEAT_SECONDS = 1.0
"""Interval between two looks while a clock runs."""

STANDSTILL_SECONDS = 5.0
"""A longer time between two looks means that nobody could move."""


class StandstillDetector:
    """Detector of standstills while a clock runs.

    Args:
        time: The clocks.
        now: Source of seconds that also pass while the computer sleeps.
    """

    def __init__(self, time: GameTime, now: Callable[[], float]) -> None:
        self._time = time
        self._now = now
        self._last_look = now()

    def begin(self) -> None:
        """Start the first interval; the clock starts now."""
        self._last_look = self._now()

    def look(self) -> float | None:
        """Return the length of a standstill since the last look, in seconds."""
        if not self._time.is_running:
            return None
        now = self._now()
        seconds, self._last_look = now - self._last_look, now
        return seconds if seconds > STANDSTILL_SECONDS else None
