"""Sizes of windows and dialogs that fit the screen with their frames."""

from __future__ import annotations

from PyQt5.QtCore import QSize
from PyQt5.QtWidgets import QDialog, QWidget

FRAME_HEIGHT = 40
"""Height of the system's title bar, in pixels at 100 %."""

FRAME_WIDTH = 8
"""Width of both side borders together, in pixels at 100 %."""


def resize_within_screen(window: QWidget, width: int, height: int) -> None:
    """Resize a window that is not shown yet, so that its frame fits the screen.

    Args:
        window: The window; its frame is not known before it is shown.
        width: Wanted width without the frame, in pixels at 100 %.
        height: Likewise its height.
    """
    frame = QSize(FRAME_WIDTH, FRAME_HEIGHT)
    room = window.screen().availableGeometry().size() - frame
    window.resize(QSize(width, height).boundedTo(room))


def fit_to_screen(dialog: QDialog, wanted: QSize) -> None:
    """Resize a dialog around its middle, within the screen.

    One that has the size, and is on the screen without its frame, stays: while the
    desktop places it, Qt may report an older place.
    """
    room = dialog.screen().availableGeometry()
    before, old = dialog.frameGeometry(), dialog.size()
    size = size_on_screen(dialog, wanted)
    if size == old and room.contains(dialog.geometry()):
        return
    dialog.resize(size)
    full = size + _frame_size(dialog)
    x = before.x() - (size.width() - old.width()) // 2
    x = max(room.left(), min(x, room.left() + room.width() - full.width()))
    lowest = room.top() + room.height() - full.height()
    y = max(room.top(), min(before.y(), lowest))
    if (x, y) != (before.x(), before.y()):
        dialog.move(x, y)


def size_on_screen(dialog: QDialog, wanted: QSize) -> QSize:
    """Return a size of a dialog, or the largest one that its screen has room for."""
    room = dialog.screen().availableGeometry().size()
    return wanted.boundedTo(room - _frame_size(dialog))


def _frame_size(dialog: QDialog) -> QSize:
    """Return the size of the frame around a dialog.

    It is known some time after the dialog is shown; that of its window is as large.
    """
    frame = dialog.frameGeometry().size() - dialog.size()
    if frame.isNull() and dialog.parentWidget() is not None:
        window = dialog.parentWidget().window()
        frame = window.frameGeometry().size() - window.size()
    return frame
