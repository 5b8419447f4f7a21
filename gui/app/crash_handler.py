"""Handler of uncaught exceptions: logs and shows them; the program goes on."""

from __future__ import annotations

import logging
import sys
import threading
import traceback
from pathlib import Path
from types import TracebackType

from PyQt5.QtCore import QObject, pyqtSignal

from engine import __version__
from gui.dialogs.about_dialog import versions
from gui.dialogs.crash_dialog import CrashDialog

log = logging.getLogger(__name__)


class CrashHandler(QObject):
    """Handler of uncaught exceptions of all threads; shows one dialog at a time.

    Args:
        folder: The folder of the log.
    """

    _caught = pyqtSignal(str)  # the details

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder
        self._dialog: CrashDialog | None = None
        self._caught.connect(self._show)

    def install(self) -> None:
        """Install the exception hooks of the process and of its threads."""
        sys.excepthook = self._on_exception
        threading.excepthook = self._on_thread_exception

    def show_fatal(self, error: BaseException) -> None:
        """Show why the program cannot start; return when the dialog is closed."""
        CrashDialog(format_report(error), self._folder, can_go_on=False).exec_()

    def _on_thread_exception(self, args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None:
            self._on_exception(args.exc_type, args.exc_value, args.exc_traceback)

    def _on_exception(
        self,
        kind: type[BaseException],
        error: BaseException,
        trace: TracebackType | None,
    ) -> None:
        if issubclass(kind, KeyboardInterrupt):
            return
        log.critical("uncaught exception", exc_info=(kind, error, trace))
        self._caught.emit(format_report(error))

    def _show(self, details: str) -> None:
        if self._dialog is not None:
            return
        self._dialog = CrashDialog(details, self._folder)
        self._dialog.finished.connect(self._on_finished)
        self._dialog.open()

    def _on_finished(self) -> None:
        self._dialog = None


def format_report(error: BaseException) -> str:
    """Return the text of a report: versions and traceback.

    Paths below the home folder begin with ``~``, so that no user name is in a report.
    """
    lines = "".join(traceback.format_exception(error))
    text = f"Pentahex {__version__}, {versions()}\n\n{lines}"
    home = str(Path.home())
    return text if home == Path.home().anchor else text.replace(home, "~")
