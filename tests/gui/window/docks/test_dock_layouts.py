"""Panels beside the board, the two layouts, and the keys that lead to them."""

from itertools import product

import pytest
from PyQt5.QtCore import QEvent, QObject, QPoint, QSettings, Qt
from PyQt5.QtWidgets import QApplication, QDockWidget

from engine.games import GAMES
from gui.settings.settings import Settings
from gui.settings.table import DOCK_LAYOUT, DOCK_STATE
from gui.widgets.screen_fit import FRAME_HEIGHT
from gui.window.docks.dock_layouts import DockLayouts
from gui.window.main_window import MainWindow
from tests.gui.driving import has_widget, play_all, press, widget
from tests.gui.window.dock_driving import Screen, act, dock

MANY_MOVES = [f"{column}{row}" for row in (1, 2, 4, 5) for column in "acegikmo"]
"""A long game in which nobody gets a line."""

PLAY = {"players", "graph", "moves"}
"""The panels of the layout *Play*."""

ANALYSE = {*PLAY, "search", "review", "tree", "notes"}
"""The panels of the layout *Analyse*."""


def shown(program):
    """Return the names of the panels in the layout."""
    docks = program.window.findChildren(QDockWidget)
    return {d.objectName().removeprefix("dock_") for d in docks if not d.isHidden()}


def test_play_is_compact_and_analyse_has_the_search(program):
    assert shown(program) == PLAY

    press(program.window, "arrange_analyse")

    assert shown(program) == ANALYSE
    assert widget(program.window, "arrange_analyse").isChecked()


def test_the_list_of_moves_needs_the_same_height_with_and_without_moves(persons):
    press(persons.window, "arrange_analyse")
    panel = widget(persons.window, "panel_moves")
    before = panel.minimumSizeHint().height()

    play_all(persons, ["h8"])

    assert panel.minimumSizeHint().height() == before
    view = widget(persons.window, "list_moves")
    rows = view.verticalHeader().defaultSectionSize()
    assert view.viewport().height() >= 4 * rows


def test_the_first_move_leaves_the_window_its_height(persons, qtbot):
    press(persons.window, "arrange_analyse")
    qtbot.wait(50)
    persons.window.resize(1240, 700)
    qtbot.wait(50)

    play_all(persons, ["h8"])
    qtbot.wait(50)

    assert persons.window.height() == 700


def test_search_and_moves_share_a_place(program, qtbot):
    press(program.window, "arrange_analyse")

    qtbot.waitUntil(lambda: dock(program, "moves").visibleRegion().isEmpty())
    assert not dock(program, "search").visibleRegion().isEmpty()


@pytest.mark.parametrize(
    ("screen", "sides"),
    [
        (1024, {"play": 356, "analyse": 356}),
        (1366, {"play": 356, "analyse": 480}),
        (1600, {"play": 440, "analyse": 560}),
    ],
)
def test_the_panels_are_wider_on_a_wide_screen_and_for_analysis(
    program, monkeypatch, qtbot, screen, sides
):
    monkeypatch.setattr(MainWindow, "screen", lambda _: Screen(screen))

    for name, width in sides.items():
        press(program.window, f"arrange_{name}")
        act(program, "reset_arrangement")

        qtbot.waitUntil(lambda width=width: dock(program, "graph").width() == width)
        assert dock(program, "moves").width() == width


def test_no_cross_closes_the_clocks(program):
    assert not has_widget(program.window, "close_players")
    assert has_widget(program.window, "close_moves")


def test_the_search_is_in_sight_on_a_low_screen(program, monkeypatch, qtbot):
    monkeypatch.setattr(DockLayouts, "_is_too_high", lambda _: True)

    press(program.window, "arrange_analyse")
    qtbot.waitUntil(lambda: not dock(program, "search").visibleRegion().isEmpty())
    assert dock(program, "moves").visibleRegion().isEmpty()

    press(program.window, "arrange_play")
    qtbot.waitUntil(lambda: not dock(program, "players").visibleRegion().isEmpty())
    assert dock(program, "moves").visibleRegion().isEmpty()


def test_the_layout_of_a_low_screen_is_not_that_of_a_high_one(start_on, qtbot):
    low = start_on(is_low=True)
    assert low.window.tabifiedDockWidgets(dock(low, "players"))
    low.window.close()

    high = start_on(is_low=False)

    assert not high.window.tabifiedDockWidgets(dock(high, "players"))


