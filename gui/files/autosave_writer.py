"""Writer thread of the autosave; a slow disk does not block the window.

The files are consistent whenever the process ends. Each file is replaced as a whole.
Games are written before the index that lists them and deleted after it. Changes that
fail are tried again.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from PyQt5.QtCore import QObject, pyqtSignal

from engine.core.errors import EngineError
from engine.core.files import atomic_file
from engine.core.message import Message
from engine.records import files
from engine.records.model.record import GameRecord
from gui.files.autosave_names import players_file

log = logging.getLogger(__name__)

FLUSH_SECONDS = 10.0
"""Longest wait for the disk."""

NO_ANSWER = Message("the disk does not answer")
"""The problem after that time."""

RETRY_SECONDS = 3.0
"""Pause between two attempts after a failed write."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameFile:
    """Content of the file of a game, and of that of its players."""

    record: GameRecord
    """The game."""

    format: str
    """Name of the file format."""

    players: str
    """Players and time as text."""


@dataclass(slots=True, kw_only=True)
class Changes:
    """Pending writes and deletions, in this order."""

    games: dict[Path, GameFile] = field(default_factory=dict)
    """Games by file."""

    index: tuple[Path, str] | None = None
    """File and text of the index, if it has changed."""

    deleted_files: set[Path] = field(default_factory=set)
    """Files to delete, with those of the players of games."""

    def update(self, later: Changes) -> None:
        """Merge later changes into these."""
        self.games |= later.games
        self.index = later.index or self.index
        self.deleted_files = (
            self.deleted_files - set(later.games)
        ) | later.deleted_files
        for path in later.deleted_files:
            self.games.pop(path, None)

    @property
    def is_empty(self) -> bool:
        """Whether there are no changes."""
        return not (self.games or self.index or self.deleted_files)


class AutosaveWriter(QObject):
    """Thread that applies one set of changes at a time; pending ones are merged."""

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
        """The reason why the last write failed; empty if it succeeded."""
        return self._problem

    def write(self, changes: Changes) -> None:
        """Write ``changes`` in the background."""
        if not changes.is_empty:
            with self._state:
                self._waiting.update(changes)
            self._wake()

    def flush(self) -> str:
        """Write all pending changes, including failed ones, and wait.

        Returns:
            The reason of a failure, or an empty text.
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
        """Write pending changes and end the thread; a later change starts another."""
        with self._state:
            self._is_ending = True
            self._state.notify_all()
        if self._thread is not None:
            self._thread.join(FLUSH_SECONDS)
            self._thread = None
        self._is_ending = False

    def _wake(self) -> None:
        """Wake the thread; start it if it is not running."""
        with self._state:
            self._is_due = True
            self._state.notify_all()
        if self._thread is None:
            self._thread = threading.Thread(
                target=self._run, name="autosave", daemon=True
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
            left, problem = _apply(changes)
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


def _apply(changes: Changes) -> tuple[Changes, str]:
    """Apply changes; return the failed ones and the reason.

    The index waits for all games that it may list, and deletions wait for the index.
    """
    try:
        refused, problem = _write_games(changes)
        index, deleted_files = changes.index, changes.deleted_files
        if index is not None and not problem:
            problem = _try_write(lambda: _write_index(*index), index[0])
    except Exception as error:
        log.exception("autosave failed")
        return changes, type(error).__name__
    if problem:
        return Changes(games=refused, index=index, deleted_files=deleted_files), problem
    for path in deleted_files:
        _delete(path)
    return Changes(), ""


def _write_games(changes: Changes) -> tuple[dict[Path, GameFile], str]:
    """Write the games; return the failed ones and the reason."""
    refused, last_problem = {}, ""
    for path, game in changes.games.items():
        problem = _try_write(partial(_write_game, path, game), path)
        if problem:
            refused[path], last_problem = game, problem
    return refused, last_problem


def _write_game(path: Path, game: GameFile) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    players, text = players_file(path), game.players.encode()
    if not players.exists() or players.read_bytes() != text:
        atomic_file.write_atomically(players, text)
    files.save(game.record, path, format=game.format)


def _write_index(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    atomic_file.write_atomically(path, text.encode())


def _try_write(write: Callable[[], None], path: Path) -> str:
    """Write a file; return the reason of a failure, or an empty text."""
    try:
        write()
    except (EngineError, OSError) as error:
        log.warning("could not write %s: %s", path, error)
        return atomic_file.explain_write_error(error)
    return ""


def _delete(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
        players_file(path).unlink(missing_ok=True)
    except OSError as error:
        log.warning("could not delete %s: %s", path, error)
