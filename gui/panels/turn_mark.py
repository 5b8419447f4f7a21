"""A sign beside a player's row: whose turn it is, or who has won."""

from __future__ import annotations

from PyQt5.QtCore import QPointF
from PyQt5.QtGui import QColor, QPainter, QPaintEvent, QPen, QPolygonF
from PyQt5.QtWidgets import QWidget

WIDTH, HEIGHT = 14, 22
"""Size in pixels at 100 %."""


class TurnMark(QWidget):
    """Paints a pointer, a tick or nothing: a shape, never a colour alone."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._colour = ""
        self._has_turn = False
        self._has_won = False
        self.setFixedSize(WIDTH, HEIGHT)

    def set_colour(self, colour: str) -> None:
        """Paint in another colour from now on."""
        self._colour = colour
        self.update()

    def set_state(self, *, has_turn: bool, has_won: bool) -> None:
        """Point at the row, tick it off, or do neither."""
        self._has_turn = has_turn
        self._has_won = has_won
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """See ``QWidget.paintEvent``."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.Antialiasing)
        colour = QColor(self._colour)
        middle = HEIGHT / 2
        if self._has_turn:
            painter.setPen(QPen(colour, 1.5))
            painter.setBrush(colour)
            painter.drawPolygon(_shape((3, middle - 5), (10, middle), (3, middle + 5)))
        elif self._has_won:
            painter.setPen(QPen(colour, 2.4))
            tick = ((1.5, middle), (5, middle + 4), (12, middle - 4.5))
            painter.drawPolyline(_shape(*tick))


def _shape(*points: tuple[float, float]) -> QPolygonF:
    return QPolygonF([QPointF(x, y) for x, y in points])
