"""Writes kept games in a thread of its own: a disk may take its time.

Whatever moment the process ends at, what stands on the disk makes sense: each file
is replaced as a whole, games are written before the list that names them, and deleted
after it.
"""

from __future__ import annotations

import logging
import threading
from dataclasses import dataclass, field
from pathlib import Path

from PyQt5.QtCore import QObject, pyqtSignal

from engine.core import atomic_file
from engine.core.errors import EngineError
from engine.records import files
from engine.records.record import GameRecord

log = logging.getLogger(__name__)

FLUSH_SECONDS = 10.0
"""A disk that takes longer is not waited for."""


@dataclass(slots=True, kw_only=True)
class Changes:
    """What is to be written, in this order."""

    games: dict[Path, tuple[GameRecord, str]] = field(default_factory=dict)
    """Games with their forms, by file."""

    index: tuple[Path, str] | None = None
    """The list of unfinished games and its text, if it has changed."""

    unwanted: set[Path] = field(default_factory=set)
    """Files to be deleted."""

    def update(self, later: Changes) -> None:
        """Take in what has changed since."""
        self.games |= later.games
        self.index = later.index or self.index
        self.unwanted = (self.unwanted - set(later.games)) | later.unwanted
        for path in later.unwanted:
            self.games.pop(path, None)

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to do."""
        return not (self.games or self.index or self.unwanted)


class KeepWriter(QObject):
    """Does one set of changes after the other; what has not begun is merged."""

    failed = pyqtSignal(object)  # Path that was not written

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._state = threading.Condition()
        self._waiting = Changes()
        self._is_writing = False
        self._is_ending = False
        self._thread: threading.Thread | None = None

    def write(self, changes: Changes) -> None:
        """Write ``changes`` soon."""
        if changes.is_empty:
            return
        with self._state:
            self._waiting.update(changes)
            self._state.notify_all()
        if self._thread is None:
            self._thread = threading.Thread(
                target=self._run, name="keeper", daemon=True
            )
            self._thread.start()

    def flush(self) -> None:
        """Wait until everything is on the disk."""
        with self._state:
            self._state.wait_for(self._is_idle, FLUSH_SECONDS)

    def end(self) -> None:
        """Write what waits and end the thread; a later change begins another one."""
        with self._state:
            self._is_ending = True
            self._state.notify_all()
        if self._thread is not None:
            self._thread.join(FLUSH_SECONDS)
            self._thread = None
        self._is_ending = False

    def _is_idle(self) -> bool:
        return self._waiting.is_empty and not self._is_writing

    def _run(self) -> None:
        while True:
            with self._state:
                self._state.wait_for(
                    lambda: self._is_ending or not self._waiting.is_empty
                )
                if self._waiting.is_empty:
                    return
                changes, self._waiting = self._waiting, Changes()
                self._is_writing = True
            try:
                self._do(changes)
            finally:
                with self._state:
                    self._is_writing = False
                    self._state.notify_all()

    def _do(self, changes: Changes) -> None:
        """Write and delete; what could not be written keeps the rest as it was."""
        lost = [path for path in changes.games if not self._write_game(path, changes)]
        if changes.index is not None:
            path, text = changes.index
            if lost or not self._write_index(path, text):
                lost.append(path)
        for path in lost:
            self.failed.emit(path)
        if not lost:
            for path in changes.unwanted:
                _delete(path)

    @staticmethod
    def _write_game(path: Path, changes: Changes) -> bool:
        record, form = changes.games[path]
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            files.save(record, path, format=form)
        except (EngineError, OSError) as error:
            log.warning("%s could not be kept: %s", path, error)
            return False
        return True

    @staticmethod
    def _write_index(path: Path, text: str) -> bool:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            atomic_file.write_atomically(path, text.encode())
        except (EngineError, OSError) as error:
            log.warning("%s could not be written: %s", path, error)
            return False
        return True


def _delete(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        log.warning("%s could not be deleted: %s", path, error)
