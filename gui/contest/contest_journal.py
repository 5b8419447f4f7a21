"""The log of a contest game: one line for everything that happened, at once on disk."""

from __future__ import annotations

import contextlib
import logging
import os
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from PyQt5.QtCore import QObject, pyqtSignal

from engine.core.atomic_file import explain_write_error

log = logging.getLogger(__name__)


def time_now() -> str:
    """Return this second."""
    return f"{datetime.now().astimezone():%Y-%m-%d %H:%M:%S}"


class ContestLog(QObject):
    """Appends lines to a file; each is safe before the next thing happens.

    Args:
        path: The file; what stands in it stays.
        now: Returns the time that a line begins with.
        parent: See ``QObject``.
    """

    line_added = pyqtSignal(str)
    problem_changed = pyqtSignal(str)  # why the disk refuses lines, or an empty text

    def __init__(
        self,
        path: Path,
        *,
        now: Callable[[], str] = time_now,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._path = path
        self._now = now
        self._problem = ""
        self._waiting: list[str] = []
        self._lines: list[str] = []
        with contextlib.suppress(OSError):
            text = path.read_text(encoding="utf-8", errors="replace")
            self._lines = text.splitlines()

    @property
    def path(self) -> Path:
        """Where the log stands."""
        return self._path

    @property
    def lines(self) -> list[str]:
        """Every line so far, also those that the disk did not take."""
        return list(self._lines)

    @property
    def text(self) -> str:
        """The whole log."""
        return "".join(f"{line}\n" for line in self._lines)

    def add(self, text: str) -> None:
        """Write one line about what has just happened."""
        line = f"{self._now()}  {' '.join(text.split())}"
        self._lines.append(line)
        self._waiting.append(line)
        log.info("contest: %s", text)
        self.retry()
        self.line_added.emit(line)

    def retry(self) -> None:
        """Write the lines that wait: new ones, and those that the disk refused."""
        if not self._waiting:
            return
        problem = ""
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._path.open("a", encoding="utf-8") as file:
                file.write("".join(f"{line}\n" for line in self._waiting))
                file.flush()
                os.fsync(file.fileno())
            self._waiting.clear()
        except OSError as error:
            problem = explain_write_error(error)
        if problem != self._problem:
            self._problem = problem
            log.warning("the contest log cannot be written: %s", problem or "it can")
            self.problem_changed.emit(problem)
