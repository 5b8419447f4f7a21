"""The objects that live as long as the window: made, connected, ended."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import partial

from PyQt5.QtCore import Qt

from engine.core.files.paths import state_folder
from gui.app.services import Services
from gui.app.window_builder import build_window
from gui.contest.contest_autosave import ContestAutosave
from gui.contest.contest_controller import ContestController
from gui.files.unsaved_changes import UnsavedChanges
from gui.lab.experiments.experiment_controller import ExperimentController
from gui.lab.folder_runs import RunController
from gui.lab.matches.match_run_controller import MatchRunController
from gui.lab.run_menu import RunMenu
from gui.lab.training.training_controller import TrainingController
from gui.window.main_window import MainWindow

CONTESTS_FOLDER = "contests"
"""Folder of contest games and their journals, in the state folder."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Program(Services):
    """Services with the windows that use them, as long as the main window lives."""

    window: MainWindow
    """The main window."""

    contests: ContestController
    """The contest game and its window."""

    matches: MatchRunController
    """Matches of engines and their windows."""

    training: TrainingController
    """Training runs and their windows."""

    experiments: ExperimentController
    """Experiments and their windows."""

    @property
    def run_controllers(self) -> tuple[RunController, ...]:
        """Controllers of the runs: matches, training, experiments."""
        return self.matches, self.training, self.experiments

    def shutdown(self) -> bool:
        """Save the games and stop the engines; return whether all threads ended.

        The games are saved first: none is lost if the program is killed while it waits
        for processes. All processes end at the same time.
        """
        self.autosave.end()
        self.contests.end()
        for controller in self.run_controllers:
            controller.runs.stop()
        for controller in self.run_controllers:
            controller.runs.end()
        self.controller.end()
        has_read = self.reader.shutdown()
        has_searched = self.engine.shutdown()
        return self.factory.closer.wait() and has_searched and has_read


def make_program(services: Services) -> Program:
    """Return the program with a window for ``services``; nothing is connected yet."""
    settings, dialogs = services.settings, services.dialogs
    window = build_window(services)
    matches = MatchRunController(
        settings,
        find_game=lambda: services.controller.session.setup.game,
        ask_file=dialogs.ask_openings,
        ask_folder=dialogs.ask_folder,
        window=window,
    )
    training = TrainingController(
        settings,
        ask_file=dialogs.ask_training_file,
        ask_folder=dialogs.ask_folder,
        window=window,
    )
    experiments = ExperimentController(
        settings, ask_folder=dialogs.ask_folder, window=window
    )
    all_runs = [one.runs for one in (matches, training, experiments)]
    own = {field.name: getattr(services, field.name) for field in fields(services)}
    return Program(
        **own,
        window=window,
        contests=_make_contests(
            services,
            window,
            lab_is_at_work=lambda: any(runs.are_at_work for runs in all_runs),
        ),
        matches=matches,
        training=training,
        experiments=experiments,
    )


def _make_contests(
    services: Services, window: MainWindow, *, lab_is_at_work: Callable[[], bool]
) -> ContestController:
    return ContestController(
        controller=services.controller,
        factory=services.factory,
        settings=services.settings,
        autosave=ContestAutosave(state_folder() / CONTESTS_FOLDER),
        programs=services.programs,
        lab_is_at_work=lab_is_at_work,
        ask_folder=services.dialogs.ask_folder,
        window=window,
    )


def connect_windows(program: Program) -> None:
    """Connect the main window with autosave, contests and the runs of the lab."""
    window, contests = program.window, program.contests
    matches, training = program.matches, program.training
    # queued: the change of games that drops some also clears the status bar
    program.autosave.games_dropped.connect(window.show_note, Qt.QueuedConnection)  # type: ignore[call-arg]
    window.file_controller.game_saved.connect(program.autosave.follow_save)
    window.quit_question.add_saver(contests.save_now)
    changes = UnsavedChanges(program.controller, window.file_controller, window)
    window.quit_question.add_saver(changes.finish_saving)
    window.quit_question.add_guard(changes.may_close)
    window.contest_requested.connect(contests.show)
    contests.message_raised.connect(window.cards.show_message)
    RunMenu(window.lab_menu, [one.runs for one in program.run_controllers])
    requests = (
        window.matches_requested,
        window.training_requested,
        window.experiments_requested,
    )
    for controller, requested in zip(program.run_controllers, requests, strict=True):
        window.quit_question.add_guard(controller.runs.may_close)
        requested.connect(controller.show_form)
        controller.message_raised.connect(window.show_note)
    matches.record_requested.connect(
        partial(window.file_controller.open, remembers_folder=False)
    )
    matches.record_requested.connect(window.come_to_front)
    training.match_requested.connect(program.controller.begin)
    training.match_requested.connect(window.come_to_front)
