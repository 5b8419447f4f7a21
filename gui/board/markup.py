"""Marks and labels of the record, painted on stones and empty cells.

The ground of a mark is painted out, so that it is readable on grid lines, patterns and
stones alike.
"""

from __future__ import annotations

import math

from PyQt5.QtCore import QPointF, QRectF, Qt
from PyQt5.QtGui import QColor, QFont, QPainter, QPainterPath, QPen, QPolygonF

from engine.core.formats.text_width import measure_width
from engine.core.types import Move
from engine.records.sgf.markup import Mark, Shape
from gui.board.drawing import paint_text
from gui.style.theme import colour

CellMark = tuple[Move, Mark]
"""A cell with its mark."""

REACH = {
    Shape.TRIANGLE: 0.3,
    Shape.SQUARE: 0.215,
    Shape.CIRCLE: 0.25,
    Shape.CROSS: 0.2,
}
"""Radius of a shape, or half its side, in board units."""

LINE_WIDTH, GROUND_WIDTH = 0.07, 0.19
"""Width of the lines of a shape and of the ground around them, in board units."""

LABEL_SIZES = (0.52, 0.42, 0.34)
"""Height of a label of one, two, and three or more columns, in board units; a Chinese
letter has two."""

LABEL_GROUND = 0.33
"""Radius of the ground under a label, in board units."""


def paint_mark(
    painter: QPainter,
    center: QPointF,
    unit: float,
    mark: Mark,
    *,
    ink: str,
    ground: str,
) -> None:
    """Paint a mark.

    Args:
        painter: Painter of the widget.
        center: Pixels of the middle of the cell.
        unit: Pixels between two neighbouring cells.
        mark: Shape or label.
        ink: Colour of the mark.
        ground: Colour of the stone or the board under it.
    """
    if mark.shape is None:
        _paint_label(painter, center, unit, mark.label, ink=ink, ground=ground)
        return
    outline = _outline(mark.shape, center, unit * REACH[mark.shape])
    painter.setBrush(QColor(ground) if mark.shape is not Shape.CROSS else Qt.NoBrush)
    for text, width in ((ground, GROUND_WIDTH), (ink, LINE_WIDTH)):
        pen = QPen(QColor(text), max(1.5, unit * width))
        pen.setJoinStyle(Qt.RoundJoin)
        pen.setCapStyle(Qt.RoundCap)
        painter.setPen(pen)
        painter.drawPath(outline)


def _outline(shape: Shape, center: QPointF, reach: float) -> QPainterPath:
    path = QPainterPath()
    if shape is Shape.CIRCLE:
        path.addEllipse(center, reach, reach)
    elif shape is Shape.SQUARE:
        path.addRect(
            QRectF(center.x() - reach, center.y() - reach, 2 * reach, 2 * reach)
        )
    elif shape is Shape.TRIANGLE:
        angles = (math.radians(degrees) for degrees in (-90, 30, 150))
        corners = [
            center + QPointF(math.cos(angle), math.sin(angle)) * reach
            for angle in angles
        ]
        path.addPolygon(QPolygonF(corners))
        path.closeSubpath()
    else:
        for rise in (reach, -reach):
            path.moveTo(center - QPointF(reach, rise))
            path.lineTo(center + QPointF(reach, rise))
    return path


def _paint_label(
    painter: QPainter, center: QPointF, unit: float, text: str, *, ink: str, ground: str
) -> None:
    painter.setPen(Qt.NoPen)
    painter.setBrush(colour(ground, opacity=0.9))
    painter.drawEllipse(center, unit * LABEL_GROUND, unit * LABEL_GROUND)
    size = LABEL_SIZES[min(measure_width(text), len(LABEL_SIZES)) - 1]
    paint_text(painter, center, unit * size, text, QColor(ink), weight=QFont.Bold)
