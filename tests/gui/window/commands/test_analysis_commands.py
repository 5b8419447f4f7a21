"""Analysis in the window: keys, switch, status line."""

import pytest
from PyQt5.QtCore import Qt
from PyQt5.QtWidgets import QAction

from engine.match.engine_choice import best_engine, watched_match
from engine.records import files
from gui.settings.analysis_settings import ANALYSIS_ENGINE
from gui.settings.table import DOCK_LAYOUT
from tests.gui.analysis.searchers import CountingSearcher
from tests.gui.driving import has_widget, key, press, status, widget

WON = "(;FF[4]GM[4]SZ[15];B[aa];W[ab];B[ba];W[bb];B[ca];W[cb];B[da];W[db];B[ea])"


@pytest.fixture
def opened(program, engines):
    """Return the window with a game that Black has won, one move before its end."""
    record = files.parse(WON)
    engines.fixed[best_engine(record.setup).preset] = CountingSearcher()
    program.controller.put(program.factory.open_record(record, None))
    program.controller.go_to(8)
    yield program
    program.analysis.set_on(False)


def test_space_switches_the_analysis_and_its_state_is_shown(opened, qtbot):
    key(opened.window, Qt.Key_Space)

    qtbot.waitUntil(lambda: "Analysing" in status(opened))
    assert opened.window.findChild(QAction, "analysis_on").isChecked()
    assert widget(opened.window, "button_analysis_on").isChecked()
    key(opened.window, Qt.Key_Space)
    assert status(opened) == "Black to move. A move here starts a variation."
    assert not widget(opened.window, "button_analysis_on").isChecked()


def test_escape_stops_the_analysis(opened, qtbot):
    key(opened.window, Qt.Key_Space)
    qtbot.waitUntil(lambda: opened.analysis.latest is not None)

    key(opened.window, Qt.Key_Escape)

    assert not opened.analysis.is_on


def begin(program):
    """Begin a game with the choice of the form."""
    press(program.window, "button_new")
    press(program.window, "new_game_accept")


def test_a_new_game_begins_in_the_layout_of_play_without_candidates(opened, settings):
    key(opened.window, Qt.Key_F12)
    assert settings[DOCK_LAYOUT] == "analyse"

    begin(opened)

    assert settings[DOCK_LAYOUT] == "play"
    assert not opened.window.findChild(QAction, "candidates").isChecked()


def test_a_rematch_begins_in_the_layout_of_play(opened, settings):
    press(opened.window, "arrange_analyse")

    opened.controller.rematch()

    assert settings[DOCK_LAYOUT] == "play"


def test_two_engines_are_watched_in_the_present_layout(opened, settings):
    press(opened.window, "arrange_analyse")

    opened.controller.begin(watched_match("gomoku"))

    assert settings[DOCK_LAYOUT] == "analyse"


@pytest.mark.parametrize(("game", "searches"), [("gomoku", 2), ("hex", 1)])
def test_another_engine_of_this_game_alone_begins_again(
    *, opened, engines, settings, qtbot, game, searches
):
    searcher = CountingSearcher()
    engines.fixed["alphabeta"] = engines.fixed["uct"] = searcher
    settings[ANALYSIS_ENGINE["gomoku"]] = "uct"
    key(opened.window, Qt.Key_Space)
    qtbot.waitUntil(lambda: opened.analysis.latest is not None)

    settings[ANALYSIS_ENGINE[game]] = "alphabeta"
    is_another = opened.analysis.latest is None
    qtbot.waitUntil(lambda: opened.analysis.latest is not None)

    assert is_another is (searches == 2)
    assert len(searcher.searched) == searches


def test_a_finished_position_is_explained(opened):
    opened.controller.go_to(9)

    key(opened.window, Qt.Key_Space)

    assert status(opened) == "The game is over here. Go back a move to analyse it."


def test_candidates_of_the_analysis_are_in_the_table(opened, qtbot):
    opened.window.findChild(QAction, "arrange_analyse").trigger()

    key(opened.window, Qt.Key_Space)

    qtbot.waitUntil(lambda: has_widget(opened.window, "table_candidates"))
    table = widget(opened.window, "table_candidates").model()
    assert table.data(table.index(0, 0)) == "e15"
