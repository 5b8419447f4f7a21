"""Layout of a Gomoku board."""

from __future__ import annotations

from functools import lru_cache

from engine.core.board.board_notation import format_column
from engine.core.board.geometry import (
    BoardLayout,
    Label,
    Point,
    Surface,
    compute_bounds,
)

LABEL_DISTANCE = 0.9
"""Distance from the outermost line to the coordinates, in board units."""

STARS_FROM = 9
"""Smallest side with star points away from the centre."""


@lru_cache(maxsize=32)
def crossings(height: int, width: int) -> BoardLayout:
    """Return the layout of a board of ``height`` rows and ``width`` columns."""
    centers = tuple(
        (float(column), float(row)) for row in range(height) for column in range(width)
    )
    right, bottom = width - 1.0, height - 1.0
    rows = tuple(((0.0, float(r)), (right, float(r))) for r in range(height))
    columns = tuple(((float(c), 0.0), (float(c), bottom)) for c in range(width))
    labels: list[Label] = []
    for column in range(width):
        text = format_column(column)
        for y in (-LABEL_DISTANCE, bottom + LABEL_DISTANCE):
            labels.append(Label(text, (float(column), y)))
    for row in range(height):
        text = str(height - row)
        for x in (-LABEL_DISTANCE, right + LABEL_DISTANCE):
            labels.append(Label(text, (x, float(row))))
    return BoardLayout(
        surface=Surface.CROSSINGS,
        centers=centers,
        lines=rows + columns,
        dots=_stars(height, width),
        labels=tuple(labels),
        bounds=compute_bounds(list(centers), margin=0.75),
        bounds_with_labels=compute_bounds([label.at for label in labels], margin=0.5),
    )


def _stars(height: int, width: int) -> tuple[Point, ...]:
    """Return the star points: the middle, and the 4-4 points of a large board."""
    stars: list[Point] = []
    if height % 2 and width % 2:
        stars.append(((width - 1) / 2, (height - 1) / 2))
    if min(height, width) >= STARS_FROM:
        inset = 3.0 if min(height, width) > STARS_FROM else 2.0
        stars += [
            (x, y)
            for x in (inset, width - 1 - inset)
            for y in (inset, height - 1 - inset)
        ]
    return tuple(stars)
