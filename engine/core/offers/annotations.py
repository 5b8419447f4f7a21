"""Static facts of a board as plain marks, which the window draws beneath the stones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from engine.core.game import GameSetup, Position
from engine.core.types import Move, Player

MIDDLE, LEFT, RIGHT = Move(0), Move(1), Move(2)
"""The three cells of a sample in a legend, side by side."""


class Sign(Enum):
    """How cells are marked; the largest areas come first."""

    DASH = "dash"
    """Painted out, with a dash."""

    WIN = "win"
    """Tinted, inside an unbroken line in the colour of the owner, who has won there."""

    REGION = "region"
    """Inside a broken line; only the side to move heeds its own region."""

    TILE = "tile"
    """A small tile in the colour of the owner."""

    DOT = "dot"
    """A dot in the colour of the owner."""

    RING = "ring"
    """A ring in the colour of the owner."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CellMarks:
    """Cells with the same mark."""

    sign: Sign
    """The mark."""

    cells: frozenset[Move]
    """Empty cells that have it."""

    owner: Player | None = None
    """Side in whose colour it is drawn; a ``DASH`` has none."""

    note: str = ""
    """What it means for a cell, in English, for screen readers."""

    def __post_init__(self) -> None:
        if (self.owner is None) != (self.sign is Sign.DASH):
            raise ValueError(
                f"Expected an owner for all signs but DASH, got {self.owner!r} "
                f"for {self.sign}."
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """Bar between two stones, or from a stone to an edge."""

    owner: Player
    """Side of the stones."""

    ends: tuple[Move, ...]
    """The two stones, or the only one of a link to an edge."""

    cells: tuple[Move, ...]
    """The empty cells that the bar depends on; for an edge those on both sides."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardAnnotations:
    """Marks of one board."""

    marks: tuple[CellMarks, ...] = ()
    """Marks on cells."""

    links: tuple[Link, ...] = ()
    """Bars between stones."""

    line: tuple[Move, ...] = ()
    """Moves of a proven win, the first one by the side to move."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LegendEntry:
    """Explanation of a mark."""

    title: str
    """Name of the mark, in English."""

    tip: str
    """What it means, in English."""

    sample: BoardAnnotations
    """The mark on the cells ``MIDDLE``, ``LEFT`` and ``RIGHT``, second side to move."""

    def is_in(self, annotations: BoardAnnotations) -> bool:
        """Return whether a board has the mark; links may belong to several marks."""
        signs = {marks.sign for marks in self.sample.marks}
        if signs:
            return any(m.cells and m.sign in signs for m in annotations.marks)
        return bool(annotations.links if self.sample.links else annotations.line)


@dataclass(frozen=True, slots=True, kw_only=True)
class Annotator:
    """Annotations of a game."""

    read: Callable[[Position], BoardAnnotations]
    """Function that annotates a board without a search.

    Its first call compiles or loads kernels: never call it in the window's thread.
    """

    explain: Callable[[GameSetup], tuple[LegendEntry, ...]]
    """Function that returns the legend for a setup, in the order of the entries."""

    waiting: str
    """Sentence for the time of compiling, in English."""
