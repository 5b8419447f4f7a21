"""An operator at a contest: types, presses keys, reads what the window shows."""

from dataclasses import replace

import pytest
from PyQt5.QtCore import Qt
from PyQt5.QtTest import QTest
from PyQt5.QtWidgets import QWidget

from engine.core.types import Player
from engine.games import GAMES
from gui.contest import move_entry
from gui.contest.contest import Contest
from gui.contest.contest_autosave import ContestAutosave
from gui.contest.contest_controller import ContestController
from gui.contest.contest_game import ContestState
from gui.game.engine_thread import EngineThread
from gui.game.game_controller import GameController
from gui.settings.external_programs import ExternalPrograms
from gui.settings.table import RECORD_FOLDER
from tests.gui.driving import has_widget, press, widget
from tests.gui.scripted_engines import ENGINE

CONTEST = Contest(
    setup=GAMES["gomoku"].setup(),
    our_seat=Player.SECOND,
    our_engine=ENGINE,
    our_name="甲队",
    their_name="乙队",
    event="2026 CCGC",
    place="重庆",
    date="2026-07-29 14:00",
)
"""They begin; our engine answers on A,15, B,15 and so on."""


class Operator:
    """Hands and eyes at the operator's window."""

    def __init__(self, qtbot, contests, games, main):
        self._qtbot = qtbot
        self.controller, self.games, self.main = contests, games, main

    @property
    def game(self):
        return self.controller.game

    @property
    def window(self):
        return self.controller.window

    @property
    def entry(self):
        return widget(self.window, "contest_entry")

    @property
    def moves(self):
        """The moves played, as the contest writes them."""
        game = self.game
        return [game.contest.cell_text(m) for m in game.session.record.main_moves()]

    @property
    def message(self):
        """The sentence below the field."""
        return widget(self.window, "contest_read").text()

    @property
    def task(self):
        return widget(self.window, "contest_task").text()

    @property
    def shown_move(self):
        return widget(self.window, "contest_move").text

    @property
    def log(self):
        """The lines of the log file without their times."""
        text = self.game.journal.path.read_text(encoding="utf-8")
        return [line.split("  ", 1)[1] for line in text.splitlines()]

    def is_enabled(self, key):
        """Return whether a function key is enabled."""
        return widget(self.window, f"contest_key_{key}").isEnabled()

    def clocks(self):
        return [
            widget(self.window, f"contest_time_{name}").text
            for name in ("first", "second")
        ]

    def set_up(self, **changes):
        """Begin a contest; the clocks are not started."""
        self.controller.begin(replace(CONTEST, **changes))
        self.wait_until_shown()

    def wait_until_shown(self):
        with self._qtbot.waitExposed(self.window):
            pass

    def begin(self, **changes):
        """Begin a contest and let the clocks run."""
        self.set_up(**changes)
        self.key(Qt.Key_F5)

    def type(self, text):
        QTest.keyClicks(self.entry, text)

    def enter(self, text=""):
        self.type(text)
        QTest.keyClick(self.entry, Qt.Key_Return)

    def key(self, key):
        QTest.keyClick(self.window, key)

    def wait(self, milliseconds):
        self._qtbot.wait(milliseconds)

    def wait_for(self, state):
        self._qtbot.waitUntil(lambda: self.game.state is state)

    def wait_for_answer(self):
        self.wait_for(ContestState.PLACING)

    def wait_for_focus(self, name):
        self._qtbot.waitUntil(lambda: widget(None, name).hasFocus())

    def answered(self, *texts):
        """Type moves of theirs and put each answer on the board."""
        for text in texts:
            self.enter(text)
            self.wait_for_answer()
            self.enter()

    def fill(self, **fields):
        """Write into fields of a dialog by their names."""
        for name, text in fields.items():
            widget(None, name).setText(text)

    def leave_by_key(self, way="return"):
        """Press F12 and answer its question: ``return``, ``give_up`` or ``cancel``."""
        self.key(Qt.Key_F12)
        if way == "cancel":
            press(None, "contest_leave_cancel")
        else:
            widget(None, f"contest_leave_{way}").click()
            press(None, "contest_leave_accept")

    def come_back(self):
        """Go on with the contest that was left."""
        self.controller.show()
        self.wait_until_shown()
        self.key(Qt.Key_F5)

    def leave(self):
        if self.window is not None:
            self.window.close()


def crash(operator):
    """End the program and leave on disk what stood there while it ran."""
    operator.wait(50)
    state = operator.game.journal.path.with_name("contest.json")
    kept = state.read_bytes()
    operator.leave()
    operator.main.close()
    operator.controller.end()
    state.write_bytes(kept)


@pytest.fixture(autouse=True)
def quick_hands(monkeypatch):
    """Let an Enter count at once; the pause before it has a test of its own."""
    monkeypatch.setattr(move_entry, "SETTLE_SECONDS", 0.0)


@pytest.fixture
def records(settings, tmp_path):
    """Return the folder for the records of contests."""
    folder = tmp_path / "records"
    folder.mkdir()
    settings[RECORD_FOLDER] = folder
    return folder


@pytest.fixture
def start_operator(qtbot, factory, settings, records, tmp_path):
    """Return a function that starts what an operator needs, with a bare main window."""
    started = []

    def start():
        thread, main = EngineThread(), QWidget()
        qtbot.addWidget(main)
        games = GameController(thread, factory, "gomoku")
        games.start()
        contests = ContestController(
            lab_is_at_work=lambda: False,
            controller=games,
            factory=factory,
            settings=settings,
            autosave=ContestAutosave(tmp_path / "contests"),
            programs=ExternalPrograms(settings, lambda _parent, _folder: None),
            ask_folder=lambda _parent, _folder: tmp_path / "chosen",
            window=main,
        )
        started.append((Operator(qtbot, contests, games, main), thread))
        if contests.restore():
            qtbot.waitUntil(contests.window.isActiveWindow)
        return started[-1][0]

    yield start
    for operator, thread in started:
        operator.leave()
        operator.controller.end()
        operator.games.end()
        assert thread.shutdown()


@pytest.fixture
def operator(start_operator):
    return start_operator()


@pytest.fixture
def start_with_program(qtbot, start_program, records):
    """Return a function that starts the whole program for an operator."""
    operators = []

    def start():
        program = start_program()
        operators.append(
            Operator(qtbot, program.contests, program.controller, program.window)
        )
        return operators[-1], program

    yield start
    for operator in operators:
        operator.leave()


@pytest.fixture
def persons(operator):
    """Return an operator who types the moves of both sides."""
    operator.begin(our_engine=None)
    return operator


@pytest.fixture
def has():
    """Return a function that says whether a dialog or a widget is to be seen."""
    return lambda name: has_widget(None, name)
