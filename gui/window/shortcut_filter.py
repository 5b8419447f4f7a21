"""Filter of shortcuts that would take keys from the focused widget.

Letters belong to a text field, and Esc leaves it for the board. Tab switches the layout
only while the board has the focus; elsewhere it moves the focus as usual.
"""

from __future__ import annotations

from PyQt5.QtCore import QEvent, QObject, Qt
from PyQt5.QtGui import QKeyEvent
from PyQt5.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QKeySequenceEdit,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)

TEXT_FIELDS = (
    QLineEdit,
    QAbstractSpinBox,
    QComboBox,
    QKeySequenceEdit,
    QPlainTextEdit,
    QTextEdit,
)

COMMAND_MODIFIERS = Qt.ControlModifier | Qt.AltModifier | Qt.MetaModifier

BUTTON_KEYS = (Qt.Key_Space, Qt.Key_Return, Qt.Key_Enter)


class ShortcutFilter(QObject):
    """Event filter of a window and its docks.

    Args:
        board: The widget that leaves all keys to the window.
        parent: See ``QObject``.
    """

    def __init__(self, board: QWidget, parent: QObject) -> None:
        super().__init__(parent)
        self._board = board

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """See ``QObject.eventFilter``."""
        focus: QWidget | None = QApplication.focusWidget()
        if not isinstance(event, QKeyEvent) or focus is None:
            return False
        if event.type() == QEvent.ShortcutOverride and self._belongs_to(focus, event):
            event.accept()
            return True
        if event.type() == QEvent.KeyPress and _leaves_field(focus, event):
            self._board.activateWindow()
            self._board.setFocus()
            return True
        return False

    def _belongs_to(self, focus: QWidget, event: QKeyEvent) -> bool:
        key = event.key()
        if int(event.modifiers()) & int(COMMAND_MODIFIERS):
            return False
        if isinstance(focus, TEXT_FIELDS):
            return not Qt.Key_F1 <= key <= Qt.Key_F35
        if key in (Qt.Key_Tab, Qt.Key_Backtab):
            return focus is not self._board and not focus.isWindow()
        return isinstance(focus, QAbstractButton) and key in BUTTON_KEYS


def _leaves_field(focus: QWidget, event: QKeyEvent) -> bool:
    """Return whether a text field has left Esc to its window."""
    has_modifier = int(event.modifiers()) & int(COMMAND_MODIFIERS)
    is_escape = event.key() == Qt.Key_Escape and not has_modifier
    return is_escape and isinstance(focus, TEXT_FIELDS)
