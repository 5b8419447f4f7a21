"""Keys that close a window of its own beside the main window."""

from __future__ import annotations

from PyQt5.QtGui import QKeySequence
from PyQt5.QtWidgets import QShortcut, QWidget

CLOSE_KEYS = ("Esc", "Ctrl+W")
"""Keys that close a window; not every platform has a standard key for it."""


def add_close_keys(window: QWidget) -> None:
    """Close a window by each of ``CLOSE_KEYS``."""
    for key in CLOSE_KEYS:
        QShortcut(QKeySequence(key), window).activated.connect(window.close)
