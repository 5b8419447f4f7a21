"""Writes kept games in a thread of its own: a disk may take its time.

Whatever moment the process ends at, what stands on the disk makes sense: each file
is replaced as a whole, games are written before the list that names them, and deleted
after it. Changes that the disk refuses wait and are tried again.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from PyQt5.QtCore import QObject, pyqtSignal

from engine.core import atomic_file
from engine.core.errors import EngineError
from engine.core.message import Message
from engine.records import files
from engine.records.model.record import GameRecord

log = logging.getLogger(__name__)

FLUSH_SECONDS = 10.0
"""A disk that takes longer is not waited for."""

NO_ANSWER = Message("the disk does not answer")
"""The problem of such a disk."""

RETRY_SECONDS = 3.0
"""Pause between two tries of changes that the disk refuses."""


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
    """Thread that does one set of changes after the other; waiting ones are merged."""

    problem_changed = pyqtSignal()  # see ``problem``

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._state = threading.Condition()
        self._waiting = Changes()
        self._problem = ""
        self._is_writing = False
        self._is_due = False
        self._is_ending = False
        self._thread: threading.Thread | None = None

    @property
    def problem(self) -> str:
        """Why the disk refused the last changes; empty if it took them."""
        return self._problem

    def write(self, changes: Changes) -> None:
        """Write ``changes`` soon."""
        if not changes.is_empty:
            with self._state:
                self._waiting.update(changes)
            self._wake()

    def flush(self) -> str:
        """Write everything that waits, also what was refused before.

        Returns:
            Why that did not work, or an empty text.
        """
        with self._state:
            is_idle = self._waiting.is_empty and not self._is_writing
        if not is_idle:
            self._wake()
        with self._state:
            is_done = self._state.wait_for(
                lambda: not (self._is_due or self._is_writing), FLUSH_SECONDS
            )
            return self._problem if is_done else NO_ANSWER

    def end(self) -> None:
        """Write what waits and end the thread; a later change begins another one."""
        with self._state:
            self._is_ending = True
            self._state.notify_all()
        if self._thread is not None:
            self._thread.join(FLUSH_SECONDS)
            self._thread = None
        self._is_ending = False

    def _wake(self) -> None:
        """Have the thread write at once."""
        with self._state:
            self._is_due = True
            self._state.notify_all()
        if self._thread is None:
            self._thread = threading.Thread(
                target=self._run, name="keeper", daemon=True
            )
            self._thread.start()

    def _run(self) -> None:
        while True:
            with self._state:
                self._state.wait_for(
                    lambda: self._is_ending or self._is_due,
                    RETRY_SECONDS if self._problem else None,
                )
                is_last = self._is_ending
                changes, self._waiting = self._waiting, Changes()
                self._is_due, self._is_writing = False, True
            left, problem = _done(changes)
            with self._state:
                left.update(self._waiting)
                self._waiting = left
                has_changed = problem != self._problem
                self._problem, self._is_writing = problem, False
                self._state.notify_all()
            if has_changed:
                self.problem_changed.emit()
            if is_last:
                return


def _done(changes: Changes) -> tuple[Changes, str]:
    """Write and delete; return the changes that the disk refused, and why.

    The list waits for all games that it may name, and deletions wait for the list.
    """
    try:
        refused, problem = _write_games(changes)
        index, unwanted = changes.index, changes.unwanted
        if index is not None and not problem:
            problem = _problem_of(lambda: _write_index(*index), index[0])
    except Exception as error:
        log.exception("games could not be kept")
        return changes, type(error).__name__
    if problem:
        return Changes(games=refused, index=index, unwanted=unwanted), problem
    for path in unwanted:
        _delete(path)
    return Changes(), ""


def _write_games(
    changes: Changes,
) -> tuple[dict[Path, tuple[GameRecord, str]], str]:
    """Write the games; return those that the disk refused, and why."""
    refused, last_problem = {}, ""
    for path, (record, form) in changes.games.items():
        problem = _problem_of(partial(_write_game, path, record, form), path)
        if problem:
            refused[path], last_problem = (record, form), problem
    return refused, last_problem


def _write_game(path: Path, record: GameRecord, form: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    files.save(record, path, format=form)


def _write_index(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    atomic_file.write_atomically(path, text.encode())


def _problem_of(write: Callable[[], None], path: Path) -> str:
    """Write a file; return why that did not work, or an empty text."""
    try:
        write()
    except (EngineError, OSError) as error:
        log.warning("%s could not be written: %s", path, error)
        return atomic_file.explain_write_error(error)
    return ""


def _delete(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        log.warning("%s could not be deleted: %s", path, error)
