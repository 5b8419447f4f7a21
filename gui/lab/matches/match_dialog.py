"""Form of a new match or tournament."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PyQt5.QtCore import pyqtSignal
from PyQt5.QtWidgets import (
    QCheckBox,
    QSpinBox,
    QWidget,
)

from engine.core.errors import EngineError
from engine.games import GAMES, get_game
from engine.tournament.contestants import list_contestants
from engine.tournament.run_folder import RunFolder
from gui.dialogs.options_editor import OptionsEditor
from gui.dialogs.size_fields import SizeFields
from gui.lab.folder_choice import describe_unwritable
from gui.lab.matches.engine_list import EngineListEditor
from gui.lab.matches.match_choice import (
    MATCH_ENGINES,
    MOST_PROCESSES,
    MOST_THREADS,
    MatchChoice,
)
from gui.lab.matches.match_fields import LimitField, OpeningsField
from gui.lab.run_folder_fields import AskPath, RunFolderFields
from gui.style.icons import icon_if_drawn
from gui.text.fit_messages import find_setup_problem
from gui.text.i18n import tr, translate_message
from gui.text.labels import game_title
from gui.text.plain_text import PlainLabel, set_tip
from gui.widgets.choice_box import ChoiceBox
from gui.widgets.form import FormDialog, make_row
from gui.widgets.segmented_buttons import SegmentedButtons

MOST_GAMES_TYPED, MOST_ELO = 100_000, 500


class MatchDialog(FormDialog):
    """Dialog for a match; writes the plan into its folder when accepted.

    Args:
        choice: What is shown first.
        last_choice: Returns the last choice for a game.
        folder: Folder of all matches.
        ask_file: Asks for a file of openings.
        ask_folder: Asks for a folder.
        parent: The window it belongs to.
    """

    run_chosen = pyqtSignal(Path)  # folder of an earlier match to open

    def __init__(
        self,
        choice: MatchChoice,
        last_choice: Callable[[str], MatchChoice],
        *,
        folder: Path,
        ask_file: AskPath,
        ask_folder: AskPath,
        parent: QWidget | None = None,
    ) -> None:
        title = tr("Lab", "Match between engines")
        super().__init__("match", title, tr("Lab", "Start match"), parent)
        self._last_choice = last_choice
        self._choice = choice
        self._is_filling = False
        self._run = RunFolderFields(
            "match",
            folder,
            ask_folder=ask_folder,
            open_text=tr("Lab", "Open an earlier match…"),
            form=self,
        )
        self._openings = OpeningsField(ask_file, folder)
        self._make_fields()
        self._lay_out()
        self._show_choice(choice)
        self._connect()

    @property
    def choice(self) -> MatchChoice:
        """The match as chosen now, or before the fields made no sense."""
        return self._choice

    @property
    def folder(self) -> Path:
        """Folder of all matches, as chosen now."""
        return self._run.folder

    @property
    def path(self) -> Path:
        """Folder of the run."""
        return self._run.path

    def accept(self) -> None:
        """Write the plan; stay open with one sentence if that fails."""
        try:
            plan = self._choice.make_plan()
            RunFolder(self.path).claim(plan, resume=False)
        except EngineError as error:
            self.show_failure(translate_message(error.message))
        except OSError as error:
            self.show_failure(describe_unwritable(self.path, error))
        else:
            super().accept()

    def _make_fields(self) -> None:
        games = [(name, game_title(name)) for name in GAMES]
        self._games = SegmentedButtons("match_game", games)
        for name in GAMES:
            self._games.set_icon(name, icon_if_drawn(name))
        self._size = SizeFields("match")
        self._options = OptionsEditor("match_option")
        self._count = _spin("match_games", 1, MOST_GAMES_TYPED)
        self._limit = LimitField()
        self._engines = EngineListEditor("match_engines")
        self._kind = ChoiceBox("match_kind")
        self._kind.addItem(tr("Lab", "Everyone against everyone"), False)
        self._kind.addItem(tr("Lab", "The first against all others"), True)
        self._processes = _spin("match_processes", 1, MOST_PROCESSES)
        self._threads = _spin("match_threads", 1, MOST_THREADS)
        tip = tr("Lab", "Threads of each search, unless an engine names its own.")
        set_tip(self._threads, tip)
        self._tests = QCheckBox(tr("Lab", "Stop early by a sequential test"))
        self._tests.setObjectName("match_test")
        self._elo0 = _spin("match_elo0", -MOST_ELO, MOST_ELO)
        self._elo1 = _spin("match_elo1", -MOST_ELO, MOST_ELO)
        for box in (self._elo0, self._elo1):
            box.setSuffix(tr("Lab", " Elo"))

    def _lay_out(self) -> None:
        self.add_row(tr("NewGame", "Game"), self._games)
        self.add_row(tr("NewGame", "Board"), self._size)
        self._options_label = self.add_row(tr("NewGame", "Rules"), self._options)
        self.add_line()
        at_once = PlainLabel(tr("Lab", "at the same time:"))
        at_once.setProperty("role", "muted")
        games = make_row(self._count, at_once, self._processes, stretch=True)
        self.add_row(tr("Lab", "Games"), games)
        self.add_row(tr("Lab", "Limit"), self._limit)
        self.add_row(tr("Lab", "Threads"), make_row(self._threads, stretch=True))
        self.add_row(tr("Lab", "Openings"), self._openings)
        self.add_line()
        self.add_row(tr("Lab", "Test"), self._tests)
        between = PlainLabel(tr("Lab", "or"))
        bounds = make_row(self._elo0, between, self._elo1, stretch=True)
        self.add_row(tr("Lab", "Hypotheses"), bounds)
        self.start_column()
        self.add_row(tr("Lab", "Engines"), self._engines)
        self._kind_label = self.add_row(tr("Lab", "Schedule"), self._kind)
        self.add_line()
        self._run.add_rows()
        self.add_row("", make_row(self._run.open_button, stretch=True))
        self.add_space()

    def _connect(self) -> None:
        self._games.chosen.connect(self._on_game_chosen)
        spins = (self._count, self._processes, self._threads, self._elo0, self._elo1)
        for box in spins:
            box.valueChanged.connect(self._on_changed)
        fields = (self._size, self._options, self._limit, self._openings, self._engines)
        for field in fields:
            field.changed.connect(self._on_changed)
        self._kind.currentIndexChanged.connect(self._on_changed)
        self._tests.toggled.connect(self._on_changed)
        self._run.name_edited.connect(self._on_changed)
        self._run.folder_changed.connect(self._on_changed)
        self._run.run_chosen.connect(self.run_chosen)

    def _show_choice(self, choice: MatchChoice) -> None:
        """Put ``choice`` into all fields; they fit together when all are filled."""
        setup = choice.setup
        self._choice = choice
        self._is_filling = True
        self._games.set_value(setup.game)
        self._size.show_size(setup)
        self._options.show_setup(setup)
        has_options = bool(get_game(setup.game).options)
        self._options.setVisible(has_options)
        self._options_label.setVisible(has_options)
        self._count.setValue(choice.games)
        self._limit.show_choice(choice)
        self._openings.show_choice(choice)
        self._engines.show_engines(setup, choice.engines)
        self._kind.setCurrentIndex(int(choice.is_gauntlet))
        self._processes.setValue(choice.processes)
        self._threads.setValue(choice.threads)
        self._tests.setChecked(choice.has_test)
        self._elo0.setValue(round(choice.elo0))
        self._elo1.setValue(round(choice.elo1))
        self._is_filling = False
        self._on_changed()

    def _on_changed(self) -> None:
        """Take over the fields, and show what is wrong with them."""
        if self._is_filling:
            return
        self._show_needed_fields()
        problem = find_setup_problem(
            self._choice.setup.game,
            self._size.rows,
            self._size.columns,
            self._options.values,
        )
        if not problem:
            try:
                self._take_fields()
            except EngineError as error:
                problem = translate_message(error.message)
        self._openings.show_note(self._choice)
        self._run.suggest_name(self._choice.suggest_name())
        self.set_problem(problem or self._run.find_problem())

    def _take_fields(self) -> None:
        """Make the choice that the fields describe.

        Raises:
            EngineError: They describe none, or an engine does not play so.
        """
        setup = get_game(self._choice.setup.game).setup(
            height=self._size.rows,
            width=self._size.columns,
            options=self._options.values,
        )
        self._engines.show_setup(setup)
        choice = MatchChoice(
            setup=setup,
            engines=self._engines.engines,
            limit=self._limit.kind,
            seconds=self._limit.seconds,
            nodes=self._limit.nodes,
            games=self._count.value(),
            is_gauntlet=self._kind.currentData(),
            openings=self._openings.kind,
            openings_file=self._openings.file,
            processes=self._processes.value(),
            threads=self._threads.value(),
            has_test=self._tests.isChecked(),
            elo0=float(self._elo0.value()),
            elo1=float(self._elo1.value()),
        )
        list_contestants(replace(choice, openings="none").make_plan())
        self._choice = choice

    def _show_needed_fields(self) -> None:
        is_match = len(self._engines.engines) == MATCH_ENGINES
        for part in (self._kind_label.parentWidget(), self._kind):
            part.setVisible(not is_match)
        self._tests.setEnabled(is_match)
        for part in (self._elo0, self._elo1):
            part.setEnabled(is_match and self._tests.isChecked())

    def _on_game_chosen(self, game: str) -> None:
        if game != self._choice.setup.game:
            self._show_choice(self._last_choice(game))


def _spin(name: str, least: int, most: int) -> QSpinBox:
    box = QSpinBox()
    box.setObjectName(name)
    box.setRange(least, most)
    return box
