"""The panel of a comparison: table, lists of engines, copies, lines on the board."""

import csv
from dataclasses import replace

import pytest
from PyQt5.QtCore import QEvent, Qt
from PyQt5.QtWidgets import QAction, QApplication, QMainWindow

from engine.games import GAMES
from engine.match.engine_choice import watched_match
from engine.match.match_setup import MatchSetup
from gui.actions.action_table import make_menus
from gui.actions.actions import Actions
from gui.panels.comparison.comparison_panel import ComparisonPanel
from gui.settings.analysis_settings import COMPARED_ENGINES
from tests.gui.analysis.searchers import TurnSearcher
from tests.gui.driving import key, status, widget


@pytest.fixture
def searchers(engines):
    """Return the searchers of the engines that are compared first."""
    usual = watched_match("gomoku")
    made = [TurnSearcher(value=0.5), TurnSearcher(value=-0.5)]
    engines.fixed = {usual.first.preset: made[0], usual.second.preset: made[1]}
    return made


@pytest.fixture
def window(qtbot):
    made = QMainWindow()
    qtbot.addWidget(made)
    return made


@pytest.fixture
def compared(searchers, windowless, window, settings, qtbot):
    """Return the panel alone, after some turns of two engines."""
    services = windowless
    services.controller.put(
        services.factory.make_game(MatchSetup(setup=GAMES["gomoku"].setup()))
    )
    actions = Actions(window, make_menus())
    panel = ComparisonPanel(services.controller, services.comparison, actions, settings)
    window.setCentralWidget(panel)
    window.show()
    services.comparison.set_on(True)
    qtbot.waitUntil(lambda: min(one.turns for one in searchers) >= 2)
    services.comparison.set_on(False)
    return panel


def table(root):
    return widget(root, "table_comparison")


def texts(root, column):
    model = table(root).model()
    return [model.data(model.index(row, column)) for row in range(model.rowCount())]


def test_the_action_opens_the_panel_and_starts(persons, engines):
    engines.delay = 60

    persons.window.findChild(QAction, "compare_engines").trigger()

    assert widget(persons.window, "panel_compare").isVisible()
    assert persons.comparison.is_on
    assert widget(persons.window, "switch_comparison").isChecked()
    key(persons.window, Qt.Key_Escape)
    assert not persons.comparison.is_on


def test_a_comparison_behind_other_panels_is_shown_in_the_status_bar(
    searchers, persons, qtbot
):
    persons.window.findChild(QAction, "compare_engines").trigger()
    persons.window.findChild(QAction, "arrange_play").trigger()

    sentence = "Comparing engines. Esc stops."
    qtbot.waitUntil(lambda: status(persons).endswith(sentence))
    assert status(persons).startswith("Black to move.")
    key(persons.window, Qt.Key_Escape)
    assert sentence not in status(persons)


def test_a_narrow_panel_scrolls_instead_of_cutting_values(compared, window, qtbot):
    window.resize(290, 300)  # as beside the board of a window of 683 pixels

    view, model = table(compared), table(compared).model()
    qtbot.waitUntil(lambda: view.horizontalScrollBar().maximum() > 0)

    cells = [model.index(row, 0) for row in range(1, model.rowCount())]
    line = model.index(7, 0)  # the best line goes on in the tip
    needed = [view.sizeHintForIndex(cell).width() for cell in cells if cell != line]
    assert max(needed) <= view.columnWidth(0)


@pytest.mark.parametrize(
    ("seconds", "text"), [(0.016, "0.02 s"), (9.5, "9.50 s"), (77.2, "1:17")]
)
def test_a_short_search_shows_hundredths_of_a_second(
    compared, windowless, seconds, text
):
    comparison = windowless.comparison
    one = replace(comparison.compared[0], seconds=seconds)

    table(compared).model().show(comparison.position, [one, None, None], None)

    assert texts(compared, 0)[6] == text


def test_the_engines_are_side_by_side_for_one_named_colour(compared):
    first, second = texts(compared, 0), texts(compared, 1)

    assert first[1:3] == ["a15", "75.0 %"]
    assert second[1:3] == ["a15", "25.0 %"]
    assert first[8:] == ["a15 41 %", "b15 20 %", "c15 14 %", "d15 10 %", "e15 8 %"]
    assert texts(compared, 2) == [None] * 13


def test_a_candidate_under_the_mouse_is_a_line_on_the_board(searchers, persons, qtbot):
    persons.controller.game.forget_hint_searcher()  # made before
    persons.window.findChild(QAction, "arrange_analyse").trigger()
    persons.window.findChild(QAction, "compare_engines").trigger()
    qtbot.waitUntil(lambda: min(one.turns for one in searchers) >= 2)
    persons.comparison.set_on(False)
    view = table(persons.window)
    view.entered.emit(view.model().index(1, 0))

    board = widget(persons.window, "board")
    with_line = board.grab().toImage()
    view.leaveEvent(QEvent(QEvent.Leave))
    assert board.grab().toImage() != with_line


def test_the_table_is_copied_as_text(compared):
    key(table(compared), Qt.Key_C, Qt.ControlModifier)

    lines = QApplication.clipboard().text().splitlines()
    assert lines[1] == "Best move\ta15\ta15"
    assert lines[2] == "Black wins\t75.0 %\t25.0 %"


def test_the_table_is_copied_as_csv_with_a_line_for_each_engine(compared):
    menu = widget(compared, "button_copy_comparison").menu()

    menu.actions()[1].trigger()

    rows = list(csv.DictReader(QApplication.clipboard().text().splitlines()))
    assert [row["Black wins"] for row in rows] == ["75.0 %", "25.0 %"]


def test_a_chosen_engine_is_compared_and_remembered(compared, windowless, settings):
    box = widget(compared, "compared_2")
    box.setCurrentIndex(box.findData("uct"))
    box.activated.emit(box.currentIndex())

    names = [one.engine.preset for one in windowless.comparison.compared]
    assert names[2] == "uct"
    assert settings[COMPARED_ENGINES["gomoku"]].endswith("\nuct")


def test_the_same_engine_twice_is_compared_once(compared, windowless):
    first, third = (widget(compared, f"compared_{n}") for n in (0, 2))
    third.setCurrentIndex(third.findData(first.currentData()))
    third.activated.emit(third.currentIndex())

    assert third.currentIndex() == 0
    assert len(windowless.comparison.compared) == 2
