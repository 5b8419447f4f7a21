"""Window of a training run: progress, live curves, pause and resume."""

from __future__ import annotations

from pathlib import Path

from PyQt5.QtCore import Qt, QTimer, pyqtSignal
from PyQt5.QtWidgets import (
    QFrame,
    QProgressBar,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from engine.training.run.run_reader import TrainingRunState
from gui.lab.problem_label import ProblemLabel
from gui.lab.process_window import ProcessWindow
from gui.lab.training.curve_grid import CurveGrid
from gui.lab.training.training_labels import run_text, status_text, stop_texts
from gui.lab.training.training_process import TrainingProcess
from gui.lab.training.training_watcher import TrainingWatcher
from gui.text.i18n import tr, translate_message
from gui.widgets.named_widgets import make_button, make_label

WIDTH, HEIGHT = 980, 680
"""Size in pixels at 100 %; fits a screen of 1366 by 768."""

START_MS = 60_000
"""Time for an independent process to begin its work."""


class TrainingWindow(ProcessWindow[TrainingProcess]):
    """Window of the run in a folder; it goes when it is closed.

    Args:
        path: The run folder.
        parent: The main window.
    """

    play_requested = pyqtSignal(object)  # TrainingRunState: play the newest network
    watch_requested = pyqtSignal(object)  # TrainingRunState: watch the network play

    def __init__(self, path: Path, parent: QWidget | None = None) -> None:
        watcher = TrainingWatcher(path)
        super().__init__(
            "training",
            path,
            process=TrainingProcess(path),
            watcher=watcher,
            stop_texts=stop_texts,
            parent=parent,
        )
        self._state: TrainingRunState | None = None
        self._is_independent = False
        self._is_asked_to_stop = False
        watcher.process_failed.connect(self._on_process_failed)
        self._starting = QTimer(self)
        self._starting.setSingleShot(True)
        self._starting.setInterval(START_MS)
        self._failure = ""
        self._heading = make_label("training_heading", "title")
        self._about = make_label("training_about", "muted")
        self._status = make_label("training_status", "strong")
        self._warning = ProblemLabel("training_warning")
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._empty = make_label("training_no_curves", "muted")
        self._empty.setAlignment(Qt.AlignCenter)
        self._curves = CurveGrid()
        self._play = make_button("training_play")
        self._watch = make_button("training_watch")
        self._lay_out()
        self._connect()
        self._retranslate()
        self._fit_screen(WIDTH, HEIGHT)
        self._watcher.start()

    @property
    def is_at_work(self) -> bool:
        """See ``ProcessWindow``; a process that has just started has no status yet."""
        has_status = self._state is not None and self._state.status is not None
        return self._process.is_running or self._starting.isActive() or has_status

    def start(self, *, is_independent: bool = False) -> None:
        """Start or resume the run.

        Args:
            is_independent: Whether it goes on when the program ends.
        """
        self._is_independent = is_independent
        self._is_asked_to_stop = False
        self._problem.show_problem("")
        if is_independent:
            self._starting.start()
        self._process.start(is_independent=is_independent)

    def _lay_out(self) -> None:
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
        column = self._column
        for part in (self._heading, self._about, self._status, self._bar):
            column.addWidget(part)
        column.addWidget(self._problem)
        column.addWidget(self._warning)
        column.addWidget(area, 1)
        column.addLayout(self._make_button_row(self._watch, self._play))

    def _connect(self) -> None:
        self._watcher.state_changed.connect(self._on_state_changed)
        self._process.changed.connect(self._on_process_changed)
        self._process.failed.connect(self._problem.show_problem)
        self._process.failed.connect(self._starting.stop)
        self._starting.timeout.connect(self._refresh)
        self._play.clicked.connect(lambda: self.play_requested.emit(self._state))
        self._watch.clicked.connect(lambda: self.watch_requested.emit(self._state))

    def _retranslate(self) -> None:
        title = tr("Training", "Training: {name}").format(name=self.path.name)
        self.setWindowTitle(title)
        self._heading.setText(self.path.name)
        self._play.setText(tr("Training", "Play this network"))
        self._watch.setText(tr("Training", "Watch a game"))
        self._empty.setText(
            tr("Training", "Curves appear with the first checkpoint of the network.")
        )
        super()._retranslate()

    def _on_state_changed(self, state: TrainingRunState) -> None:
        self._state = state
        self._refresh()

    def _refresh(self) -> None:
        """See ``ProcessWindow``."""
        state = self._state
        status = None if state is None else state.status
        if status is not None:
            self._starting.stop()
        is_at_work = self.is_at_work
        self._is_asked_to_stop = self._is_asked_to_stop and is_at_work
        is_stopping = self._is_asked_to_stop or self._process.is_stopping
        is_finished = state is not None and state.is_finished
        self._show_progress(state, is_at_work=is_at_work)
        self._toggle.setText(
            tr("Training", "Pausing…")
            if is_stopping
            else tr("Training", "Pause")
            if is_at_work
            else tr("Training", "Resume")
        )
        # A process deletes older requests to stop as it starts.
        is_starting = is_at_work and status is None
        self._offer_toggle(
            is_visible=is_at_work or not is_finished,
            is_enabled=not is_starting and not is_stopping,
        )
        has_net = state is not None and state.net is not None
        self._play.setEnabled(has_net)
        self._watch.setEnabled(has_net)
        self._empty.setVisible(state is None or not state.panels)
        if state is not None:
            self._about.setText(run_text(state))
            self._curves.show_panels(state.panels)
            self._warning.show_problem(translate_message(state.warning or ""))

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
        """Ask the process to save its work and end, or resume the run."""
        status = None if self._state is None else self._state.status
        if self._process.is_running or status is not None:
            self._is_asked_to_stop = True
            self._process.pause()
            self._refresh()
        else:
            self.start(is_independent=self._is_independent)

    def _on_process_changed(self) -> None:
        if not self._close_after_end():
            self._refresh()

    def _on_process_failed(self, reason: str) -> None:
        """Show why an independent process failed; no reason hides this failure only."""
        text = tr("Training", "The training stopped. {reason}")
        text = text.format(reason=translate_message(reason))
        if reason or self._problem.text() == self._failure:
            self._problem.show_problem(text if reason else "")
        self._failure = text if reason else ""
        if reason:
            self._starting.stop()
            self._refresh()
