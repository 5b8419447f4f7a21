"""Slider whose handle jumps to a click beside it."""

from __future__ import annotations

from PyQt5.QtCore import Qt
from PyQt5.QtGui import QMouseEvent
from PyQt5.QtWidgets import QSlider, QStyle, QStyleOptionSlider


class Slider(QSlider):
    """Horizontal slider that takes the value under a click, not the next page."""

    def __init__(self) -> None:
        super().__init__(Qt.Horizontal)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Move the handle to the pointer, as Qt does for the middle button alone."""
        option = QStyleOptionSlider()
        self.initStyleOption(option)
        part = self.style().hitTestComplexControl(
            QStyle.CC_Slider, option, event.pos(), self
        )
        if event.button() == Qt.LeftButton and part != QStyle.SC_SliderHandle:
            event = QMouseEvent(
                event.type(),
                event.localPos(),
                event.windowPos(),
                event.screenPos(),
                Qt.MiddleButton,
                Qt.MiddleButton,
                event.modifiers(),
            )
        super().mousePressEvent(event)
