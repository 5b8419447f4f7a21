"""How a person wants to see the board: turned, numbered, marked."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engine.core.geometry import BoardLayout


class Orientation(Enum):
    """How a slanted board lies on the screen."""

    FLAT = "flat"
    """Rows are level and shift to the right."""

    DIAMOND = "diamond"
    """The long diagonal is level."""

    UPRIGHT = "upright"
    """The long diagonal goes from top to bottom."""


class SideMarkStyle(Enum):
    """What tells the sides apart besides their colours."""

    NONE = "none"
    """Nothing."""

    LETTERS = "letters"
    """The first letter of the side's name."""

    PATTERNS = "patterns"
    """Stripes for the first side, dots for the second."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardOptions:
    """What can be chosen about the picture of a board."""

    coordinates: bool = True
    """Whether letters and numbers stand around the board."""

    numbers: bool = False
    """Whether each stone carries the number of its move."""

    orientation: Orientation = Orientation.FLAT
    """How a slanted board lies."""

    side_mark_style: SideMarkStyle = SideMarkStyle.NONE
    """What stones and edges carry besides their colour."""


DEFAULT_BOARD_OPTIONS = BoardOptions()
"""What is seen until the user chooses."""


def rotate_layout(layout: BoardLayout, orientation: Orientation) -> BoardLayout:
    """Return ``layout`` as it lies in ``orientation``; only a slanted one turns."""
    if layout.slant is None or orientation is Orientation.FLAT:
        return layout
    wanted = 0.0 if orientation is Orientation.DIAMOND else 90.0
    return layout.rotated(wanted - layout.slant)
