"""Heights of the panels in games with and without a clock."""

import pytest
from PyQt5.QtCore import Qt

from engine.core.clocks.time_control import UNLIMITED, TimeTerms
from engine.games import GAMES
from engine.match.match_setup import MatchSetup
from gui.settings.last_match import save_last_match
from gui.widgets.screen_fit import FRAME_HEIGHT
from gui.window.docks.dock_layouts import SLACK
from gui.window.main_window import MainWindow
from tests.gui.window.dock_driving import Screen, act, dock


def begin(program, time=UNLIMITED):
    setup = GAMES["gomoku"].setup()
    choice = MatchSetup(setup=setup, time=TimeTerms.parse(time))
    program.controller.put(program.factory.make_game(choice))


@pytest.mark.parametrize("height", [900, 700])
def test_the_players_are_low_again_after_a_game_with_a_clock(start_on, qtbot, height):
    program = start_on(size=(1366, height))
    players = dock(program, "players")
    qtbot.waitUntil(lambda: players.height() == players.preferred_height())
    before = players.height()

    begin(program, "5m")
    qtbot.waitUntil(lambda: players.height() > before)
    qtbot.wait(50)
    begin(program)

    qtbot.waitUntil(lambda: players.height() == before)


def test_games_with_a_clock_in_turn_leave_all_panels_their_heights(start_on, qtbot):
    program = start_on(size=(1366, 740))
    program.window.setGeometry(0, 0, 1240, 735)
    act(program, "reset_arrangement")
    docks = [dock(program, name) for name in ("players", "graph", "moves")]
    players = docks[0]
    qtbot.waitUntil(lambda: players.height() == players.preferred_height())
    qtbot.wait(50)
    before = [one.height() for one in docks]

    for time in ("5m", UNLIMITED) * 3:
        begin(program, time)
        qtbot.waitUntil(lambda: players.height() == players.preferred_height())
        qtbot.wait(50)

    qtbot.waitUntil(lambda: [one.height() for one in docks] == before, timeout=5000)


def test_a_height_of_the_user_outlives_a_game_with_a_clock(persons, qtbot):
    players = dock(persons, "players")
    persons.window.resizeDocks([players], [340], Qt.Vertical)
    qtbot.wait(50)
    before = players.height()
    assert before > 300

    begin(persons, "5m")
    begin(persons)
    qtbot.wait(50)

    assert players.height() == before


def test_a_clock_does_not_push_the_window_off_the_screen(persons, monkeypatch, qtbot):
    monkeypatch.setattr(MainWindow, "screen", lambda _: Screen(1366, 768))
    act(persons, "reset_arrangement")
    qtbot.wait(50)
    window = persons.window
    height = window.minimumSizeHint().height() + 10
    screen = Screen(1366, height + FRAME_HEIGHT)
    monkeypatch.setattr(MainWindow, "screen", lambda _: screen)
    window.resize(1240, height)
    window.move(0, FRAME_HEIGHT)
    players = dock(persons, "players")
    before = players.height()

    begin(persons, "5m")
    qtbot.waitUntil(lambda: players.height() > before)
    qtbot.wait(50)

    assert window.y() == FRAME_HEIGHT
    assert window.frameGeometry().bottom() <= screen.availableGeometry().bottom()
    assert players.height() >= players.minimumSizeHint().height()


@pytest.mark.parametrize("command", ["compare_engines", "panel_search"])
def test_a_panel_that_is_opened_leaves_the_window_on_the_screen(
    start_on, qtbot, command
):
    program = start_on(size=(1366, 768))
    window, screen = program.window, Screen(1366, 768).availableGeometry()
    window.setGeometry(0, FRAME_HEIGHT, 1366, 768 - FRAME_HEIGHT)
    act(program, "reset_arrangement")
    qtbot.wait(50)
    players = dock(program, "players").height()

    act(program, command)
    qtbot.wait(50)

    assert window.frameGeometry().bottom() <= screen.bottom()
    assert window.minimumSizeHint().height() <= screen.height() - FRAME_HEIGHT
    assert abs(dock(program, "players").height() - players) <= SLACK


def test_a_panel_opened_from_the_menu_is_in_front_of_its_tabs(start_on, qtbot):
    program = start_on()

    act(program, "panel_tree")

    tree, moves = dock(program, "tree"), dock(program, "moves")
    assert moves in program.window.tabifiedDockWidgets(tree)
    qtbot.waitUntil(lambda: not tree.visibleRegion().isEmpty(), timeout=1000)
    assert moves.visibleRegion().isEmpty()


def test_a_game_with_a_clock_leaves_the_other_layout_its_room(start_on, qtbot):
    program = start_on(size=(1366, 740))
    program.window.setGeometry(0, 0, 1240, 735)
    act(program, "arrange_analyse")
    qtbot.wait(50)
    search = dock(program, "search")
    alone = search.height(), len(program.window.tabifiedDockWidgets(search))
    act(program, "arrange_play")
    begin(program)
    begin(program, "5m")
    qtbot.wait(50)
    players = dock(program, "players")

    act(program, "arrange_analyse")
    qtbot.wait(50)
    assert (search.height(), len(program.window.tabifiedDockWidgets(search))) == alone
    act(program, "arrange_play")
    qtbot.wait(50)

    assert players.height() >= players.minimumSizeHint().height()
    assert not program.window.tabifiedDockWidgets(players)


def test_panels_of_a_game_with_a_clock_have_their_places_at_the_next_start(
    start_on, settings, qtbot
):
    first = start_on(size=(1366, 740))
    first.window.setGeometry(0, 0, 1240, 735)
    act(first, "reset_arrangement")
    begin(first, "5m")
    qtbot.wait(50)
    assert not first.window.tabifiedDockWidgets(dock(first, "graph"))
    first.window.close()
    setup = GAMES["gomoku"].setup()
    save_last_match(settings, MatchSetup(setup=setup, time=TimeTerms.parse("5m")))

    second = start_on(size=(1366, 740))

    assert second.controller.view.record.time is not None
    assert not second.window.tabifiedDockWidgets(dock(second, "graph"))
