"""Labels, message boxes and tool tips that never interpret markup.

Qt renders any text that looks like HTML as rich text, and loads the pictures that it
names. Names, file names and warnings come from files of strangers: all labels and tips
of the window are made here.
"""

from __future__ import annotations

import html

from PyQt5.QtCore import Qt
from PyQt5.QtWidgets import QAction, QLabel, QListWidgetItem, QMessageBox, QWidget


class PlainLabel(QLabel):
    """Label that shows its text letter by letter.

    Args:
        text: The text.
        parent: See ``QWidget``.
    """

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.PlainText)
        self.setText(text)


class PlainMessageBox(QMessageBox):
    """Message box that shows its text letter by letter; the rest is our own."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.PlainText)


def set_tip(target: QWidget | QAction | QListWidgetItem, text: str) -> None:
    """Show ``text`` letter by letter when the mouse rests on ``target``."""
    target.setToolTip(tip_text(text))


def tip_text(text: str) -> str:
    """Return a tip that Qt shows as ``text``, whatever markup ``text`` resembles."""
    if not Qt.mightBeRichText(text):  # type: ignore[call-arg,arg-type]  # static
        return text
    return f"<qt>{html.escape(text)}</qt>".replace("\n", "<br>")
