"""A stone of one side, as a sign beside its name."""

from __future__ import annotations

from PyQt5.QtCore import QPointF, QRectF, QSize, Qt
from PyQt5.QtGui import QColor, QPainter, QPaintEvent, QPen, QRadialGradient
from PyQt5.QtWidgets import QWidget

from engine.core.types import Player
from gui.names import side_colours
from gui.theme import SideColours, Theme

SIZE = 20
"""Side of the mark in pixels at 100 %."""


class SideMark(QWidget):
    """Paints a small stone."""

    def __init__(self, size: int = SIZE, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._size = size
        self._colours: SideColours | None = None
        self._rim = ""
        self.setFixedSize(size, size)
        self.setAttribute(Qt.WA_TransparentForMouseEvents)

    def show_side(self, theme: Theme, game: str, player: Player) -> None:
        """Show a stone of a side; on a dark ground its rim is light."""
        self._colours = side_colours(theme, game, player)
        self._rim = theme.disabled if theme.is_dark else self._colours.rim
        self.update()

    def sizeHint(self) -> QSize:
        """See ``QWidget.sizeHint``."""
        return QSize(self._size, self._size)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """See ``QWidget.paintEvent``."""
        if self._colours is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.Antialiasing)
        stone = QRectF(self.rect()).adjusted(1.5, 1.5, -1.5, -1.5)
        light = QPointF(
            stone.left() + stone.width() * 0.35, stone.top() + stone.height() * 0.3
        )
        shine = QRadialGradient(light, stone.width() * 0.75)
        shine.setColorAt(0.0, QColor(self._colours.light))
        shine.setColorAt(0.5, QColor(self._colours.fill))
        shine.setColorAt(1.0, QColor(self._colours.shade))
        painter.setBrush(shine)
        painter.setPen(QPen(QColor(self._rim), 1.0))
        painter.drawEllipse(stone)
