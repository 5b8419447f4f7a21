"""Size classes of the operator's window, by its height: what is shown, how large."""

from __future__ import annotations

from enum import Enum

LARGE_HEIGHT = 620
"""Height in pixels at 100 % from which there is the log, and large type."""

SMALL_HEIGHT = 505
"""Height in pixels at 100 % below which cards leave out what others show, too."""


class SizeClass(Enum):
    """How much of the cards of the operator's window is shown."""

    LARGE = "large"
    """Everything is shown, in large type."""

    SMALL = "small"
    """No log; smaller type."""

    TIGHT = "tight"
    """Only what the operator cannot do without."""


def find_size_class(height: int) -> SizeClass:
    """Return the size class of a window of ``height`` pixels at 100 %."""
    if height >= LARGE_HEIGHT:
        return SizeClass.LARGE
    return SizeClass.SMALL if height >= SMALL_HEIGHT else SizeClass.TIGHT
