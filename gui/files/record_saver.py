"""Saving of games; a failure never loses a game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PyQt5.QtWidgets import QWidget

from engine.core.errors import EngineError
from gui.files.file_dialogs import FileDialogs
from gui.files.file_reports import Remember, Report
from gui.files.overwriting import Loss, find_loss, has_writable_format
from gui.files.record_writer import RecordWriter
from gui.files.suggested_names import suggest_record
from gui.game.open_game import OpenGame
from gui.settings.folders import record_folder
from gui.settings.settings import Settings
from gui.text.i18n import tr

Then = Callable[[], object]
"""Called after a game was written."""


class RecordSaver:
    """Saves games into their own files, or into files that the user selects.

    Args:
        settings: The folder for records.
        dialogs: File dialogs.
        window: Parent of the dialogs.
        writer: Writes the files.
        ask_to_overwrite: Asks whether to lose what a file has; see ``CardHost``.
        report: Shows what was saved, or why nothing was.
        remember: Adds a file to the recent ones.
    """

    def __init__(
        self,
        settings: Settings,
        dialogs: FileDialogs,
        window: QWidget,
        writer: RecordWriter,
        *,
        ask_to_overwrite: Callable[[Path, Loss, Then, Then], None],
        report: Report,
        remember: Remember,
    ) -> None:
        self._settings = settings
        self._dialogs = dialogs
        self._window = window
        self._writer = writer
        self._ask_to_overwrite = ask_to_overwrite
        self._report = report
        self._remember = remember
        writer.saved.connect(self._on_saved)
        writer.failed.connect(self._on_failed)

    def save(self, game: OpenGame, then: Then = lambda: None) -> None:
        """Save a game into its own file, or ask for one.

        Also ask before the main line or result in the file is replaced, or what another
        program has written. Games that are being written are complete before: one of
        them may be the same, which has its file only then.

        Args:
            game: The game, on the screen or not.
            then: Called after the game was written.
        """
        self._writer.when_done(partial(self._save_now, game, then))

    def ask_and_save(self, game: OpenGame, then: Then = lambda: None) -> None:
        """Save a game into a file that the user selects in a dialog.

        Args:
            game: The game.
            then: Called after the game was written.
        """
        suggestion = suggest_record(game, record_folder(self._settings))
        name = game.session.setup.game
        path = self._dialogs.ask_target(self._window, suggestion, name)
        if path is not None:
            self._writer.write(game, path, then)

    def _save_now(self, game: OpenGame, then: Then) -> None:
        path = game.path
        if path is None or not has_writable_format(game, path):
            self.ask_and_save(game, then)
        elif loss := find_loss(game, path):
            self._ask_to_overwrite(
                path,
                loss,
                partial(self._writer.write, game, path, then),
                partial(self.ask_and_save, game, then),
            )
        else:
            self._writer.write(game, path, then)

    def _on_saved(self, _game: OpenGame, path: Path, notes: Sequence[str]) -> None:
        self._remember(path)
        self._report(
            lambda: tr("Files", "Saved as {name}.").format(name=path.name), notes
        )

    def _on_failed(self, error: EngineError) -> None:
        self._report(lambda: tr("Files", "The game was not saved"), [error.message])
