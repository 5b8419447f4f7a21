"""A text as large as its widget allows, readable from two metres away."""

from __future__ import annotations

from enum import Enum

from PyQt5.QtCore import QRect, QSize, Qt
from PyQt5.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent, QPalette
from PyQt5.QtWidgets import QSizePolicy, QWidget

SMALLEST = 14
"""Smallest font in pixels at 100 %; a wider text is elided."""

MOST_NEEDED = 32
"""Largest minimum height, in pixels at 100 %."""


class Ink(Enum):
    """Colour of a large text, as a role of the palette."""

    TEXT = QPalette.WindowText
    MUTED = QPalette.Dark
    ACCENT = QPalette.Link
    DANGER = QPalette.BrightText


class BigText(QWidget):
    """Label with one line in the largest font that fits.

    Args:
        name: Object name.
        largest: Height of the letters' font in pixels at 100 %.
    """

    def __init__(self, name: str, *, largest: int) -> None:
        super().__init__()
        self._largest = largest
        self._text = ""
        self._ink = Ink.TEXT
        self.setObjectName(name)
        self.setSizePolicy(QSizePolicy.Expanding, QSizePolicy.Preferred)

    @property
    def text(self) -> str:
        """The text."""
        return self._text

    def set_text(self, text: str) -> None:
        """Set the text."""
        if text != self._text:
            self._text = text
            self.setAccessibleName(text)
            self.update()

    def set_ink(self, ink: Ink) -> None:
        """Set the colour of the text."""
        if self._ink is not ink:
            self._ink = ink
            self.update()

    def sizeHint(self) -> QSize:
        """Ask for no more height than necessary: layouts give the rest by stretch."""
        return QSize(self._largest, self.minimumSizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """See ``QWidget.minimumSizeHint``."""
        return QSize(SMALLEST, min(self._largest, MOST_NEEDED))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """See ``QWidget.paintEvent``."""
        if not self._text:
            return
        painter = QPainter(self)
        font = self._fitting_font()
        metrics = QFontMetrics(font)
        text = self._text
        if (
            metrics.horizontalAdvance(text) > self.width()
        ):  # eliding counts parts of pixels
            text = metrics.elidedText(text, Qt.ElideRight, self.width())
        ink = _ink_rect(metrics, text)
        top = (self.height() - ink.height()) // 2
        painter.setFont(font)
        painter.setPen(self.palette().color(self._ink.value))
        painter.drawText(0, top - ink.top(), text)

    def _fitting_font(self) -> QFont:
        """Return the largest font in which the whole text fits."""
        font = QFont(self.font())
        font.setWeight(QFont.DemiBold)
        for size in range(self._largest, SMALLEST - 1, -2):
            font.setPixelSize(size)
            metrics = QFontMetrics(font)
            is_short = _ink_rect(metrics, self._text).height() <= self.height()
            if is_short and metrics.horizontalAdvance(self._text) <= self.width():
                break
        return font


def _ink_rect(metrics: QFontMetrics, text: str) -> QRect:
    """Return the vertical extent of a text, from its single characters.

    For a text of several fonts, such as Chinese and Latin ones, Qt adds the greatest
    height to the highest top, which misses what is below.
    """
    ink = QRect()
    for character in text:
        rect = metrics.tightBoundingRect(character)
        rect.moveLeft(0)
        ink = ink.united(rect)
    return ink
