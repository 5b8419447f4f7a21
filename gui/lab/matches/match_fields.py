"""Fields of the match form: limit of a move, openings."""

from __future__ import annotations

from pathlib import Path

from PyQt5.QtCore import pyqtSignal
from PyQt5.QtWidgets import (
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from gui.lab.matches.match_choice import LimitKind, MatchChoice, OpeningsKind
from gui.lab.matches.match_labels import (
    LIMIT_KINDS,
    OPENINGS_KINDS,
    limit_title,
    openings_note,
    openings_title,
)
from gui.lab.run_folder_fields import AskPath
from gui.style.theme import SPACE_XS
from gui.text.i18n import tr
from gui.widgets.choice_box import ChoiceBox
from gui.widgets.elided_label import ElidedLabel
from gui.widgets.form import make_row
from gui.widgets.limit_row import LimitRow
from gui.widgets.named_widgets import make_button, make_label

MOST_NODES, MOST_SECONDS = 1_000_000_000, 3600.0
"""Largest limits that can be typed."""


class LimitField(LimitRow[LimitKind]):
    """Kind of limit of a move, and its number."""

    def __init__(self) -> None:
        super().__init__("match", {kind: limit_title(kind) for kind in LIMIT_KINDS})
        self._seconds.setRange(0.01, MOST_SECONDS)
        self._nodes.setRange(1, MOST_NODES)

    def show_choice(self, choice: MatchChoice) -> None:
        """Put the limit of a choice into the fields."""
        self.show_limit(choice.limit, seconds=choice.seconds, nodes=choice.nodes)


class OpeningsField(QWidget):
    """Source of the openings, a note on it, and the file.

    Args:
        ask_file: Asks for a file of openings.
        folder: Folder that the question begins in.
    """

    changed = pyqtSignal()

    def __init__(self, ask_file: AskPath, folder: Path) -> None:
        super().__init__()
        self._ask_file = ask_file
        self._folder = folder
        self._kinds = ChoiceBox("match_openings")
        for kind in OPENINGS_KINDS:
            self._kinds.addItem(openings_title(kind), kind)
        self._note = make_label("match_about_openings", "caption")
        self._note.setWordWrap(True)
        self._file = ElidedLabel()
        self._file.setObjectName("match_file")
        self._file.setSizePolicy(QSizePolicy.Ignored, QSizePolicy.Preferred)
        self._browse = make_button("match_browse_file", tr("Lab", "Choose…"))
        row = make_row(self._file, self._browse)
        row.setStretch(0, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_XS)
        column.addWidget(self._kinds)
        column.addWidget(self._note)
        column.addLayout(row)
        self._kinds.currentIndexChanged.connect(self._on_changed)
        self._browse.clicked.connect(self._on_browse_clicked)

    @property
    def kind(self) -> OpeningsKind:
        """The chosen source."""
        return OPENINGS_KINDS[self._kinds.currentIndex()]

    @property
    def file(self) -> str:
        """Path of the file, used or not."""
        return self._file.text()

    def show_choice(self, choice: MatchChoice) -> None:
        """Put the openings of a choice into the fields."""
        self._file.setText(choice.openings_file)
        self._kinds.setCurrentIndex(OPENINGS_KINDS.index(choice.openings))
        self._on_changed()

    def show_note(self, choice: MatchChoice) -> None:
        """Describe the openings of a choice."""
        self._note.setText(openings_note(choice))

    def _on_changed(self) -> None:
        for part in (self._file, self._browse):
            part.setVisible(self.kind == "file")
        self.changed.emit()

    def _on_browse_clicked(self) -> None:
        folder = Path(self.file).parent if self.file else self._folder
        file = self._ask_file(self, folder)
        if file is not None:
            self._file.setText(str(file))
            self.changed.emit()
