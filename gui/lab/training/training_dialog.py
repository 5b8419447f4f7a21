"""Form of a new training run."""

from __future__ import annotations

from pathlib import Path

from PyQt5.QtCore import pyqtSignal
from PyQt5.QtWidgets import (
    QCheckBox,
    QPlainTextEdit,
    QWidget,
)

from engine.core.errors import EngineError
from engine.core.files.atomic_file import explain_os_error
from engine.training.run.training_file import (
    find_training_file,
    read_training_text,
)
from gui.lab.folder_choice import describe_unwritable
from gui.lab.run_folder_fields import AskPath, RunFolderFields
from gui.lab.training.training_choice import (
    TEMPLATES,
    TrainingChoice,
    check_text,
)
from gui.style.theme import SPACE_L
from gui.text.i18n import tr, translate_message
from gui.widgets.choice_box import ChoiceBox
from gui.widgets.form import LABEL_WIDTH, FormDialog, make_row
from gui.widgets.named_widgets import make_button

TEXT_WIDTH, TEXT_HEIGHT = 520, 260
"""Size of the text in pixels at 100 %."""


class TrainingDialog(FormDialog):
    """Dialog for a training run; writes the configuration when accepted.

    Args:
        folder: Folder of all runs.
        ask_file: Asks for a configuration.
        ask_folder: Asks for a folder.
        parent: The window it belongs to.
    """

    run_chosen = pyqtSignal(Path)  # folder of an earlier run to open

    def __init__(
        self,
        *,
        folder: Path,
        ask_file: AskPath,
        ask_folder: AskPath,
        parent: QWidget | None = None,
    ) -> None:
        title = tr("Training", "Train a network")
        super().__init__("training", title, tr("Training", "Start training"), parent)
        self._ask_file = ask_file
        self._run = RunFolderFields(
            "training",
            folder,
            ask_folder=ask_folder,
            open_text=tr("Training", "Open an earlier run…"),
            form=self,
        )
        self._make_fields()
        self._lay_out()
        self._connect()
        self._show_template()

    @property
    def choice(self) -> TrainingChoice:
        """The run as chosen now."""
        return TrainingChoice(
            text=self._text.toPlainText(),
            folder=self._run.path,
            is_independent=self._independent.isChecked(),
        )

    @property
    def folder(self) -> Path:
        """Folder of all runs, as chosen now."""
        return self._run.folder

    def accept(self) -> None:
        """Write the configuration; stay open with one sentence if that fails."""
        choice = self.choice
        try:
            choice.write()
        except EngineError as error:
            self.show_failure(translate_message(error.message))
        except OSError as error:
            self.show_failure(describe_unwritable(choice.folder, error))
        else:
            super().accept()

    def _make_fields(self) -> None:
        self._templates = ChoiceBox("training_template")
        self._templates.setMinimumWidth(1)  # its longest title may be cut
        for name, title in template_titles().items():
            self._templates.addItem(title, find_training_file(name))
        self._browse_file = make_button("training_file", tr("Training", "File…"))
        self._text = QPlainTextEdit()
        self._text.setObjectName("training_text")
        self._text.setProperty("mono", True)
        room = self.room_for_fields - LABEL_WIDTH - SPACE_L
        self._text.setMinimumSize(min(TEXT_WIDTH, room), TEXT_HEIGHT)
        self._text.setTabChangesFocus(True)
        self._independent = QCheckBox(
            tr("Training", "Goes on when the program is closed")
        )
        self._independent.setObjectName("training_independent")

    def _lay_out(self) -> None:
        source = make_row(self._templates, self._browse_file)
        source.setStretch(0, 1)
        self.add_row(tr("Training", "Configuration"), source)
        self.add_row("", self._text)
        self.add_line()
        self._run.add_rows()
        self.add_row("", self._independent)
        self.add_row("", make_row(self._run.open_button, stretch=True))

    def _connect(self) -> None:
        self._templates.activated.connect(self._show_template)
        self._browse_file.clicked.connect(self._on_file_clicked)
        self._text.textChanged.connect(self._check)
        self._run.name_edited.connect(self._check)
        self._run.folder_changed.connect(self._check)
        self._run.run_chosen.connect(self.run_chosen)

    def _show_template(self) -> None:
        self._show_file(self._templates.currentData())

    def _show_file(self, path: Path) -> bool:
        """Show the text of a file, or why it cannot be read; return whether it can."""
        try:
            text = read_training_text(path)
        except OSError as error:
            problem = tr("Training", "{file} cannot be read: {reason}.")
            reason = translate_message(explain_os_error(error))
            self.set_problem(problem.format(file=path, reason=reason))
            return False
        except UnicodeDecodeError:
            problem = tr("Training", "Expected a text, {file} is none.")
            self.set_problem(problem.format(file=path))
            return False
        self._run.suggest_name(path.stem)
        self._text.setPlainText(text)
        self._check()
        return True

    def _check(self) -> None:
        """Show what is wrong with the configuration or the name."""
        problem = self._run.find_problem()
        if not self._run.name:
            problem = tr("Training", "Expected a name for the folder of the run.")
        try:
            check_text(self._text.toPlainText())
        except EngineError as error:
            problem = translate_message(error.message)
        self.set_problem(problem)

    def _on_file_clicked(self) -> None:
        path = self._ask_file(self, self._run.folder)
        if path is not None and self._show_file(path):
            self._templates.addItem(path.name, path)
            self._templates.setCurrentIndex(self._templates.count() - 1)


def template_titles() -> dict[str, str]:
    """Return the titles of the configurations that the program brings."""
    titles = (
        tr("Training", "First example: four in a row on 6×6, some minutes"),  # noqa: RUF001
        tr("Training", "Gomoku by self-play from the shipped network, hours"),
        tr("Training", "Hex by self-play from the shipped network, nights"),
        tr("Training", "Gomoku from games of alpha-beta, 20 minutes"),
        tr("Training", "Hex from games of UCT, an hour"),
        tr("Training", "OU-2020: five in a row on 8×8, 3,000 games"),  # noqa: RUF001
        tr("Training", "LIU-2022 on 9×9, hours"),  # noqa: RUF001
        tr("Training", "LIU-2022 on 9×9 from games of alpha-beta, an hour"),  # noqa: RUF001
        tr("Training", "ZHANG-HEX on 11×11, three hours"),  # noqa: RUF001
    )
    return dict(zip(TEMPLATES, titles, strict=True))
