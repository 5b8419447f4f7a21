"""Export dialog: format, header and file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PyQt5.QtWidgets import (
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from engine.core.errors import EngineError, RecordError
from engine.core.types import Player
from engine.records import files
from engine.records.ccgc import codec as ccgc
from engine.records.model.positions import final_position
from engine.records.model.record import GameRecord, Headers
from engine.records.model.record_format import RecordFormat
from gui.settings.file_probe import FileProbe
from gui.text.i18n import tr, translate_message
from gui.text.labels import outcome_title, side_title
from gui.text.plain_text import PlainLabel, set_tip
from gui.widgets.choice_box import ChoiceBox
from gui.widgets.form import FormDialog, make_row

Write = Callable[[Headers, Path, str], None]
"""Exports with a header to a file in a format; raises ``EngineError``."""


class ExportDialog(FormDialog):
    """Dialog for an export; suggests a file name from the header.

    Args:
        record: The exported game.
        format_name: Name of the format shown first, unless it cannot store the record
            and another one can.
        folder: Folder shown first.
        ask_folder: Lets the user choose another folder.
        write: Does it; the dialog stays open when it raises.
        parent: The window it belongs to.
    """

    def __init__(
        self,
        record: GameRecord,
        *,
        format_name: str,
        folder: Path,
        ask_folder: Callable[[QWidget, Path], Path | None],
        write: Write,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(
            "export", tr("Export", "Export record"), tr("Export", "Export"), parent
        )
        self._record = record
        self._folder = folder
        self._ask_folder = ask_folder
        self._write = write
        self._has_own_name = False
        self._probe = FileProbe()
        self._formats = ChoiceBox("export_form")
        for entry in files.FORMATS:
            if record.setup.game in entry.games:
                title = tr("Export", "{title} (*{ending})").format(
                    title=entry.title, ending=entry.extensions[0]
                )
                self._formats.addItem(title, entry)
        self._formats.setCurrentIndex(self._find_first_format(format_name))
        self._format_problem = find_format_problem(record, self._formats.currentData())
        headers = record.headers
        self._first = _line("first", headers.first_name)
        self._second = _line("second", headers.second_name)
        for line in (self._first, self._second):
            line.setPlaceholderText(tr("Export", "Player or team"))
        self._event = _line("event", headers.event)
        self._place = _line("place", headers.place)
        self._date = _line("date", headers.date)
        self._date.setPlaceholderText(tr("Export", "YYYY-MM-DD hh:mm"))
        self._file = _line("file", "")
        self._folder_text = PlainLabel()
        self._folder_text.setSizePolicy(QSizePolicy.Ignored, QSizePolicy.Preferred)
        self._lay_out()
        self._connect()
        self._suggest_name()

    def _lay_out(self) -> None:
        setup = self._record.setup
        self.add_row(tr("Export", "Format"), self._formats)
        self.add_line()
        final = final_position(self._record)
        for player, line in zip(Player, (self._first, self._second), strict=True):
            self.add_row(side_title(setup.game, final.colour_of(player)), line)
        self.add_row(tr("Export", "Event"), self._event)
        self.add_row(tr("Export", "Place"), self._place)
        self.add_row(tr("Export", "Date"), self._date)
        outcome = self._record.outcome
        result = tr("Export", "Not finished")
        if outcome is not None:
            result = outcome_title(setup, outcome)
        self.add_row(tr("Export", "Result"), PlainLabel(result))
        self.add_line()
        browse = QPushButton(tr("Export", "Change…"))
        browse.setObjectName("export_browse")
        browse.setAutoDefault(False)
        browse.clicked.connect(self._on_browse_clicked)
        self.add_row(tr("Export", "File name"), self._file)
        folder = make_row(self._folder_text, browse)
        folder.setStretch(0, 1)
        self.add_row(tr("Export", "Folder"), folder)

    def _connect(self) -> None:
        self._formats.currentIndexChanged.connect(self._on_format_changed)
        for line in (self._first, self._second, self._event, self._place, self._date):
            line.textEdited.connect(self._suggest_name)
        self._file.textEdited.connect(self._on_file_edited)

    @property
    def headers(self) -> Headers:
        """The header as typed."""
        return Headers(
            first_name=self._first.text().strip(),
            second_name=self._second.text().strip(),
            event=self._event.text().strip(),
            place=self._place.text().strip(),
            date=self._date.text().strip(),
        )

    @property
    def path(self) -> Path:
        """The file as chosen."""
        name = self._file.text().strip()
        endings = self._formats.currentData().extensions
        if not name.lower().endswith(endings):
            name = f"{name}{endings[0]}"
        return self._folder / name

    def accept(self) -> None:
        """Write the file; stay open with one sentence if that fails."""
        try:
            self._write(self.headers, self.path, self._formats.currentData().name)
        except EngineError as error:
            self.show_failure(translate_message(error.message))
        else:
            super().accept()

    def _suggest_name(self) -> None:
        if not self._has_own_name:
            ending = self._formats.currentData().extensions[0]
            self._file.setText(
                suggest_name(self._record, self.headers, extension=ending)
            )
            self._file.setCursorPosition(0)
        self._check()

    def _check(self) -> None:
        """Show the first problem of format and file, and the folder."""
        self.accept_button.setText(tr("Export", "Export"))
        self._folder_text.setText(str(self._folder))
        set_tip(self._folder_text, str(self._folder))
        if self._format_problem:
            self.set_problem(self._format_problem)
            return
        if not self._file.text().strip():
            self.set_problem(tr("Export", "Enter a file name."))
            return
        self.set_problem("")
        if self._probe.look([self.path]).get(self.path, False):
            self.accept_button.setText(tr("Export", "Replace the file"))

    def _find_first_format(self, wanted: str) -> int:
        """Return the index of ``wanted``, else of the first format for the record."""
        formats = [
            self._formats.itemData(index) for index in range(self._formats.count())
        ]
        order = sorted(
            range(len(formats)), key=lambda index: formats[index].name != wanted
        )
        fitting = (
            i for i in order if not find_format_problem(self._record, formats[i])
        )
        return next(fitting, order[0])

    def _on_format_changed(self) -> None:
        self._format_problem = find_format_problem(
            self._record, self._formats.currentData()
        )
        self._suggest_name()

    def _on_file_edited(self) -> None:
        self._has_own_name = True
        self._check()

    def _on_browse_clicked(self) -> None:
        folder = self._ask_folder(self, self._folder)
        if folder is not None:
            self._folder = folder
            self._check()


def find_format_problem(record: GameRecord, entry: RecordFormat) -> str:
    """Return the reason why a format cannot store a record, or an empty text."""
    try:
        entry.format(record)
    except RecordError as error:
        return translate_message(error.message)
    return ""


def suggest_name(record: GameRecord, headers: Headers, *, extension: str) -> str:
    """Return the file name of contest rules, or a plain one without a format."""
    try:
        return ccgc.suggest_file_name(
            replace(record, headers=headers), extension=extension
        )
    except RecordError:
        return f"{record.setup.game}{extension}"


def _line(name: str, text: str) -> QLineEdit:
    line = QLineEdit(text)
    line.setObjectName(f"export_{name}")
    return line
