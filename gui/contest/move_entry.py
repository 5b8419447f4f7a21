"""The field into which an operator types moves; nothing else ever has the keys."""

from __future__ import annotations

import time
from collections.abc import Callable

from PyQt5.QtCore import QEvent, Qt, pyqtSignal
from PyQt5.QtGui import QKeyEvent
from PyQt5.QtWidgets import QLineEdit, QWidget

SETTLE_SECONDS = 0.6
"""An Enter this soon after our engine's move was meant for the move before it."""

_SENDING = (Qt.Key_Return, Qt.Key_Enter)


class MoveEntry(QLineEdit):
    """Sends its text by Enter, and by Space when it is empty.

    Args:
        now: Seconds that never run backwards.
        parent: See ``QWidget``.
    """

    sent = pyqtSignal(str)

    def __init__(
        self,
        *,
        now: Callable[[], float] = time.monotonic,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._now = now
        self._open_from = 0.0
        self.setObjectName("contest_entry")
        self.setMaxLength(40)
        self.setAttribute(Qt.WA_InputMethodEnabled, True)

    def hold_on(self) -> None:
        """Take no empty Enter for a moment: what is asked has just changed."""
        self._open_from = self._now() + SETTLE_SECONDS

    def event(self, event: QEvent) -> bool:
        """Keep plain keys from the shortcuts of the window."""
        if (
            event.type() == QEvent.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and (event.key() in _SENDING or event.text().strip())
            and not event.modifiers() & (Qt.ControlModifier | Qt.AltModifier)
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Send by Enter or, when there is no text, by Space; clear by Escape."""
        is_empty = not self.text().strip()
        if event.key() in _SENDING or (event.key() == Qt.Key_Space and is_empty):
            is_late = self._now() >= self._open_from
            if not event.isAutoRepeat() and (is_late or not is_empty):
                self.sent.emit(self.text())
        elif event.key() == Qt.Key_Escape:
            self.clear()
        else:
            super().keyPressEvent(event)
