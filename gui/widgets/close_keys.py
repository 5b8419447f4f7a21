"""Keys that close a window of its own beside the main window."""

from __future__ import annotations

from collections.abc import Callable

from PyQt5.QtGui import QKeySequence
from PyQt5.QtWidgets import QShortcut, QWidget

ESCAPE, CLOSE = "Esc", "Ctrl+W"
"""Keys that close a window; not every platform has a standard key for it."""


def add_close_keys(
    window: QWidget, *, escape: Callable[[], object] | None = None
) -> None:
    """Close a window by ``ESCAPE`` and ``CLOSE``.

    Args:
        window: The window.
        escape: What ``ESCAPE`` does instead of closing the window.
    """
    for key, command in ((ESCAPE, escape or window.close), (CLOSE, window.close)):
        QShortcut(QKeySequence(key), window).activated.connect(command)
