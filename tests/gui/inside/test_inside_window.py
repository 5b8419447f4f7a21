"""The window: a search, single steps, refusals."""

import pytest
from PyQt5.QtCore import QEvent, Qt
from PyQt5.QtGui import QKeySequence
from PyQt5.QtTest import QTest
from PyQt5.QtWidgets import QApplication, QPlainTextEdit, QWidget

from engine.core.errors import EngineError
from engine.core.types import Move
from engine.games import GAMES
from engine.match.match_setup import MatchSetup
from engine.search.alphabeta.alphabeta_search import (
    AlphaBetaSearch,
    AlphaBetaSettings,
)
from engine.search.api import Limits
from engine.search.uct.uct_search import UctSearch
from engine.search.uct.uct_settings import UctSettings
from gui.game.lazy_searcher import LazySearcher
from gui.inside import inside_window
from gui.inside.inside_controller import InsideController
from gui.text import languages
from tests.gui.driving import choose, press, widget
from tests.gui.inside.conftest import is_busy
from tests.gui.scripted_engines import ScriptedSearcher


class Listener:
    """Takes the end of a search and does nothing with it."""

    def search_finished(self, report):
        pass

    def search_failed(self, message):
        raise AssertionError(message)


@pytest.mark.parametrize("keys", ["Esc", "Ctrl+W"])
def test_the_window_is_closed_by_keys(window, qtbot, keys):
    qtbot.waitUntil(window.isActiveWindow)

    with qtbot.waitSignal(window.closed):
        QTest.keySequence(window, QKeySequence(keys))


@pytest.mark.parametrize(("width", "is_row"), [(1200, True), (670, False)])
def test_the_choice_takes_two_rows_in_a_narrow_window(window, qtbot, width, is_row):
    engine, last = widget(window, "inside_engine"), widget(window, "inside_last")

    window.resize(width, 640)

    qtbot.waitUntil(lambda: (last.y() == engine.y()) is is_row)
    assert window.width() == width
    assert last.geometry().right() < last.parentWidget().width()


def heading(window):
    return widget(window, "inside_heading").text()


def text(window):
    return window.findChild(QPlainTextEdit, "inside_text").toPlainText()


def root_visits(window):
    view = widget(window, "inside_tree")
    return view.item(view.model().index(0, 0)).node.visits


def test_a_search_shows_its_tree(window, push):
    widget(window, "inside_nodes").setValue(300)

    push("search")

    assert root_visits(window) == 300
    assert heading(window) == "Simulations: 300"
    assert "Root: N = 300" in text(window)


def test_a_move_shows_its_position_and_formula(window, push):
    push("search")
    view = widget(window, "inside_tree")
    best = view.model().index(0, 0, view.model().index(0, 0))
    move = best.data()

    view.setCurrentIndex(best)

    assert text(window).startswith(f"{move}: N = ")
    assert "w = (1 + Q) / 2" in text(window)
    assert "N′: visits of the position." in text(window)  # noqa: RUF001
    assert widget(window, "inside_caption").text() == f"{move} · Blue to move"


@pytest.fixture
def searched(controller, engine_thread, qtbot):
    """Return a function by which another part searches the position on the board."""

    def search(searcher, nodes):
        lazy = LazySearcher(lambda: searcher)
        limits = Limits(nodes=nodes)
        engine_thread.request(lazy, controller.session.position, limits, Listener())
        qtbot.waitUntil(lambda: not engine_thread.is_searching)
        return lazy  # as a game does

    return search


def test_the_tree_of_the_last_search_of_the_position_is_shown(
    inside, searchers, searched, qtbot
):
    kept = searched(searchers.build(), 250)
    window = inside.show()

    press(window, "inside_last")
    qtbot.waitUntil(lambda: not is_busy(window))

    assert kept.is_ready
    assert root_visits(window) == 250
    assert searchers.configs == []
    window.close()


def test_a_search_of_another_position_or_without_a_tree_is_not_offered(
    inside, controller, searchers, searched
):
    kept = [searched(searchers.build(), 50)]
    window = inside.show()
    last = widget(window, "inside_last")
    assert last.isEnabled()

    controller.play(Move(5))
    window.offer()
    assert not last.isEnabled()

    kept.append(searched(ScriptedSearcher(), 50))
    window.offer()
    assert not last.isEnabled()
    window.close()


def test_steps_show_a_simulation_in_phases(window, push):
    push("start", "step")
    assert heading(window) == "Simulation 1: select"

    push("step", "step", "step")

    assert heading(window) == "Simulation 1: back up"
    assert root_visits(window) == 1
    push("step")
    assert heading(window) == "Simulation 2: select"
    assert root_visits(window) == 1


def test_a_simulation_is_shown_to_its_end(window, push):
    push("start", "step", "simulation")
    assert heading(window) == "Simulation 1: back up"

    push("simulation")

    assert heading(window) == "Simulation 2: back up"
    assert root_visits(window) == 2


def test_a_key_takes_the_next_step(window):
    assert widget(window, "inside_step").shortcut().toString() == "F6"


def test_many_simulations_run_at_once(window, push):
    push("start", "skip_10", "skip_100")

    assert root_visits(window) == 110
    push("start")
    assert root_visits(window) == 0


def test_steps_end_at_a_proven_result(searchers, controller, push, window):
    for name in ("b2", "a1", "b3", "a2", "b1", "a3"):
        controller.play(GAMES["hex"].parse_cell(controller.session.setup, name))
    proving = UctSettings(rave_equivalence=50, proves=True, pool_entries=1 << 12)
    searchers.build = lambda: UctSearch(proving)

    push("start", "skip_100", "step")

    assert heading(window) == "The search is over: the result is proven."
    assert not widget(window, "inside_step").isEnabled()


