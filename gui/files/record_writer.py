"""Writing of games into files of the user, in a thread; the window stays responsive."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from pathlib import Path

from PyQt5.QtCore import QObject, pyqtSignal

from engine.core.errors import EngineError
from engine.records import files
from engine.records.model.record import GameRecord
from gui.files.file_jobs import FileJob, FileJobs
from gui.game.open_game import OpenGame

log = logging.getLogger(__name__)

LONGEST_WAIT = 10.0
"""Seconds that ``finish`` waits for a file; a disk may not answer."""


class RecordWriter(QObject):
    """Queue of games to write, one at a time."""

    took_long = pyqtSignal(str)  # name of the file that is being written
    saved = pyqtSignal(
        object, object, object
    )  # OpenGame, path, and notes on what the format lacks
    failed = pyqtSignal(object)  # EngineError

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs = FileJobs(self)
        self._jobs.took_long.connect(self.took_long)
        self._waiting: list[Path] = []  # files that are not complete yet
        self._failures = 0

    def is_writing(self, paths: Iterable[Path]) -> bool:
        """Return whether one of these files is not complete yet."""
        waiting = {path.absolute() for path in self._waiting}
        return not waiting.isdisjoint(path.absolute() for path in paths)

    def when_done(self, go_on: Callable[[], None]) -> None:
        """Call ``go_on`` after all games that wait now were written, or could not be.

        That is at once if none does.
        """
        if not self._jobs.is_busy:
            go_on()
            return
        self._jobs.add(
            FileJob(
                name="",
                work=lambda: None,
                done=lambda _none: go_on(),
                failed=_raise,
            )
        )

    def write(self, game: OpenGame, path: Path, then: Callable[[], object]) -> None:
        """Write a game as it is now.

        Most games are written when this returns.

        Args:
            game: The game; it may change meanwhile.
            path: The file, which is that of the game from then on.
            then: Called after the game was written.
        """
        record = game.session.record
        self._waiting.append(path)
        self._jobs.add(
            FileJob(
                name=path.name,
                work=lambda: files.save(record, path),
                done=lambda notes: self._on_saved(game, record, path, notes, then),
                failed=lambda error: self._on_failed(path, error),
            )
        )

    def finish(self) -> bool:
        """Wait for the files that are being written; return ``False`` if one failed.

        A disk that does not answer is no failure.
        """
        failures = self._failures
        if not self._jobs.finish(LONGEST_WAIT):
            log.warning("a file is still being written")
        return self._failures == failures

    def _on_saved(
        self,
        game: OpenGame,
        record: GameRecord,
        path: Path,
        notes: tuple[str, ...],
        then: Callable[[], object],
    ) -> None:
        self._waiting.remove(path)
        game.mark_saved(path, record)
        log.info("saved %s", path)
        self.saved.emit(game, path, notes)
        then()

    def _on_failed(self, path: Path, error: Exception) -> None:
        """Report why a game was not saved; raise an error of the program again."""
        self._waiting.remove(path)
        if not isinstance(error, EngineError):
            raise error
        self._failures += 1
        log.warning("%s was not saved: %s", path, error)
        self.failed.emit(error)


def _raise(error: Exception) -> None:
    raise error
