"""Lets a dialog fit a screen that is smaller than what the dialog holds."""

from __future__ import annotations

from PyQt5.QtCore import QEvent, QSize, Qt
from PyQt5.QtGui import QShowEvent
from PyQt5.QtWidgets import QDialog, QFrame, QScrollArea, QWidget

LEAST = QSize(360, 120)
"""What is left of a scrolled form at least, in pixels at 100 %."""


class ScrolledForm(QScrollArea):
    """As large as what it holds, and scrolled where the screen is smaller."""

    def __init__(self, content: QWidget) -> None:
        super().__init__()
        self.setFrameShape(QFrame.NoFrame)
        self.setFocusPolicy(Qt.NoFocus)
        self.setWidgetResizable(True)
        self.setWidget(content)
        self.verticalScrollBar().rangeChanged.connect(self.updateGeometry)

    def showEvent(self, event: QShowEvent) -> None:
        """Lay the content out at once: a click may come before the next event."""
        super().showEvent(event)
        self.widget().resize(self.viewport().size())
        self.widget().layout().activate()

    def event(self, event: QEvent) -> bool:
        """Pass on that the content wants another size."""
        if event.type() == QEvent.LayoutRequest:
            self.updateGeometry()
        return super().event(event)

    def sizeHint(self) -> QSize:
        """See ``QWidget.sizeHint``."""
        bar = self.verticalScrollBar()
        room = bar.sizeHint().width() if bar.maximum() > 0 else 0
        return self.widget().sizeHint() + QSize(room, 0)

    def minimumSizeHint(self) -> QSize:
        """See ``QWidget.minimumSizeHint``."""
        return self.widget().minimumSizeHint().boundedTo(LEAST)


def fit_to_screen(dialog: QDialog, wanted: QSize) -> None:
    """Give a dialog a size, more to both sides, without leaving the screen."""
    room = dialog.screen().availableGeometry()
    before, old = dialog.frameGeometry(), dialog.size()
    frame = before.size() - old
    size = wanted.boundedTo(room.size() - frame)
    dialog.resize(size)
    full = size + frame
    x = before.x() - (size.width() - old.width()) // 2
    x = max(room.left(), min(x, room.left() + room.width() - full.width()))
    lowest = room.top() + room.height() - full.height()
    y = max(room.top(), min(before.y(), lowest))
    if (x, y) != (before.x(), before.y()):
        dialog.move(x, y)
