"""Groups of widgets in a row, or one below the other where that is too narrow."""

from __future__ import annotations

from collections.abc import Sequence

from PyQt5.QtCore import QEvent, QSize
from PyQt5.QtGui import QResizeEvent
from PyQt5.QtWidgets import QBoxLayout, QWidget

from gui.style.theme import SPACE_S
from gui.widgets.form import make_row


class WrappingRow(QWidget):
    """Row of groups of widgets; in a narrow window each group has a row.

    Args:
        groups: The widgets of each group, from left to right.
    """

    def __init__(self, *groups: Sequence[QWidget]) -> None:
        super().__init__()
        self._groups = [make_row(*group, stretch=True) for group in groups]
        self._box = QBoxLayout(QBoxLayout.LeftToRight, self)
        self._box.setContentsMargins(0, 0, 0, 0)
        self._box.setSpacing(SPACE_S)
        for group in self._groups:
            self._box.addLayout(group)
        self._box.setStretch(len(groups) - 1, 1)

    def _fit(self) -> None:
        widths = [group.sizeHint().width() for group in self._groups]
        is_row = sum(widths) + (len(widths) - 1) * SPACE_S <= self.width()
        self._box.setDirection(
            QBoxLayout.LeftToRight if is_row else QBoxLayout.TopToBottom
        )

    def minimumSizeHint(self) -> QSize:
        """Return the width of the widest group, so that the row can wrap."""
        width = max(group.minimumSize().width() for group in self._groups)
        return QSize(width, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """See ``QWidget.resizeEvent``."""
        super().resizeEvent(event)
        self._fit()

    def event(self, event: QEvent) -> bool:
        """Wrap again when a text changes."""
        if event.type() == QEvent.LayoutRequest:
            self._fit()
        return super().event(event)