def test_the_layout_of_a_low_screen_comes_back_on_it(start_on, qtbot):
    first = start_on(is_low=True)
    press(first.window, "close_moves")
    first.window.close()

    second = start_on(is_low=True)

    assert shown(second) == PLAY - {"moves"}


def test_the_window_fits_a_small_screen_at_twice_its_scale(start_on, qtbot, subtests):
    program = start_on(size=(683, 364))  # 1366 x 768 with a task bar, at 200 %

    for game, name in product(GAMES, ("play", "analyse")):
        with subtests.test(f"{game}-{name}"):
            program.controller.switch_to(game)
            act(program, f"arrange_{name}")
            qtbot.wait(50)

            least = program.window.minimumSizeHint()
            least = least.expandedTo(program.window.minimumSize())
            assert least.width() <= 683
            assert least.height() <= 364 - FRAME_HEIGHT // 2


def test_a_layout_of_a_usual_screen_fits_the_same_screen_at_twice_its_scale(
    start_on, qtbot, subtests
):
    usual = start_on(size=(1366, 749))
    usual.window.resize(1366, 749)
    press(usual.window, "arrange_analyse")
    act(usual, "compare_engines")
    qtbot.wait(50)
    usual.window.close()

    program = start_on(size=(683, 364))
    program.window.resize(683, 364)
    for name in ("analyse", "play", "analyse"):
        act(program, f"arrange_{name}")
        qtbot.wait(50)
        with subtests.test(name):
            least = program.window.minimumSizeHint().height()
            assert least <= 364 - FRAME_HEIGHT // 2


def test_a_layout_of_twice_the_scale_is_not_that_of_the_usual_screen(start_on, qtbot):
    for size in ((683, 364), (1366, 749)):
        program = start_on(size=size)
        program.window.resize(*size)
        for name in ("play", "analyse"):
            act(program, f"arrange_{name}")
            qtbot.wait(50)
        in_tabs = program.window.tabifiedDockWidgets(dock(program, "graph"))
        program.window.close()

    assert not in_tabs


def test_panels_that_share_a_place_leave_the_window_its_height(
    program, monkeypatch, qtbot
):
    monkeypatch.setattr(DockLayouts, "_is_too_high", lambda _: True)
    program.window.resize(1240, 700)

    press(program.window, "arrange_analyse")
    qtbot.waitUntil(lambda: not dock(program, "search").visibleRegion().isEmpty())

    assert program.window.height() == 700


def test_the_graph_has_its_own_place_on_a_small_screen_with_a_task_bar(
    persons, monkeypatch, qtbot
):
    monkeypatch.setattr(MainWindow, "screen", lambda _: Screen(1366, 728))

    act(persons, "reset_arrangement")

    qtbot.waitUntil(lambda: not dock(persons, "graph").visibleRegion().isEmpty())
    assert not dock(persons, "moves").visibleRegion().isEmpty()


def test_a_layout_that_is_shown_again_leaves_the_window_its_height(
    persons, monkeypatch, qtbot
):
    monkeypatch.setattr(MainWindow, "screen", lambda _: Screen(1366, 768))
    act(persons, "reset_arrangement")
    qtbot.wait(50)
    height = persons.window.minimumSizeHint().height() + 10
    persons.window.resize(1240, height)
    press(persons.window, "arrange_analyse")
    qtbot.wait(50)

    press(persons.window, "arrange_play")
    qtbot.wait(50)

    assert persons.window.height() == height


def test_a_maximized_window_is_so_in_the_other_layout(persons, monkeypatch, qtbot):
    monkeypatch.setattr(MainWindow, "screen", lambda _: Screen(1366, 768))
    act(persons, "reset_arrangement")
    qtbot.wait(50)
    persons.window.setWindowState(Qt.WindowMaximized)

    for name in ("arrange_analyse", "arrange_play"):
        act(persons, name)
        qtbot.wait(50)

        assert persons.window.isMaximized()


def test_a_panel_is_closed_by_its_cross_and_comes_back_from_the_menu(program):
    press(program.window, "close_moves")
    assert shown(program) == PLAY - {"moves"}

    act(program, "panel_moves")

    assert shown(program) == PLAY


def test_each_layout_remembers_its_own_panels(program):
    press(program.window, "close_moves")
    act(program, "switch_arrangement")
    act(program, "panel_players")

    act(program, "switch_arrangement")
    assert shown(program) == PLAY - {"moves"}
    act(program, "switch_arrangement")
    assert shown(program) == ANALYSE - {"players"}


