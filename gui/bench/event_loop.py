"""The event loop as a measurement sees it: its gaps, a widget's paints, waiting."""

from __future__ import annotations

import time
from collections.abc import Callable

from PyQt5.QtCore import QEvent, QEventLoop, QObject, Qt, QTimer
from PyQt5.QtWidgets import QWidget

from engine.core.errors import BenchError

BEAT_MS = 1
"""Interval of the timer; a longer interval is a gap in the event loop."""

PATIENCE_SECONDS = 120.0
"""Time limit; a compilation on a slow machine takes less."""


class Heart(QObject):
    """Timer that records the delay of each interval."""

    def __init__(self) -> None:
        super().__init__()
        self.gaps: list[float] = []
        self._last = 0.0
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.PreciseTimer)
        self._timer.setInterval(BEAT_MS)
        self._timer.timeout.connect(self._on_timeout)

    def start(self) -> None:
        """Start the timer."""
        self._last = time.perf_counter()
        self._timer.start()

    def stop(self) -> None:
        """Stop the timer."""
        self._timer.stop()

    def _on_timeout(self) -> None:
        now = time.perf_counter()
        self.gaps.append(max(now - self._last - BEAT_MS / 1000, 0.0))
        self._last = now


class PaintWatch(QObject):
    """Event filter that records whether a widget was painted."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.is_painted = False
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Record a paint event."""
        self.is_painted = self.is_painted or event.type() == QEvent.Paint
        return super().eventFilter(watched, event)


def run_until(
    condition: Callable[[], bool], what: str, *, patience: float = PATIENCE_SECONDS
) -> None:
    """Run the event loop until ``condition`` is true, tested every ``BEAT_MS``.

    Raises:
        BenchError: The time limit is exceeded.
    """
    loop = QEventLoop()
    deadline = time.monotonic() + patience

    def look() -> None:
        if condition() or time.monotonic() > deadline:
            loop.quit()

    timer = QTimer()
    timer.setTimerType(Qt.PreciseTimer)
    timer.timeout.connect(look)
    timer.start(BEAT_MS)
    loop.exec_()
    if not condition():
        raise BenchError(f"Expected {what} within {patience:g} s.")
