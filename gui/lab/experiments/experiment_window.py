"""Window of an experiment: progress, stop and resume, claims and figures."""

from __future__ import annotations

import time

from PyQt5.QtCore import Qt
from PyQt5.QtWidgets import (
    QProgressBar,
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
from gui.lab.problem_label import ProblemLabel
from gui.lab.process_window import ProcessWindow
from gui.lab.run_process import END_MS, TRAINING_END_MS, RunProcess
from gui.text.i18n import tr, translate_message
from gui.widgets.elided_label import ElidedLabel
from gui.widgets.named_widgets import make_label

WIDTH, HEIGHT = 1280, 680
"""Size in pixels at 100 %; fits a screen of 1366 by 768."""

STOP_MS = 60_000
"""Time for the child to end its games, draw the figures and write the report."""

BAR_STEPS = 1000
"""Steps of the progress bar."""


class ExperimentWindow(ProcessWindow[RunProcess]):
    """Window of the experiment in a folder; it goes when it is closed.

    Args:
        choice: The experiment and its folder.
        parent: The main window.
    """

    def __init__(self, choice: ExperimentChoice, parent: QWidget | None = None) -> None:
        experiment = find_experiment(choice.identity.experiment)
        trains = experiment is not None and experiment.trains
        process = RunProcess(
            choice.to_arguments(),
            stop_ms=STOP_MS,
            end_ms=TRAINING_END_MS if trains else END_MS,
        )
        super().__init__(
            "experiment",
            choice.folder,
            process=process,
            watcher=ExperimentWatcher(choice.folder),
            stop_texts=stop_texts,
            report=REPORT,
            parent=parent,
        )
        self._identity = choice.identity
        self._shown: ShownExperiment | None = None
        self._ended = 0.0
        self._heading = ElidedLabel()
        self._heading.setObjectName("experiment_heading")
        self._heading.setProperty("role", "title")
        self._about = make_label("experiment_about", "muted")
        self._status = make_label("experiment_status", "strong")
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setMaximum(BAR_STEPS)
        self._problem.setObjectName("experiment_failure")
        self._damage = ProblemLabel("experiment_damage")
        self._empty = make_label("experiment_empty", "muted")
        self._results_view = ResultsView()
        self._lay_out()
        self._connect()
        self._retranslate()
        self._fit_screen(WIDTH, HEIGHT)
        self._watcher.start()

    def _lay_out(self) -> None:
        self._empty.setAlignment(Qt.AlignCenter)
        column = self._column
        for line in (self._heading, self._about, self._status, self._bar):
            column.addWidget(line)
        for problem in (self._problem, self._damage):
            column.addWidget(problem)
        column.addWidget(self._empty, 1)
        column.addWidget(self._results_view, 1)
        column.addLayout(self._make_button_row())

    def _connect(self) -> None:
        self._watcher.state_changed.connect(self._on_state_changed)
        self._process.started.connect(self._refresh)
        self._process.ended.connect(self._on_ended)
        self._results_view.open_requested.connect(
            lambda name: self._open(self.path / name)
        )

    def _retranslate(self) -> None:
        title = tr("Experiments", "Experiment: {name}").format(name=self.path.name)
        self.setWindowTitle(title)
        experiment = find_experiment(self._identity.experiment)
        name = self._identity.experiment
        self._heading.setText(
            name if experiment is None else experiment_title(experiment)
        )
        self._about.setText(identity_text(self._identity))
        self._empty.setText(
            tr(
                "Experiments",
                "Claims and figures appear when the experiment ends or is stopped.",
            )
        )
        self._results_view.retranslate()
        super()._retranslate()

    def _on_state_changed(self, shown: ShownExperiment) -> None:
        self._shown = shown
        self._refresh()

    @property
    def is_at_work(self) -> bool:
        """See ``ProcessWindow``; another program may work in the folder."""
        return self._process.is_running or self._progress is not None

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
        """See ``ProcessWindow``."""
        process, results, progress = self._process, self._results, self._progress
        is_at_work = self.is_at_work
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
        self._show_toggle_text(is_at_work=is_at_work)
        is_foreign = is_at_work and not process.is_running
        self._offer_toggle(
            is_visible=not is_finished,
            is_enabled=not process.is_stopping and not is_foreign,
        )
        self._report.setEnabled(results is not None)
        self._empty.setVisible(results is None)
        self._results_view.setVisible(results is not None)
        if self._shown is not None and results is not None:
            self._results_view.show_results(results.claims, self._shown.figures)

    def _on_failed(self, message: str) -> None:
        """Show which file is damaged; no message hides this problem only."""
        self._damage.show_problem(translate_message(message))

    def _on_ended(self, error: str) -> None:
        self._ended = time.time()
        if self._close_after_end():
            return
        if error:
            text = tr("Experiments", "The experiment stopped. {reason}")
            self._problem.show_problem(text.format(reason=error))
        self._refresh()
