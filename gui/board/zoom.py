"""Which part of the board the picture shows, and how large."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.geometry import Point

LARGEST_ZOOM = 5.0
"""The whole board is the smallest picture; this many times larger, a few cells fill it.
"""

ZOOM_STEP = 1.25
"""From one press of a key, or one notch of the wheel, to the next."""

ALMOST_WHOLE = 1.02
"""A smaller zoom counts as none, so that steps back end at the whole board."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Zoom:
    """An enlarged part of the board."""

    factor: float = 1.0
    """How many times larger than the whole board would be; at least 1."""

    middle: Point = (0.0, 0.0)
    """Place on the board in the middle of the picture, as far as the board reaches."""

    @property
    def is_whole(self) -> bool:
        """Whether the whole board is to be seen."""
        return self.factor == 1.0

    @property
    def percent(self) -> int:
        """The factor as it is told to the user."""
        return round(100 * self.factor)


WHOLE = Zoom()
"""The whole board, as large as the picture allows."""


def step_zoom(factor: float, steps: float) -> float:
    """Return ``factor`` after ``steps`` of the wheel, within its limits."""
    wanted = min(factor * ZOOM_STEP**steps, LARGEST_ZOOM)
    return 1.0 if wanted < ALMOST_WHOLE else wanted
