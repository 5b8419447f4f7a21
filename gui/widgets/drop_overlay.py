"""Overlay shown while a file that can be opened is dragged over the window."""

from __future__ import annotations

from PyQt5.QtCore import Qt
from PyQt5.QtWidgets import QWidget

from gui.text.i18n import tr
from gui.text.plain_text import PlainLabel

MARGIN = 12
"""From the overlay to the edges of the window, in pixels at 100 %."""


class DropOverlay(PlainLabel):
    """Overlay of the window, transparent for mouse events.

    Args:
        window: The covered window.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(parent=window)
        self.setObjectName("sign_drop")
        self.setAlignment(Qt.AlignCenter)
        self.setAttribute(Qt.WA_TransparentForMouseEvents)
        self.hide()

    def show_over(self) -> None:
        """Cover the window as it is now."""
        self.setText(tr("Window", "Drop to open"))
        room = self.parentWidget().rect()
        self.setGeometry(room.adjusted(MARGIN, MARGIN, -MARGIN, -MARGIN))
        self.show()
        self.raise_()
