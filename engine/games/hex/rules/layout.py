"""Layout of a Hex board: rows go down and shift right by half a hexagon."""

from __future__ import annotations

import math
from functools import lru_cache

from engine.core.board.board_notation import format_column
from engine.core.board.geometry import (
    BoardLayout,
    Label,
    OwnedEdge,
    Point,
    Surface,
    compute_bounds,
)
from engine.core.types import Player

ROW_STEP = math.sqrt(3) / 2
"""Distance between two rows of hexagons whose centres are one unit apart."""

RADIUS = 1 / math.sqrt(3)
"""From the centre of a hexagon to its corners."""

BAND = 0.22
"""Width of an owner's edge where the hexagons are closest to its outer line."""

COLUMN_LABEL: Point = (0.3, 1.13)
"""From the last cell of a column to its letter: slightly in the column's direction, yet
nearer to this cell than to the next one.
"""

ROW_LABEL: Point = (1.31, 0.0)
"""From the last cell of a row to its number."""

SLANT = 30.0
"""Degrees between the rows and the long diagonal of the rhombus."""

CORNERS: tuple[Point, ...] = tuple(
    (RADIUS * math.sin(math.radians(a)), -RADIUS * math.cos(math.radians(a)))
    for a in range(0, 360, 60)
)
"""Corners of a hexagon clockwise: top, upper right, lower right, bottom, ..."""


@lru_cache(maxsize=32)
def tiles(height: int, width: int) -> BoardLayout:
    """Return the layout of a board of ``height`` rows and ``width`` columns."""
    centers = tuple(_center(r, c) for r in range(height) for c in range(width))
    polygons = tuple(tuple((x + dx, y + dy) for dx, dy in CORNERS) for x, y in centers)
    labels: list[Label] = []
    for column in range(width):
        text = format_column(column)
        labels.append(Label(text, _moved(_center(0, column), COLUMN_LABEL, -1)))
        labels.append(Label(text, _moved(_center(height - 1, column), COLUMN_LABEL, 1)))
    for row in range(height):
        text = str(row + 1)
        labels.append(Label(text, _moved(_center(row, 0), ROW_LABEL, -1)))
        labels.append(Label(text, _moved(_center(row, width - 1), ROW_LABEL, 1)))
    frame = _frame(height, width)
    return BoardLayout(
        surface=Surface.TILES,
        centers=centers,
        polygons=polygons,
        edges=_edges(height, width, frame),
        frame=frame,
        labels=tuple(labels),
        slant=SLANT,
        bounds=compute_bounds(frame, margin=0.1),
        bounds_with_labels=compute_bounds(
            [*frame, *(label.at for label in labels)], margin=0.3
        ),
    )


def _center(row: int, column: int) -> Point:
    return (column + row / 2, row * ROW_STEP)


def _corner(row: int, column: int, number: int) -> Point:
    """Return one corner of a hexagon, numbered as in ``CORNERS``."""
    x, y = _center(row, column)
    dx, dy = CORNERS[number]
    return (x + dx, y + dy)


def _moved(point: Point, step: Point, times: float) -> Point:
    return (point[0] + step[0] * times, point[1] + step[1] * times)


def _frame(height: int, width: int) -> tuple[Point, ...]:
    """Return the parallelogram around the bands, clockwise from the top left."""
    reach = RADIUS + BAND
    top, bottom = -reach, (height - 1) * ROW_STEP + reach

    def left_at(y: float) -> float:
        return y / math.sqrt(3) - reach / ROW_STEP

    def right_at(y: float) -> float:
        return width - 1 + y / math.sqrt(3) + reach / ROW_STEP

    return (
        (left_at(top), top),
        (right_at(top), top),
        (right_at(bottom), bottom),
        (left_at(bottom), bottom),
    )


def _edges(height: int, width: int, frame: tuple[Point, ...]) -> tuple[OwnedEdge, ...]:
    """Return the four zigzag edges clockwise, each with its band up to the frame.

    Neighbours meet in a point that both share: a corner of the cell in an acute
    corner of the board, the middle of the outermost side in an obtuse one.
    """
    last_row, last_column = height - 1, width - 1
    upper_right = _middle(_corner(0, last_column, 0), _corner(0, last_column, 1))
    lower_left = _middle(_corner(last_row, 0, 3), _corner(last_row, 0, 4))
    top = [_corner(0, c, n) for c in range(width) for n in (5, 0)]
    right = [_corner(r, last_column, n) for r in range(height) for n in (1, 2)]
    bottom = [_corner(last_row, c, n) for c in reversed(range(width)) for n in (2, 3)]
    left = [_corner(r, 0, n) for r in reversed(range(height)) for n in (4, 5)]
    sides = (
        (*top, upper_right),
        (upper_right, *right),
        (*bottom, lower_left),
        (lower_left, *left),
    )
    edges = []
    for number, points in enumerate(sides):
        outside = (frame[(number + 1) % 4], frame[number])
        owner = Player.FIRST if number % 2 == 0 else Player.SECOND
        edges.append(OwnedEdge(owner, points, (*points, *outside)))
    return tuple(edges)


def _middle(a: Point, b: Point) -> Point:
    return ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
