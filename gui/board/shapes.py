"""Rounded outlines and soft shadows."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PyQt5.QtCore import QPointF, QRectF, Qt
from PyQt5.QtGui import QColor, QPainter, QPainterPath, QPen

from engine.core.board.geometry import Point

SHADOW_STEPS = 10
"""Layers of a soft shadow; more are not seen."""


def rounded_polygon(points: Sequence[QPointF], radius: float) -> QPainterPath:
    """Return a closed outline whose corners are arcs of ``radius`` pixels."""
    path = QPainterPath()
    count = len(points)
    for number, corner in enumerate(points):
        before, after = points[number - 1], points[(number + 1) % count]
        turn = _turn(before, corner, after)
        reach = radius * math.tan(turn / 2)
        start, end = _towards(corner, before, reach), _towards(corner, after, reach)
        # The cubic that lies closest to an arc of this angle.
        hold = 4 / 3 * math.tan(turn / 4) / math.tan(turn / 2)
        if number == 0:
            path.moveTo(start)
        else:
            path.lineTo(start)
        path.cubicTo(start + (corner - start) * hold, end + (corner - end) * hold, end)
    path.closeSubpath()
    return path


def relative_shape(polygon: Sequence[Point], center: Point) -> tuple[Point, ...]:
    """Return the corners of a tile seen from its centre, the same for equal tiles."""
    return tuple((round(x - center[0], 6), round(y - center[1], 6)) for x, y in polygon)


def rounded_rectangle(rectangle: QRectF, radius: float) -> QPainterPath:
    """Return a rectangle whose corners are rounded by ``radius`` pixels."""
    path = QPainterPath()
    path.addRoundedRect(rectangle, radius, radius)
    return path


def scale_points(
    points: Sequence[QPointF], center: QPointF, factor: float
) -> list[QPointF]:
    """Return ``points`` moved towards ``center`` or away from it."""
    return [center + (point - center) * factor for point in points]


def paint_soft_shadow(
    painter: QPainter, path: QPainterPath, *, colour: QColor, blur: float, drop: float
) -> None:
    """Paint the shadow that a body of outline ``path`` throws ``drop`` pixels down.

    Layers of faint strokes add up to a blur of ``blur`` pixels; the colour's alpha is
    that of the darkest place.
    """
    layer = QColor(colour)
    layer.setAlphaF(1 - (1 - colour.alphaF()) ** (1 / SHADOW_STEPS))
    painter.save()
    painter.translate(0, drop)
    painter.setBrush(layer)
    for step in range(SHADOW_STEPS):
        width = 2 * blur * (1 - step / SHADOW_STEPS) ** 1.6
        painter.setPen(QPen(layer, width, Qt.SolidLine, Qt.RoundCap, Qt.RoundJoin))
        painter.drawPath(path)
    painter.restore()


def _turn(before: QPointF, corner: QPointF, after: QPointF) -> float:
    """Return by how much, in radians, an outline turns at ``corner``."""
    arriving, leaving = corner - before, after - corner
    cross = arriving.x() * leaving.y() - arriving.y() * leaving.x()
    dot = arriving.x() * leaving.x() + arriving.y() * leaving.y()
    return max(1e-6, abs(math.atan2(cross, dot)))


def _towards(start: QPointF, end: QPointF, distance: float) -> QPointF:
    """Return the point ``distance`` from ``start`` on the way to ``end``.

    It stops half way, where the next corner's rounding begins.
    """
    step = end - start
    length = math.hypot(step.x(), step.y())
    if length == 0:
        return start
    return start + step * min(0.5, distance / length)
