"""Opening of records: from a file or a text to its board."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

from engine.core.errors import EngineError
from engine.records import files, hexworld
from engine.records.model.record import GameRecord
from gui.files.autosave_index import AutosavedMatch, note_autosaved, read_match
from gui.files.file_jobs import FileJob
from gui.files.file_reports import Remember, Report
from gui.game.game_controller import GameController
from gui.game.game_factory import GameFactory
from gui.game.open_game import OpenGame
from gui.text.i18n import tr

log = logging.getLogger(__name__)


class RecordOpener:
    """Puts the record of a file or of a text on its board.

    Args:
        controller: The games.
        factory: Factory of games.
        report: Shows what was opened, or why nothing was.
        remember: Adds a file to the recent ones.
    """

    def __init__(
        self,
        controller: GameController,
        factory: GameFactory,
        *,
        report: Report,
        remember: Remember,
    ) -> None:
        self._controller = controller
        self._factory = factory
        self._report = report
        self._remember = remember

    def file_job(
        self, path: Path, *, is_autosaved: bool, remembers_folder: bool
    ) -> FileJob[tuple[GameRecord, AutosavedMatch | None]]:
        """Return the job that reads a file and shows its record.

        The arguments are those of ``FileController.open``.
        """
        board = self._controller.session.record
        return FileJob(
            name=path.name,
            work=lambda: (
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

    def text_job(self, text: str) -> FileJob[GameRecord]:
        """Return the job that reads a text and shows its record."""
        board = self._controller.session.record
        return FileJob(
            name=tr("Files", "the text"),
            work=lambda: files.parse(text, board=board),
            done=lambda record: self._show_text(record, text),
            failed=self._on_text_failed,
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
        self._report(lambda: tr("Files", "This file cannot be opened"), [error.message])

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

    def _show_ply(self, ply: int | None) -> None:
        """Go to the position after ``ply`` moves, if the game has as many."""
        session = self._controller.session
        if ply is not None and ply <= len(line := [0, *session.record.main_line()]) - 1:
            self._controller.go_to(line[ply])

    def _on_text_failed(self, error: Exception) -> None:
        """Show why a text was not opened; raise an error of the program again."""
        if not isinstance(error, EngineError):
            raise error
        log.warning("a text was not opened: %s", error)
        self._report(lambda: tr("Files", "Not a game record"), [error.message])

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
            self._report(heading, record.warnings)
            return
        view = self._controller.view
        is_unfinished = view.can_continue and view.record.outcome is None
        if is_unfinished and not view.players.engines:
            template = tr(
                "Files",
                "{what} Continue from here… in the Game menu plays on with an engine.",
            )
            what = template.format(what=what)
        self._report(lambda: what, ())
