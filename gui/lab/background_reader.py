"""Base of the readers that work in a thread of their own and report by signals."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable

from PyQt5.QtCore import QObject


class BackgroundReader(QObject):
    """Reader in a daemon thread, which emits nothing once it was stopped.

    Args:
        parent: See ``QObject``.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._is_stopped = threading.Event()
        self._emitting = threading.Lock()
        self._thread = threading.Thread(
            target=self._run, name=type(self).__name__, daemon=True
        )

    def start(self) -> None:
        """Begin to read."""
        self._thread.start()

    def stop(self) -> None:
        """End the thread after its current step; a slow disk may delay that.

        Nothing is emitted afterwards: an object must not be deleted while it emits.
        """
        with self._emitting:
            self._is_stopped.set()

    def _run(self) -> None:
        """Read until ``_is_stopped`` is set; called in the background thread."""
        raise NotImplementedError

    def _emit(self, send: Callable[[], None]) -> None:
        """Emit a signal, unless the reader was stopped and may be deleted by now."""
        with self._emitting, contextlib.suppress(RuntimeError):
            if not self._is_stopped.is_set():
                send()
