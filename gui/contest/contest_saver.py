"""Saving of the open contest game: its state all the time, its record on demand."""

from __future__ import annotations

from pathlib import Path

from PyQt5.QtCore import QObject, QTimer, pyqtSignal

from engine.core.errors import EngineError
from engine.core.types import Player
from gui.contest.contest_autosave import AutosavedContest, ContestAutosave
from gui.contest.contest_game import ContestGame
from gui.contest.contest_labels import folder_text, seconds_left
from gui.contest.record_file import SavedRecordFile, write_record
from gui.settings.folders import contest_folder
from gui.settings.settings import Settings
from gui.text.i18n import tr, translate_message

CLOCK_MS = 5000
"""Interval of the autosave: the clock time that a crash can lose."""


class ContestSaver(QObject):
    """Writer of the open contest game, after each change and every few seconds.

    Args:
        autosave: Autosave of contests.
        settings: The folder of records.
        parent: See ``QObject``.
    """

    written = pyqtSignal()  # the state was written, or not: see ``problem``

    def __init__(
        self, autosave: ContestAutosave, settings: Settings, *, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._autosave = autosave
        self._settings = settings
        self._game: ContestGame | None = None
        self._folder = Path()
        self._record_file: SavedRecordFile | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(CLOCK_MS)
        self._timer.timeout.connect(self.save)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self.save)

    @property
    def problem(self) -> str:
        """Why the contest cannot be saved, in one sentence; empty if it is saved."""
        reason = self._autosave.problem
        if not reason:
            return ""
        return tr("Contest", "This contest cannot be saved: {reason}.").format(
            reason=translate_message(reason)
        )

    def follow(
        self, game: ContestGame, folder: Path, *, written: SavedRecordFile | None
    ) -> None:
        """Save a game from now on.

        Args:
            game: The open contest game.
            folder: Folder of its state, which this window has claimed.
            written: Its record file, if there is one.
        """
        self._game, self._folder, self._record_file = game, folder, written
        game.changed.connect(self._soon.start)
        self._timer.start()

    def save(self) -> None:
        """Write the contest, or retry a closed one that is still pending."""
        if self._game is None:
            self._autosave.retry()
            if not self._autosave.problem:
                self._timer.stop()
        else:
            self._write(self._game, is_open=True)
        self.written.emit()

    def close(self) -> None:
        """Write the contest as one that no start restores, and release its lock."""
        self._soon.stop()
        if self._game is not None:
            self._write(self._game, is_open=False)
            self.written.emit()
            self._autosave.release()
        self._game = self._record_file = None

    def end(self) -> None:
        """Save the contest for the next start and release its lock."""
        self._timer.stop()
        self._soon.stop()
        self.save()
        self._autosave.release()

    def write_record(self) -> str:
        """Write the record under its contest name; return a sentence with its path."""
        game = self._game
        if game is None:
            return ""
        try:
            written = write_record(
                game.session.record,
                contest_folder(self._settings),
                rows_from_bottom=game.contest.resolve_row_direction,
                log_text=game.journal.text,
                before=self._record_file,
            )
        except EngineError as error:
            return tr("Contest", "The record was not saved: {reason}").format(
                reason=translate_message(error.message)
            )
        self._record_file = written
        message = tr("Contest", "Record saved: {path}")
        if not written.is_contest_form:
            message = tr(
                "Contest", "The contest format has no swap; saved as SGF: {path}"
            )
        path = written.path
        game.journal.add(message.format(path=path))
        game.mark_saved()
        self.save()
        notes = map(translate_message, written.notes)
        return "\n".join(
            [message.format(path=path.name), folder_text(path.parent), *notes]
        )

    def _write(self, game: ContestGame, *, is_open: bool) -> None:
        game.journal.retry()
        session = game.session
        first, second = (seconds_left(session, seat) for seat in Player)
        self._autosave.write(
            AutosavedContest(
                folder=self._folder,
                contest=game.contest,
                record=session.record,
                left=(first, second),
                typed=game.typed,
                answer=game.answer,
                written=self._record_file,
                is_open=is_open,
            )
        )
