"""Pictures of records for the command line, without a window or a display."""

from __future__ import annotations

import logging
import os
import sys
from pathlib import Path

from PyQt5.QtCore import qInstallMessageHandler
from PyQt5.QtGui import QFontDatabase, QGuiApplication

from engine.core.errors import UsageError
from engine.core.files.atomic_file import write_atomically
from engine.core.files.paths import APPLICATION
from engine.core.message import Message
from engine.records.model.record import GameRecord
from engine.records.picture import PictureRequest
from gui.app.qt_environment import PLATFORM_VARIABLE, add_plugin_path
from gui.board.picture import draw_record

log = logging.getLogger(__name__)


def write_picture(record: GameRecord, path: Path, request: PictureRequest) -> None:
    """Write a picture of a record to a file.

    Raises:
        RecordFileError: The file cannot be written.
        UsageError: The record has not the moves that are wanted, or this machine has
            no fonts.
    """
    app = QGuiApplication.instance() or _new_application()  # lives while it is held
    if not QFontDatabase().families():
        raise UsageError(
            Message("Expected a font on this machine for the texts, found none.")
        )
    write_atomically(path, draw_record(record, request))
    del app


def _new_application() -> QGuiApplication:
    """Return an application that needs no display.

    On Linux it paints off screen. Elsewhere a display is always there, and the
    off-screen platform would find no fonts.
    """
    qInstallMessageHandler(lambda _kind, _place, text: log.info("Qt: %s", text))
    if sys.platform.startswith("linux"):
        os.environ[PLATFORM_VARIABLE] = "offscreen"
    add_plugin_path()
    return QGuiApplication([APPLICATION])
