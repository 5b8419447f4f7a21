"""Label of a name, which takes further lines where one is too short."""

from __future__ import annotations

import math

from PyQt5.QtCore import QEvent, QPointF, QSize, Qt, pyqtSignal
from PyQt5.QtGui import (
    QFont,
    QFontInfo,
    QPaintEvent,
    QPalette,
    QResizeEvent,
    QTextLayout,
    QTextOption,
)
from PyQt5.QtWidgets import QStyle, QStyleOption, QStylePainter

from gui.text.plain_text import PlainLabel, set_tip

MOST_LINES = 4
"""Lines of the longest name that is shown whole: some 60 Chinese characters."""

TIGHT_SPACING = 1.16
"""Distance of tight lines as a share of the font's size; it is some 1.45 otherwise,
since fonts with Chinese have much room above their Latin letters."""

SMALL_SHARE = 0.86
"""Size of smaller letters as a share of the font's size."""

EM_ASCENT = 0.82
"""Share of the font's size above the base line that centres Latin letters, with those
that go below the line, and Chinese ones."""


class WrappedLabel(PlainLabel):
    """Label of several lines, elided beyond; the tip has the full text.

    Its smallest height is one line, so that a name never enlarges the window.

    Args:
        most_lines: Lines that it takes at most.
    """

    lines_changed = pyqtSignal()  # see ``sizeHint``

    def __init__(self, *, most_lines: int = MOST_LINES) -> None:
        self._line_count = 1
        self._most_lines = most_lines
        super().__init__()

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
        found = min(max(len(self._lines()), 1), self._most_lines)
        if found != self._line_count:
            self._line_count = found
            self.updateGeometry()
            self.lines_changed.emit()

    def _room(self) -> int:
        """Return the number of lines that fit the label."""
        metrics = self.fontMetrics()
        height = self.contentsRect().height() + metrics.leading()
        return max(1, min(height // metrics.lineSpacing(), self._most_lines))

    def _base_lines(self, count: int) -> list[float]:
        """Return the base lines of so many lines, from the upper edge."""
        metrics, top = self.fontMetrics(), self.contentsRect().top()
        first = top + metrics.ascent()
        return [first + row * metrics.lineSpacing() for row in range(count)]

    def _font(self) -> QFont:
        """Return the font of the lines."""
        return self.font()

    def _lines(self) -> list[str]:
        """Return the text in lines of the width of the label."""
        return self._lines_in(self._font())

    def _lines_in(self, font: QFont) -> list[str]:
        width, units = self.contentsRect().width(), self.text().encode("utf-16-le")
        layout, option = QTextLayout(self.text(), font), QTextOption()
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
        painter.setFont(self._font())
        box, lines, room = self.contentsRect(), self._lines(), self._room()
        if len(lines) > room:
            rest = "".join(lines[room - 1 :])
            last = painter.fontMetrics().elidedText(rest, Qt.ElideMiddle, box.width())
            lines[room - 1 :] = [last]
        painter.setPen(self.palette().color(QPalette.WindowText))
        for line, base in zip(lines, self._base_lines(len(lines)), strict=True):
            painter.drawText(QPointF(box.left(), base), line)


class TightLabel(WrappedLabel):
    """Label of up to two lines, which are close together in the middle of its height.

    Its height is the same for one line and for two. A text that is too long has smaller
    letters, before it is elided.
    """

    def __init__(self) -> None:
        super().__init__(most_lines=2)

    def _font(self) -> QFont:
        font = self.font()
        if len(self._lines_in(font)) > self._most_lines:
            font.setPixelSize(round(SMALL_SHARE * self.fontInfo().pixelSize()))
        return font

    def _height_of(self, _lines: int) -> int:
        size = self.fontInfo().pixelSize()
        return math.ceil(self._most_lines * TIGHT_SPACING * size)

    def _room(self) -> int:
        return self._most_lines

    def _base_lines(self, count: int) -> list[float]:
        size = QFontInfo(self._font()).pixelSize()
        spacing = TIGHT_SPACING * size
        box = self.contentsRect()
        middle = box.top() + box.height() / 2
        first = middle - (count * spacing - (spacing - size)) / 2 + EM_ASCENT * size
        return [first + row * spacing for row in range(count)]
