"""The running clock of the game on the screen: its flag, and standstills."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

from PyQt5.QtCore import QObject, Qt, QTimer, pyqtSignal

from engine.core.clocks.sleep_clock import seconds_with_sleep
from gui.game.match import Table

GRACE_SECONDS = 0.5
"""An engine's answer that came in time can reach a busy window so much later; what
counts is the time of its search."""

LONGEST_WAIT_MS = 3_600_000
"""A timer cannot wait for longer than some weeks; this looks again after an hour."""


BEAT_MS = 1000
"""Interval of the look for a standstill while a clock runs."""

STANDSTILL_SECONDS = 5.0
"""A longer time between two looks means that the computer slept or the program hung:
nobody could move."""


class ClockWatch(QObject):
    """Watch over one table at a time: the flag, and standstills of the program.

    Args:
        now: Source of seconds that also pass while the computer sleeps.
        parent: See ``QObject``.
    """

    flag_fell = pyqtSignal()  # just now; the session says what that means
    stood_still = pyqtSignal(float)  # seconds for which the program did not run

    def __init__(
        self,
        now: Callable[[], float] = seconds_with_sleep,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._now = now
        self._last_beat = now()
        self._table: Table | None = None
        self._beat = QTimer(self)
        self._beat.setInterval(BEAT_MS)
        self._beat.timeout.connect(self._look_for_standstill)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setTimerType(Qt.PreciseTimer)
        self._timer.timeout.connect(self._on_timeout)

    def run(self, table: Table, *, is_preparing: bool) -> None:
        """Let the time of the one to move run, if it counts now.

        Args:
            table: The game on the screen.
            is_preparing: Whether the engine is built or compiled, which is no time of
                the game.
        """
        self._table = table
        if not table.counts_time:
            return
        if table.awaits_engine and is_preparing:
            self.stop(longest=0.0)
            return
        if not table.session.time.is_running:
            self._last_beat = self._now()
        table.session.start_clock()
        self._beat.start()
        self._wait()

    def stop(self, *, longest: float | None = None) -> None:
        """Stop the time; it goes on where it stopped.

        Args:
            longest: Seconds that count at most since it was started.
        """
        self._look_for_standstill()
        self._timer.stop()
        self._beat.stop()
        if self._table is not None:
            self._table.session.time.pause(longest=longest)

    def refresh(self) -> None:
        """Look again when the flag is due; the time left may have been changed."""
        self._wait()

    def check(self) -> bool:
        """Let the flag fall if it is due, and say whether it did."""
        self._look_for_standstill()
        if self._table is None or not self._table.session.drop_flag():
            return False
        self.flag_fell.emit()
        return True

    def _look_for_standstill(self) -> None:
        """Leave a standstill out of the time, unless the clock must run on."""
        if self._table is None or not self._table.session.time.is_running:
            return
        now = self._now()
        seconds, self._last_beat = now - self._last_beat, now
        if seconds > STANDSTILL_SECONDS:
            if not self._table.clock_runs_on:
                self._table.session.time.forgive(seconds)
            self.stood_still.emit(seconds)

    def _wait(self) -> None:
        """Sleep until the flag of the one to move is due."""
        self._timer.stop()
        table = self._table
        if table is None or not table.session.time.is_running:
            return
        left = table.session.time.left(table.session.position.seat_to_move)
        if left is not None and not left.is_up:
            grace = GRACE_SECONDS if table.awaits_engine else 0.0
            wait = ceil((left.until_flag + grace) * 1000)
            self._timer.start(min(wait, LONGEST_WAIT_MS))

    def _on_timeout(self) -> None:
        self.check()
        self._wait()
