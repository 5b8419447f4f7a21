"""Process that trains: tied to the program, or independent of it."""

from __future__ import annotations

import logging
from pathlib import Path

from PyQt5.QtCore import QObject, QProcess, pyqtSignal

from engine.core.files.paths import console_command
from engine.core.processes.failure_lines import JSON_ERRORS
from engine.training.run.run_folder import ERRORS
from engine.training.run.run_status import request_stop
from engine.training.run.training_file import TEXT
from gui.lab.folder_choice import describe_unwritable
from gui.lab.run_process import TRAINING_END_MS, RunProcess
from gui.text.i18n import tr

log = logging.getLogger(__name__)

STOP_MS = 60_000
"""Time for the child to save its games or its network, and to write the report."""


class TrainingProcess(QObject):
    """Process of the run in a folder; another one may work on it already.

    Args:
        folder: The run folder, with the text of its configuration.
    """

    changed = pyqtSignal()
    failed = pyqtSignal(str)  # why it ended or did not start, one sentence

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder
        file = str(folder / TEXT)
        self._command = ["train", file, "--out", str(folder), "--resume"]
        self._own = RunProcess(
            self._command, self, stop_ms=STOP_MS, end_ms=TRAINING_END_MS
        )
        self._own.started.connect(self.changed)
        self._own.ended.connect(self._on_ended)

    @property
    def is_running(self) -> bool:
        """Whether a process that is tied to the program runs."""
        return self._own.is_running

    @property
    def is_stopping(self) -> bool:
        """Whether such a process was asked to end by ``stop`` and has not ended yet."""
        return self._own.is_stopping

    def start(self, *, is_independent: bool = False) -> None:
        """Start or resume the run.

        Args:
            is_independent: Whether it goes on when the program ends.
        """
        self._forget_failure()
        if is_independent:
            self._start_independent()
        else:
            self._own.start()
            self.changed.emit()

    def pause(self) -> None:
        """Ask the process to stop once its work is saved, whoever started it."""
        try:
            request_stop(self._folder)
        except OSError as error:
            self.failed.emit(describe_unwritable(self._folder, error))

    def stop(self) -> None:
        """Stop a process that is tied to the program, without waiting for it."""
        self._own.stop()

    def end(self) -> None:
        """End a process that is tied to the program, and wait for it."""
        self._own.end()

    def _forget_failure(self) -> None:
        """Delete the errors of an earlier process."""
        try:
            (self._folder / ERRORS).unlink(missing_ok=True)
        except OSError as error:  # the training itself may be possible
            log.warning("%s was not deleted: %s", self._folder / ERRORS, error)

    def _start_independent(self) -> None:
        program, *arguments = console_command()
        process = QProcess()
        process.setProgram(program)
        process.setArguments([*arguments, *self._command, JSON_ERRORS])
        process.setStandardInputFile(QProcess.nullDevice())
        process.setStandardOutputFile(QProcess.nullDevice())
        process.setStandardErrorFile(str(self._folder / ERRORS))
        is_started, number = process.startDetached()
        if not is_started:
            self.failed.emit(tr("Training", "The training could not be started."))
            return
        log.info("training in %s goes on as process %d", self._folder, number)
        self.changed.emit()

    def _on_ended(self, error: str) -> None:
        if error:
            text = tr("Training", "The training stopped. {reason}")
            self.failed.emit(text.format(reason=error))
        self.changed.emit()
