"""Child process of a command; it never outlives the program.

The child ends when its standard input is closed: by ``stop``, or by the system when
this program ends in any way.
"""

from __future__ import annotations

from collections.abc import Sequence

from PyQt5.QtCore import QObject, QProcess, QTimer, pyqtSignal

from engine.core.files.paths import console_command
from engine.core.processes.failure_lines import JSON_ERRORS, parse_failure
from gui.text.i18n import tr, translate_message

STOP_MS = 8000
"""Time for the child to end its games before it is killed."""

END_MS = 3000
"""Time for the child to end by itself when the program ends."""

TRAINING_END_MS = 30_000
"""The same for a child that trains; nobody sees why it still runs."""

KILL_MS = 3000
"""Time for the system to end a killed child."""

ERROR_BYTES = 16_000
"""End of the error output that is kept."""


class RunProcess(QObject):
    """Process of a command with the option ``--stop-with-input``.

    Args:
        arguments: The command and its arguments.
        parent: See ``QObject``.
        stop_ms: Time for the child to end by itself when it is stopped.
        end_ms: The same when the program ends, and waits for it.
    """

    started = pyqtSignal()
    ended = pyqtSignal(str)  # why it failed, translated; empty without a failure

    def __init__(
        self,
        arguments: Sequence[str],
        parent: QObject | None = None,
        *,
        stop_ms: int = STOP_MS,
        end_ms: int = END_MS,
    ) -> None:
        super().__init__(parent)
        self._end_ms = end_ms
        self._arguments = arguments
        self._is_wanted = False
        self._errors = b""
        self._process = QProcess(self)
        self._process.setStandardOutputFile(QProcess.nullDevice())
        self._process.started.connect(self.started)
        self._process.readyReadStandardError.connect(self._on_error_output)
        self._process.errorOccurred.connect(self._on_error)
        self._process.finished.connect(self._on_finished)
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.setInterval(stop_ms)
        self._patience.timeout.connect(self._process.kill)

    @property
    def is_running(self) -> bool:
        """Whether the process has not ended."""
        return self._process.state() != QProcess.NotRunning

    @property
    def is_stopping(self) -> bool:
        """Whether the process was asked to end and has not ended yet."""
        return self.is_running and not self._is_wanted

    def start(self) -> None:
        """Run the command; nothing happens while it runs."""
        if self.is_running:
            return
        self._is_wanted = True
        self._errors = b""
        program, *arguments = console_command()
        command, *options = self._arguments
        arguments += [command, "--stop-with-input", JSON_ERRORS, *options]
        self._process.start(program, arguments)

    def stop(self) -> None:
        """Ask the process to end; kill it if it does not in time."""
        if self.is_stopping or not self.is_running:
            return
        self._is_wanted = False
        self._process.closeWriteChannel()
        self._patience.start()

    def end(self) -> None:
        """End the process and wait for it."""
        if not self.is_running:
            return
        self.stop()
        if not self._process.waitForFinished(self._end_ms):
            self._process.kill()
            self._process.waitForFinished(KILL_MS)

    def _on_error_output(self) -> None:
        self._errors += bytes(self._process.readAllStandardError())
        self._errors = self._errors[-ERROR_BYTES:]

    def _on_error(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.FailedToStart:
            self._is_wanted = False
            self.ended.emit(self._process.errorString())

    def _on_finished(self, status: int) -> None:
        self._patience.stop()
        was_stopped = not self._is_wanted
        self._is_wanted = False
        self._on_error_output()
        self.ended.emit("" if was_stopped or not status else self._find_reason(status))

    def _find_reason(self, status: int) -> str:
        """Return the error that the command has printed, or that it ended."""
        failure = parse_failure(self._errors.decode("utf-8", "replace"))
        if failure:
            return translate_message(failure)
        text = tr("Lab", "Its process ended unexpectedly (status {status}).")
        return text.format(status=status)
