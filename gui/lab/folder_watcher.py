"""Watcher of a folder that a child process writes, in a thread."""

from __future__ import annotations

import logging
from pathlib import Path

from PyQt5.QtCore import pyqtSignal

from engine.core.errors import EngineError
from engine.core.files.atomic_file import describe_os_error
from engine.core.message import Message
from gui.lab.background_reader import BackgroundReader

log = logging.getLogger(__name__)


class FolderWatcher(BackgroundReader):
    """Base of the watchers: reads a folder again and again until it is stopped.

    Args:
        folder: The folder.
        interval: Seconds between two readings.
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

    def _read(self) -> None:
        """Read what is new and report it; called in the background thread.

        Raises:
            EngineError: The folder is damaged; nothing is read any more.
            OSError: The disk is away; it may come back.
        """
        raise NotImplementedError

    def _fail(self, message: str) -> None:
        self._emit(lambda: self.failed.emit(message))

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

    def _run(self) -> None:
        while not self._is_stopped.is_set():
            try:
                self._read()
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
