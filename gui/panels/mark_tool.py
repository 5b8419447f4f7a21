"""Tools for marks and labels on the board."""

from __future__ import annotations

from enum import Enum

from engine.records.sgf.markup import Shape


class MarkTool(Enum):
    """Tool of the palette: a shape, or the next free letter or number."""

    TRIANGLE = "triangle"
    SQUARE = "square"
    CIRCLE = "circle"
    CROSS = "cross"
    LETTER = "letter"
    NUMBER = "number"

    @property
    def shape(self) -> Shape | None:
        """The shape that it draws; ``None`` for a label."""
        return Shape.__members__.get(self.name)
