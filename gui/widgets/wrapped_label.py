"""Label of a name, which takes further lines where one is too short."""

from __future__ import annotations

from PyQt5.QtCore import QEvent, QPointF, QSize, Qt, pyqtSignal
from PyQt5.QtGui import QPaintEvent, QPalette, QResizeEvent, QTextLayout, QTextOption
from PyQt5.QtWidgets import QStyle, QStyleOption, QStylePainter, QWidget

from gui.text.plain_text import PlainLabel, set_tip

MOST_LINES = 4
"""Lines of the longest name that is shown whole: some 60 Chinese characters."""


class WrappedLabel(PlainLabel):
    """Label of up to ``MOST_LINES`` lines, elided beyond; the tip has the full text.

    Its smallest height is one line, so that a name never enlarges the window.
    """

    lines_changed = pyqtSignal()  # see ``sizeHint``

    def __init__(self, parent: QWidget | None = None) -> None:
        self._line_count = 1
        super().__init__(parent=parent)

    def setText(self, text: str) -> None:
        """Show ``text``."""
        if text == self.text():
            return
        super().setText(text)
        set_tip(self, text)
        self._count_lines()

    def sizeHint(self) -> QSize:
        """See ``QWidget.sizeHint``."""
        return QSize(super().sizeHint().width(), self._height_of(self._line_count))

    def minimumSizeHint(self) -> QSize:
        """See ``QWidget.minimumSizeHint``."""
        return QSize(0, self._height_of(1))

    def _height_of(self, lines: int) -> int:
        further = (lines - 1) * self.fontMetrics().lineSpacing()
        return super().minimumSizeHint().height() + further

    def _count_lines(self) -> None:
        """Take as many lines as the text needs in this width."""
        found = min(max(len(self._lines()), 1), MOST_LINES)
        if found != self._line_count:
            self._line_count = found
            self.updateGeometry()
            self.lines_changed.emit()

    def _lines(self) -> list[str]:
        """Return the text in lines of the width of the label."""
        width, units = self.contentsRect().width(), self.text().encode("utf-16-le")
        layout, option = QTextLayout(self.text(), self.font()), QTextOption()
        option.setWrapMode(QTextOption.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        lines = []
        layout.beginLayout()
        while width > 0 and (line := layout.createLine()).isValid():
            line.setLineWidth(width)
            start, end = line.textStart(), line.textStart() + line.textLength()
            lines.append(units[2 * start : 2 * end].decode("utf-16-le"))
        layout.endLayout()
        return lines

    # Qt

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap the text anew."""
        super().resizeEvent(event)
        self._count_lines()

    def changeEvent(self, event: QEvent) -> None:
        """Wrap the text in another font."""
        super().changeEvent(event)
        if event.type() in (QEvent.FontChange, QEvent.StyleChange):
            self._count_lines()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the lines that have room; the last one is elided."""
        option = QStyleOption()
        option.initFrom(self)
        painter = QStylePainter(self)
        painter.drawPrimitive(QStyle.PE_Widget, option)
        box, metrics = self.contentsRect(), self.fontMetrics()
        lines, spacing = self._lines(), metrics.lineSpacing()
        room = max(1, min((box.height() + metrics.leading()) // spacing, MOST_LINES))
        if len(lines) > room:
            rest = "".join(lines[room - 1 :])
            last = metrics.elidedText(rest, Qt.ElideMiddle, box.width())
            lines[room - 1 :] = [last]
        painter.setPen(self.palette().color(QPalette.WindowText))
        for row, line in enumerate(lines):
            base = box.top() + row * spacing + metrics.ascent()
            painter.drawText(QPointF(box.left(), base), line)
