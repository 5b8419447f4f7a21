"""Pens and short texts of everything that is painted on the board."""

from __future__ import annotations

from PyQt5.QtCore import QPointF, QRectF, Qt
from PyQt5.QtGui import QColor, QFont, QPainter, QPen

LEAST_HEIGHT = 6
"""Fewest pixels of a text's height."""


def round_pen(ink: QColor, width: float) -> QPen:
    """Return a pen with round ends and corners, ``width`` pixels wide."""
    return QPen(ink, width, Qt.SolidLine, Qt.RoundCap, Qt.RoundJoin)


def paint_text(
    painter: QPainter,
    center: QPointF,
    size: float,
    text: str,
    ink: QColor,
    *,
    weight: QFont.Weight = QFont.DemiBold,
) -> None:
    """Paint a short text in one line around a point.

    Args:
        painter: Painter of the board.
        center: Its middle in pixels.
        size: Its height in pixels, at least ``LEAST_HEIGHT``.
        text: A few characters, such as a number.
        ink: Its colour.
        weight: Weight of the font.
    """
    height = max(LEAST_HEIGHT, round(size))
    font = QFont(painter.font())
    font.setPixelSize(height)
    font.setWeight(weight)
    painter.setFont(font)
    painter.setPen(ink)
    box = QRectF(0, 0, 8 * height, 2 * height)
    box.moveCenter(center)
    painter.drawText(box, Qt.AlignCenter, text)
