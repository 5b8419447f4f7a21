"""Opening, saving and exporting of records; a failure never loses a game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PyQt5.QtCore import QObject, pyqtSignal
from PyQt5.QtWidgets import QWidget

from gui.files.file_dialogs import FileDialogs
from gui.files.file_jobs import FileJobs
from gui.files.game_joiner import GameJoiner
from gui.files.record_batch import RecordBatch
from gui.files.record_exporter import RecordExporter
from gui.files.record_opener import RecordOpener
from gui.files.record_saver import RecordSaver
from gui.files.record_writer import RecordWriter
from gui.game.game_controller import GameController
from gui.game.game_factory import GameFactory
from gui.game.open_game import OpenGame
from gui.settings.folders import record_folder
from gui.settings.recent_files import add_recent_file
from gui.settings.settings import Settings
from gui.settings.table import RECORD_FOLDER
from gui.text.i18n import tr


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
    game_saved = pyqtSignal(object)  # OpenGame, which may have left its board

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
        self._loader = FileJobs(self)
        self._loader.took_long.connect(self.reading_took_long)
        self._loader.ended.connect(self.reading_ended)
        self._opener = RecordOpener(
            controller, factory, report=self._report, remember=self._remember
        )
        self._joiner = GameJoiner(controller, factory, self._report)
        self._writer = RecordWriter(self)
        self._writer.took_long.connect(self._on_writing_took_long)
        self._writer.saved.connect(lambda game, *_: self.game_saved.emit(game))
        self._saver = RecordSaver(
            settings,
            dialogs,
            window,
            self._writer,
            ask_to_overwrite=self.overwrite_questioned.emit,
            report=self._report,
            remember=self._remember,
        )
        self._exporter = RecordExporter(
            controller, settings, dialogs, window, report=self._report
        )
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

        A slow file appears later; see ``FileJobs``.

        Args:
            path: The file.
            is_autosaved: Whether it is an autosaved game, not a file of the user; an
                unfinished one goes on with its engine and its clock.
            remembers_folder: Whether its folder is the one for records from now on.
        """
        job = self._opener.file_job(
            path, is_autosaved=is_autosaved, remembers_folder=remembers_folder
        )
        self._when_written([path], lambda: self._loader.add(job))

    def open_text(self, text: str) -> None:
        """Show the record in a text; the game on the screen stays if that fails."""
        self._loader.add(self._opener.text_job(text))

    def cancel_reading(self) -> None:
        """Cancel the reading of all records that are not open yet."""
        self._loader.cancel()
        self._controller.reconsider_changes()
        self._give_up_batch()
        self.status_reported.emit(tr("Files", "Opening was cancelled."))

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
        if self._writer.is_writing(paths):
            self._writer.when_done(partial(self._when_written, paths, go_on))
            return
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
        """Save the game on the screen into its own file, or ask for one."""
        self.save_game(self._controller.game)

    def save_game(
        self, game: OpenGame, then: Callable[[], object] = lambda: None
    ) -> None:
        """Save any game as ``save`` does.

        A large record is written later; see ``RecordWriter``.

        Args:
            game: The game.
            then: Called after the game was written.
        """
        self._saver.save(game, then)

    def ask_and_save(self) -> None:
        """Save into a file that the user selects in a dialog."""
        self._saver.ask_and_save(self._controller.game)

    def finish_saving(self) -> bool:
        """Wait for files that are being written; return ``False`` if one failed."""
        return self._writer.finish()

    def export(self) -> None:
        """Ask for format, header and file, and write the record."""
        self._exporter.ask_and_export()

    def _on_writing_took_long(self, name: str) -> None:
        self.status_reported.emit(tr("Files", "Saving {name}…").format(name=name))

    def _report(self, message: Callable[[], str], notes: Sequence[str]) -> None:
        """Show a sentence, above notes in a card if there are any."""
        if notes:
            self.message_raised.emit(message, list(notes))
        else:
            self.status_reported.emit(message())

    def _remember(self, path: Path, *, as_folder: bool = True) -> None:
        """Add a file to the recent ones.

        Args:
            path: The file.
            as_folder: Whether its folder is the one for records from now on.
        """
        if as_folder:
            self._settings[RECORD_FOLDER] = path.parent
        add_recent_file(self._settings, path)
        self.files_changed.emit()
