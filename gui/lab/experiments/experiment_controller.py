"""Controller of experiments: form and windows."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PyQt5.QtCore import QObject, pyqtSignal
from PyQt5.QtWidgets import QWidget

from engine.core.errors import EngineError
from gui.lab.folder_runs import FolderRuns
from gui.lab.stop_question import StopTexts
from gui.settings.folders import experiments_folder
from gui.settings.settings import Settings
from gui.settings.table import EXPERIMENTS_FOLDER
from gui.text.i18n import tr, translate_message
from gui.widgets.form import show_dialog

if TYPE_CHECKING:
    from gui.lab.experiments.experiment_choice import ExperimentChoice
    from gui.lab.experiments.experiment_dialog import ExperimentDialog
    from gui.lab.experiments.experiment_window import ExperimentWindow
    from gui.lab.run_folder_fields import AskPath


class ExperimentController(QObject):
    """Begins experiments and opens earlier ones.

    The modules of experiments are imported when they are asked for.

    Args:
        settings: Folder of the experiments.
        ask_folder: Asks for a folder.
        window: The main window.
    """

    message_raised = pyqtSignal(str)

    def __init__(
        self, settings: Settings, *, ask_folder: AskPath, window: QWidget
    ) -> None:
        super().__init__(window)
        self._settings = settings
        self._ask_folder = ask_folder
        self._window = window
        self.runs: FolderRuns[ExperimentWindow] = FolderRuns(window, _stop_texts)

    def show_form(self) -> None:
        """Show the form of a new experiment."""
        from gui.lab.experiments.experiment_dialog import (  # noqa: PLC0415
            ExperimentDialog,
        )

        dialog = ExperimentDialog(
            folder=experiments_folder(self._settings),
            ask_folder=self._ask_folder,
            parent=self._window,
        )
        dialog.accepted.connect(partial(self._on_accepted, dialog))
        dialog.run_chosen.connect(self.open)
        show_dialog(dialog)

    def open(self, path: Path) -> ExperimentWindow | None:
        """Show the experiment in a folder; ``None`` if there is none."""
        from engine.experiments.experiment_folder import (  # noqa: PLC0415
            ExperimentFolder,
        )
        from gui.lab.experiments.experiment_choice import (  # noqa: PLC0415
            ExperimentChoice,
        )

        try:
            identity = ExperimentFolder(path).read_identity()
        except EngineError as error:
            self.message_raised.emit(translate_message(error.message))
            return None
        if identity is None:
            text = tr("Experiments", "{folder} is not the folder of an experiment.")
            self.message_raised.emit(text.format(folder=path))
            return None
        return self._show(ExperimentChoice(identity=identity, folder=path))

    def _show(self, choice: ExperimentChoice) -> ExperimentWindow:
        from gui.lab.experiments.experiment_window import (  # noqa: PLC0415
            ExperimentWindow,
        )

        run = self.runs.reopen(choice.folder)
        return run or self.runs.add(ExperimentWindow(choice, self._window))

    def _on_accepted(self, dialog: ExperimentDialog) -> None:
        self._settings[EXPERIMENTS_FOLDER] = dialog.folder
        self._show(dialog.choice).start()


def _stop_texts(count: int) -> StopTexts:
    from gui.lab.experiments.experiment_labels import stop_texts  # noqa: PLC0415

    return stop_texts(count)
