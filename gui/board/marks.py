"""Marks over the stones: last move, numbers, winning line, cursor."""

from __future__ import annotations

import math
from itertools import pairwise

from PyQt5.QtCore import QPointF, QRectF, Qt
from PyQt5.QtGui import QColor, QPainter, QPainterPath, QPen

from gui.board.drawing import paint_text, round_pen
from gui.board.stones import STONE_RADIUS, Shape, stone_outline
from gui.style.theme import SideColours, Theme, colour

NEIGHBOUR_REACH = 1.6
"""Cells of a winning line no farther apart than this, in units, are joined."""

LAST_MOVE_RING, LETTER_RING = 0.21, 0.34
"""Radius of the ring on the last stone, in board units: alone, and around a letter."""

NUMBER_RISE = 0.1
"""How far a number goes up to leave space for a letter, in board units."""

HINT_RADIUS = 0.3
"""Of the disc that holds a hint's text, in board units; half of it without text."""

HINT_RING = 0.42
"""Radius of the broken ring around a hint, in board units."""


def paint_last_move(
    painter: QPainter,
    center: QPointF,
    unit: float,
    colours: SideColours,
    *,
    around_letter: bool,
) -> None:
    """Paint a fine ring on the stone that was placed last."""
    width = max(1.5, unit * 0.055)
    painter.setBrush(Qt.NoBrush)
    painter.setPen(QPen(QColor(colours.last_move), width))
    radius = unit * (LETTER_RING if around_letter else LAST_MOVE_RING)
    painter.drawEllipse(center, radius, radius)


def paint_foul(painter: QPainter, center: QPointF, unit: float, ink: QColor) -> None:
    """Paint a cross where a stone would be a foul."""
    painter.setPen(round_pen(ink, max(2.0, unit * 0.08)))
    reach = unit * 0.16
    for rise in (reach, -reach):
        arm = QPointF(reach, rise)
        painter.drawLine(center - arm, center + arm)


def paint_hint(
    painter: QPainter, center: QPointF, unit: float, text: str, theme: Theme
) -> None:
    """Paint a disc within a broken ring: no stone looks like it, in any colour."""
    painter.setBrush(QColor(theme.hint))
    painter.setPen(QPen(QColor(theme.hint_text), max(1.5, unit * 0.05)))
    radius = unit * (HINT_RADIUS if text else HINT_RADIUS / 2)
    painter.drawEllipse(center, radius, radius)
    paint_hint_ring(painter, center, unit, theme)
    if text:
        size = (0.34, 0.32, 0.24)[min(len(text), 3) - 1]
        paint_text(painter, center, unit * size, text, QColor(theme.hint_text))


def paint_hint_ring(
    painter: QPainter, center: QPointF, unit: float, theme: Theme
) -> None:
    """Paint the ring of a hint alone, as around the stone of a line."""
    width = max(1.5, unit * 0.06)
    painter.setBrush(Qt.NoBrush)
    for ink, wide in ((QColor(theme.hint_text), 2.2), (QColor(theme.hint), 1.0)):
        _paint_broken_ring(painter, center, unit * HINT_RING, QPen(ink, width * wide))


def _paint_broken_ring(
    painter: QPainter, center: QPointF, radius: float, pen: QPen
) -> None:
    """Paint four arcs, open above, below and on both sides."""
    pen.setCapStyle(Qt.FlatCap)
    painter.setPen(pen)
    box = QRectF(center.x() - radius, center.y() - radius, 2 * radius, 2 * radius)
    gap = 17
    for start in range(0, 360, 90):
        painter.drawArc(box, 16 * (start + gap), 16 * (90 - 2 * gap))


def paint_number(
    painter: QPainter, center: QPointF, unit: float, text: str, ink: QColor
) -> None:
    """Paint the number of a move on its stone."""
    size = (0.4, 0.38, 0.32)[min(len(text), 3) - 1]
    paint_text(painter, center, unit * size, text, ink)


def paint_win_link(
    painter: QPainter, centers: list[QPointF], unit: float, theme: Theme
) -> None:
    """Paint the bar that joins a winning line beneath its stones."""
    painter.setBrush(Qt.NoBrush)
    painter.setPen(round_pen(QColor(theme.win), unit * 0.24))
    for start, end in pairwise(centers):
        if _distance(start, end) <= NEIGHBOUR_REACH * unit:
            painter.drawLine(start, end)


def paint_win_rings(
    painter: QPainter, centers: list[QPointF], unit: float, theme: Theme
) -> None:
    """Paint a ring around each round stone that won, light within dark."""
    width = max(2.0, unit * 0.085)
    painter.setBrush(Qt.NoBrush)
    for center in centers:
        radius = unit * STONE_RADIUS
        painter.setPen(QPen(QColor(theme.win), width))
        painter.drawEllipse(center, radius, radius)
        radius -= width * 0.75
        painter.setPen(QPen(QColor(theme.win_glow), width * 0.5))
        painter.drawEllipse(center, radius, radius)


def paint_win_outline(
    painter: QPainter,
    centers: list[QPointF],
    shapes: list[Shape],
    unit: float,
    theme: Theme,
) -> None:
    """Paint a line around the tiles that won as one body, light within dark."""
    outline = outline_tiles(centers, shapes, unit)
    width = max(2.5, unit * 0.12)
    painter.setBrush(Qt.NoBrush)
    painter.setPen(round_pen(QColor(theme.win), width))
    painter.drawPath(outline)
    painter.setPen(round_pen(QColor(theme.win_glow), width * 0.5))
    painter.drawPath(outline)


def outline_tiles(
    centers: list[QPointF], shapes: list[Shape], unit: float
) -> QPainterPath:
    """Return the sides that only one of the tiles has."""
    sides: dict[tuple[tuple[int, int], ...], tuple[QPointF, QPointF]] = {}
    for center, shape in zip(centers, shapes, strict=True):
        corners = [center + QPointF(x, y) * unit for x, y in shape]
        for start, end in zip(corners, [*corners[1:], corners[0]], strict=True):
            key = tuple(sorted((_rounded(start), _rounded(end))))
            if sides.pop(key, None) is None:
                sides[key] = (start, end)
    path = QPainterPath()
    for start, end in sides.values():
        path.moveTo(start)
        path.lineTo(end)
    return path


def _rounded(point: QPointF) -> tuple[int, int]:
    """Return a key that is equal for equal corners of neighbouring tiles."""
    return round(point.x()), round(point.y())


def paint_cursor(
    painter: QPainter, center: QPointF, unit: float, shape: Shape, theme: Theme
) -> None:
    """Paint the ring around the cell that the keyboard has chosen."""
    width = max(2.0, unit * 0.07)
    painter.setBrush(Qt.NoBrush)
    outline = stone_outline(center, unit, shape)
    painter.setPen(round_pen(colour(theme.window, opacity=0.9), width * 2.2))
    painter.drawPath(outline)
    painter.setPen(round_pen(QColor(theme.focus), width))
    painter.drawPath(outline)


def _distance(a: QPointF, b: QPointF) -> float:
    return math.hypot(a.x() - b.x(), a.y() - b.y())
