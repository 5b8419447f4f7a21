"""Moves excluded from analysis in the window: menus, marks, row in the panel."""

import pytest
from PyQt5.QtCore import QPoint
from PyQt5.QtWidgets import QMenu

from engine.core.types import Move
from engine.match.engine_choice import best_engine
from engine.records import files
from tests.gui.analysis.searchers import CountingSearcher
from tests.gui.driving import has_widget, press, widget

pytestmark = pytest.mark.qt_log_ignore("plugin does not support")

GAME = "(;FF[4]GM[4]SZ[15]RE[W+R];B[hh];W[ii];B[jj])"
A15 = Move(0)


@pytest.fixture
def opened(program, engines):
    record = files.parse(GAME)
    engines.fixed[best_engine(record.setup).preset] = CountingSearcher()
    program.controller.put(program.factory.open_record(record, None))
    program.window.findChild(object, "arrange_analyse").trigger()
    yield program
    program.analysis.set_on(False)


def menu_on(program, cell):
    """Return the texts of the board's context menu that belong to analysis."""
    widget(program.window, "board").menu_requested.emit(cell, QPoint(0, 0))
    menu = program.window.findChildren(QMenu, "menu_line")[-1]
    return menu, {action.text().replace("&", ""): action for action in menu.actions()}


def picture(program):
    return widget(program.window, "board").grab().toImage()


def test_a_move_is_excluded_on_the_board_and_allowed_again_in_the_panel(opened):
    plain = picture(opened)
    menu, actions = menu_on(opened, A15)
    assert actions["Exclude this move"].isEnabled()
    assert not actions["All moves again"].isEnabled()

    actions["Exclude this move"].trigger()
    menu.close()

    assert picture(opened) != plain
    assert widget(opened.window, "label_root_moves").text() == "Without a15"
    press(opened.window, "button_all_moves")
    assert not has_widget(opened.window, "bar_root_moves")
    assert picture(opened) == plain


def test_one_move_is_looked_at_from_the_table(opened, qtbot):
    opened.analysis.set_on(True)
    qtbot.waitUntil(lambda: has_widget(opened.window, "table_candidates"))
    table = widget(opened.window, "table_candidates")

    table.menu_requested.emit(A15, QPoint(0, 0))
    menu = opened.window.findChild(QMenu, "menu_candidate")
    texts = [action.text().replace("&", "") for action in menu.actions()]
    menu.actions()[1].trigger()
    menu.close()

    assert texts == ["Exclude this move", "Look at this move only", "All moves again"]
    assert widget(opened.window, "label_root_moves").text() == "Only a15"


def test_a_stone_has_no_commands_for_analysis(opened):
    menu, actions = menu_on(opened, Move(112))
    menu.close()

    assert "Exclude this move" not in actions
