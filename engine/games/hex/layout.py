"""Where the hexagons of a Hex board lie: rows go down and shift right by half."""

from __future__ import annotations

import math
from functools import lru_cache

from engine.core.game import column_letters
from engine.core.geometry import (
    BoardLayout,
    Label,
    OwnedEdge,
    Point,
    Surface,
    bounds_of,
)
from engine.core.types import Player

ROW_STEP = math.sqrt(3) / 2
"""Distance between two rows of hexagons whose centres are one unit apart."""

RADIUS = 1 / math.sqrt(3)
"""From the centre of a hexagon to its corners."""

LABEL_DISTANCE = 1.05
"""From the centre of an outer cell to its coordinate, in board units."""

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
        text = column_letters(column)
        labels.append(Label(text, _beside(_center(0, column), -120)))
        labels.append(Label(text, _beside(_center(height - 1, column), 60)))
    for row in range(height):
        text = str(row + 1)
        labels.append(Label(text, _beside(_center(row, 0), 180)))
        labels.append(Label(text, _beside(_center(row, width - 1), 0)))
    edges = _edges(height, width)
    inner = [point for polygon in polygons for point in polygon]
    return BoardLayout(
        surface=Surface.TILES,
        centers=centers,
        polygons=polygons,
        edges=edges,
        labels=tuple(labels),
        bounds=bounds_of(inner, margin=0.3),
        bounds_with_labels=bounds_of(
            [*inner, *(label.at for label in labels)], margin=0.35
        ),
    )


def _center(row: int, column: int) -> Point:
    return (column + row / 2, row * ROW_STEP)


def _beside(center: Point, degrees: float) -> Point:
    """Return the place of a label seen from ``center``; 90 degrees point down."""
    angle = math.radians(degrees)
    return (
        center[0] + LABEL_DISTANCE * math.cos(angle),
        center[1] + LABEL_DISTANCE * math.sin(angle),
    )


def _edges(height: int, width: int) -> tuple[OwnedEdge, ...]:
    """Return the four zigzag edges; neighbours share the corner between them."""

    def corner(row: int, column: int, number: int) -> Point:
        x, y = _center(row, column)
        dx, dy = CORNERS[number]
        return (x + dx, y + dy)

    last_row, last_column = height - 1, width - 1
    top = [corner(0, c, n) for c in range(width) for n in (5, 0)]
    right = [corner(r, last_column, n) for r in range(height) for n in (1, 2)]
    bottom = [corner(last_row, c, n) for c in reversed(range(width)) for n in (2, 3)]
    left = [corner(r, 0, n) for r in reversed(range(height)) for n in (4, 5)]
    top.append(right[0])
    bottom.append(left[0])
    return (
        OwnedEdge(Player.FIRST, tuple(top)),
        OwnedEdge(Player.SECOND, tuple(right)),
        OwnedEdge(Player.FIRST, tuple(bottom)),
        OwnedEdge(Player.SECOND, tuple(left)),
    )
