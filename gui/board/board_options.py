"""Display options of the board: a row for each.

Settings file, dialog and *View* menu follow from the row; the painter reads the value.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, TypeVar, cast

from engine.core.board.geometry import BoardLayout
from gui.schema.display import DialogRow, MenuEntry, Page
from gui.schema.setting import Choice, Flag, Setting
from gui.text.i18n import tr

T = TypeVar("T")


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


COORDINATES = Flag(
    key="board/coordinates",
    default=True,
    row=DialogRow(
        page=Page.BOARD,
        title=lambda: tr("Settings", "Coordinates"),
        heading=lambda: tr("Settings", "Show"),
    ),
    menu=MenuEntry(text=lambda: tr("Actions", "&Coordinates"), shortcuts=("K",)),
)
"""Whether coordinates are shown around the board."""

NUMBERS = Flag(
    key="board/numbers",
    default=False,
    row=DialogRow(
        page=Page.BOARD, title=lambda: tr("Settings", "Numbers on the stones")
    ),
    menu=MenuEntry(text=lambda: tr("Actions", "Move &numbers"), shortcuts=("M",)),
)
"""Whether each stone carries the number of its move."""

CONTINUATIONS = Flag(
    key="board/continuations",
    default=True,
    row=DialogRow(
        page=Page.BOARD, title=lambda: tr("Settings", "Next moves of the record")
    ),
    menu=MenuEntry(text=lambda: tr("Actions", "Next mo&ves"), shortcuts=("L",)),
)
"""Whether the moves that the record has in the position are marked."""

SIDE_MARKS = Choice(
    key="board/side_marks",
    default=SideMarkStyle.NONE,
    values=tuple(SideMarkStyle),
    titles=lambda: (
        tr("Actions", "&None"),
        tr("Actions", "&Letters"),
        tr("Actions", "&Patterns"),
    ),
    row=DialogRow(page=Page.BOARD, title=lambda: tr("Settings", "Marks on the stones")),
    menu=MenuEntry(text=lambda: tr("Menus", "&Marks on the stones")),
)
"""Style of the side marks on stones and edges."""

ORIENTATION = Choice(
    key="board/orientation",
    default=Orientation.FLAT,
    values=tuple(Orientation),
    titles=lambda: (
        tr("Actions", "&Flat"),
        tr("Actions", "&Diamond"),
        tr("Actions", "&Upright"),
    ),
    row=DialogRow(page=Page.BOARD, title=lambda: tr("Settings", "Hex board")),
    menu=MenuEntry(
        text=lambda: tr("Menus", "&Board orientation"), is_slanted_only=True
    ),
)
"""Orientation of a slanted board."""

BOARD_OPTIONS: tuple[Setting[Any], ...] = (
    COORDINATES,
    NUMBERS,
    CONTINUATIONS,
    SIDE_MARKS,
    ORIENTATION,
)
"""The display options, in the order of menu and dialog."""


@dataclass(frozen=True, slots=True)
class BoardOptions:
    """Values of ``BOARD_OPTIONS``; an option without a value has its default."""

    chosen: Mapping[Setting[Any], object] = field(default_factory=dict)
    """Values that differ from the default."""

    def __post_init__(self) -> None:
        different = {
            option: value
            for option, value in self.chosen.items()
            if value != option.default
        }
        object.__setattr__(self, "chosen", different)

    def __getitem__(self, option: Setting[T]) -> T:
        """Return the value of an option."""
        return cast("T", self.chosen.get(option, option.default))

    def __hash__(self) -> int:
        return hash(frozenset(self.chosen.items()))

    def replace(self, option: Setting[T], value: T) -> BoardOptions:
        """Return these values with another one of an option."""
        return BoardOptions({**self.chosen, option: value})


DEFAULT_BOARD_OPTIONS = BoardOptions()
"""Default display options."""


def rotate_layout(layout: BoardLayout, orientation: Orientation) -> BoardLayout:
    """Return ``layout`` in ``orientation``; only a slanted one rotates."""
    if layout.slant is None or orientation is Orientation.FLAT:
        return layout
    wanted = 0.0 if orientation is Orientation.DIAMOND else 90.0
    return layout.rotated(wanted - layout.slant)
