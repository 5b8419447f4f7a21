"""Win-rate bar of both sides."""

from __future__ import annotations

from PyQt5.QtCore import QLineF, QRectF, QSize
from PyQt5.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPen
from PyQt5.QtWidgets import QSizePolicy, QWidget

from engine.core.types import Player
from gui.style.theme import current_theme, side_colours

THICKNESS, LENGTH = 12, 120
"""Height and usual width of a level bar, in pixels at 100 %."""


class WinRateBar(QWidget):
    """Win-rate bar; the first side is on the left, or at the bottom of an upright one.

    Args:
        parent: See ``QWidget``.
        is_upright: Whether the bar is vertical.
    """

    def __init__(
        self, parent: QWidget | None = None, *, is_upright: bool = False
    ) -> None:
        super().__init__(parent)
        self._is_upright = is_upright
        self._share: float | None = None
        self._game: str | None = None
        self.setSizePolicy(QSizePolicy.Expanding, QSizePolicy.Fixed)
        if is_upright:
            self.setFixedWidth(THICKNESS)
        else:
            self.setFixedHeight(THICKNESS)

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
        size = QSize(LENGTH, THICKNESS)
        return size.transposed() if self._is_upright else size

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the bar; the frame of a filled one differs from both sides."""
        if self._game is None:
            return
        theme = current_theme()
        sides = [QColor(side_colours(self._game, side).edge) for side in Player]
        painter = QPainter(self)
        painter.setRenderHint(QPainter.Antialiasing)
        frame = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        radius = min(frame.width(), frame.height()) / 2
        shape = QPainterPath()
        shape.addRoundedRect(frame, radius, radius)
        if self._share is not None:
            painter.setClipPath(shape)
            painter.fillRect(frame, sides[1])
            painter.fillRect(self._first_part(frame, self._share), sides[0])
            painter.setClipping(False)
            covers_middle = self._share > 1 / 2
            painter.setPen(QPen(sides[1 if covers_middle else 0], 1.0))
            painter.drawLine(self._middle(frame))
        frame_colour = theme.strong_line if self._share is None else theme.muted
        painter.setPen(QPen(QColor(frame_colour), 1.0))
        painter.drawPath(shape)

    def _first_part(self, frame: QRectF, share: float) -> QRectF:
        """Return the part of the bar that belongs to the first side."""
        part = QRectF(frame)
        if self._is_upright:
            part.setTop(frame.bottom() - frame.height() * share)
        else:
            part.setWidth(frame.width() * share)
        return part

    def _middle(self, frame: QRectF) -> QLineF:
        """Return the line at 50 %."""
        middle = frame.center()
        if self._is_upright:
            return QLineF(frame.left(), middle.y(), frame.right(), middle.y())
        return QLineF(middle.x(), frame.top(), middle.x(), frame.bottom())
