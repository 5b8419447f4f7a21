"""Worker thread with one job at a time, of which only the latest one reports."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PyQt5.QtCore import QObject, QThread, pyqtSignal, pyqtSlot

log = logging.getLogger(__name__)

SHUTDOWN_MS = 1000
"""A search stops within some 20 ms; a compilation cannot be stopped at all."""


class JobRun:
    """Interface of a running job to its worker thread.

    Args:
        is_wanted: Returns whether no newer job has replaced this one.
        report: Passes a value to ``Job.progressed``.
    """

    def __init__(
        self, is_wanted: Callable[[], bool], report: Callable[[Any], None]
    ) -> None:
        self.is_wanted = is_wanted
        self.report = report


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """Work for the thread, and what the window's thread does with the result."""

    run: Callable[[JobRun], Any]
    """The work; called in the worker thread."""

    done: Callable[[Any], None]
    """Takes the result, unless a newer job has replaced this one."""

    failed: Callable[[Exception], None]
    """Takes an error of ``run`` under the same condition."""

    progressed: Callable[[Any], None] | None = None
    """Takes the values that ``run`` reports under the same condition."""


class _Runner(QObject):
    """Receiver of jobs in the worker thread."""

    progressed = pyqtSignal(int, object)  # number of the job, value
    finished = pyqtSignal(int, object)  # number of the job, result
    failed = pyqtSignal(int, object)  # number of the job, Exception

    @pyqtSlot(int, object, object)
    def serve(
        self, number: int, run: Callable[[JobRun], Any], is_wanted: Callable[[], bool]
    ) -> None:
        """Run a job unless it was replaced, and report its result."""
        if not is_wanted():
            return
        try:
            result = run(JobRun(is_wanted, lambda v: self.progressed.emit(number, v)))
        except Exception as error:  # a thread's edge: logged and passed on
            log.exception("job %d failed", number)
            self.failed.emit(number, error)
        else:
            self.finished.emit(number, result)


class LatestWorker(QObject):
    """Worker thread; it starts with the first job.

    Args:
        name: Name of the thread.
        parent: See ``QObject``.
    """

    _requested = pyqtSignal(int, object, object)  # see ``_Runner.serve``

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._number = 0
        self._job: Job | None = None
        self._is_shut_down = False
        self._thread = QThread()
        self._thread.setObjectName(name)
        self._runner = _Runner()
        self._runner.moveToThread(self._thread)
        self._requested.connect(self._runner.serve)
        self._runner.progressed.connect(self._on_progressed)
        self._runner.finished.connect(self._on_finished)
        self._runner.failed.connect(self._on_failed)

    @property
    def is_busy(self) -> bool:
        """Whether the latest job is running or waiting."""
        return self._job is not None

    @property
    def is_shut_down(self) -> bool:
        """Whether jobs are ignored."""
        return self._is_shut_down

    def submit(self, job: Job) -> None:
        """Run a job in the place of an earlier one."""
        self.cancel()
        if self._is_shut_down:
            return
        self._job, number = job, self._number
        self._send(number, job.run, lambda: number == self._number)

    def run_later(self, task: Callable[[], None]) -> None:
        """Run a task after the jobs that wait; an error is logged."""
        if not self._is_shut_down:
            self._send(0, lambda _run: task(), lambda: not self._is_shut_down)

    def cancel(self) -> None:
        """Drop the result of the latest job; one that waits is not run."""
        self._job = None
        self._number += 1

    def shutdown(self, timeout_ms: int = SHUTDOWN_MS) -> bool:
        """Drop all jobs and join the thread; ignore later jobs.

        Returns:
            Whether the thread has ended; a compilation in it may still run.
        """
        self.cancel()
        self._is_shut_down = True
        self._thread.quit()
        return self._thread.wait(timeout_ms)

    def _send(
        self, number: int, run: Callable[[JobRun], Any], is_wanted: Callable[[], bool]
    ) -> None:
        if not self._thread.isRunning():
            self._thread.start()
        self._requested.emit(number, run, is_wanted)

    def _on_progressed(self, number: int, value: object) -> None:
        job = self._job
        if number == self._number and job is not None and job.progressed is not None:
            job.progressed(value)

    def _on_finished(self, number: int, result: object) -> None:
        job = self._take(number)
        if job is not None:
            job.done(result)

    def _on_failed(self, number: int, error: Exception) -> None:
        job = self._take(number)
        if job is not None:
            job.failed(error)

    def _take(self, number: int) -> Job | None:
        """Return the job of a report and forget it, or ``None`` if it was replaced."""
        if number != self._number:
            return None
        job, self._job = self._job, None
        return job
