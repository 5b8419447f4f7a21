"""Keyboard cursor on the board and its movement by arrow keys."""

from __future__ import annotations

from engine.core.board.geometry import BoardLayout, Point
from engine.core.types import Move

LEAST_STEP = 0.1
"""A cell must lie at least this far ahead, in board units."""


class KeyboardCursor:
    """One chosen cell of a board, or none."""

    def __init__(self) -> None:
        self.cell: Move | None = None
        self._line: Point = (0.0, 0.0)

    def show(self, layout: BoardLayout, cell: Move | None) -> Move:
        """Choose ``cell``, or else the middle of the board, and return it."""
        chosen = find_central_cell(layout) if cell is None else cell
        self.cell, self._line = chosen, layout.centers[chosen]
        return chosen

    def hide(self) -> None:
        """Choose nothing."""
        self.cell = None

    def move(self, layout: BoardLayout, direction: Point) -> None:
        """Choose the next cell in ``direction``."""
        if self.cell is None:
            return
        self.cell = find_neighbour(layout, self.cell, direction, self._line)
        x, y = layout.centers[self.cell]
        self._line = (x, self._line[1]) if direction[0] else (self._line[0], y)


def find_neighbour(
    layout: BoardLayout, start: Move, direction: Point, line: Point
) -> Move:
    """Return the next cell in ``direction``, or ``start`` at the edge of the board.

    Args:
        layout: the board.
        start: the cell to leave.
        direction: unit step to the right, left, top or bottom.
        line: a point on the straight line to follow; where rows are shifted, as in
            Hex, it keeps a way up or down from drifting aside.
    """
    here = layout.centers[start]

    def ahead_of(place: Point) -> float:
        x, y = place
        return (x - here[0]) * direction[0] + (y - here[1]) * direction[1]

    def aside_from(origin: Point, place: Point) -> float:
        x, y = place
        across = (x - origin[0]) * direction[1] - (y - origin[1]) * direction[0]
        return abs(across)

    steps = [
        (round(ahead_of(place), 3), aside_from(line, place), cell)
        for cell, place in enumerate(layout.centers)
        if ahead_of(place) > max(LEAST_STEP, aside_from(here, place) - LEAST_STEP)
    ]
    return Move(min(steps)[2]) if steps else start


def find_central_cell(layout: BoardLayout) -> Move:
    """Return the cell nearest to the middle of the board."""
    left, top, right, bottom = layout.bounds
    x, y = (left + right) / 2, (top + bottom) / 2
    return Move(
        min(
            range(len(layout.centers)),
            key=lambda i: abs(layout.centers[i][0] - x) + abs(layout.centers[i][1] - y),
        )
    )
