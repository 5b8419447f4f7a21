"""Scroll area that is as large as its content, where there is space."""

from __future__ import annotations

from PyQt5.QtCore import QEvent, QSize, Qt
from PyQt5.QtGui import QShowEvent
from PyQt5.QtWidgets import QFrame, QScrollArea, QWidget

LEAST = QSize(360, 120)
"""Smallest visible part of a larger content, in pixels at 100 %."""


class ContentScrollArea(QScrollArea):
    """Scroll area that prefers the size of its content.

    Args:
        content: The content, with a layout.
    """

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
