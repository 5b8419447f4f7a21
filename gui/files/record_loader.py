"""Reading and writing of files in a thread; the window stays responsive."""

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
"""Time for which the window waits; most records are read by then."""

PATIENCE_MS = 500
"""Time after which a card names the record and offers to cancel."""


@dataclass(slots=True, kw_only=True)
class ReadJob(Generic[Content]):
    """Files to read, and the handlers of their content."""

    name: str
    """Name shown to the user."""

    read: Callable[[], Content]
    """Returns the content; called in a background thread."""

    done: Callable[[Content], None]
    """Handler of the content, in the GUI thread."""

    failed: Callable[[Exception], None]
    """Handler of the error, in the GUI thread."""

    answer: Content | Exception | None = None
    """Return value or exception of ``read``."""

    has_answer: threading.Event = field(default_factory=threading.Event)
    """Set when ``answer`` is available."""


class RecordLoader(QObject):
    """Queue of reading jobs, one at a time.

    A thread that waits for a file system cannot be ended. It is abandoned when its job
    is cancelled; as a daemon it does not keep the process alive.
    """

    took_long = pyqtSignal(str)  # name of the record
    ended = pyqtSignal()  # a record was read, or cannot be read
    _answered = pyqtSignal(object)  # ReadJob

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs: deque[ReadJob[Any]] = deque()
        self._current: ReadJob[Any] | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(PATIENCE_MS)
        self._timer.timeout.connect(self._on_timeout)
        self._answered.connect(self._on_answered)

    @property
    def is_busy(self) -> bool:
        """Whether a record is being read."""
        return self._current is not None

    def add(self, *jobs: ReadJob[Any]) -> None:
        """Append jobs to the queue."""
        self._jobs.extend(jobs)
        if self._current is None:
            self._begin_next()

    def cancel(self) -> None:
        """Drop all jobs and the result of the current one."""
        self._jobs.clear()
        self._current = None
        self._timer.stop()

    def finish(self, seconds: float) -> bool:
        """Wait for the jobs, each for at most so long; return whether all are done."""
        while (job := self._current) is not None:
            if not job.has_answer.wait(seconds):
                return False
            self._finish(job)
            self._begin_next()
        return True

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

    def _work(self, job: ReadJob[Any]) -> None:
        """Read a record; called in a background thread."""
        try:
            job.answer = job.read()
        except Exception as error:  # a thread's edge: passed on
            log.debug("%s was not read", job.name, exc_info=error)
            job.answer = error
        job.has_answer.set()
        with contextlib.suppress(RuntimeError):  # the window may be gone
            self._answered.emit(job)

    def _on_answered(self, job: ReadJob[Any]) -> None:
        if job is self._current:
            self._finish(job)
            self._begin_next()

    def _finish(self, job: ReadJob[Any]) -> None:
        self._current = None
        self._timer.stop()
        self.ended.emit()
        try:
            if isinstance(job.answer, Exception):
                job.failed(job.answer)
            else:
                job.done(job.answer)
        except BaseException:
            # An error of the program goes to its edge; the other files are still read.
            QTimer.singleShot(0, self._begin_next)
            raise

    def _on_timeout(self) -> None:
        if self._current is not None:
            self.took_long.emit(self._current.name)