def test_the_solver_is_off_unless_it_is_wanted(window, searchers, push):
    choose(window, "inside_engine", "uct")
    push("search")
    widget(window, "inside_solver").setChecked(True)
    push("search")

    found = [dict(config.overrides) for config in searchers.configs]
    assert found == [{"solver_visits": 0}, {}]


def test_a_finished_game_is_refused(window, controller, push):
    setup = controller.session.setup
    for name in ("a1", "b1", "a2", "b2", "a3", "b3", "a4"):
        controller.play(GAMES["hex"].parse_cell(setup, name))

    push("search")

    assert heading(window) == "The game is over: there is nothing to search."
    push("start")
    assert heading(window) == "The game is over: there is nothing to search."


def test_an_engine_without_a_tree_is_refused(searchers, window, push):
    searchers.build = ScriptedSearcher

    push("start")

    assert heading(window).startswith("Expected an engine with a search tree")


def test_an_error_of_the_engine_is_one_sentence(window, searchers, push):
    def fail():
        raise EngineError("The network is damaged.")

    searchers.build = fail

    push("search")

    assert heading(window) == "The network is damaged."


def test_a_thinking_engine_is_left_alone(thinking, engine_thread, settings, qapp):
    main = QWidget()
    window = InsideController(engine_thread, thinking, settings, main).show()

    press(window, "inside_start")

    assert heading(window).startswith("An engine is thinking")
    assert engine_thread.is_searching
    window.close()
    main.close()


def test_other_work_in_the_engine_thread_frees_the_window(window, engine_thread, qtbot):
    widget(window, "inside_nodes").setValue(10_000_000)
    press(window, "inside_search")
    assert is_busy(window)

    engine_thread.cancel()

    assert not is_busy(window)
    assert heading(window) == "Another search took the engine's place."


def test_the_window_follows_the_language(window, monkeypatch):
    monkeypatch.setattr(inside_window, "tr", lambda _context, text: f"{text}!")

    QApplication.sendEvent(window, QEvent(QEvent.LanguageChange))

    assert widget(window, "inside_step").text() == "Next step!"


def test_a_second_call_shows_the_same_window(inside, window, monkeypatch):
    monkeypatch.setattr(inside_window.InsideWindow, "raise_", lambda _window: None)

    assert inside.show() is window


def test_alpha_beta_goes_node_by_node(controller, begin_game, searchers, window, push):
    searchers.build = lambda: AlphaBetaSearch(AlphaBetaSettings(table_bits=10))
    begin_game(MatchSetup(setup=GAMES["gomoku"].setup(height=7)))
    window.offer()
    choose(window, "inside_engine", "alphabeta")
    assert widget(window, "inside_simulation").text() == "Next node"
    assert not widget(window, "inside_solver").isEnabled()

    push("start", "step", "step")
    assert heading(window).startswith("Node 1: ")
    push("skip_100", "simulation")
    assert heading(window).startswith("Node 102: ")


def titles(window):
    model = widget(window, "inside_tree").model()
    columns = range(model.columnCount())
    return [model.headerData(at, Qt.Horizontal).strip() for at in columns]


@pytest.mark.parametrize(
    ("preset", "expected"),
    [
        ("uct", "Move N W Q|Red wins|U Score"),
        ("mcts", "Move N W Q|Red wins|P U Score"),
        ("alphabeta", "Move Depth α β Value|Red wins|Nodes End"),  # noqa: RUF001
    ],
)
def test_another_engine_shows_its_columns_without_a_tree(
    window, push, preset, expected
):
    choose(window, "inside_engine", "uct-plain")
    push("search")
    before = widget(window, "inside_tree").model().rowCount()

    choose(window, "inside_engine", preset)

    left, rate, right = expected.split("|")
    assert titles(window) == [*left.split(), rate, *right.split()]
    assert (before, widget(window, "inside_tree").model().rowCount()) == (1, 0)
    assert heading(window) == ""
    assert text(window).startswith("Search shows the tree")


def test_another_language_keeps_the_tree(window, push):
    push("search")

    QApplication.sendEvent(window, QEvent(QEvent.LanguageChange))

    assert widget(window, "inside_tree").model().rowCount() == 1


@pytest.mark.parametrize(
    "names", [(), ("search",), ("start", "step"), ("start", "skip_10")]
)
def test_all_texts_follow_the_language_and_come_back(window, push, qapp, names):
    push(*names)
    english = texts_of(window)

    languages.apply(qapp, "zh_CN")
    chinese = texts_of(window)
    languages.apply(qapp, "en")

    assert not [one for one in chinese if one and one.isascii()]
    assert texts_of(window) == english


def texts_of(window):
    """Return heading, explanation and caption."""
    return heading(window), text(window), widget(window, "inside_caption").text()


def test_the_tree_of_alpha_beta_has_its_iterations(
    controller, begin_game, searchers, window, push
):
    searchers.build = lambda: AlphaBetaSearch(AlphaBetaSettings(table_bits=10))
    begin_game(MatchSetup(setup=GAMES["gomoku"].setup(height=7)))
    controller.play(GAMES["gomoku"].parse_cell(controller.session.setup, "d4"))
    window.offer()
    choose(window, "inside_engine", "alphabeta")

    push("search")

    assert heading(window).startswith("Recorded nodes: ")
    assert text(window).startswith("Iteration: depth ")


@pytest.mark.usefixtures("third_game")
def test_the_third_game_has_a_tree(controller, begin_game, window, push):
    begin_game(MatchSetup(setup=GAMES["squares"].setup(height=3)))

    push("start", "step", "skip_10", "simulation")

    assert heading(window) == "Simulation 12: back up"
