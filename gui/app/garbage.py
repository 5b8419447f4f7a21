"""Garbage collection in the GUI thread only.

By default, Python collects in the thread that allocates. Finalizers of Qt objects such
as pixmaps would then run in engine threads, which Qt forbids.
"""

from __future__ import annotations

import gc
import time

from PyQt5.QtCore import QObject, QTimer

INTERVAL_MS = 100
"""The compiler makes up to a million objects a second; a tenth of them takes some
milliseconds."""

FULL_SECONDS = 30.0
"""Shortest time between two full collections, which take up to 0.2 s."""


class GarbageCollector(QObject):
    """Timer that replaces Python's automatic collection.

    It uses the thresholds of ``gc.set_threshold`` and a minimum time between two full
    collections.

    Args:
        parent: See ``QObject``.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._timer = QTimer(self)
        self._timer.setInterval(INTERVAL_MS)
        self._timer.timeout.connect(self.collect)
        self._last_full = time.monotonic()

    def start(self) -> None:
        """Switch automatic collection off and begin to collect.

        Modules and classes loaded so far stay: no collection looks through them.
        """
        gc.disable()
        gc.freeze()
        self._timer.start()

    def stop(self) -> None:
        """Switch automatic collection on again."""
        self._timer.stop()
        gc.enable()

    def collect(self) -> None:
        """Collect each generation whose threshold is exceeded."""
        young, middle, old = gc.get_threshold()
        if gc.get_count()[0] > young:
            gc.collect(0)
        if gc.get_count()[1] > middle:
            gc.collect(1)
        now = time.monotonic()
        if gc.get_count()[2] > old and now - self._last_full > FULL_SECONDS:
            gc.collect()
            self._last_full = now
