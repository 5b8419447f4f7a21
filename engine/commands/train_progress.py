"""Display of a run's progress on standard error.

A terminal shows one line that is redrawn; other streams get a plain line per minute.
Permanent lines, such as the results of a generation, are printed on both.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TextIO

from engine.training.run.progress import Monitor, format_duration

REDRAW_SECONDS = 0.1
"""Shortest interval between two updates of the line on a terminal."""

LINE_SECONDS = 60.0
"""Interval between two plain lines."""

LONG_SECONDS = 3.0
"""Preparation time after which it is reported as compiling; cached code is faster."""

TICK_SECONDS = 0.5
"""Interval between two checks of the clock."""


class ProgressDisplay(Monitor):
    """Monitor that prints; a context manager with a timer thread.

    Args:
        stream: Output stream.
        is_terminal: Whether a line can be redrawn.
        now: Source of seconds.
    """

    def __init__(
        self,
        stream: TextIO,
        *,
        is_terminal: bool,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._stream = stream
        self._is_terminal = is_terminal
        self._now = now
        self._lock = threading.Lock()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._keep_time, daemon=True)
        self._generation = ""
        self._phase = _Phase("", 0, now())
        self._done = self._total = 0
        self._drawn, self._width = now(), 0
        self._is_announced = False

    def __enter__(self) -> ProgressDisplay:
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._ended.set()
        self._thread.join()
        with self._lock:
            self._erase()

    def announce(self, line: str) -> None:
        """See ``Monitor.announce``."""
        with self._lock:
            self._print(line)

    def begin_generation(self, generation: int, generations: int) -> None:
        """See ``Monitor.begin_generation``."""
        with self._lock:
            self._generation = f"gen {generation}/{generations}  "

    def update(self, phase: str, done: int, total: int) -> None:
        """See ``Monitor.update``."""
        with self._lock:
            if phase != self._phase.name or done < self._done:
                self._phase = _Phase(phase, done, self._now())
            self._done, self._total = done, total
            if self._is_terminal and self._now() - self._drawn >= REDRAW_SECONDS:
                self._redraw()

    def tick(self) -> None:
        """Print the lines that are due."""
        with self._lock:
            now = self._now()
            if (
                self._phase.name == "compiling"
                and not self._is_announced
                and now - self._phase.began >= LONG_SECONDS
            ):
                self._is_announced = True
                self._print("compiling (once)…")
            if self._is_terminal:
                self._redraw()
            elif now - self._drawn >= LINE_SECONDS:
                self._print(self._status())

    def _keep_time(self) -> None:
        while not self._ended.wait(TICK_SECONDS):
            self.tick()

    def _status(self) -> str:
        """Return the text for the progress of the phase."""
        if not self._total:
            return f"{self._generation}{self._phase.name}"
        text = f"{self._generation}{self._phase.name} {self._done:,}/{self._total:,}"
        left = self._phase.seconds_left(self._done, self._total, self._now())
        return text if left is None else f"{text}  {format_duration(left)} left"

    def _print(self, line: str) -> None:
        """Print a permanent line."""
        self._erase()
        self._stream.write(f"{line}\n")
        self._stream.flush()
        self._drawn = self._now()

    def _redraw(self) -> None:
        status = self._status() if self._phase.name else ""
        self._stream.write(f"\r{status:<{self._width}}")
        self._stream.flush()
        self._width, self._drawn = len(status), self._now()

    def _erase(self) -> None:
        """Delete the line of a terminal."""
        if self._width:
            self._stream.write(f"\r{'':<{self._width}}\r")
            self._stream.flush()
            self._width = 0


class _Phase:
    """Phase of a run with its own rate.

    Args:
        name: See ``Monitor.update``.
        done: Finished units at its start.
        began: Time of its start.
    """

    def __init__(self, name: str, done: int, began: float) -> None:
        self.name = name
        self.began = began
        self._first = done

    def seconds_left(self, done: int, total: int, now: float) -> float | None:
        """Return the estimated seconds for the rest; ``None`` before any progress."""
        if done <= self._first or done >= total:
            return None
        return (now - self.began) / (done - self._first) * (total - done)
