"""Exporting of the record on the screen in a format that the user selects."""

from __future__ import annotations

import logging
from dataclasses import replace
from pathlib import Path

from PyQt5.QtWidgets import QWidget

from engine.core.errors import EngineError
from engine.records import files
from engine.records.ccgc import codec as ccgc
from engine.records.model.record import Headers
from gui.files.file_dialogs import FileDialogs
from gui.files.file_reports import Report
from gui.game.game_controller import GameController
from gui.settings.folders import record_folder
from gui.settings.settings import Settings
from gui.settings.table import EVENT, PLACE, RECORD_FOLDER
from gui.text.i18n import tr

log = logging.getLogger(__name__)


class RecordExporter:
    """Exports the record on the screen.

    Args:
        controller: The games.
        settings: Last folder and last header.
        dialogs: File dialogs.
        window: Parent of the dialogs.
        report: Shows that a file was written, with the notes of its format.
    """

    def __init__(
        self,
        controller: GameController,
        settings: Settings,
        dialogs: FileDialogs,
        window: QWidget,
        *,
        report: Report,
    ) -> None:
        self._controller = controller
        self._settings = settings
        self._dialogs = dialogs
        self._window = window
        self._report = report

    def ask_and_export(self) -> None:
        """Ask for format, header and file, and write the record."""
        from gui.dialogs.export_dialog import ExportDialog  # noqa: PLC0415

        record = self._controller.session.record
        headers = record.headers
        headers = replace(
            headers,
            event=headers.event or self._settings[EVENT],
            place=headers.place or self._settings[PLACE],
        )
        dialog = ExportDialog(
            replace(record, headers=headers),
            format_name=ccgc.FORMAT.name,
            folder=record_folder(self._settings),
            ask_folder=self._dialogs.ask_folder,
            write=self._write,
            parent=self._window,
        )
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _write(self, headers: Headers, path: Path, format_name: str) -> None:
        session = self._controller.session
        if headers != session.record.headers:
            session.set_headers(headers)
        try:
            notes = files.save(session.record, path, format=format_name)
        except EngineError as error:
            log.warning("%s was not exported: %s", path, error)
            raise
        self._settings[EVENT] = headers.event
        self._settings[PLACE] = headers.place
        self._settings[RECORD_FOLDER] = path.parent
        log.info("exported %s", path)
        self._report(
            lambda: tr("Files", "Exported {name}.").format(name=path.name), notes
        )
