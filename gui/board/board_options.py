"""Display options of the board."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engine.core.geometry import BoardLayout


class Orientation(Enum):
    """Orientation of a slanted board on the screen."""

    FLAT = "flat"
    """Rows are level and shift to the right."""

    DIAMOND = "diamond"
    """The long diagonal is level."""

    UPRIGHT = "upright"
    """The long diagonal goes from top to bottom."""


class SideMarkStyle(Enum):
    """Style of the side marks."""

    NONE = "none"
    """Nothing."""

    LETTERS = "letters"
    """The first letter of the side's name."""

    PATTERNS = "patterns"
    """Stripes for the first side, dots for the second."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardOptions:
    """Display options of a board."""

    coordinates: bool = True
    """Whether coordinates are shown around the board."""

    numbers: bool = False
    """Whether each stone carries the number of its move."""

    orientation: Orientation = Orientation.FLAT
    """Orientation of a slanted board."""

    side_mark_style: SideMarkStyle = SideMarkStyle.NONE
    """Style of the side marks on stones and edges."""


DEFAULT_BOARD_OPTIONS = BoardOptions()
"""Default display options."""


def rotate_layout(layout: BoardLayout, orientation: Orientation) -> BoardLayout:
    """Return ``layout`` in ``orientation``; only a slanted one rotates."""
    if layout.slant is None or orientation is Orientation.FLAT:
        return layout
    wanted = 0.0 if orientation is Orientation.DIAMOND else 90.0
    return layout.rotated(wanted - layout.slant)
