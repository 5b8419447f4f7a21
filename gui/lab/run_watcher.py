"""Follower of a run folder: reads what is new in a thread, and reports the state."""

from __future__ import annotations

import contextlib
import logging
import threading
from pathlib import Path

from PyQt5.QtCore import QObject, pyqtSignal

from engine.core.errors import EngineError
from engine.core.message import Message
from engine.tournament.run_folder import RunFolder
from engine.tournament.run_state import RunReader

log = logging.getLogger(__name__)

INTERVAL_SECONDS = 0.5
"""Time between two looks at the files."""


class RunWatcher(QObject):
    """Source of the states of a run, in a background thread until ``stop``.

    Args:
        path: Folder of the run.
        parent: See ``QObject``.
    """

    state_changed = pyqtSignal(object)  # RunState
    failed = pyqtSignal(str)  # why the folder cannot be read; a translatable message

    def __init__(self, path: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._path = path
        self._is_stopped = threading.Event()
        self._thread = threading.Thread(target=self._follow, name="run", daemon=True)

    def start(self) -> None:
        """Begin to read."""
        self._thread.start()

    def stop(self) -> None:
        """End the thread soon; it may wait for a slow disk and is left behind then."""
        self._is_stopped.set()

    def _follow(self) -> None:
        """Read the run until the end; called in the background thread."""
        reader: RunReader | None = None
        sizes: tuple[int, ...] = ()
        while not self._is_stopped.is_set():
            try:
                reader = reader or RunReader(self._path)
                found = _sizes_of(self._path)
                if found != sizes:
                    sizes = found
                    self._emit_state(reader)
            except EngineError as error:
                self._emit_failure(error.message)
                return
            except OSError as error:  # a network drive may come back
                log.info("%s could not be read: %s", self._path, error)
            except Exception:  # a thread's edge: logged and passed on
                log.exception("%s could not be followed", self._path)
                self._emit_failure(Message("The match could not be read."))
                return
            self._is_stopped.wait(INTERVAL_SECONDS)

    def _emit_state(self, reader: RunReader) -> None:
        state = reader.refresh()
        with contextlib.suppress(RuntimeError):  # the window may be gone
            self.state_changed.emit(state)

    def _emit_failure(self, message: str) -> None:
        with contextlib.suppress(RuntimeError):  # the window may be gone
            self.failed.emit(message)


def _sizes_of(path: Path) -> tuple[int, ...]:
    """Return the sizes of the files that grow; -1 for a missing one."""
    folder = RunFolder(path)
    return tuple(_size_of(file) for file in (folder.games, folder.events))


def _size_of(file: Path) -> int:
    try:
        return file.stat().st_size
    except FileNotFoundError:
        return -1