def test_layouts_come_back_at_the_next_start(start_program):
    first = start_program()
    act(first, "arrange_analyse")
    first.window.addDockWidget(Qt.LeftDockWidgetArea, dock(first, "moves"))
    press(first.window, "close_search")
    first.window.close()

    second = start_program()

    assert shown(second) == ANALYSE - {"search"}
    area = second.window.dockWidgetArea(dock(second, "moves"))
    assert area == Qt.LeftDockWidgetArea
    assert widget(second.window, "arrange_analyse").isChecked()


def test_reset_brings_the_panels_back_to_their_places(program):
    program.window.addDockWidget(Qt.LeftDockWidgetArea, dock(program, "players"))
    dock(program, "moves").close()

    act(program, "reset_arrangement")

    assert shown(program) == PLAY
    area = program.window.dockWidgetArea(dock(program, "players"))
    assert area == Qt.RightDockWidgetArea


def test_reset_gives_the_room_to_the_list_of_moves(program, monkeypatch, qtbot):
    monkeypatch.setattr(MainWindow, "screen", lambda _: Screen(1366))
    for name in ("players", "moves"):
        act(program, f"panel_{name}")

    act(program, "reset_arrangement")

    qtbot.waitUntil(
        lambda: dock(program, "moves").height() > dock(program, "players").height()
    )


def test_the_move_on_the_board_stays_in_sight_in_a_smaller_panel(persons):
    play_all(persons, MANY_MOVES)
    panel = widget(persons.window, "panel_moves")

    panel.resize(panel.width(), 160)

    view = widget(persons.window, "list_moves")
    place = view.visualRect(view.currentIndex())
    assert view.viewport().rect().contains(place)


@pytest.mark.parametrize(
    "damage", ["", "nonsense", "17 AAAA", "12345 not base64!", "0 "]
)
def test_a_damaged_memory_is_none(tmp_path, damage):
    store = QSettings(str(tmp_path / "settings.ini"), QSettings.IniFormat)
    store.setValue(DOCK_STATE["play"].key, damage)
    store.setValue(DOCK_LAYOUT.key, "nonsense")

    assert Settings(store)[DOCK_STATE["play"]] is None
    assert Settings(store)[DOCK_LAYOUT] == "play"


def test_what_qt_does_not_understand_gives_way_to_the_usual_panels(
    start_program, settings
):
    settings[DOCK_STATE["play"]] = b"well kept, yet no state at all"

    program = start_program()

    assert shown(program) == PLAY


@pytest.mark.qt_log_ignore("does not support")
def test_a_floating_panel_is_never_off_the_screen(start_program):
    first = start_program()
    panel = dock(first, "moves")
    panel.setFloating(True)
    panel.move(QPoint(90_000, 90_000))
    first.window.close()

    second = start_program()

    panel = dock(second, "moves")
    corner = panel.mapToGlobal(QPoint(0, 0))
    assert QApplication.screenAt(corner) is not None


class ShownWindows(QObject):
    """Event filter that notes the windows in the order in which they are shown."""

    def __init__(self):
        super().__init__()
        self.names = []

    def eventFilter(self, target, event):  # noqa: N802
        if event.type() == QEvent.Show and target.isWidgetType() and target.isWindow():
            self.names.append(target.objectName())
        return False


@pytest.fixture
def windows(qapp):
    """Return the windows that are shown from now on."""
    log = ShownWindows()
    qapp.installEventFilter(log)
    yield log.names
    qapp.removeEventFilter(log)


@pytest.mark.qt_log_ignore("does not support")
def test_a_floating_panel_is_shown_above_the_window_of_the_next_start(
    start_program, windows, qtbot
):
    first = start_program()
    dock(first, "moves").setFloating(True)
    first.window.close()
    windows.clear()

    second = start_program()

    qtbot.waitUntil(lambda: windows[-1] == "dock_moves")
    assert "main_window" in windows
    assert dock(second, "moves").isFloating()


@pytest.mark.qt_log_ignore("does not support")
def test_a_floating_panel_is_above_a_window_that_was_hidden(program, windows, qtbot):
    dock(program, "moves").setFloating(True)
    program.window.hide()
    windows.clear()

    program.window.show()

    qtbot.waitUntil(lambda: windows == ["main_window", "dock_moves"])


def test_a_panel_that_was_closed_shows_again_what_happens(persons):
    press(persons.window, "close_moves")
    play_all(persons, ["h8"])

    act(persons, "panel_moves")

    assert has_widget(persons.window, "list_moves")
