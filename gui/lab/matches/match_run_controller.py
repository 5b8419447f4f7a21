"""Controller of matches: form and windows of runs."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PyQt5.QtCore import QObject, pyqtSignal
from PyQt5.QtWidgets import QWidget

from engine.core.errors import EngineError
from gui.lab.folder_runs import FolderRuns
from gui.lab.stop_question import StopTexts
from gui.settings.folders import matches_folder
from gui.settings.settings import Settings
from gui.settings.table import LAST_ENGINE_MATCH, MATCHES_FOLDER
from gui.text.i18n import tr, translate_message
from gui.widgets.form import show_dialog

if TYPE_CHECKING:
    from gui.lab.matches.match_choice import MatchChoice
    from gui.lab.matches.match_dialog import MatchDialog
    from gui.lab.matches.match_run_window import MatchRunWindow
    from gui.lab.run_folder_fields import AskPath

log = logging.getLogger(__name__)


class MatchRunController(QObject):
    """Begins matches and opens earlier ones.

    The modules of matches are imported when they are asked for.

    Args:
        settings: Last choices.
        find_game: Returns the game on the board.
        ask_file: Asks for a file of openings.
        ask_folder: Asks for a folder.
        window: The main window.
    """

    record_requested = pyqtSignal(Path)
    message_raised = pyqtSignal(str)

    def __init__(
        self,
        settings: Settings,
        *,
        find_game: Callable[[], str],
        ask_file: AskPath,
        ask_folder: AskPath,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._settings = settings
        self._find_game = find_game
        self._ask_file = ask_file
        self._ask_folder = ask_folder
        self._window = window
        self.runs: FolderRuns[MatchRunWindow] = FolderRuns(window, _stop_texts)

    def show_form(self) -> None:
        """Show the form of a new match."""
        from gui.lab.matches.match_dialog import MatchDialog  # noqa: PLC0415

        dialog = MatchDialog(
            self._last_choice(self._find_game()),
            self._last_choice,
            folder=matches_folder(self._settings),
            ask_file=self._ask_file,
            ask_folder=self._ask_folder,
            parent=self._window,
        )
        dialog.accepted.connect(partial(self._on_accepted, dialog))
        dialog.run_chosen.connect(self.open)
        show_dialog(dialog)

    def open(self, path: Path) -> MatchRunWindow | None:
        """Show the run in a folder; ``None`` if there is none."""
        run = self.runs.reopen(path)
        if run is not None:
            return run
        folder = path.resolve()
        problem = _find_problem(folder)
        if problem:
            self.message_raised.emit(problem)
            return None
        from gui.lab.matches.match_run_window import MatchRunWindow  # noqa: PLC0415

        run = MatchRunWindow(folder, self._window)
        run.record_requested.connect(self.record_requested)
        return self.runs.add(run)

    def _last_choice(self, game: str) -> MatchChoice:
        from gui.lab.matches.match_choice import (  # noqa: PLC0415
            default_match_choice,
            parse_match_choice,
        )

        text = self._settings[LAST_ENGINE_MATCH[game]]
        if not text:
            return default_match_choice(game)
        try:
            return parse_match_choice(text)
        except EngineError as error:
            log.warning("the last match of %s is not usable: %s", game, error)
            return default_match_choice(game)

    def _on_accepted(self, dialog: MatchDialog) -> None:
        choice = dialog.choice
        self._settings[LAST_ENGINE_MATCH[choice.setup.game]] = choice.to_text()
        self._settings[MATCHES_FOLDER] = dialog.folder
        run = self.open(dialog.path)
        if run is not None:
            run.start()


def _find_problem(path: Path) -> str:
    """Return the reason why a folder has no run, or an empty text."""
    from engine.tournament.run_folder import RunFolder  # noqa: PLC0415

    try:
        plan = RunFolder(path).plan()
    except EngineError as error:
        return translate_message(error.message)
    if plan is None:
        return tr("Lab", "{folder} is not the folder of a match.").format(folder=path)
    return ""


def _stop_texts(count: int) -> StopTexts:
    from gui.lab.matches.match_labels import stop_texts  # noqa: PLC0415

    return stop_texts(count)
