"""Scripted engines, and the window without a screen."""

import gc
import random
import threading
import time
from functools import partial

import pytest
from PyQt5.QtCore import QEvent, QObject, QRect, QSettings, QTimer
from PyQt5.QtWidgets import QAction

from engine.core.annotations import BoardAnnotations, CellMarks, Sign
from engine.core.types import Candidate, Move
from engine.games import GAMES
from engine.match.engine_choice import default_match
from engine.match.match_setup import MatchSetup
from engine.players import PlayerConfig
from engine.search.api import SearchResult
from gui.app import application as app
from gui.app.garbage import GarbageCollector
from gui.board import background
from gui.dialogs.new_game_dialog import NewGameDialog
from gui.files import record_loader
from gui.game.annotation_reader import AnnotationReader
from gui.game.engine_thread import EngineThread
from gui.game.game_controller import GameController
from gui.game.game_factory import GameFactory
from gui.game.lazy_searcher import LazySearcher
from gui.game.notice_messages import notice_message
from gui.settings import file_probe
from gui.settings.last_match import save_last_match
from gui.settings.settings import Settings
from gui.settings.table import LANGUAGE, SOUNDS, WINDOW_GEOMETRY
from gui.style import theme
from gui.style.theme import LIGHT
from gui.text import languages
from tests.gui.driving import click_cell, has_widget
from tests.gui.panels.candidates import LONG, consider

GARBAGE = GarbageCollector()

ENGINE = PlayerConfig(preset="uct-plain", level=1)


PATIENCE_MS = 30_000
"""How long to wait for what must happen, on a machine with other work on it, too."""


@pytest.fixture
def qtbot(qtbot):
    qtbot.waitUntil = partial(qtbot.waitUntil, timeout=PATIENCE_MS)
    qtbot.waitSignal = partial(qtbot.waitSignal, timeout=PATIENCE_MS)
    return qtbot


class ScriptedSearcher:
    """Plays the first free cell; waits first until let go, stopped or out of time."""

    def __init__(self, *, delay=0.0, error=None, choose=None, consider=None, value=0.5):
        self.delay, self.error, self.value = delay, error, value
        self.choose = choose or (lambda position: position.legal_moves()[0])
        self.consider = consider or self._choice_alone
        self.let_go = threading.Event()
        self.prepared = []
        self.searched = []
        self.allowed = []
        self.stopped = 0

    def prepare(self, position):
        self.prepared.append(threading.current_thread().name)

    def search(self, position, limits, *, stop=None, on_progress=None):
        self.searched.append(position.history)
        self.allowed.append(limits.seconds)
        if self.error:
            raise self.error
        end = time.monotonic() + self.delay
        while time.monotonic() < end and not stop and not self.let_go.is_set():
            time.sleep(0.001)
            if on_progress:
                on_progress(self._result(position, nodes=1))
        self.stopped += bool(stop)
        return self._result(position, nodes=100)

    def _result(self, position, *, nodes):
        move = self.choose(position)
        return SearchResult(
            move=move,
            value=self.value,
            pv=(move, Move(move + 1)),
            nodes=nodes,
            seconds=0.1,
            depth=3,
            candidates=self.consider(position, nodes),
        )

    def _choice_alone(self, position, nodes):
        return (Candidate(move=self.choose(position), value=0.5, visits=nodes),)


class Engines:
    """The searchers made so far, and how the next ones behave."""

    def __init__(self):
        self.delay, self.error, self.value = 0.0, None, 0.5
        self.choose = self.consider = None
        self.broken, self.unbuildable = set(), set()
        self.build_delay = 0.0
        self.made, self.players = [], []

    def make(self, engine, game):
        time.sleep(self.build_delay)
        self.players.append(engine)
        if engine.preset in self.unbuildable:
            raise MemoryError
        error = RuntimeError("boom") if engine.preset in self.broken else self.error
        self.made.append(
            ScriptedSearcher(
                delay=self.delay,
                error=error,
                choose=self.choose,
                consider=self.consider,
                value=self.value,
            )
        )
        return self.made[-1]

    @property
    def latest(self):
        return self.made[-1]

    @property
    def searched(self):
        return [history for searcher in self.made for history in searcher.searched]


