"""Opening, saving and exporting of records; a failure never loses a game."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PyQt5.QtCore import QObject, pyqtSignal
from PyQt5.QtWidgets import QWidget

from engine.core.errors import EngineError
from engine.records import files, hexworld
from engine.records.model.record import GameRecord
from gui.files.autosave_index import AutosavedMatch, note_autosaved, read_match
from gui.files.file_dialogs import FileDialogs
from gui.files.game_joiner import GameJoiner
from gui.files.overwriting import find_loss, has_writable_format
from gui.files.record_batch import RecordBatch
from gui.files.record_exporter import RecordExporter
from gui.files.record_loader import ReadJob, RecordLoader
from gui.files.suggested_names import suggest_record
from gui.game.game_controller import GameController
from gui.game.game_factory import GameFactory
from gui.game.open_game import OpenGame
from gui.settings.folders import record_folder
from gui.settings.recent_files import add_recent_file
from gui.settings.settings import Settings
from gui.settings.table import RECORD_FOLDER
from gui.text.i18n import tr

log = logging.getLogger(__name__)


class FileController(QObject):
    """Controller of record files for the game on the screen.

    Args:
        controller: The games.
        factory: Factory of games.
        settings: Last folder, recent files, last header.
        dialogs: File dialogs.
        window: Parent of the dialogs.
    """

    status_reported = pyqtSignal(str)  # one sentence about what was done
    message_raised = pyqtSignal(object, list)  # see ``CardHost.show_message``
    overwrite_questioned = pyqtSignal(
        object, object, object, object
    )  # see ``CardHost``
    reading_took_long = pyqtSignal(str)  # name of the record that is being read
    reading_ended = pyqtSignal()
    files_changed = pyqtSignal()  # a game was saved or opened

    def __init__(
        self,
        controller: GameController,
        factory: GameFactory,
        settings: Settings,
        dialogs: FileDialogs,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._controller = controller
        self._factory = factory
        self._settings = settings
        self._dialogs = dialogs
        self._window = window
        self._batch: RecordBatch | None = None  # whose files are not on boards yet
        self._loader = RecordLoader(self)
        self._loader.took_long.connect(self.reading_took_long)
        self._loader.ended.connect(self.reading_ended)
        self._exporter = RecordExporter(
            controller, settings, dialogs, window, tell=self._tell_notes
        )
        self._joiner = GameJoiner(controller, factory, self._tell_notes)
        controller.replacement_cancelled.connect(self._on_replacement_cancelled)

    def ask_and_open(self) -> None:
        """Open a record that the user selects in a dialog."""
        path = self._dialogs.ask_record(self._window, record_folder(self._settings))
        if path is not None:
            self.open(path)

    def ask_and_join(self) -> None:
        """Show the games of files that the user selects as one tree."""
        paths = self._dialogs.ask_records(self._window, record_folder(self._settings))
        if paths:
            self._settings[RECORD_FOLDER] = paths[0].parent
            job = self._joiner.job(paths)
            self._when_written(paths, lambda: self._loader.add(job))

    def open(
        self, path: Path, *, is_autosaved: bool = False, remembers_folder: bool = True
    ) -> None:
        """Show the record in a file; the game on the screen stays if that fails.

        A slow file appears later; see ``RecordLoader``.

        Args:
            path: The file.
            is_autosaved: Whether it is an autosaved game, not a file of the user; an
                unfinished one goes on with its engine and its clock.
            remembers_folder: Whether its folder is the one for records from now on.
        """
        job = self._file_job(
            path, is_autosaved=is_autosaved, remembers_folder=remembers_folder
        )
        self._when_written([path], lambda: self._loader.add(job))

    def open_text(self, text: str) -> None:
        """Show the record in a text; the game on the screen stays if that fails."""
        board = self._controller.session.record
        self._loader.add(
            ReadJob(
                name=tr("Files", "the text"),
                read=lambda: files.parse(text, board=board),
                done=lambda record: self._show_text(record, text),
                failed=self._on_text_failed,
            )
        )

    def cancel_reading(self) -> None:
        """Cancel the reading of all records that are not open yet."""
        self._loader.cancel()
        self._controller.reconsider_changes()
        self._give_up_batch()
        self.status_reported.emit(tr("Files", "Opening was cancelled."))

    def _file_job(
        self, path: Path, *, is_autosaved: bool = False, remembers_folder: bool = True
    ) -> ReadJob[tuple[GameRecord, AutosavedMatch | None]]:
        board = self._controller.session.record
        return ReadJob(
            name=path.name,
            read=lambda: (
                files.load(path, board=board),
                read_match(path) if is_autosaved else None,
            ),
            done=lambda found: self._show_file(
                *found,
                path=path,
                is_autosaved=is_autosaved,
                remembers_folder=remembers_folder,
            ),
            failed=lambda error: self._on_file_failed(path, error),
        )

    def _show_file(
        self,
        record: GameRecord,
        saved: AutosavedMatch | None,
        path: Path,
        *,
        is_autosaved: bool,
        remembers_folder: bool,
    ) -> None:
        try:
            game = self._make_game(record, saved, None if is_autosaved else path)
        except EngineError as error:
            self._on_file_failed(path, error)
            return
        if is_autosaved:
            game.mark_unsaved()
            if saved is not None and saved.is_saved and game.path is not None:
                game.mark_saved_before(game.path)
            note_autosaved(game, path)

        def put() -> None:
            self._controller.put(game)
            if files.is_library(path):
                self._controller.go_to(0)
            if not is_autosaved:
                self._remember(path, as_folder=remembers_folder)
            log.info("opened %s", path)
            self._report_opened(
                record,
                lambda: tr("Files", "Opened {name} with warnings").format(
                    name=path.name
                ),
                tr("Files", "Opened {name}.").format(name=path.name),
            )

        self._controller.when_replaceable(record.setup.game, put)

    def _make_game(
        self, record: GameRecord, saved: AutosavedMatch | None, path: Path | None
    ) -> OpenGame:
        """Return an unfinished game with its engine and its clock, or a record."""
        if saved is not None and record.outcome is None:
            players = saved.make_setup(record)
            if players.is_resumable:
                return self._factory.restore_game(record, players, saved.path)
        return self._factory.open_record(record, path)

    def _on_file_failed(self, path: Path, error: Exception) -> None:
        """Show why a file was not opened; raise an error of the program again."""
        if not isinstance(error, EngineError):
            raise error
        log.warning("%s was not opened: %s", path, error)
        self._controller.reconsider_changes()
        self.message_raised.emit(
            lambda: tr("Files", "This file cannot be opened"), [error.message]
        )

    def _show_text(self, record: GameRecord, text: str) -> None:
        try:
            game = self._factory.open_record(record, None)
        except EngineError as error:
            self._on_text_failed(error)
            return
        game.mark_unsaved()

        def put() -> None:
            self._controller.put(game)
            self._show_ply(hexworld.parse_cursor_ply(text))
            self._report_opened(
                record,
                lambda: tr("Files", "Opened the record with warnings"),
                tr("Files", "Opened the record."),
            )

        self._controller.when_replaceable(record.setup.game, put)

    def _report_opened(
        self, record: GameRecord, heading: Callable[[], str], what: str
    ) -> None:
        """Report what was opened, and how a game that is not over goes on.

        Args:
            record: The record.
            heading: Returns the heading above its warnings.
            what: The sentence for a record without warnings.
        """
        if record.warnings:
            self.message_raised.emit(heading, list(record.warnings))
            return
        view = self._controller.view
        is_unfinished = view.can_continue and view.record.outcome is None
        if is_unfinished and not view.players.engines:
            template = tr(
                "Files",
                "{what} Continue from here… in the Game menu plays on with an engine.",
            )
            what = template.format(what=what)
        self.status_reported.emit(what)

    def _on_text_failed(self, error: Exception) -> None:
        if not isinstance(error, EngineError):
            raise error
        log.warning("a text was not opened: %s", error)
        self.message_raised.emit(
            lambda: tr("Files", "Not a game record"), [error.message]
        )

    def _show_ply(self, ply: int | None) -> None:
        """Go to the position after ``ply`` moves, if the game has as many."""
        session = self._controller.session
        if ply is not None and ply <= len(line := [0, *session.record.main_line()]) - 1:
            self._controller.go_to(line[ply])

    def open_all(self, paths: Sequence[Path]) -> None:
        """Open several records: the first of each kind of game is put on its board.

        A message names the others, which are among the recent files, and what cannot be
        opened.
        """
        if len(paths) == 1:
            self.open(paths[0])
            return
        batch = self._batch = RecordBatch(
            paths,
            self._controller,
            self._factory,
            placed=self._remember,
            done=self._on_batch_shown,
        )
        self._when_written(paths, lambda: self._loader.add(*batch.jobs()))

    def _when_written(self, paths: Sequence[Path], go_on: Callable[[], None]) -> None:
        """Call ``go_on`` when no game on a board has changes that belong into a file.

        The answer for its changes may write a file that is to be read.
        """
        wanted = {path.absolute() for path in paths}
        for game in self._controller.games:
            has_path = game.path is not None and game.path.absolute() in wanted
            if has_path and game.has_unsaved_changes:
                then = partial(self._when_written, paths, go_on)
                self._controller.when_replaceable(game.session.setup.game, then)
                return
        go_on()

    def _on_replacement_cancelled(self) -> None:
        """Give up the files whose games wait for a board that is kept."""
        if self._batch is not None and self._batch.is_read:
            self._give_up_batch()

    def _give_up_batch(self) -> None:
        """Show which games are on their boards, or which files cannot be opened."""
        batch, self._batch = self._batch, None
        if batch is None:
            return
        if batch.withdraw():
            self._on_batch_shown(batch)
        elif batch.problems:
            self.message_raised.emit(batch.refusal, list(batch.problems))

    def _on_batch_shown(self, batch: RecordBatch) -> None:
        self._batch = None
        self._controller.reconsider_changes()
        for path in reversed([*batch.shown, *batch.others]):
            self._remember(path)
        self.message_raised.emit(batch.heading, batch.sentences())

    def save(self) -> None:
        """Save into the game's own file, or ask for one.

        Also ask before the main line or result in the file is replaced, or what another
        program has written.
        """
        self.save_game(self._controller.game)

    def save_game(
        self, game: OpenGame, then: Callable[[], object] = lambda: None
    ) -> None:
        """Save a game as ``save`` does.

        Args:
            game: The game, on the screen or not.
            then: Called after the game was written.
        """
        path = game.path
        if path is None or not has_writable_format(game, path):
            self._ask_and_save(game, then)
        elif loss := find_loss(game, path):
            self.overwrite_questioned.emit(
                path,
                loss,
                partial(self._write, game, path, then),
                partial(self._ask_and_save, game, then),
            )
        else:
            self._write(game, path, then)

    def ask_and_save(self) -> None:
        """Save into a file that the user selects in a dialog."""
        self._ask_and_save(self._controller.game)

    def _ask_and_save(
        self, shown: OpenGame, then: Callable[[], object] = lambda: None
    ) -> None:
        game = shown.session.setup.game
        suggestion = suggest_record(shown, record_folder(self._settings))
        path = self._dialogs.ask_target(self._window, suggestion, game)
        if path is not None:
            self._write(shown, path, then)

    def export(self) -> None:
        """Ask for format, header and file, and write the record."""
        self._exporter.ask_and_export()

    def _write(self, game: OpenGame, path: Path, then: Callable[[], object]) -> None:
        try:
            notes = files.save(game.session.record, path)
        except EngineError as error:
            log.warning("%s was not saved: %s", path, error)
            self.message_raised.emit(
                lambda: tr("Files", "The game was not saved"), [error.message]
            )
            return
        game.mark_saved(path)
        self._remember(path)
        log.info("saved %s", path)
        self._tell_notes(
            lambda: tr("Files", "Saved as {name}.").format(name=path.name), notes
        )
        then()

    def _tell_notes(self, message: Callable[[], str], notes: Sequence[str]) -> None:
        if notes:
            self.message_raised.emit(message, list(notes))
        else:
            self.status_reported.emit(message())

    def _remember(self, path: Path, *, as_folder: bool = True) -> None:
        if as_folder:
            self._settings[RECORD_FOLDER] = path.parent
        add_recent_file(self._settings, path)
        self.files_changed.emit()
