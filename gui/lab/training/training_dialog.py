"""Form of a new training run."""

from __future__ import annotations

from pathlib import Path

from PyQt5.QtCore import pyqtSignal
from PyQt5.QtGui import QFontDatabase
from PyQt5.QtWidgets import (
    QCheckBox,
    QLineEdit,
    QPlainTextEdit,
    QSizePolicy,
    QWidget,
)

from engine.core.atomic_file import explain_os_error
from engine.core.errors import EngineError
from engine.training.run.training_file import (
    find_training_file,
    read_training_text,
)
from gui.lab.folder_choice import (
    describe_unwritable,
    find_folder_problem,
    find_name_problem,
    free_folder,
)
from gui.lab.match_fields import AskPath
from gui.lab.training.training_choice import (
    TEMPLATES,
    TrainingChoice,
    check_text,
)
from gui.text.i18n import tr, translate_message
from gui.widgets.choice_box import ChoiceBox
from gui.widgets.elided_label import ElidedLabel
from gui.widgets.form import FormDialog, make_row
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
        self._folder = folder
        self._ask_file = ask_file
        self._ask_folder = ask_folder
        self._has_own_name = False
        self._make_fields()
        self._lay_out()
        self._connect()
        self._show_template()

    @property
    def choice(self) -> TrainingChoice:
        """The run as chosen now."""
        return TrainingChoice(
            text=self._text.toPlainText(),
            folder=self._folder / self._name.text().strip(),
            is_independent=self._independent.isChecked(),
        )

    @property
    def folder(self) -> Path:
        """Folder of all runs, as chosen now."""
        return self._folder

    def accept(self) -> None:
        """Write the configuration; stay open with one sentence if that fails."""
        choice = self.choice
        try:
            choice.write()
        except EngineError as error:
            self.set_problem(translate_message(error.message))
        except OSError as error:
            self.set_problem(describe_unwritable(choice.folder, error))
        else:
            super().accept()

    def _make_fields(self) -> None:
        self._templates = ChoiceBox("training_template")
        for name, title in template_titles().items():
            self._templates.addItem(title, name)
        self._browse_file = make_button("training_file", tr("Training", "File…"))
        self._text = QPlainTextEdit()
        self._text.setObjectName("training_text")
        self._text.setFont(QFontDatabase.systemFont(QFontDatabase.FixedFont))
        self._text.setMinimumSize(TEXT_WIDTH, TEXT_HEIGHT)
        self._text.setTabChangesFocus(True)
        self._independent = QCheckBox(
            tr("Training", "Goes on when the program is closed")
        )
        self._independent.setObjectName("training_independent")
        self._name = QLineEdit()
        self._name.setObjectName("training_name")
        self._place = ElidedLabel()
        self._place.setObjectName("training_place")
        self._place.setSizePolicy(QSizePolicy.Ignored, QSizePolicy.Preferred)
        self._browse = make_button("training_browse", tr("Lab", "Choose…"))
        self._open = make_button(
            "training_open", tr("Training", "Open an earlier run…")
        )

    def _lay_out(self) -> None:
        source = make_row(self._templates, self._browse_file)
        source.setStretch(0, 1)
        self.add_row(tr("Training", "Configuration"), source)
        self.add_row("", self._text)
        self.add_line()
        self.add_row(tr("Lab", "Name"), self._name)
        place = make_row(self._place, self._browse)
        place.setStretch(0, 1)
        self.add_row(tr("Lab", "Folder"), place)
        self.add_row("", self._independent)
        self.add_row("", make_row(self._open, stretch=True))

    def _connect(self) -> None:
        self._templates.activated.connect(self._show_template)
        self._browse_file.clicked.connect(self._on_file_clicked)
        self._text.textChanged.connect(self._check)
        self._name.textEdited.connect(self._on_name_edited)
        self._browse.clicked.connect(self._on_browse_clicked)
        self._open.clicked.connect(self._on_open_clicked)

    def _show_template(self) -> None:
        name = self._templates.currentData()
        self._show_file(find_training_file(name))

    def _show_file(self, path: Path) -> None:
        try:
            text = read_training_text(path)
        except OSError as error:
            problem = tr("Training", "{file} cannot be read: {reason}.")
            reason = translate_message(explain_os_error(error))
            self.set_problem(problem.format(file=path, reason=reason))
            return
        except UnicodeDecodeError:
            problem = tr("Training", "Expected a text, {file} is none.")
            self.set_problem(problem.format(file=path))
            return
        if not self._has_own_name:
            self._name.setText(free_folder(self._folder, path.stem).name)
        self._text.setPlainText(text)
        self._check()

    def _check(self) -> None:
        """Show what is wrong with the configuration or the name."""
        self._place.setText(str(self._folder))
        name = self._name.text().strip()
        problem = find_name_problem(name) or find_folder_problem(self.choice.folder)
        if not name:
            problem = tr("Training", "Expected a name for the folder of the run.")
        try:
            check_text(self._text.toPlainText())
        except EngineError as error:
            problem = translate_message(error.message)
        self.set_problem(problem)

    def _on_name_edited(self, text: str) -> None:
        self._has_own_name = bool(text.strip())
        self._check()

    def _on_file_clicked(self) -> None:
        path = self._ask_file(self, self._folder)
        if path is not None:
            self._show_file(path)

    def _on_browse_clicked(self) -> None:
        folder = self._ask_folder(self, self._folder)
        if folder is not None:
            self._folder = folder
            self._check()

    def _on_open_clicked(self) -> None:
        folder = self._ask_folder(self, self._folder)
        if folder is not None:
            self.reject()
            self.run_chosen.emit(folder)


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
