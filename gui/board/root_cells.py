"""Marks of the cells that analysis excludes, or is restricted to."""

from __future__ import annotations

from PyQt5.QtCore import QPointF, Qt
from PyQt5.QtGui import QColor, QPainter, QPen

ARM = 0.17
"""Half the length of a stroke of the cross, in board units."""

FRAME = 0.46
"""Half the side of the frame, in board units."""

OPACITY = 0.6
"""How solid the marks look."""


def paint_excluded(
    painter: QPainter, center: QPointF, unit: float, ink: QColor
) -> None:
    """Paint a faint cross on a cell that analysis excludes."""
    painter.setOpacity(OPACITY)
    pen = QPen(ink, max(1.5, unit * 0.06), Qt.SolidLine, Qt.RoundCap)
    painter.setPen(pen)
    for right in (1, -1):
        arm = QPointF(right * unit * ARM, unit * ARM)
        painter.drawLine(center - arm, center + arm)
    painter.setOpacity(1.0)


def paint_focused(painter: QPainter, center: QPointF, unit: float, ink: QColor) -> None:
    """Paint the corners of a frame around a cell that analysis is restricted to."""
    painter.setOpacity(OPACITY)
    painter.setPen(QPen(ink, max(1.5, unit * 0.05), Qt.SolidLine, Qt.FlatCap))
    side, short = unit * FRAME, unit * FRAME * 0.45
    for right in (1, -1):
        for down in (1, -1):
            corner = center + QPointF(right * side, down * side)
            painter.drawLine(corner, corner - QPointF(right * short, 0))
            painter.drawLine(corner, corner - QPointF(0, down * short))
    painter.setOpacity(1.0)
