"""Reads files off the window's thread; the window stays usable meanwhile."""

from __future__ import annotations

import contextlib
import logging
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from PyQt5.QtCore import QObject, QTimer, pyqtSignal

log = logging.getLogger(__name__)

Content = TypeVar("Content")
"""Content of the files, such as a record."""

PROMPT_SECONDS = 0.1
"""A record that is read sooner is on the board before anything else happens."""

PATIENCE_MS = 500
"""A record that takes longer is named in a card, with a button to cancel."""


@dataclass(slots=True, kw_only=True)
class Job(Generic[Content]):
    """Files to be read, and what to do with their content."""

    name: str
    """What the user knows it by."""

    read: Callable[[], Content]
    """Returns the content; called in a thread of its own."""

    done: Callable[[Content], None]
    """Takes the content in the window's thread."""

    failed: Callable[[Exception], None]
    """Takes the error in the window's thread."""

    answer: Content | Exception | None = None
    """What ``read`` returned or raised."""

    has_answer: threading.Event = field(default_factory=threading.Event)
    """Set when ``answer`` is there."""


class RecordLoader(QObject):
    """Does one job after the other.

    A thread that waits for a file system cannot be ended: it is left behind when its
    job is cancelled, and does not keep the process alive.
    """

    took_long = pyqtSignal(str)  # name of the record
    _answered = pyqtSignal(object)  # Job

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs: deque[Job[Any]] = deque()
        self._current: Job[Any] | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(PATIENCE_MS)
        self._timer.timeout.connect(self._on_timeout)
        self._answered.connect(self._on_answered)

    @property
    def is_busy(self) -> bool:
        """Whether a record is being read."""
        return self._current is not None

    def add(self, job: Job[Any]) -> None:
        """Do a job after those that wait."""
        self._jobs.append(job)
        if self._current is None:
            self._begin_next()

    def cancel(self) -> None:
        """Forget every job; what the one at work may still answer is dropped."""
        self._jobs.clear()
        self._current = None
        self._timer.stop()

    def _begin_next(self) -> None:
        while self._jobs and self._current is None:
            job = self._current = self._jobs.popleft()
            threading.Thread(
                target=self._work, args=(job,), name="loader", daemon=True
            ).start()
            if job.has_answer.wait(PROMPT_SECONDS):
                self._finish(job)
            else:
                self._timer.start()

    def _work(self, job: Job[Any]) -> None:
        """Read a record, in a thread of its own."""
        try:
            job.answer = job.read()
        except Exception as error:  # a thread's edge: passed on
            log.debug("%s was not read", job.name, exc_info=error)
            job.answer = error
        job.has_answer.set()
        with contextlib.suppress(RuntimeError):  # the window may be gone
            self._answered.emit(job)

    def _on_answered(self, job: Job[Any]) -> None:
        if job is self._current:
            self._finish(job)
            self._begin_next()

    def _finish(self, job: Job[Any]) -> None:
        self._current = None
        self._timer.stop()
        if isinstance(job.answer, Exception):
            job.failed(job.answer)
        else:
            job.done(job.answer)

    def _on_timeout(self) -> None:
        if self._current is not None:
            self.took_long.emit(self._current.name)
