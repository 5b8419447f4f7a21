"""Fields of a form for the folder of a new run, and the way to an earlier run."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PyQt5.QtCore import QObject, pyqtSignal
from PyQt5.QtWidgets import QLineEdit, QPushButton, QSizePolicy, QWidget

from gui.lab.folder_choice import (
    find_folder_problem,
    find_name_problem,
    free_folder,
)
from gui.text.i18n import tr
from gui.widgets.elided_label import ElidedLabel
from gui.widgets.form import FormDialog, make_row
from gui.widgets.named_widgets import make_button

AskPath = Callable[[QWidget, Path], Path | None]
"""Lets the user choose a file or folder, beginning in a folder."""


class RunFolderFields(QObject):
    """Name of the run, folder of all runs, and button that opens an earlier run.

    Args:
        name: Beginning of the object names.
        folder: Folder of all runs.
        ask_folder: Asks for a folder.
        open_text: Text of the button that opens an earlier run.
        form: The form; it is closed when an earlier run is chosen.
    """

    name_edited = pyqtSignal()
    folder_changed = pyqtSignal()
    run_chosen = pyqtSignal(Path)  # folder of an earlier run to open

    def __init__(
        self,
        name: str,
        folder: Path,
        *,
        ask_folder: AskPath,
        open_text: str,
        form: FormDialog,
    ) -> None:
        super().__init__(form)
        self._form = form
        self._folder = folder
        self._ask_folder = ask_folder
        self._has_own_name = False
        self._name = QLineEdit()
        self._name.setObjectName(f"{name}_name")
        self._place = ElidedLabel()
        self._place.setObjectName(f"{name}_place")
        self._place.setSizePolicy(QSizePolicy.Ignored, QSizePolicy.Preferred)
        self._place.setText(str(folder))
        self._browse = make_button(f"{name}_browse", tr("Lab", "Choose…"))
        self.open_button = make_button(f"{name}_open", open_text)
        self._name.textEdited.connect(self._on_name_edited)
        self._browse.clicked.connect(self._on_browse_clicked)
        self.open_button.clicked.connect(self._on_open_clicked)

    @property
    def name(self) -> str:
        """Name of the run, as typed or suggested now."""
        return self._name.text().strip()

    @property
    def folder(self) -> Path:
        """Folder of all runs, as chosen now."""
        return self._folder

    @property
    def path(self) -> Path:
        """Folder of the run."""
        return self._folder / self.name

    def add_rows(self, *buttons: QPushButton) -> None:
        """Add the rows of name and folder to the form.

        Args:
            buttons: Buttons in the row of the folder, after the one that chooses it.
        """
        self._form.add_row(tr("Lab", "Name"), self._name)
        place = make_row(self._place, self._browse, *buttons)
        place.setStretch(0, 1)
        self._form.add_row(tr("Lab", "Folder"), place)

    def suggest_name(self, name: str) -> None:
        """Show a free name, unless the user has typed one."""
        if not self._has_own_name:
            self._name.setText(free_folder(self._folder, name).name)
            self._name.setCursorPosition(0)

    def find_problem(self) -> str:
        """Return the reason why the run cannot use the folder, or an empty text."""
        return find_name_problem(self.name) or find_folder_problem(self.path)

    def _on_name_edited(self, text: str) -> None:
        self._has_own_name = bool(text.strip())
        self.name_edited.emit()

    def _on_browse_clicked(self) -> None:
        folder = self._ask_folder(self._form, self._folder)
        if folder is not None:
            self._folder = folder
            self._place.setText(str(folder))
            self.folder_changed.emit()

    def _on_open_clicked(self) -> None:
        folder = self._ask_folder(self._form, self._folder)
        if folder is not None:
            self._form.reject()
            self.run_chosen.emit(folder)
