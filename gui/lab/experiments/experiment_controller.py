"""Controller of experiments: form, windows, and their end."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PyQt5.QtCore import QObject, pyqtSignal
from PyQt5.QtWidgets import QWidget

from engine.core.errors import EngineError
from gui.lab.stop_question import StopQuestion, StopTexts
from gui.settings.folders import experiments_folder
from gui.settings.settings import Settings
from gui.settings.table import EXPERIMENTS_FOLDER
from gui.text.i18n import tr, translate_message
from gui.widgets.form import show_dialog

if TYPE_CHECKING:
    from gui.lab.experiments.experiment_choice import ExperimentChoice
    from gui.lab.experiments.experiment_dialog import ExperimentDialog
    from gui.lab.experiments.experiment_window import ExperimentWindow
    from gui.lab.match_fields import AskPath


class ExperimentController(QObject):
    """Begins experiments, opens earlier ones, and stops them with the program.

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
        self._runs: dict[Path, ExperimentWindow] = {}
        self._question = StopQuestion(window, _stop_texts)
        self._question.confirmed.connect(self._on_stop_confirmed)

    def ask(self) -> None:
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

    def may_close(self) -> bool:
        """Return whether the program may end now; ask while experiments run.

        The answer closes the window again.
        """
        count = sum(run.is_running for run in self._runs.values())
        return not count or self._question.may_stop(count)

    def stop(self) -> None:
        """Ask all experiments to end, without waiting for them."""
        for run in self._runs.values():
            run.stop()

    def end(self) -> None:
        """End all experiments and wait for them; they can be resumed."""
        for run in list(self._runs.values()):
            run.end()

    def _show(self, choice: ExperimentChoice) -> ExperimentWindow:
        from gui.lab.experiments.experiment_window import (  # noqa: PLC0415
            ExperimentWindow,
        )

        key = choice.folder.resolve()
        if key in self._runs:
            self._runs[key].reopen()
            return self._runs[key]
        run = self._runs[key] = ExperimentWindow(choice, self._window)
        run.closed.connect(partial(self._runs.pop, key, None))
        run.show()
        return run

    def _on_accepted(self, dialog: ExperimentDialog) -> None:
        self._settings[EXPERIMENTS_FOLDER] = dialog.folder
        self._show(dialog.choice).run()

    def _on_stop_confirmed(self) -> None:
        self._question.skip()
        self._window.close()


def _stop_texts(count: int) -> StopTexts:
    from gui.lab.experiments.experiment_labels import stop_texts  # noqa: PLC0415

    return stop_texts(count)
