"""Icon without a button."""

from __future__ import annotations

from PyQt5.QtGui import QPainter, QPaintEvent
from PyQt5.QtWidgets import QWidget

from gui.style.icons import icon
from gui.style.theme import ICON_SIZE


class IconMark(QWidget):
    """Widget that shows an icon in the colours of the theme.

    Args:
        name: Name of the icon.
    """

    def __init__(self, name: str) -> None:
        super().__init__()
        self._icon = icon(name)
        self.setFixedSize(ICON_SIZE, ICON_SIZE)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """See ``QWidget.paintEvent``."""
        self._icon.paint(QPainter(self), self.rect())
