"""Controller of training: form, windows of runs, games of their networks."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PyQt5.QtCore import QObject, pyqtSignal
from PyQt5.QtWidgets import QWidget

from engine.core.errors import EngineError
from engine.core.files.atomic_file import explain_os_error
from engine.match.match_setup import MatchSetup
from engine.players.player_config import PlayerConfig
from engine.players.preset_player import PresetPlayer
from engine.search.preset_settings import value_networks
from gui.lab.folder_runs import FolderRuns
from gui.lab.training.training_labels import stop_texts
from gui.settings.folders import training_folder
from gui.settings.settings import Settings
from gui.settings.table import TRAINING_FOLDER
from gui.text.i18n import tr, translate_message
from gui.widgets.form import show_dialog

if TYPE_CHECKING:
    from engine.training.run.run_reader import TrainingRunState
    from gui.lab.run_folder_fields import AskPath
    from gui.lab.training.training_dialog import TrainingDialog
    from gui.lab.training.training_window import TrainingWindow

NETWORK_PRESET, VALUE_NETWORK_PRESET = "mcts", "alphabeta"
"""Presets of the engines that play a trained network, and one that only evaluates."""


class TrainingController(QObject):
    """Begins runs, opens earlier ones, and lets their networks play.

    The modules of training are imported when they are asked for.

    Args:
        settings: Folder of the runs.
        ask_file: Asks for a configuration.
        ask_folder: Asks for a folder.
        window: The main window.
    """

    message_raised = pyqtSignal(str)
    match_requested = pyqtSignal(object)  # MatchSetup with a trained network

    def __init__(
        self,
        settings: Settings,
        *,
        ask_file: AskPath,
        ask_folder: AskPath,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._settings = settings
        self._ask_file = ask_file
        self._ask_folder = ask_folder
        self._window = window
        self.runs: FolderRuns[TrainingWindow] = FolderRuns(window, stop_texts)

    def show_form(self) -> None:
        """Show the form of a new run, or why this program cannot train."""
        if not self._can_train():
            return
        from gui.lab.training.training_dialog import TrainingDialog  # noqa: PLC0415

        dialog = TrainingDialog(
            folder=training_folder(self._settings),
            ask_file=self._ask_file,
            ask_folder=self._ask_folder,
            parent=self._window,
        )
        dialog.accepted.connect(partial(self._on_accepted, dialog))
        dialog.run_chosen.connect(self.open)
        show_dialog(dialog)

    def open(self, path: Path) -> TrainingWindow | None:
        """Show the run in a folder; ``None`` if there is none."""
        run = self.runs.reopen(path)
        if run is not None:
            return run
        folder = path.resolve()
        from engine.training.run.training_file import TEXT  # noqa: PLC0415
        from gui.lab.training.training_window import TrainingWindow  # noqa: PLC0415

        try:
            is_run = (folder / TEXT).is_file()
        except OSError as error:
            text = tr("Training", "{file} cannot be read: {reason}.")
            reason = translate_message(explain_os_error(error))
            self.message_raised.emit(text.format(file=folder, reason=reason))
            return None
        if not is_run:
            text = tr("Training", "{folder} is not the folder of a training run.")
            self.message_raised.emit(text.format(folder=folder))
            return None
        run = TrainingWindow(folder, self._window)
        run.play_requested.connect(partial(self._play, make_match))
        run.watch_requested.connect(partial(self._play, make_watched_match))
        return self.runs.add(run)

    def _can_train(self) -> bool:
        from engine.training.run.packages import check_packages  # noqa: PLC0415

        try:
            check_packages()
        except EngineError as error:
            self.message_raised.emit(translate_message(error.message))
            return False
        return True

    def _on_accepted(self, dialog: TrainingDialog) -> None:
        choice = dialog.choice
        self._settings[TRAINING_FOLDER] = dialog.folder
        run = self.open(choice.folder)
        if run is not None:
            run.start(is_independent=choice.is_independent)

    def _play(
        self, make: Callable[[TrainingRunState], MatchSetup], state: TrainingRunState
    ) -> None:
        try:
            match = make(state)
        except EngineError as error:
            self.message_raised.emit(translate_message(error.message))
            return
        self.match_requested.emit(match)


def make_match(state: TrainingRunState) -> MatchSetup:
    """Return a match of a person against the newest network of a run.

    Raises:
        EngineError: The network does not play on the first board of the run.
    """
    return MatchSetup(setup=state.setup, second=_make_engine(state))


def make_watched_match(state: TrainingRunState) -> MatchSetup:
    """Return a match of the newest network of a run against itself.

    Raises:
        EngineError: The network does not play on the first board of the run.
    """
    engine = _make_engine(state)
    return MatchSetup(setup=state.setup, first=engine, second=engine)


def _make_engine(state: TrainingRunState) -> PlayerConfig:
    wanted = value_networks("alpha-beta", state.setup.game)
    has_value_alone = wanted is not None and state.config.net.kind == wanted.kind
    return PresetPlayer(
        preset=VALUE_NETWORK_PRESET if has_value_alone else NETWORK_PRESET,
        overrides=(("net", str(state.net)),),
    )
