"""Thread that prepares searchers and searches, one task after the other.

Kernels run without the interpreter's lock, so the server reads commands meanwhile. A
network belongs to the thread that loaded it: every task runs in this one.
"""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass

log = logging.getLogger(__name__)

NAME = "search"
"""Name of the thread."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskDone:
    """The end of a task."""

    number: int
    """Number of the task."""

    value: object = None
    """What the task returned."""

    error: Exception | None = None
    """What the task raised, if anything."""


class Worker:
    """Thread for tasks.

    Args:
        post: Called in the thread after each task.
    """

    def __init__(self, post: Callable[[TaskDone], None]) -> None:
        self._post = post
        self._tasks: queue.SimpleQueue[tuple[int, Callable[[], object]]]
        self._tasks = queue.SimpleQueue()
        self._count = 0
        self._unfinished = 0
        self._rest = threading.Condition()
        self._thread = threading.Thread(target=self._run, name=NAME, daemon=True)

    def wait(self, seconds: float) -> bool:
        """Wait until every task is done; return whether that is so."""
        with self._rest:
            return self._rest.wait_for(lambda: self._unfinished == 0, seconds)

    def submit(self, task: Callable[[], object]) -> int:
        """Run ``task`` after the earlier ones; return its number."""
        if not self._thread.is_alive():
            self._thread.start()
        self._count += 1
        with self._rest:
            self._unfinished += 1
        self._tasks.put((self._count, task))
        return self._count

    def _run(self) -> None:
        while True:
            number, task = self._tasks.get()
            try:
                done = TaskDone(number=number, value=task())
            except Exception as error:  # a thread's edge: logged and passed on
                log.exception("task %d failed", number)
                done = TaskDone(number=number, error=error)
            with self._rest:
                self._unfinished -= 1
                self._rest.notify_all()
            self._post(done)
