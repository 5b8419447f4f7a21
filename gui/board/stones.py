"""Stones: drawn once for each side, size and sub-pixel place, then only copied.

A stone that fills a tile has the tile's outline, any other is round.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from PyQt5.QtCore import QPoint, QPointF, QRectF, Qt
from PyQt5.QtGui import (
    QColor,
    QFont,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QRadialGradient,
)

from engine.core.board.geometry import BoardLayout, Point
from gui.board.shapes import (
    paint_soft_shadow,
    relative_shape,
    rounded_polygon,
    scale_points,
)
from gui.board.side_marks import SideMark, paint_side_mark
from gui.style.theme import SideColours, colour

STONE_RADIUS = 0.465
"""Radius of a round stone in board units."""

PIECE_SCALE = 0.93
"""Size of a stone that fills a tile, compared with the tile."""

PIECE_ROUNDING = 0.16
"""Radius of such a stone's corners in board units."""

SPRITE_REACH = 0.8
"""From a stone's centre to the edge of its picture, shadow included."""

FRACTIONS = 4
"""Distinct positions within a pixel in each direction."""

Shape = tuple[Point, ...]
"""Corners of a tile seen from its centre; empty for a round stone."""


@dataclass(frozen=True, slots=True)
class _Key:
    colours: SideColours
    shape: Shape
    fraction: tuple[int, int]
    is_shadow: bool


class StoneSprites:
    """Pictures of stones and their shadows at one size of the board."""

    focus = 0.05
    """Radius of the brightest spot of a round stone, in its radius."""

    def __init__(
        self,
        *,
        unit: float,
        shadow: str,
        font: QFont,
        side_marks: Mapping[SideColours, SideMark],
        with_numbers: bool,
    ) -> None:
        self._unit = unit
        self._shadow = shadow
        self._font = font
        self._side_marks = side_marks
        self._with_numbers = with_numbers
        self._half = math.ceil(unit * SPRITE_REACH) + 1
        self._pixmaps: dict[_Key, QPixmap] = {}

    def draw_shadow(
        self, painter: QPainter, center: QPointF, shape: Shape, colours: SideColours
    ) -> None:
        """Draw what lies beneath a stone; draw all shadows before any stone."""
        self._draw(painter, center, shape, colours, is_shadow=True)

    def draw_stone(
        self, painter: QPainter, center: QPointF, shape: Shape, colours: SideColours
    ) -> None:
        """Draw a stone without its shadow."""
        self._draw(painter, center, shape, colours, is_shadow=False)

    def _draw(
        self,
        painter: QPainter,
        center: QPointF,
        shape: Shape,
        colours: SideColours,
        *,
        is_shadow: bool,
    ) -> None:
        left, across = divmod(round(center.x() * FRACTIONS), FRACTIONS)
        top, down = divmod(round(center.y() * FRACTIONS), FRACTIONS)
        key = _Key(colours, shape, (across, down), is_shadow)
        pixmap = self._pixmaps.get(key)
        if pixmap is None:
            pixmap = self._pixmaps[key] = self._paint_sprite(key)
        painter.drawPixmap(QPoint(left - self._half, top - self._half), pixmap)

    def _paint_sprite(self, key: _Key) -> QPixmap:
        pixmap = QPixmap(2 * self._half, 2 * self._half)
        pixmap.fill(Qt.transparent)
        center = QPointF(
            self._half + key.fraction[0] / FRACTIONS,
            self._half + key.fraction[1] / FRACTIONS,
        )
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.Antialiasing)
        if key.is_shadow:
            paint_soft_shadow(
                painter,
                stone_outline(center, self._unit, key.shape),
                colour=colour(self._shadow, opacity=0.22 if key.shape else 0.36),
                blur=self._unit * (0.08 if key.shape else 0.15),
                drop=self._unit * 0.055,
            )
        else:
            self._paint_stone(painter, center, key.shape, key.colours)
        painter.end()
        return pixmap

    def _paint_stone(
        self, painter: QPainter, center: QPointF, shape: Shape, colours: SideColours
    ) -> None:
        outline = stone_outline(center, self._unit, shape)
        if shape:
            _paint_piece(painter, outline, colours, self._unit)
        else:
            _paint_ball(painter, center, colours, self._unit, focus=self.focus)
        painter.setFont(self._font)
        paint_side_mark(
            painter,
            outline,
            self._unit,
            self._side_marks[colours],
            colours,
            with_number=self._with_numbers,
        )


class PlainStones(StoneSprites):
    """Stones as plain shapes without shadows, painted each time."""

    focus = 0.0  # Qt writes a spot with a radius to SVG as pixels

    def _draw(
        self,
        painter: QPainter,
        center: QPointF,
        shape: Shape,
        colours: SideColours,
        *,
        is_shadow: bool,
    ) -> None:
        if not is_shadow:
            self._paint_stone(painter, center, shape, colours)


def stone_outline(center: QPointF, unit: float, shape: Shape) -> QPainterPath:
    """Return the outline in pixels of a stone at ``center``."""
    if shape:
        corners = [center + QPointF(x, y) * unit for x, y in shape]
        inset = scale_points(corners, center, PIECE_SCALE)
        return rounded_polygon(inset, unit * PIECE_ROUNDING)
    path = QPainterPath()
    path.addEllipse(center, unit * STONE_RADIUS, unit * STONE_RADIUS)
    return path


def _paint_ball(
    painter: QPainter,
    center: QPointF,
    colours: SideColours,
    unit: float,
    *,
    focus: float,
) -> None:
    """Paint a round stone, lit from the upper left; for ``focus`` see above."""
    radius = unit * STONE_RADIUS
    light = center + QPointF(-0.36, -0.42) * radius
    gradient = QRadialGradient(center, radius * 1.25, light, radius * focus)
    gradient.setColorAt(0.0, QColor(colours.light))
    gradient.setColorAt(0.45, QColor(colours.fill))
    gradient.setColorAt(1.0, QColor(colours.shade))
    rim = max(0.8, unit * 0.018)
    painter.setBrush(gradient)
    painter.setPen(QPen(colour(colours.rim, opacity=0.75), rim))
    painter.drawEllipse(center, radius - rim / 2, radius - rim / 2)


def _paint_piece(
    painter: QPainter, outline: QPainterPath, colours: SideColours, unit: float
) -> None:
    """Paint a stone that fills a tile: a gentle slope of light and a bright brow."""
    box = outline.boundingRect()
    gradient = QLinearGradient(box.topLeft(), box.bottomLeft())
    gradient.setColorAt(0.0, QColor(colours.light))
    gradient.setColorAt(0.3, QColor(colours.fill))
    gradient.setColorAt(1.0, QColor(colours.shade))
    painter.fillPath(outline, gradient)
    rim = max(0.8, unit * 0.02)
    painter.setBrush(Qt.NoBrush)
    painter.setPen(QPen(colour(colours.rim, opacity=0.55), rim))
    painter.drawPath(outline)


def find_sprite_box(center: QPointF, unit: float) -> QRectF:
    """Return the pixels that a stone at ``center`` and its shadow may touch."""
    half = unit * SPRITE_REACH + 3
    return QRectF(center.x() - half, center.y() - half, 2 * half, 2 * half)


def get_relative_shapes(layout: BoardLayout) -> tuple[Shape, ...]:
    """Return the outline of each tile seen from its centre, equal ones identical."""
    if not layout.polygons:
        return ((),) * len(layout.centers)
    return tuple(map(relative_shape, layout.polygons, layout.centers))
