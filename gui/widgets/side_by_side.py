"""Two widgets in a row, or one above the other where that is too narrow."""

from __future__ import annotations

from PyQt5.QtCore import QEvent, QSize
from PyQt5.QtGui import QResizeEvent
from PyQt5.QtWidgets import QBoxLayout, QWidget

from gui.style.theme import SPACE_S


class SideBySide(QWidget):
    """Row of a widget that comes and goes and one that stays; it keeps its height.

    Args:
        left: The widget that comes and goes; it takes the free width of the row.
        right: The widget that stays; alone it takes the whole row.
        parent: See ``QWidget``.
    """

    def __init__(
        self, left: QWidget, right: QWidget, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._left, self._right = left, right
        self._box = QBoxLayout(QBoxLayout.LeftToRight, self)
        self._box.setContentsMargins(0, 0, 0, 0)
        self._box.setSpacing(SPACE_S)
        self._box.addWidget(left, 1)
        self._box.addWidget(right)

    def _fit(self) -> None:
        wanted = sum(part.sizeHint().width() for part in (self._left, self._right))
        has_room = wanted + SPACE_S <= self.width()
        direction = QBoxLayout.LeftToRight if has_room else QBoxLayout.TopToBottom
        if direction != self._box.direction():
            self._box.setDirection(direction)

    def minimumSizeHint(self) -> QSize:
        """Return the width of the column, so that a row can become one."""
        widths = (p.minimumSizeHint().width() for p in (self._left, self._right))
        return QSize(max(widths), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """See ``QWidget.resizeEvent``."""
        super().resizeEvent(event)
        self._fit()

    def event(self, event: QEvent) -> bool:
        """Choose the direction again when a widget comes, goes or changes its text."""
        if event.type() == QEvent.LayoutRequest:
            self._fit()
        return super().event(event)
