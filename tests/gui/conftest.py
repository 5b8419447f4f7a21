"""The window without a screen, with scripted engines."""

import gc
import random
from functools import partial
from types import SimpleNamespace

import pytest
from PyQt5.QtCore import QEvent, QObject, QRect, QSettings, Qt, QTimer
from PyQt5.QtWidgets import QAction

from engine.core.types import Move
from engine.games import GAMES
from engine.match.engine_choice import default_match
from engine.match.match_setup import MatchSetup
from gui.app import application as app
from gui.app.garbage import GarbageCollector
from gui.board import wood
from gui.contest.contest import default_contest
from gui.contest.contest_dialog import ContestDialog
from gui.dialogs.new_game_dialog import NewGameDialog
from gui.files import file_jobs
from gui.game.annotation_reader import AnnotationReader
from gui.game.engine_thread import EngineThread
from gui.game.game_controller import GameController
from gui.game.game_factory import GameFactory
from gui.game.lazy_searcher import LazySearcher
from gui.game.notice_messages import notice_message
from gui.settings import file_probe
from gui.settings.last_match import save_last_match
from gui.settings.settings import Settings
from gui.settings.table import LANGUAGE, SOUNDS
from gui.style import theme
from gui.style.theme import LIGHT
from gui.text import languages
from gui.widgets.form import FormDialog
from tests.gui.driving import click_cell, has_widget
from tests.gui.panels.candidates import LONG, consider
from tests.gui.scripted_engines import ENGINE, Engines, Reads

GARBAGE = GarbageCollector()

PATIENCE_MS = 30_000
"""How long to wait for what must happen, on a machine with other work on it, too."""


@pytest.fixture
def qtbot(qtbot):
    qtbot.waitUntil = partial(qtbot.waitUntil, timeout=PATIENCE_MS)
    qtbot.waitSignal = partial(qtbot.waitSignal, timeout=PATIENCE_MS)
    return qtbot


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
    return lambda choice: controller.put(factory.make_game(choice))


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
        self.records = []
        self.suggestions = []

    def ask_record(self, parent, folder):
        return self.record

    def ask_records(self, parent, folder):
        return self.records

    def ask_target(self, parent, suggestion, game):
        self.suggestions.append(suggestion)
        return self.target

    def ask_picture(self, parent, suggestion):
        self.suggestions.append(suggestion)
        return self.target

    def ask_export(self, parent, suggestion, ending):
        self.suggestions.append(suggestion)
        return self.target

    def ask_folder(self, parent, folder):
        return self.folder

    def ask_training_file(self, parent, folder):
        return self.openings

    def ask_program(self, parent, folder):
        return self.program

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
def windows_of_this_test(qapp):
    """Hide the windows that a test leaves open: later tests would point at them.

    One that asks whether to quit, for example, stays until it is deleted.
    """
    before = [one for one in qapp.topLevelWidgets() if one.isVisible()]
    yield
    for one in qapp.topLevelWidgets():
        if one.isVisible() and one not in before:
            one.hide()


@pytest.fixture(autouse=True)
def common_look(qapp):
    """Begin in English and in the light theme, whatever the last test has left.

    This is free unless that test has changed something. The application is that of
    the tests, whose pixels are those of the screen at every resolution.
    """
    languages.apply(qapp, "en")
    theme.apply(qapp, LIGHT)


@pytest.fixture(autouse=True, scope="module")
def light_window():
    """Wait for files, start the engines at once, paint little grain of the wood.

    Files come before anything else happens, however busy the machine is.
    """
    with pytest.MonkeyPatch.context() as patch:
        for module in (file_jobs, file_probe):
            patch.setattr(module, "PROMPT_SECONDS", PATIENCE_MS / 1000)
        patch.setattr(file_probe, "FOLDER_SECONDS", PATIENCE_MS / 1000)
        patch.setattr(app, "START_MS", 0)
        patch.setattr(wood, "PORES", 2)
        yield


@pytest.fixture
def show_on(monkeypatch):
    """Return a function that gives dialogs a screen with room in a rectangle."""

    def show_on(room):
        screen = SimpleNamespace(availableGeometry=lambda: QRect(room))
        monkeypatch.setattr(FormDialog, "screen", lambda _dialog: screen)

    return show_on


@pytest.fixture
def show_contest_form(qtbot, tmp_path):
    """Return a function that shows the form of a contest of Gomoku."""

    def show(programs=None, *, lab_is_at_work=False):
        dialog = ContestDialog(
            "gomoku",
            default_contest,
            programs=programs,
            lab_is_at_work=lambda: lab_is_at_work,
            folder=tmp_path,
            ask_folder=lambda _parent, folder: folder,
        )
        qtbot.addWidget(dialog)
        dialog.show()
        return dialog

    return show


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

    def start(*paths, keeps_size=False):
        program = app.new_program(list(paths), settings=settings, **parts())
        if not keeps_size:
            program.window.setWindowState(Qt.WindowNoState)
            program.window.resize(1240, 860)  # larger than the screen of the tests
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
    program.controller.put(program.factory.make_game(choice))
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
        program.controller.put(program.factory.make_game(choice))
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
