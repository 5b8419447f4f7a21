"""Drops on the window for the tests."""

from PyQt5.QtCore import QPoint, QPointF, Qt
from PyQt5.QtGui import QDragEnterEvent, QDropEvent
from PyQt5.QtWidgets import QApplication


def drop(program, data, *, onto=None):
    """Drag ``data`` over the window and drop it; return whether it was accepted.

    Args:
        program: The program.
        data: The data.
        onto: The widget under the mouse; ``None`` for the window itself.
    """
    place, window = QPoint(9, 9), onto or program.window
    enter = QDragEnterEvent(place, Qt.CopyAction, data, Qt.LeftButton, Qt.NoModifier)
    QApplication.sendEvent(window, enter)
    if enter.isAccepted():
        event = QDropEvent(
            QPointF(place), Qt.CopyAction, data, Qt.LeftButton, Qt.NoModifier
        )
        QApplication.sendEvent(window, event)
    return enter.isAccepted()
