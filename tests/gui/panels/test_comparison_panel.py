"""The panel of a comparison: table, lists of engines, copies, lines on the board."""

import csv

import pytest
from PyQt5.QtCore import QEvent, Qt
from PyQt5.QtWidgets import QAction, QApplication

from engine.match.engine_choice import watched_match
from gui.settings.table import COMPARED_ENGINES
from tests.gui.analysis.searchers import TurnSearcher
from tests.gui.driving import key, widget


@pytest.fixture
def compared(persons, engines, qtbot):
    """Return the window after some turns of two engines."""
    usual = watched_match("gomoku")
    searchers = [TurnSearcher(value=0.5), TurnSearcher(value=-0.5)]
    engines.fixed = {
        usual.first.preset: searchers[0],
        usual.second.preset: searchers[1],
    }
    persons.controller.game.forget_hint_searcher()  # made before
    persons.window.findChild(QAction, "arrange_analyse").trigger()
    persons.window.findChild(QAction, "compare_engines").trigger()
    qtbot.waitUntil(lambda: min(one.turns for one in searchers) >= 2)
    persons.comparison.set_on(False)
    yield persons
    persons.comparison.set_on(False)


def table(program):
    return widget(program.window, "table_comparison")


def texts(program, column):
    model = table(program).model()
    return [model.data(model.index(row, column)) for row in range(model.rowCount())]


def test_the_action_opens_the_panel_and_starts(persons, engines):
    engines.delay = 60

    persons.window.findChild(QAction, "compare_engines").trigger()

    assert widget(persons.window, "panel_compare").isVisible()
    assert persons.comparison.is_on
    assert widget(persons.window, "switch_comparison").isChecked()
    key(persons.window, Qt.Key_Escape)
    assert not persons.comparison.is_on


def test_the_engines_are_side_by_side_for_one_named_colour(compared):
    first, second = texts(compared, 0), texts(compared, 1)

    assert first[1:3] == ["a15", "75.0 %"]
    assert second[1:3] == ["a15", "25.0 %"]
    assert first[8:] == ["a15 41%", "b15 20%", "c15 14%", "d15 10%", "e15 8%"]
    assert texts(compared, 2) == [None] * 13


def test_a_candidate_under_the_mouse_is_a_line_on_the_board(compared):
    view = table(compared)
    view.entered.emit(view.model().index(1, 0))

    board = widget(compared.window, "board")
    with_line = board.grab().toImage()
    view.leaveEvent(QEvent(QEvent.Leave))
    assert board.grab().toImage() != with_line


def test_the_table_is_copied_as_text(compared):
    key(table(compared), Qt.Key_C, Qt.ControlModifier)

    lines = QApplication.clipboard().text().splitlines()
    assert lines[1] == "Best move\ta15\ta15"
    assert lines[2] == "Black wins\t75.0 %\t25.0 %"


def test_the_table_is_copied_as_csv_with_a_line_for_each_engine(compared):
    menu = widget(compared.window, "button_copy_comparison").menu()

    menu.actions()[1].trigger()

    rows = list(csv.DictReader(QApplication.clipboard().text().splitlines()))
    assert [row["Black wins"] for row in rows] == ["75.0 %", "25.0 %"]


def test_a_chosen_engine_is_compared_and_remembered(compared, settings):
    box = widget(compared.window, "compared_2")
    box.setCurrentIndex(box.findData("uct"))
    box.activated.emit(box.currentIndex())

    names = [one.engine.preset for one in compared.comparison.compared]
    assert names[2] == "uct"
    assert settings[COMPARED_ENGINES["gomoku"]].endswith("\nuct")


def test_the_same_engine_twice_is_compared_once(compared):
    first, third = (widget(compared.window, f"compared_{n}") for n in (0, 2))
    third.setCurrentIndex(third.findData(first.currentData()))
    third.activated.emit(third.currentIndex())

    assert third.currentIndex() == 0
    assert len(compared.comparison.compared) == 2
