"""Side badge: a small stone beside the name of a side."""

from __future__ import annotations

from PyQt5.QtCore import QPointF, QRectF, QSize, Qt
from PyQt5.QtGui import (
    QColor,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QRadialGradient,
)
from PyQt5.QtWidgets import QSizePolicy, QWidget

from engine.core.types import Player
from gui.board.board_options import SideMarkStyle
from gui.board.side_marks import SideMark, make_side_mark, paint_side_mark
from gui.style.theme import current_theme, side_colours

SIZE = 20
"""Side of the mark in pixels at 100 %."""

INSET = 1.5
"""Pixels at 100 % between the stone and the edge."""

LETTER_SCALE, PATTERN_SCALE = 1.4, 0.75
"""A letter and a pattern compared with those on a stone of this size: it is small,
and it carries no number."""


class SideBadge(QWidget):
    """Small stone that shrinks where space is short.

    Args:
        size: Its side in pixels at 100 %.
    """

    def __init__(self, size: int = SIZE) -> None:
        super().__init__()
        self._size = size
        self._side: tuple[str, Player] | None = None
        self._side_mark = SideMark()
        self.setMinimumSize(min(size, SIZE), min(size, SIZE))
        self.setMaximumSize(size, size)
        self.setSizePolicy(QSizePolicy.Preferred, QSizePolicy.Preferred)
        self.setAttribute(Qt.WA_TransparentForMouseEvents)

    def show_side(
        self, game: str, player: Player, marks: SideMarkStyle = SideMarkStyle.NONE
    ) -> None:
        """Show a stone of a side."""
        self._side = game, player
        self._side_mark = make_side_mark(marks, game, player)
        self.update()

    def sizeHint(self) -> QSize:
        """See ``QWidget.sizeHint``."""
        return QSize(self._size, self._size)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """See ``QWidget.paintEvent``."""
        if self._side is not None:
            box = QRectF(self.rect())
            paint_badge(QPainter(self), box, self._side, self._side_mark)


def paint_badge(
    painter: QPainter, box: QRectF, side: tuple[str, Player], side_mark: SideMark
) -> None:
    """Paint the stone of a side in the middle of a box.

    It is painted in device pixels, so that patterns are crisp at every scale. On a
    dark ground the rim of the stone is light.
    """
    theme, colours = current_theme(), side_colours(*side)
    painter.save()
    painter.setRenderHint(QPainter.Antialiasing)
    scale = painter.device().devicePixelRatioF()
    painter.scale(1 / scale, 1 / scale)
    width = (min(box.width(), box.height()) - 2 * INSET) * scale
    stone = QRectF(0, 0, width, width)
    stone.moveCenter(box.center() * scale)
    light = QPointF(
        stone.left() + stone.width() * 0.35, stone.top() + stone.height() * 0.3
    )
    shine = QRadialGradient(light, stone.width() * 0.75)
    shine.setColorAt(0.0, QColor(colours.light))
    shine.setColorAt(0.5, QColor(colours.fill))
    shine.setColorAt(1.0, QColor(colours.shade))
    painter.setBrush(shine)
    rim = theme.disabled if theme.is_dark else colours.rim
    painter.setPen(QPen(QColor(rim), scale))
    painter.drawEllipse(stone)
    outline = QPainterPath()
    outline.addEllipse(stone)
    paint_side_mark(
        painter,
        outline,
        stone.width() * (LETTER_SCALE if side_mark.letter else PATTERN_SCALE),
        side_mark,
        colours,
        with_number=False,
    )
    painter.restore()
