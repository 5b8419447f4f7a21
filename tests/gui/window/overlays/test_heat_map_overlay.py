"""Heat maps in the window: keys, legend, what they lack."""

import pytest
from PyQt5.QtCore import QPoint, Qt
from PyQt5.QtWidgets import QAction

from engine.games import GAMES
from engine.match.engine_choice import best_engine
from engine.match.match_setup import MatchSetup
from engine.records import files
from engine.search.wrappers.opening_searcher import OpeningSearcher
from tests.gui.analysis.searchers import CountingSearcher
from tests.gui.analysis.test_heat_maps import Network
from tests.gui.driving import has_widget, key, widget

GAME = "(;FF[4]GM[4]SZ[15]RE[W+R];B[hh];W[ii];B[jj])"


@pytest.fixture
def opened(program, engines):
    record = files.parse(GAME)
    engines.fixed["mcts"] = Network()
    engines.fixed.setdefault(best_engine(record.setup).preset, CountingSearcher())
    program.controller.put(program.factory.open_record(record, None))
    yield program
    program.analysis.set_on(False)


def picture(program):
    return widget(program.window, "board").grab().toImage()


def note(program):
    return widget(program.window, "label_heat_note").text()


def is_checked(program, name):
    return program.window.findChild(QAction, name).isChecked()


def test_r_shows_the_policy_of_a_position_without_analysis(opened, qtbot):
    plain = picture(opened)

    key(opened.window, Qt.Key_R)
    assert "Policy" in widget(opened.window, "label_heat_map").text()
    qtbot.waitUntil(lambda: note(opened) == "")

    assert picture(opened) != plain
    key(opened.window, Qt.Key_R)
    qtbot.waitUntil(lambda: picture(opened) == plain)
    assert not has_widget(opened.window, "bar_heat_map")


def test_a_position_without_policy_is_explained(opened, engines, qtbot):
    engines.fixed["mcts"].has_policy = False

    key(opened.window, Qt.Key_R)

    qtbot.waitUntil(lambda: "no policy" in note(opened))


def test_one_heat_map_replaces_the_other(opened):
    key(opened.window, Qt.Key_R)

    key(opened.window, Qt.Key_R, Qt.ShiftModifier)

    assert not is_checked(opened, "policy_map")
    assert is_checked(opened, "visit_map")
    assert note(opened) == "No analysis for this position."


def test_ctrl_r_searches_every_move_and_names_the_best(opened, engines, qtbot):
    board = "(;FF[4]GM[4]SZ[5];B[aa];W[ab];B[ba];W[bb];B[ca];W[cb];B[da])"
    opened.controller.put(opened.factory.open_record(files.parse(board), None))
    searcher = engines.fixed[best_engine(opened.controller.session.setup).preset]
    searcher.may_finish.set()
    plain = picture(opened)

    key(opened.window, Qt.Key_R, Qt.ControlModifier)
    qtbot.waitUntil(lambda: note(opened).startswith("Best: "))

    # The searcher gives the opponent a value of 0.25, a win rate of 62.5 %.
    assert note(opened).startswith("Best: c3 38 %; closest to 50 %: c3 38 %, ")
    assert "Win rate" in widget(opened.window, "label_heat_map").text()
    assert picture(opened) != plain
    key(opened.window, Qt.Key_R)
    assert not is_checked(opened, "win_rate_map")


def test_the_first_stones_of_an_opening_have_no_win_rate(opened, engines, qtbot):
    gomoku = GAMES["gomoku"]
    setup = gomoku.setup(height=5, width=5, options={"opening": "swap2"})
    searcher = OpeningSearcher(CountingSearcher(), gomoku.opening())
    engines.fixed[best_engine(setup).preset] = searcher
    opened.controller.put(opened.factory.make_game(MatchSetup(setup=setup)))

    key(opened.window, Qt.Key_R, Qt.ControlModifier)
    qtbot.waitUntil(lambda: note(opened).startswith("The engine plays on"))

    board = widget(opened.window, "board")
    qtbot.mouseMove(board, QPoint(1, 1))
    qtbot.mouseMove(board, board.cell_center(0))
    assert widget(opened.window, "label_cell").text() == "a5"


def test_the_status_bar_has_the_value_of_the_cell_under_the_mouse(opened, qtbot):
    key(opened.window, Qt.Key_R)
    qtbot.waitUntil(lambda: note(opened) == "")
    board = widget(opened.window, "board")
    first, second = (board.cell_center(cell) for cell in (0, 1))

    qtbot.mouseMove(board, QPoint(1, 1))
    qtbot.mouseMove(board, first)  # the only one that the network of the test likes
    assert widget(opened.window, "label_cell").text() == "a15  100 %"
    qtbot.mouseMove(board, second)
    assert widget(opened.window, "label_cell").text() == "b15"


def test_the_value_under_a_still_mouse_goes_with_its_map(opened, qtbot):
    key(opened.window, Qt.Key_R)
    qtbot.waitUntil(lambda: note(opened) == "")
    board = widget(opened.window, "board")
    qtbot.mouseMove(board, QPoint(1, 1))
    qtbot.mouseMove(board, board.cell_center(0))
    assert widget(opened.window, "label_cell").text() == "a15  100 %"

    key(opened.window, Qt.Key_R, Qt.ShiftModifier)

    assert note(opened) == "No analysis for this position."
    assert widget(opened.window, "label_cell").text() == "a15"


def test_esc_ends_the_searches_of_a_map(opened, qtbot):
    key(opened.window, Qt.Key_R, Qt.ControlModifier)
    qtbot.waitUntil(lambda: note(opened) == "0.02 s per move: 0 of 222")

    key(opened.window, Qt.Key_Escape)

    assert not is_checked(opened, "win_rate_map")
    assert not has_widget(opened.window, "bar_heat_map")


def test_a_finished_position_has_no_heat_map(opened):
    won = files.parse(
        "(;FF[4]GM[4]SZ[5];B[aa];W[ab];B[ba];W[bb];B[ca];W[cb];B[da];W[db];B[ea])"
    )
    opened.controller.put(opened.factory.open_record(won, None))
    opened.controller.go_to(9)

    key(opened.window, Qt.Key_R, Qt.ShiftModifier)

    assert not has_widget(opened.window, "bar_heat_map")
