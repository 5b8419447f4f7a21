"""Window of an experiment: progress, stop and resume, claims and figures."""

from __future__ import annotations

import time
from functools import partial

from PyQt5.QtCore import Qt
from PyQt5.QtWidgets import (
    QHBoxLayout,
    QProgressBar,
    QVBoxLayout,
    QWidget,
)

from engine.experiments.catalogue import find_experiment
from engine.experiments.experiment_folder import REPORT
from engine.experiments.progress import Progress
from engine.experiments.results import Results
from gui.lab.experiments.experiment_choice import ExperimentChoice
from gui.lab.experiments.experiment_labels import (
    experiment_title,
    identity_text,
    progress_text,
    stop_texts,
)
from gui.lab.experiments.experiment_watcher import ExperimentWatcher, ShownExperiment
from gui.lab.experiments.results_view import ResultsView
from gui.lab.process_window import ProcessWindow
from gui.lab.run_process import END_MS, TRAINING_END_MS, RunProcess
from gui.style.theme import SPACE_L, SPACE_M, SPACE_XL
from gui.text.i18n import tr, translate_message
from gui.text.plain_text import PlainLabel
from gui.widgets.elided_label import ElidedLabel
from gui.widgets.named_widgets import make_button, make_label

WIDTH, HEIGHT = 1280, 680
"""Size in pixels at 100 %; fits a screen of 1366 by 768."""

STOP_MS = 60_000
"""Time for the child to end its games, draw the figures and write the report."""

BAR_STEPS = 1000
"""Steps of the progress bar."""


