"""Viewport: conversion between board units and pixels, and zoom.

All pixels of drawing are device pixels, so that lines and stones are crisp at any
scale of the screen; only the widget uses logical pixels.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from PyQt5.QtCore import QPoint, QPointF, QRectF
from PyQt5.QtGui import QPolygonF

from engine.core.board.geometry import BoardLayout, Bounds, Point, Surface

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
        """Whether the whole board is visible."""
        return self.factor == 1.0

    @property
    def percent(self) -> int:
        """The factor in percent."""
        return round(100 * self.factor)


WHOLE = Zoom()
"""The whole board, as large as the picture allows."""


def step_zoom(factor: float, steps: float) -> float:
    """Return ``factor`` after ``steps`` of the wheel, within its limits."""
    wanted = min(factor * ZOOM_STEP**steps, LARGEST_ZOOM)
    return 1.0 if wanted < ALMOST_WHOLE else wanted


SMALLEST_WHOLE_UNIT = 6
"""Fewest pixels between crossings that are worth rounding to whole pixels."""

LINE_WIDTH = 0.024
"""Of a line of the grid, in board units."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Viewport:
    """A board's place in a picture."""

    unit: float
    """Pixels between two neighbouring cells."""

    origin: Point
    """Pixels of the board's origin."""

    body: QRectF
    """Pixels of the board, its coordinates included if they are shown."""

    def shift_from(self, other: Viewport) -> QPoint | None:
        """Return the offset of the board from another view of equal size.

        ``None`` if the size differs, or the offset is not a whole number of pixels.
        """
        across = self.origin[0] - other.origin[0]
        down = self.origin[1] - other.origin[1]
        is_whole = across == round(across) and down == round(down)
        if self.unit != other.unit or not is_whole:
            return None
        return QPoint(round(across), round(down))

    @property
    def line_width(self) -> int:
        """Whole pixels in a line of the grid."""
        return line_width(self.unit)

    def to_pixels(self, point: Point) -> QPointF:
        """Return the pixels of board coordinates."""
        return QPointF(
            self.origin[0] + point[0] * self.unit,
            self.origin[1] + point[1] * self.unit,
        )

    def to_board(self, pixels: QPointF) -> Point:
        """Return the board coordinates of ``pixels``."""
        return (
            (pixels.x() - self.origin[0]) / self.unit,
            (pixels.y() - self.origin[1]) / self.unit,
        )

    def points(self, points: Iterable[Point]) -> list[QPointF]:
        """Return the pixels of several places on the board."""
        return [self.to_pixels(point) for point in points]

    def polygon(self, points: Iterable[Point]) -> QPolygonF:
        """Return the pixels of an outline."""
        return QPolygonF(self.points(points))


def line_width(unit: float) -> int:
    """Return the whole pixels in a line of a grid of ``unit`` pixels."""
    return max(1, round(unit * LINE_WIDTH))


def fit_board(
    layout: BoardLayout,
    *,
    width: int,
    height: int,
    margin: float,
    with_labels: bool,
    zoom: Zoom = WHOLE,
) -> Viewport:
    """Return the viewport that shows the board, or a part of it, as large as possible.

    A board smaller than the picture is centred; a larger one always fills it, so that
    it cannot be lost. Crossings come a whole number of pixels apart, so that every
    line is equally sharp and every gap equally wide.
    """
    bounds = layout.bounds_with_labels if with_labels else layout.bounds
    left, top, right, bottom = bounds
    space_across = max(1.0, width - 2 * margin)
    space_down = max(1.0, height - 2 * margin)
    unit = min(space_across / (right - left), space_down / (bottom - top)) * zoom.factor
    is_whole = layout.surface is Surface.CROSSINGS and unit >= SMALLEST_WHOLE_UNIT
    if is_whole:
        unit = math.floor(unit)
    x, y = zoom.middle
    origin = (
        _origin(width, margin, (left * unit, right * unit), width / 2 - x * unit),
        _origin(height, margin, (top * unit, bottom * unit), height / 2 - y * unit),
    )
    if not zoom.is_whole:
        # Scrolling by whole pixels lets what is painted already be kept.
        origin = (math.floor(origin[0]), math.floor(origin[1]))
    if is_whole:
        # A line is sharp where it covers whole pixels: an odd one in their middle.
        middle = 0.5 * (line_width(unit) % 2)
        origin = (math.floor(origin[0]) + middle, math.floor(origin[1]) + middle)
    return Viewport(unit=unit, origin=origin, body=_rectangle(bounds, origin, unit))


def _origin(
    length: int, margin: float, extent: tuple[float, float], wanted: float
) -> float:
    """Return the board's origin in one direction, in pixels.

    Args:
        length: Pixels of the picture.
        margin: Pixels that stay free beside the board.
        extent: From the origin to both ends of the board, in pixels.
        wanted: The place that a board larger than the picture should have.
    """
    start, end = extent
    if end - start <= length - 2 * margin:
        return (length - start - end) / 2
    return max(min(wanted, margin - start), length - margin - end)


def _rectangle(bounds: Bounds, origin: Point, unit: float) -> QRectF:
    left, top, right, bottom = bounds
    return QRectF(
        origin[0] + left * unit,
        origin[1] + top * unit,
        (right - left) * unit,
        (bottom - top) * unit,
    )
