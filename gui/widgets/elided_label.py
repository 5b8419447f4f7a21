"""Label that is elided where space is short."""

from __future__ import annotations

from PyQt5.QtCore import QSize, Qt
from PyQt5.QtGui import QPaintEvent, QPalette
from PyQt5.QtWidgets import QStyle, QStyleOption, QStylePainter

from gui.text.plain_text import PlainLabel, set_tip


class ElidedLabel(PlainLabel):
    """Label with an ellipsis where space is short; the tool tip has the full text."""

    def minimumSizeHint(self) -> QSize:
        """See ``QWidget.minimumSizeHint``."""
        return QSize(0, super().minimumSizeHint().height())

    def setText(self, text: str) -> None:
        """Show ``text``."""
        super().setText(text)
        set_tip(self, text)

    def paintEvent(self, event: QPaintEvent) -> None:
        """See ``QWidget.paintEvent``; a text that fits can show its selection."""
        width = self.contentsRect().width()
        if self.fontMetrics().horizontalAdvance(self.text()) <= width:
            super().paintEvent(event)
            return
        option = QStyleOption()
        option.initFrom(self)
        painter = QStylePainter(self)
        painter.drawPrimitive(QStyle.PE_Widget, option)
        text = self.fontMetrics().elidedText(self.text(), Qt.ElideRight, width)
        painter.drawItemText(
            self.contentsRect(),
            int(self.alignment()),
            self.palette(),
            self.isEnabled(),
            text,
            QPalette.WindowText,
        )