class ExperimentWindow(ProcessWindow):
    """Window of the experiment in a folder; it goes when it is closed.

    Args:
        choice: The experiment and its folder.
        parent: The main window.
    """

    _process: RunProcess
    _watcher: ExperimentWatcher

    def __init__(self, choice: ExperimentChoice, parent: QWidget | None = None) -> None:
        super().__init__("experiment_window", choice.folder, stop_texts, parent)
        self._identity = choice.identity
        self._shown: ShownExperiment | None = None
        self._ended = 0.0
        experiment = find_experiment(choice.identity.experiment)
        trains = experiment is not None and experiment.trains
        self._process = RunProcess(
            choice.to_arguments(),
            self,
            stop_ms=STOP_MS,
            end_ms=TRAINING_END_MS if trains else END_MS,
        )
        self._watcher = ExperimentWatcher(choice.folder, self)
        self._heading = ElidedLabel()
        self._heading.setObjectName("experiment_heading")
        self._heading.setProperty("role", "title")
        self._about = make_label("experiment_about", "muted")
        self._status = make_label("experiment_status", "strong")
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setMaximum(BAR_STEPS)
        self._failure = make_label("experiment_failure", "danger")
        self._damage = make_label("experiment_damage", "danger")
        self._empty = make_label("experiment_empty", "muted")
        self._results_view = ResultsView()
        self._toggle = make_button("experiment_toggle")
        self._report = make_button("experiment_report")
        self._folder = make_button("experiment_folder")
        self._close = make_button("experiment_close")
        self._lay_out()
        self._connect()
        self._retranslate()
        self._fit_screen(WIDTH, HEIGHT)
        self._watcher.start()

    def run(self) -> None:
        """Begin or resume the experiment."""
        self._show_problem("")
        self._process.start()
        self._refresh()

    def _lay_out(self) -> None:
        self._toggle.setProperty("primary", True)
        self._empty.setAlignment(Qt.AlignCenter)
        buttons = QHBoxLayout()
        buttons.setSpacing(SPACE_M)
        buttons.addWidget(self._folder)
        buttons.addWidget(self._report)
        buttons.addStretch(1)
        buttons.addWidget(self._close)
        buttons.addWidget(self._toggle)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_XL, SPACE_L, SPACE_XL, SPACE_L)
        column.setSpacing(SPACE_M)
        for line in (self._heading, self._about, self._status, self._bar):
            column.addWidget(line)
        for problem in (self._failure, self._damage):
            problem.setWordWrap(True)
            problem.hide()
            column.addWidget(problem)
        column.addWidget(self._empty, 1)
        column.addWidget(self._results_view, 1)
        column.addLayout(buttons)

    def _connect(self) -> None:
        self._watcher.state_changed.connect(self._on_state_changed)
        self._watcher.failed.connect(self._on_damage_changed)
        self._process.started.connect(self._refresh)
        self._process.ended.connect(self._on_ended)
        self._results_view.open_requested.connect(
            lambda name: self._open(self.path / name)
        )
        self._toggle.clicked.connect(self._on_toggle_clicked)
        self._close.clicked.connect(self.close)
        self._report.clicked.connect(partial(self._open, self.path / REPORT))
        self._folder.clicked.connect(partial(self._open, self.path))

    def _retranslate(self) -> None:
        title = tr("Experiments", "Experiment: {name}").format(name=self.path.name)
        self.setWindowTitle(title)
        experiment = find_experiment(self._identity.experiment)
        name = self._identity.experiment
        self._heading.setText(
            name if experiment is None else experiment_title(experiment)
        )
        self._about.setText(identity_text(self._identity))
        self._report.setText(tr("Lab", "Open report"))
        self._folder.setText(tr("Lab", "Open folder"))
        self._close.setText(tr("Lab", "Close"))
        self._empty.setText(
            tr(
                "Experiments",
                "Claims and figures appear when the experiment ends or is stopped.",
            )
        )
        self._results_view.retranslate()
        self._refresh()

    def _on_state_changed(self, shown: ShownExperiment) -> None:
        self._shown = shown
        self._refresh()

    @property
    def _results(self) -> Results | None:
        return None if self._shown is None else self._shown.state.results

    @property
    def _progress(self) -> Progress | None:
        """Progress of the process at work; what an ended one has left is none."""
        progress = None if self._shown is None else self._shown.state.progress
        is_left = progress is not None and progress.updated <= self._ended
        return None if is_left else progress

    def _refresh(self) -> None:
        """Show the state that was read last, and what can be done now."""
        process, results, progress = self._process, self._results, self._progress
        is_at_work = process.is_running or progress is not None
        is_finished = results is not None and results.is_finished and not is_at_work
        status = (
            tr("Experiments", "Finished")
            if is_finished
            else tr("Experiments", "Stopped")
        )
        if is_at_work:
            status = progress_text(progress or Progress())
        self._status.setText(status)
        self._bar.setVisible(is_at_work)
        share = 0.0 if progress is None else progress.share
        self._bar.setValue(round(BAR_STEPS * share))
        text = tr("Lab", "Stop") if is_at_work else tr("Lab", "Resume")
        if process.is_stopping:
            text = tr("Lab", "Stopping…")
        self._toggle.setText(text)
        self._toggle.setVisible(not is_finished)
        is_foreign = is_at_work and not process.is_running
        self._toggle.setEnabled(not process.is_stopping and not is_foreign)
        self._report.setEnabled(results is not None)
        self._empty.setVisible(results is None)
        self._results_view.setVisible(results is not None)
        if self._shown is not None and results is not None:
            self._results_view.show_results(results.claims, self._shown.figures)

    def _on_damage_changed(self, message: str) -> None:
        _show(self._damage, translate_message(message))

    def _on_ended(self, error: str) -> None:
        self._ended = time.time()
        if self._close_after_end():
            return
        if error:
            text = tr("Experiments", "The experiment stopped. {reason}")
            self._show_problem(text.format(reason=error))
        self._refresh()

    def _on_toggle_clicked(self) -> None:
        if self._process.is_running:
            self._process.stop()
            self._refresh()
        else:
            self.run()

    def _show_problem(self, text: str) -> None:
        """See ``ProcessWindow``."""
        _show(self._failure, text)


def _show(label: PlainLabel, text: str) -> None:
    """Show a problem; an empty text hides it."""
    label.setText(text)
    label.setVisible(bool(text))
