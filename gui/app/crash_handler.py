"""Catches what nobody caught: it is logged and shown, and the program goes on."""

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


class CrashGuard(QObject):
    """Shows one dialog at a time, whichever thread the error comes from.

    Args:
        folder: Where the log stands.
    """

    _caught = pyqtSignal(str)  # the details

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder
        self._dialog: CrashDialog | None = None
        self._caught.connect(self._show)

    def install(self) -> None:
        """Catch errors in all threads from now on."""
        sys.excepthook = self._on_exception
        threading.excepthook = self._on_thread_exception

    def show_fatal(self, error: BaseException) -> None:
        """Show why the program cannot start, until the user has read it."""
        CrashDialog(report_on(error), self._folder, can_go_on=False).exec_()

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
        log.critical("not caught", exc_info=(kind, error, trace))
        self._caught.emit(report_on(error))

    def _show(self, details: str) -> None:
        if self._dialog is not None:
            return
        self._dialog = CrashDialog(details, self._folder)
        self._dialog.finished.connect(self._on_finished)
        self._dialog.open()

    def _on_finished(self) -> None:
        self._dialog = None


def report_on(error: BaseException) -> str:
    """Return what a report should say about an error.

    Paths below the user's own folder begin with ``~``: a report shows no user's name.
    """
    lines = "".join(traceback.format_exception(error))
    text = f"Pentahex {__version__}, {versions()}\n\n{lines}"
    home = str(Path.home())
    return text if home == Path.home().anchor else text.replace(home, "~")
