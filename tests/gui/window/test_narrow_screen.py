"""Panels and messages on a screen of 1366 by 768 pixels at twice the scale."""

import pytest
from PyQt5.QtWidgets import QApplication

from engine.core.types import MoveAnalysis
from engine.games import GAMES
from engine.match.match_setup import MatchSetup
from gui.panels.candidates_model import Column
from gui.settings.table import DOCK_LAYOUT, LANGUAGE
from tests.gui.driving import widget
from tests.gui.panels.candidates import consider, table
from tests.gui.window.dock_driving import act, dock
from tests.nonempty import nonempty

TITLE_HEIGHT, TASK_BAR_HEIGHT = 24, 40
"""Usual heights on a desktop at 100 %, in pixels."""


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_the_search_panel_is_not_scrolled_sideways_at_twice_the_scale(
    start_on, settings, language
):
    settings[LANGUAGE] = language
    settings[DOCK_LAYOUT] = "analyse"
    program = start_on(size=(683, 384))
    program.window.resize(683, 384)
    act(program, "reset_arrangement")
    dock(program, "search").raise_()
    candidates = consider(program.controller.session.position, 1000)

    analysis = MoveAnalysis(value=0.1, nodes=2000, candidates=candidates)
    program.controller.store_analysis(0, analysis)
    QApplication.processEvents()

    assert not table(program).isColumnHidden(Column.PRIOR)
    assert dock(program, "search").widget().horizontalScrollBar().maximum() == 0


def test_a_message_takes_no_row_from_the_board_at_twice_the_scale(start_on, qtbot):
    program = start_on(size=(683, 364))
    program.window.resize(683, 344)
    program.controller.put(
        program.factory.make_game(MatchSetup(setup=GAMES["hex"].setup()))
    )
    qtbot.wait(20)
    height = widget(program.window, "board").height()

    setup = GAMES["hex"].setup(options={"swap": "on"})
    program.controller.put(program.factory.make_game(MatchSetup(setup=setup)))

    notice = widget(program.window, "bar_notice")
    qtbot.waitUntil(lambda: notice.x() < widget(program.window, "bar_navigation").x())
    assert widget(program.window, "board").height() == height
    assert widget(program.window, "button_previous").isVisible()


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_the_menus_have_one_column_on_a_screen_of_768_pixels(
    start_on, settings, language
):
    settings[LANGUAGE] = language
    window = start_on(size=(1366, 768)).window

    heights = {menu.objectName(): rows_height(menu) for menu in menus(window)}

    above = TITLE_HEIGHT + window.menuBar().sizeHint().height()
    assert max(nonempty(heights.values())) <= 768 - TASK_BAR_HEIGHT - above, heights


def menus(window):
    return [action.menu() for action in window.menuBar().actions()]


def rows_height(menu):
    """Return the height of all rows below each other, and of the menu's edges."""
    rows = [menu.actionGeometry(action) for action in menu.actions()]
    edge = min(row.top() for row in rows)
    return 2 * edge + sum(row.height() for row in rows)
