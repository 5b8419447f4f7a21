"""Watcher of the folder of a training run, in a thread."""

from __future__ import annotations

from pathlib import Path

from PyQt5.QtCore import pyqtSignal

from engine.core.message import Message
from engine.core.processes.failure_lines import parse_failure
from engine.training.run.run_folder import ERRORS
from engine.training.run.run_reader import read_training_run
from gui.lab.folder_watcher import FolderWatcher

INTERVAL_SECONDS = 1.0
"""Time between two readings of the files."""


class TrainingWatcher(FolderWatcher):
    """Source of the states of a run, each a ``TrainingRunState``.

    They are reported also while only the status changes.

    Args:
        folder: The run folder.
    """

    process_failed = pyqtSignal(object)  # Message on why an independent one has ended

    def __init__(self, folder: Path) -> None:
        super().__init__(
            folder,
            interval=INTERVAL_SECONDS,
            unreadable=Message("The run could not be read."),
        )
        self._failure = ""

    def _read(self) -> None:
        """See ``FolderWatcher``."""
        state = read_training_run(self._folder)
        if state is not None:
            self._emit(lambda: self.state_changed.emit(state))
        failure = _read_failure(self._folder / ERRORS)
        if failure != self._failure:
            self._failure = failure
            self._emit(lambda: self.process_failed.emit(failure))


def _read_failure(file: Path) -> str:
    """Return the reason why an independent process failed; empty if it did not."""
    try:
        output = file.read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        return ""
    return parse_failure(output)
