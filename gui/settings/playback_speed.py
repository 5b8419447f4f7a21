"""Playback speed: the minimum time between the moves of two engines."""

from __future__ import annotations

from enum import Enum


class PlaybackSpeed(Enum):
    """How long a move stays before the next one; engines may take longer."""

    SLOW = "slow"
    NORMAL = "normal"
    FAST = "fast"
    FASTEST = "fastest"

    @property
    def seconds(self) -> float:
        """Shortest time between two moves."""
        return SECONDS[self]


SECONDS = {
    PlaybackSpeed.SLOW: 2.0,
    PlaybackSpeed.NORMAL: 0.7,
    PlaybackSpeed.FAST: 0.25,
    PlaybackSpeed.FASTEST: 0.0,
}
"""An eye follows about four moves a second and takes one in within a second or two."""
