"""Two engines that play in a small window: the board keeps its height."""

import pytest
from PyQt5.QtCore import Qt
from PyQt5.QtWidgets import QLabel, QScrollArea

from engine.core.clocks.time_control import TimeTerms
from engine.games import GAMES
from engine.match.match_setup import MatchSetup
from gui.panels.navigation_bar import NavigationBar
from gui.settings.table import LANGUAGE
from tests.gui.driving import has_widget, widget
from tests.gui.scripted_engines import ENGINE
from tests.gui.window.dock_driving import act


def begin(program, **players):
    setup = GAMES["gomoku"].setup()
    program.controller.put(
        program.factory.make_game(MatchSetup(setup=setup, **players))
    )


def assert_engine_buttons_are_whole(window):
    for name in ("button_run", "button_step", "list_pace"):
        part = widget(window, name)
        assert part.width() >= part.sizeHint().width()
        assert part.visibleRegion().boundingRect() == part.rect()


@pytest.fixture
def watch(start_on, settings, engines, qtbot):
    """Return a function that shows two engines in a window of a size."""

    def start(language, size, **choice):
        settings[LANGUAGE] = language
        program = start_on(size=size)
        program.window.resize(*size)
        begin(program, second=ENGINE)
        qtbot.wait(50)
        height = widget(program.window, "board").height()
        engines.delay = 60
        begin(program, first=ENGINE, second=ENGINE, **choice)
        qtbot.wait(100)
        return program, height

    return start


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_two_engines_take_no_row_from_the_board_at_twice_the_scale(watch, language):
    program, height = watch(language, (683, 344))

    window = program.window
    assert widget(window, "board").height() == height
    assert has_widget(window, "mark_lock")
    assert widget(window, "label_notice").text() == ""
    assert widget(window, "mark_lock").toolTip()
    assert_engine_buttons_are_whole(window)


def test_a_game_of_a_person_keeps_all_its_buttons_beside_wide_panels(start_on, qtbot):
    program = start_on(size=(600, 344))
    program.window.resize(600, 344)
    begin(program, second=ENGINE)
    act(program, "arrange_analyse")
    qtbot.wait(100)

    bar = widget(program.window, "bar_navigation")
    assert bar.width() < bar.sizeHint().width()
    for name in ("button_first", "label_counter", "button_last"):
        assert has_widget(program.window, name)


def test_the_buttons_of_two_engines_are_whole_in_a_row_of_their_own(watch):
    program, _ = watch("en", (640, 344))

    window = program.window
    assert widget(window, "bar_notice").y() < widget(window, "bar_navigation").y()
    assert_engine_buttons_are_whole(window)


@pytest.mark.parametrize("terms", ["none", "5m"])
@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_both_players_have_the_width_that_they_need(watch, language, terms):
    program, _ = watch(language, (683, 364), time=TimeTerms.parse(terms))

    panel = widget(program.window, "panel_players")
    area = panel.parentWidget()
    while not isinstance(area, QScrollArea):
        area = area.parentWidget()
    assert area.horizontalScrollBar().maximum() == 0
    for label in panel.findChildren(QLabel):
        if label.isVisible() and not label.objectName().startswith("label_player_"):
            assert label.width() >= label.sizeHint().width(), label.text()


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_the_row_of_two_engines_is_chosen_once(watch, qtbot, monkeypatch, language):
    changes = []
    usual = NavigationBar.set_narrow
    monkeypatch.setattr(
        NavigationBar,
        "set_narrow",
        lambda bar, is_narrow: changes.append(is_narrow) or usual(bar, is_narrow),
    )

    watch(language, (683, 344))
    qtbot.wait(200)

    assert len(changes) < 4


def test_a_window_with_room_says_who_thinks(watch):
    program, _ = watch("en", (1240, 860))

    text = widget(program.window, "label_notice").text()
    assert text == "Plain UCT, level 1 is thinking for Black. The board is locked."
    assert widget(program.window, "button_run").toolButtonStyle() == (
        Qt.ToolButtonTextBesideIcon
    )