class Reads:
    """Reads boards: every second cell is dead; waits first until let go."""

    def __init__(self):
        self.error = None
        self.may_go = threading.Event()
        self.may_go.set()
        self.histories, self.threads = [], []

    def read(self, position):
        self.histories.append(position.history)
        self.threads.append(threading.current_thread())
        assert self.may_go.wait(timeout=10)
        if self.error:
            raise self.error
        dead = frozenset(position.legal_moves()[::2])
        return BoardAnnotations(marks=(CellMarks(sign=Sign.DASH, cells=dead),))


@pytest.fixture
def reads():
    return Reads()


@pytest.fixture
def settings(tmp_path):
    made = Settings(QSettings(str(tmp_path / "settings.ini"), QSettings.IniFormat))
    made[LANGUAGE] = "en"
    made[SOUNDS] = False
    return made


@pytest.fixture
def engines():
    return Engines()


@pytest.fixture
def engine_thread(qtbot):
    thread = EngineThread()
    yield thread
    assert thread.shutdown()


@pytest.fixture
def factory(settings, engines):
    return GameFactory(settings, make_searcher=engines.make, rng=random.Random(1))


@pytest.fixture
def controller(engine_thread, factory):
    controller = GameController(engine_thread, factory, "gomoku")
    controller.start()
    yield controller
    controller.end()


class Notices:
    """The notices of the games of a controller."""

    def __init__(self, controller, qtbot):
        self._qtbot, self.all = qtbot, []
        controller.match_changed.connect(lambda view: self.all.extend(view.notices))

    def wait_for(self, kind):
        """Return the first notice of a kind once there is one."""
        self._qtbot.waitUntil(lambda: any(isinstance(one, kind) for one in self.all))
        return next(one for one in self.all if isinstance(one, kind))

    @property
    def messages(self):
        return [text for text in map(notice_message, self.all) if text]


@pytest.fixture
def notices(controller, qtbot):
    return Notices(controller, qtbot)


@pytest.fixture
def begin_game(controller, factory):
    """Return a function that begins a game without a window."""
    return lambda choice: controller.put(factory.chosen(choice))


@pytest.fixture
def thinking(controller, begin_game, engines, qtbot):
    """Return the controller while an engine thinks about a person's move on h8."""
    engines.delay = 60
    begin_game(MatchSetup(setup=GAMES["gomoku"].setup(), second=ENGINE))
    controller.play(Move(112))
    qtbot.waitUntil(lambda: len(engines.searched) > 0)
    return controller


@pytest.fixture
def lazy():
    """Return a function that wraps a searcher as the engine thread takes it."""
    return lambda searcher: LazySearcher(lambda: searcher)


class Files:
    """Answers the questions for files."""

    def __init__(self, folder):
        self.folder = folder
        self.record = self.target = None
        self.suggestions = []

    def ask_record(self, parent, folder):
        return self.record

    def ask_target(self, parent, suggestion, game):
        self.suggestions.append(suggestion)
        return self.target

    def ask_folder(self, parent, folder):
        return self.folder

    def ask_openings(self, parent, folder):
        return self.record


@pytest.fixture
def file_answers(tmp_path):
    return Files(tmp_path)


