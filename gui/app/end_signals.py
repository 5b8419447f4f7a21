"""Ctrl+C and SIGTERM as events of Qt.

A Python signal handler runs in the middle of any other Python code, such as an import
of Qt types, where calls into Qt crash. The handlers here do nothing. The handler of
the system writes a byte to a socket, and the event loop reads it.
"""

from __future__ import annotations

import signal
import socket

from PyQt5.QtCore import QObject, QSocketNotifier, pyqtSignal

END_SIGNALS = (signal.SIGINT, signal.SIGTERM)
"""Signals with which a terminal and the system end a program."""


class EndSignals(QObject):
    """Source of ``received``; main thread only, one object per process.

    Args:
        parent: See ``QObject``.
    """

    received = pyqtSignal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._reader, self._writer = socket.socketpair()
        for end in (self._reader, self._writer):
            end.setblocking(False)
        self._notifier = QSocketNotifier(
            self._reader.fileno(),  # type: ignore[arg-type]  # the stub is wrong
            QSocketNotifier.Read,
            self,
        )
        self._notifier.activated.connect(self._on_readable)
        self._wakeup_before = signal.set_wakeup_fd(
            self._writer.fileno(), warn_on_full_buffer=False
        )
        self._before = {
            number: signal.signal(number, _do_nothing) for number in END_SIGNALS
        }

    def close(self) -> None:
        """Restore the signal handlers from before."""
        for number, handler in self._before.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(self._wakeup_before)
        self._notifier.setEnabled(False)
        self._reader.close()
        self._writer.close()

    def _on_readable(self) -> None:
        """Emit ``received`` if an end signal has arrived."""
        numbers = self._reader.recv(4096)
        if any(number in END_SIGNALS for number in numbers):
            self.received.emit()


def _do_nothing(*_: object) -> None:
    """Keep the system's own handler, which writes the byte, installed."""
