"""Window of a training run: progress, live curves, pause and resume."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PyQt5.QtCore import QEvent, QSize, Qt, QTimer, QUrl, pyqtSignal
from PyQt5.QtGui import QCloseEvent, QDesktopServices
from PyQt5.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QProgressBar,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from engine.training.run.run_reader import TrainingRunState
from gui.lab.stop_question import StopQuestion
from gui.lab.training.curve_grid import CurveGrid
from gui.lab.training.training_labels import run_text, status_text, stop_texts
from gui.lab.training.training_process import TrainingProcess
from gui.lab.training.training_watcher import TrainingWatcher
from gui.style.theme import SPACE_L, SPACE_M, SPACE_XL
from gui.text.i18n import tr, translate_message
from gui.widgets.named_widgets import make_button, make_label

WIDTH, HEIGHT = 980, 680
"""Size in pixels at 100 %; fits a screen of 1366 by 768."""

START_MS = 60_000
"""Time for an independent process to begin its work."""


class TrainingWindow(QWidget):
    """Window of the run in a folder; it goes when it is closed.

    Args:
        path: The run folder.
        parent: The main window.
    """

    play_requested = pyqtSignal(object)  # TrainingRunState: play the newest network
    watch_requested = pyqtSignal(
        object
    )  # TrainingRunState: watch it play against itself
    closed = pyqtSignal()

    def __init__(self, path: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.Window)
        self.setObjectName("training_window")
        self.setAttribute(Qt.WA_DeleteOnClose)
        self.path = path
        self._state: TrainingRunState | None = None
        self._is_independent = False
        self._is_asked_to_stop = False
        self._is_closing = False
        self._starting = QTimer(self)
        self._starting.setSingleShot(True)
        self._starting.setInterval(START_MS)
        self._failure = ""
        self._process = TrainingProcess(path, self)
        self._watcher = TrainingWatcher(path, self)
        self._question = StopQuestion(self, stop_texts)
        self._heading = make_label("training_heading", "title")
        self._about = make_label("training_about", "muted")
        self._status = make_label("training_status", "strong")
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._problem = make_label("training_problem", "danger")
        self._problem.setWordWrap(True)
        self._problem.hide()
        self._empty = make_label("training_no_curves", "muted")
        self._empty.setAlignment(Qt.AlignCenter)
        self._curves = CurveGrid()
        self._toggle = make_button("training_toggle")
        self._play = make_button("training_play")
        self._watch = make_button("training_watch")
        self._folder = make_button("training_folder")
        self._lay_out()
        self._connect()
        self._retranslate()
        room = self.screen().availableGeometry().size()
        self.resize(QSize(WIDTH, HEIGHT).boundedTo(room))
        self._watcher.start()

    @property
    def is_running(self) -> bool:
        """Whether a process that ends with the program trains."""
        return self._process.is_running

    def start(self, *, is_independent: bool) -> None:
        """Start or resume the run.

        Args:
            is_independent: Whether it goes on when the program ends.
        """
        self._is_independent = is_independent
        self._is_asked_to_stop = False
        self._show_problem("")
        if is_independent:
            self._starting.start()
        self._process.start(is_independent=is_independent)

    def reopen(self) -> None:
        """Show the window again, also while it waits for its process to end."""
        self._is_closing = False
        self._question.ask_again()
        self._refresh()
        self.show()
        self.raise_()
        self.activateWindow()

    def end(self) -> None:
        """Stop what ends with the program, and the reading, without a question."""
        self._question.skip()
        self._process.end()
        self._watcher.stop()

    def _lay_out(self) -> None:
        self._toggle.setProperty("primary", True)
        curves = QWidget()
        inner = QVBoxLayout(curves)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.addWidget(self._empty)
        inner.addWidget(self._curves)
        inner.addStretch(1)
        area = QScrollArea()
        area.setFrameShape(QFrame.NoFrame)
        area.setWidgetResizable(True)
        area.setWidget(curves)
        buttons = QHBoxLayout()
        buttons.setSpacing(SPACE_M)
        buttons.addWidget(self._folder)
        buttons.addStretch(1)
        for button in (self._watch, self._play, self._toggle):
            buttons.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_XL, SPACE_L, SPACE_XL, SPACE_L)
        column.setSpacing(SPACE_M)
        for part in (self._heading, self._about, self._status, self._bar):
            column.addWidget(part)
        column.addWidget(self._problem)
        column.addWidget(area, 1)
        column.addLayout(buttons)

    def _connect(self) -> None:
        self._watcher.state_changed.connect(self._on_state_changed)
        self._watcher.failed.connect(self._on_unreadable)
        self._watcher.process_failed.connect(self._on_process_failed)
        self._process.changed.connect(self._on_process_changed)
        self._process.failed.connect(self._show_problem)
        self._process.failed.connect(self._starting.stop)
        self._starting.timeout.connect(self._refresh)
        self._toggle.clicked.connect(self._on_toggle_clicked)
        self._play.clicked.connect(lambda: self.play_requested.emit(self._state))
        self._watch.clicked.connect(lambda: self.watch_requested.emit(self._state))
        self._folder.clicked.connect(partial(self._open, self.path))
        self._question.confirmed.connect(self._on_stop_confirmed)

    def _retranslate(self) -> None:
        title = tr("Training", "Training: {name}").format(name=self.path.name)
        self.setWindowTitle(title)
        self._heading.setText(self.path.name)
        self._folder.setText(tr("Lab", "Open folder"))
        self._play.setText(tr("Training", "Play this network"))
        self._watch.setText(tr("Training", "Watch a game"))
        self._empty.setText(
            tr("Training", "Curves appear with the first checkpoint of the network.")
        )
        self._refresh()

    def _on_state_changed(self, state: TrainingRunState) -> None:
        self._state = state
        self._refresh()

    def _refresh(self) -> None:
        """Show the state that was read last, and what can be done now."""
        state = self._state
        status = None if state is None else state.status
        if status is not None:
            self._starting.stop()
        is_at_work = (
            self._process.is_running or self._starting.isActive() or status is not None
        )
        self._is_asked_to_stop = self._is_asked_to_stop and is_at_work
        is_finished = state is not None and state.is_finished
        self._show_progress(state, is_at_work=is_at_work)
        self._toggle.setText(
            tr("Training", "Pausing…")
            if self._is_asked_to_stop
            else tr("Training", "Pause")
            if is_at_work
            else tr("Training", "Resume")
        )
        self._toggle.setVisible(is_at_work or not is_finished)
        # A process deletes older requests to stop as it starts.
        is_starting = is_at_work and status is None
        self._toggle.setEnabled(not is_starting and not self._is_asked_to_stop)
        has_net = state is not None and state.net is not None
        self._play.setEnabled(has_net)
        self._watch.setEnabled(has_net)
        self._empty.setVisible(state is None or not state.panels)
        if state is not None:
            self._about.setText(run_text(state))
            self._curves.show_panels(state.panels)

    def _show_progress(
        self, state: TrainingRunState | None, *, is_at_work: bool
    ) -> None:
        status = None if state is None else state.status
        text = tr("Training", "Starting") if is_at_work else tr("Training", "Paused")
        if state is not None and state.is_finished and not is_at_work:
            text = tr("Training", "Finished")
        self._status.setText(text if status is None else status_text(status))
        total = 1 if status is None else status.total
        self._bar.setVisible(is_at_work)
        self._bar.setMaximum(total)
        self._bar.setValue(0 if status is None else min(status.done, total))

    def _on_toggle_clicked(self) -> None:
        status = None if self._state is None else self._state.status
        if self._process.is_running or status is not None:
            self._is_asked_to_stop = True
            self._process.pause()
            self._refresh()
        else:
            self.start(is_independent=self._is_independent)

    def _on_unreadable(self, message: str) -> None:
        self._show_problem(translate_message(message))

    def _on_process_changed(self) -> None:
        if self._is_closing and not self.is_running:
            self.close()
        else:
            self._refresh()

    def _on_process_failed(self, reason: str) -> None:
        """Show why an independent process failed; no reason hides this failure only."""
        text = tr("Training", "The training stopped. {reason}").format(reason=reason)
        if reason or self._problem.text() == self._failure:
            self._show_problem(text if reason else "")
        self._failure = text if reason else ""
        if reason:
            self._starting.stop()
            self._refresh()

    def _show_problem(self, text: str) -> None:
        self._problem.setText(text)
        self._problem.setVisible(bool(text))

    def _open(self, path: Path) -> None:
        """Open a folder, or show its path if the system cannot."""
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(path))):
            self._show_problem(str(path))

    def _on_stop_confirmed(self) -> None:
        self._question.skip()
        self.close()

    # Qt

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language of the program."""
        if event.type() == QEvent.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask while a tied process trains; the window goes when it has ended."""
        if self.is_running and not self._question.may_stop(1):
            event.ignore()
            return
        if self.is_running:
            self._is_closing = self._is_asked_to_stop = True
            self._process.stop()
            self.hide()
            event.ignore()
            return
        self._watcher.stop()
        self.closed.emit()
        super().closeEvent(event)
