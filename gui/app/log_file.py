"""The program's log: a rotating file, never the user's terminal."""

from __future__ import annotations

import logging
import os
from logging.handlers import RotatingFileHandler
from pathlib import Path

from PyQt5.QtCore import (
    QMessageLogContext,
    QtCriticalMsg,
    QtFatalMsg,
    QtInfoMsg,
    QtMsgType,
    QtWarningMsg,
    qInstallMessageHandler,
)

from engine.core.files.private_folder import make_private, remove_temporary_folders

LEVEL_VARIABLE = "PENTAHEX_LOG"
"""Environment variable with the level, such as ``debug``."""

FILE_NAME = "pentahex.log"

FILE_BYTES, FILE_COUNT = 1_000_000, 3
"""Size at which the log rotates, and number of old files that are kept."""

FORMAT = "%(asctime)s %(levelname)s %(threadName)s %(name)s %(message)s"

QT_LEVELS = {
    QtInfoMsg: logging.INFO,
    QtWarningMsg: logging.WARNING,
    QtCriticalMsg: logging.ERROR,
    QtFatalMsg: logging.CRITICAL,
}

SCREEN_LOST = "connection broke"
"""Part of the last message of Qt's plugins for X11 and Wayland before they call
``exit``: "The X11 connection broke (error 1). Did the X11 server die?"."""

SCREEN_LOST_STATUS = 1
"""Exit status then, the one that Qt uses."""

qt_log = logging.getLogger("qt")


def open_log(folder: Path) -> Path | None:
    """Send all logging, including Qt's messages, to a file in ``folder``.

    The folder also holds games: other users get no access to it.

    Returns:
        The file, or ``None`` if it cannot be written; the program runs without a log.
    """
    name = os.environ.get(LEVEL_VARIABLE, "").upper()
    level = logging.getLevelNamesMapping().get(name, logging.INFO)
    root = logging.getLogger()
    root.setLevel(level)
    logging.raiseExceptions = False
    qInstallMessageHandler(_log_qt_message)
    path = folder / FILE_NAME
    try:
        make_private(folder)
        handler = RotatingFileHandler(
            path,
            maxBytes=FILE_BYTES,
            backupCount=FILE_COUNT,
            encoding="utf-8",
            errors="backslashreplace",
        )
    except OSError:
        root.addHandler(logging.NullHandler())
        return None
    handler.setFormatter(logging.Formatter(FORMAT))
    root.addHandler(handler)
    # The compiler logs every step at debug level, which makes megabytes.
    for noisy in ("numba", "llvmlite"):
        logging.getLogger(noisy).setLevel(max(level, logging.INFO))
    return path


def _log_qt_message(
    kind: QtMsgType, _context: QMessageLogContext, message: str
) -> None:
    qt_log.log(QT_LEVELS.get(kind, logging.DEBUG), "%s", message)
    if SCREEN_LOST in message:
        # Qt's exit() unloads the compiler while threads still use it: a crash.
        remove_temporary_folders()
        logging.shutdown()
        os._exit(SCREEN_LOST_STATUS)
