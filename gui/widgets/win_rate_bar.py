"""Win-rate bar of both sides."""

from __future__ import annotations

from PyQt5.QtCore import QPointF, QRectF, QSize
from PyQt5.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPen
from PyQt5.QtWidgets import QSizePolicy, QWidget

from gui.style.theme import SideColours

HEIGHT = 12
"""Height in pixels at 100 %."""


class WinRateBar(QWidget):
    """Win-rate bar; the first side is on the left."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._share: float | None = None
        self._sides: tuple[SideColours, SideColours] | None = None
        self._outline = self._ink = ""
        self.setFixedHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Expanding, QSizePolicy.Fixed)

    def set_look(
        self, sides: tuple[SideColours, SideColours], *, outline: str, ink: str
    ) -> None:
        """Paint in the colours of both sides.

        Args:
            sides: Their colours.
            outline: Colour of the empty bar.
            ink: Colour of the frame of a filled one; it differs from both sides and
                from the panel.
        """
        self._sides = sides
        self._outline, self._ink = outline, ink
        self.update()

    def set_share(self, share: float | None) -> None:
        """Show the first side's win rate in [0, 1]; ``None`` if unknown."""
        self._share = share
        self.update()

    def sizeHint(self) -> QSize:
        """See ``QWidget.sizeHint``."""
        return QSize(120, HEIGHT)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """See ``QWidget.paintEvent``."""
        if self._sides is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.Antialiasing)
        frame = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        radius = frame.height() / 2
        shape = QPainterPath()
        shape.addRoundedRect(frame, radius, radius)
        if self._share is not None:
            painter.setClipPath(shape)
            painter.fillRect(frame, QColor(self._sides[1].fill))
            left = QRectF(frame)
            left.setWidth(frame.width() * self._share)
            painter.fillRect(left, QColor(self._sides[0].fill))
            painter.setClipping(False)
            covers_middle = self._share > 1 / 2
            other = self._sides[1 if covers_middle else 0]
            painter.setPen(QPen(QColor(other.fill), 1.0))
            middle = frame.center().x()
            painter.drawLine(
                QPointF(middle, frame.top()), QPointF(middle, frame.bottom())
            )
        is_known = self._share is not None
        painter.setPen(QPen(QColor(self._ink if is_known else self._outline), 1.0))
        painter.drawPath(shape)
