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

Answer = TypeVar("Answer")
"""What the work returns, such as a record."""

PROMPT_SECONDS = 0.1
"""Time for which the window waits; most jobs are done by then."""

PATIENCE_MS = 500
"""Time after which ``took_long`` is emitted."""


@dataclass(slots=True, kw_only=True)
class FileJob(Generic[Answer]):
    """Work on files, and the handlers of what it returns."""

    name: str
    """Name shown to the user."""

    work: Callable[[], Answer]
    """Reads or writes; called in a background thread."""

    done: Callable[[Answer], None]
    """Handler of the return value, in the GUI thread."""

    failed: Callable[[Exception], None]
    """Handler of the error, in the GUI thread."""

    answer: Answer | Exception | None = None
    """Return value or exception of ``work``."""

    has_answer: threading.Event = field(default_factory=threading.Event)
    """Set when ``answer`` is available."""


class FileJobs(QObject):
    """Queue of jobs, one at a time.

    A thread that waits for a file system cannot be ended. It is abandoned when its job
    is cancelled; as a daemon it does not keep the process alive.
    """

    took_long = pyqtSignal(str)  # name of the job
    ended = pyqtSignal()  # a job is done, or has failed
    _answered = pyqtSignal(object)  # FileJob

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs: deque[FileJob[Any]] = deque()
        self._current: FileJob[Any] | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(PATIENCE_MS)
        self._timer.timeout.connect(self._on_timeout)
        self._answered.connect(self._on_answered)

    @property
    def is_busy(self) -> bool:
        """Whether there are jobs that are not done."""
        return self._current is not None or bool(self._jobs)

    def add(self, *jobs: FileJob[Any]) -> None:
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
        """Wait for the jobs, each for at most so long; return whether all are done.

        A handler may call it for the jobs after its own.
        """
        self._begin_next()
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
                target=self._work, args=(job,), name="file job", daemon=True
            ).start()
            if job.has_answer.wait(PROMPT_SECONDS):
                self._finish(job)
            else:
                self._timer.start()

    def _work(self, job: FileJob[Any]) -> None:
        """Do a job; called in a background thread."""
        try:
            job.answer = job.work()
        except Exception as error:  # a thread's edge: passed on
            log.debug("%s failed", job.name, exc_info=error)
            job.answer = error
        job.has_answer.set()
        with contextlib.suppress(RuntimeError):  # the window may be gone
            self._answered.emit(job)

    def _on_answered(self, job: FileJob[Any]) -> None:
        if job is self._current:
            self._finish(job)
            self._begin_next()

    def _finish(self, job: FileJob[Any]) -> None:
        self._current = None
        self._timer.stop()
        self.ended.emit()
        try:
            if isinstance(job.answer, Exception):
                job.failed(job.answer)
            else:
                job.done(job.answer)
        except BaseException:
            # An error of the program goes to its edge; the other jobs are still done.
            QTimer.singleShot(0, self._begin_next)
            raise

    def _on_timeout(self) -> None:
        if self._current is not None:
            self.took_long.emit(self._current.name)
