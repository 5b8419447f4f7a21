"""Follower of a folder that a child process writes, in a thread."""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Callable
from pathlib import Path

from PyQt5.QtCore import QObject, pyqtSignal

from engine.core.errors import EngineError
from engine.core.files.atomic_file import describe_os_error
from engine.core.message import Message

log = logging.getLogger(__name__)


class FolderWatcher(QObject):
    """Base of the watchers: looks at a folder in a background thread until ``stop``.

    Args:
        folder: The folder.
        interval: Seconds between two looks.
        unreadable: Message for an unexpected failure.
    """

    state_changed = pyqtSignal(object)  # the state that was read
    failed = pyqtSignal(object)  # Message on why it cannot be read; empty: it can again

    def __init__(self, folder: Path, *, interval: float, unreadable: str) -> None:
        super().__init__()
        self._folder = folder
        self._interval = interval
        self._unreadable = unreadable
        self._disk_problem = ""
        self._was_there = False
        self._is_stopped = threading.Event()
        self._emitting = threading.Lock()
        self._thread = threading.Thread(
            target=self._follow, name=type(self).__name__, daemon=True
        )

    def start(self) -> None:
        """Begin to read."""
        self._thread.start()

    def stop(self) -> None:
        """End the thread soon; it may wait for a slow disk and is left behind then.

        Nothing is emitted afterwards: an object must not be deleted while it emits.
        """
        with self._emitting:
            self._is_stopped.set()

    def _look(self) -> None:
        """Read what is new and report it; called in the background thread.

        Raises:
            EngineError: The folder is damaged; nothing is read any more.
            OSError: The disk is away; it may come back.
        """
        raise NotImplementedError

    def _tell(self, emit: Callable[[], None]) -> None:
        """Emit a signal, unless the watcher was stopped and may be deleted by now."""
        with self._emitting, contextlib.suppress(RuntimeError):
            if not self._is_stopped.is_set():
                emit()

    def _fail(self, message: str) -> None:
        self._tell(lambda: self.failed.emit(message))

    def _report_disk(self, problem: str) -> None:
        """Report that the disk is away, once, and that it has come back."""
        if problem != self._disk_problem:
            self._disk_problem = problem
            self._fail(problem)

    def _find_lost_folder(self) -> str:
        """Return a sentence if the folder was there and is not any more."""
        is_there = self._folder.is_dir()
        self._was_there = self._was_there or is_there
        if is_there or not self._was_there:
            return ""
        reason = Message("there is no such file or folder")
        return Message(
            "{path} could not be used: {reason}.", path=self._folder, reason=reason
        )

    def _follow(self) -> None:
        """Look until the end; called in the background thread."""
        while not self._is_stopped.is_set():
            try:
                self._look()
                self._report_disk(self._find_lost_folder())
            except EngineError as error:
                self._fail(error.message)
                return
            except OSError as error:  # a network drive may come back
                log.info("%s could not be read: %s", self._folder, error)
                self._report_disk(describe_os_error(error))
            except Exception:  # a thread's edge: logged and passed on
                log.exception("%s could not be followed", self._folder)
                self._fail(self._unreadable)
                return
            self._is_stopped.wait(self._interval)
