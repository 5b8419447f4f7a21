"""Room of the operator's window, by its height: what is shown, and how large."""

from __future__ import annotations

from enum import Enum

ROOMY_HEIGHT = 620
"""Height in pixels at 100 % from which there is the log, and large type."""

COMPACT_HEIGHT = 505
"""Height in pixels at 100 % below which cards leave out what others show, too."""


class Room(Enum):
    """Room for the cards of the operator's window."""

    LARGE = "large"
    """Everything is shown, in large type."""

    SMALL = "small"
    """No log; smaller type."""

    TIGHT = "tight"
    """Only what the operator cannot do without."""


def room_at(height: int) -> Room:
    """Return the room of a window of ``height`` pixels at 100 %."""
    if height >= ROOMY_HEIGHT:
        return Room.LARGE
    return Room.SMALL if height >= COMPACT_HEIGHT else Room.TIGHT