@pytest.fixture
def state_home(tmp_path, monkeypatch):
    """Let the program keep its games where only this test looks."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@pytest.fixture
def parts(engines, reads, file_answers):
    """Return a function for what a program is given instead of its own."""
    return lambda: {
        "make_searcher": engines.make,
        "reader": AnnotationReader({"hex": reads.read}.get),
        "dialogs": file_answers,
    }


@pytest.fixture(autouse=True)
def garbage_of_this_thread():
    """Collect garbage as the program does: never in an engine thread, nor in Qt."""
    gc.disable()
    yield
    GARBAGE.collect()
    gc.enable()


@pytest.fixture(autouse=True)
def common_look(qapp):
    """Begin in English and in the light theme, whatever the last test has left.

    This is free unless that test has changed something. The application is that of
    the tests, whose pixels are those of the screen at every resolution.
    """
    languages.apply(qapp, "en")
    theme.apply(qapp, LIGHT)


@pytest.fixture(autouse=True)
def prompt_disk(monkeypatch):
    """Wait for files, however busy the machine is, before anything else happens."""
    for module in (record_loader, file_probe):
        monkeypatch.setattr(module, "PROMPT_SECONDS", PATIENCE_MS / 1000)
    monkeypatch.setattr(file_probe, "FOLDER_SECONDS", PATIENCE_MS / 1000)


@pytest.fixture(autouse=True)
def light_window(monkeypatch):
    """Start the engines at once, and paint little of the grain of the wood."""
    monkeypatch.setattr(app, "START_MS", 0)
    monkeypatch.setattr(background, "PORES", 2)


class ClosedWindows(QObject):
    """Filter of events: a closed window that Qt deletes later follows no change."""

    CHANGES = (QEvent.LanguageChange, QEvent.PaletteChange)

    def eventFilter(self, watched, event):  # noqa: N802 - as Qt calls it
        return event.type() in self.CHANGES


CLOSED = ClosedWindows()


@pytest.fixture
def start_program(qtbot, settings, parts, state_home):
    """Return a function that opens the window as the program does."""
    programs = []
    settings[WINDOW_GEOMETRY] = QRect(0, 0, 1240, 860)

    def start(*paths):
        program = app.new_program(list(paths), settings=settings, **parts())
        programs.append(program)
        qtbot.addWidget(program.window)
        started = []
        program.window.painted.connect(
            lambda: QTimer.singleShot(app.START_MS, lambda: started.append(program))
        )
        with qtbot.waitExposed(program.window):
            program.window.show()
        qtbot.waitUntil(lambda: program in started)
        return program

    yield start
    for program in programs:
        app.get_application().closeAllWindows()  # dialogs first
        assert program.shutdown()
        program.window.installEventFilter(CLOSED)


@pytest.fixture
def program(start_program):
    return start_program()


@pytest.fixture
def persons(program, settings):
    """Return the window with two persons at a Gomoku board."""
    choice = MatchSetup(setup=GAMES["gomoku"].setup())
    save_last_match(settings, choice)
    program.controller.put(program.factory.chosen(choice))
    return program


@pytest.fixture
def show_new_game(qtbot):
    """Return a function that shows the dialog for a new game."""

    def show(game="gomoku", last=None):
        dialog = NewGameDialog(game, lambda name: last or default_match(name))
        qtbot.addWidget(dialog)
        dialog.show()
        return dialog

    return show


@pytest.fixture(params=[("gomoku", 9, 7), ("hex", 5, 8)], ids=lambda board: board[0])
def begin_search(request, program, engines, qtbot):
    """Return a function that lets a person begin against an engine that considers."""
    game, height, width = request.param
    setup = GAMES[game].setup(height=height, width=width)
    engines.consider = consider

    def start(dock_layout="analyse", delay=LONG):
        engines.delay = delay
        program.window.findChild(QAction, f"arrange_{dock_layout}").trigger()
        choice = MatchSetup(setup=setup, second=ENGINE, seconds_per_move=LONG)
        program.controller.put(program.factory.chosen(choice))
        click_cell(program, "a1")
        if delay:
            qtbot.waitUntil(lambda: len(engines.searched) == 1)
            if dock_layout == "analyse":
                qtbot.waitUntil(lambda: has_widget(program.window, "table_candidates"))
        else:
            qtbot.waitUntil(lambda: program.controller.session.ply == 2)
        return program

    yield start
    program.controller.stop_engine()
