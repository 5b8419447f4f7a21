"""The program's log: a file that turns over, never the user's terminal."""

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

from engine.core.private_folder import make_private

LEVEL_VARIABLE = "PENTAHEX_LOG"
"""Environment variable with the level, such as ``debug``."""

FILE_NAME = "pentahex.log"

FILE_BYTES, FILE_COUNT = 1_000_000, 3
"""Size at which the log turns over, and how many old files stay."""

FORMAT = "%(asctime)s %(levelname)s %(threadName)s %(name)s %(message)s"

QT_LEVELS = {
    QtInfoMsg: logging.INFO,
    QtWarningMsg: logging.WARNING,
    QtCriticalMsg: logging.ERROR,
    QtFatalMsg: logging.CRITICAL,
}

qt_log = logging.getLogger("qt")


def open_log(folder: Path) -> Path | None:
    """Send all logging to a file in ``folder``, Qt's messages too.

    The folder holds games, too: it is closed to other users.

    Returns:
        The file, or ``None`` if it cannot be written; the program runs without.
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
    # The compiler tells every step at debug level: megabytes nobody asked for.
    for noisy in ("numba", "llvmlite"):
        logging.getLogger(noisy).setLevel(max(level, logging.INFO))
    return path


def _log_qt_message(
    kind: QtMsgType, _context: QMessageLogContext, message: str
) -> None:
    qt_log.log(QT_LEVELS.get(kind, logging.DEBUG), "%s", message)
