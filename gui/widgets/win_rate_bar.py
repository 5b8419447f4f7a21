"""Win-rate bar of both sides."""

from __future__ import annotations

from PyQt5.QtCore import QPointF, QRectF, QSize
from PyQt5.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPen
from PyQt5.QtWidgets import QSizePolicy, QWidget

from engine.core.types import Player
from gui.game.player_labels import side_colours
from gui.style.theme import current_theme

HEIGHT = 12
"""Height in pixels at 100 %."""


class WinRateBar(QWidget):
    """Win-rate bar; the first side is on the left."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._share: float | None = None
        self._game: str | None = None
        self.setFixedHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Expanding, QSizePolicy.Fixed)

    def set_game(self, game: str) -> None:
        """Paint in the colours of both sides of a game."""
        self._game = game
        self.update()

    def set_share(self, share: float | None) -> None:
        """Show the first side's win rate in [0, 1]; ``None`` if unknown."""
        self._share = share
        self.update()

    def sizeHint(self) -> QSize:
        """See ``QWidget.sizeHint``."""
        return QSize(120, HEIGHT)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the bar; the frame of a filled one differs from both sides."""
        if self._game is None:
            return
        theme = current_theme()
        sides = [QColor(side_colours(self._game, side).fill) for side in Player]
        painter = QPainter(self)
        painter.setRenderHint(QPainter.Antialiasing)
        frame = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        radius = frame.height() / 2
        shape = QPainterPath()
        shape.addRoundedRect(frame, radius, radius)
        if self._share is not None:
            painter.setClipPath(shape)
            painter.fillRect(frame, sides[1])
            left = QRectF(frame)
            left.setWidth(frame.width() * self._share)
            painter.fillRect(left, sides[0])
            painter.setClipping(False)
            covers_middle = self._share > 1 / 2
            painter.setPen(QPen(sides[1 if covers_middle else 0], 1.0))
            middle = frame.center().x()
            painter.drawLine(
                QPointF(middle, frame.top()), QPointF(middle, frame.bottom())
            )
        frame_colour = theme.strong_line if self._share is None else theme.muted
        painter.setPen(QPen(QColor(frame_colour), 1.0))
        painter.drawPath(shape)
