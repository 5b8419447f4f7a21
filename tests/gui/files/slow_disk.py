"""A disk that answers only when it is told to."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from gui.files import file_jobs


class SlowDisk:
    """Delays the reading or the writing of files.

    ``error``, if set, is raised instead. With ``answers_late`` the work is done at once
    and only its end is delayed.
    """

    def __init__(self) -> None:
        self.may_answer = threading.Event()
        self.threads: list[threading.Thread] = []
        self.error: Exception | None = None
        self.answers_late = False

    def delay(self, work: Callable[[], Any]) -> Any:
        """Do the work when the disk may answer, and return what it returns."""
        self.threads.append(threading.current_thread())
        if self.answers_late:
            answer = work()
            self._wait()
            return answer
        self._wait()
        if self.error is not None:
            raise self.error
        return work()

    def _wait(self) -> None:
        assert self.may_answer.wait(timeout=30)


@contextlib.contextmanager
def slow_disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[SlowDisk]:
    """Return a disk for whose answers the window does not wait; end its threads."""
    disk = SlowDisk()
    monkeypatch.setattr(file_jobs, "PROMPT_SECONDS", 0)
    yield disk
    disk.may_answer.set()
    for thread in disk.threads:
        thread.join(30)
