"""Follower of the folder of a training run, in a thread."""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PyQt5.QtCore import QObject, pyqtSignal

from engine.core.errors import EngineError
from engine.core.message import Message
from engine.training.run.run_reader import read_run
from gui.lab.training.training_process import ERRORS

log = logging.getLogger(__name__)

INTERVAL_SECONDS = 1.0
"""Time between two looks at the files."""

ERROR_PREFIX = "pentahex: "
"""Beginning of the line with which a command ends that failed."""


class TrainingWatcher(QObject):
    """Source of the states of a run, in a background thread until ``stop``.

    Args:
        folder: The run folder.
        parent: See ``QObject``.
    """

    state_changed = pyqtSignal(object)  # RunState; also while only its status changes
    failed = pyqtSignal(str)  # why the folder cannot be read; a translatable message
    process_failed = pyqtSignal(str)  # why an independent process has ended

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._folder = folder
        self._is_stopped = threading.Event()
        self._failure = ""
        self._thread = threading.Thread(
            target=self._follow, name="training", daemon=True
        )

    def start(self) -> None:
        """Begin to read."""
        self._thread.start()

    def stop(self) -> None:
        """End the thread soon; it may wait for a slow disk and is left behind then."""
        self._is_stopped.set()

    def _follow(self) -> None:
        """Read the run until the end; called in the background thread."""
        while not self._is_stopped.is_set():
            try:
                self._look()
            except EngineError as error:
                self._tell(self.failed.emit, error.message)
                return
            except OSError as error:  # a network drive may come back
                log.info("%s could not be read: %s", self._folder, error)
            except Exception:  # a thread's edge: logged and passed on
                log.exception("%s could not be followed", self._folder)
                self._tell(self.failed.emit, Message("The run could not be read."))
                return
            self._is_stopped.wait(INTERVAL_SECONDS)

    def _look(self) -> None:
        state = read_run(self._folder)
        if state is not None:
            self._tell(self.state_changed.emit, state)
        failure = _read_failure(self._folder / ERRORS)
        if failure != self._failure:
            self._failure = failure
            self._tell(self.process_failed.emit, failure)

    def _tell(self, emit: Callable[[Any], None], value: object) -> None:
        with contextlib.suppress(RuntimeError):  # the window may be gone
            emit(value)


def _read_failure(file: Path) -> str:
    """Return why an independent process failed; empty if it did not."""
    try:
        lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
    except FileNotFoundError:
        return ""
    last = lines[-1] if lines else ""
    return last.removeprefix(ERROR_PREFIX) if last.startswith(ERROR_PREFIX) else ""
