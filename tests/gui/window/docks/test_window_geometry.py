"""The place of the window when the program starts again."""

import pytest
from PyQt5.QtCore import QRect, Qt
from PyQt5.QtWidgets import QAction, QApplication, QWidget

from gui.settings.table import IS_MAXIMIZED, WINDOW_GEOMETRY
from gui.window.docks.window_geometry import fit_into, restore_geometry
from gui.window.main_window import MainWindow
from tests.gui.window.dock_driving import act


@pytest.fixture
def restored(qtbot, settings):
    """Return a window with the place that was saved."""

    def restore(place):
        settings[WINDOW_GEOMETRY] = place
        window = QWidget()
        qtbot.addWidget(window)
        restore_geometry(window, settings)
        return window

    return restore


def test_a_window_comes_back_to_its_place(restored):
    place = QRect(40, 50, 500, 400)

    assert restored(place).geometry() == place


def test_a_window_of_a_larger_screen_fits_this_one(restored):
    room = QApplication.primaryScreen().availableGeometry()
    place = QRect(20, 30, room.width(), room.height())

    assert room.contains(restored(place).geometry())


ROOM = QRect(0, 0, 1366, 768)


def framed(client):
    """Return the frame around a client area: a title of 20 pixels, a border of 2."""
    return client.adjusted(-2, -20, 2, 2)


@pytest.mark.parametrize(
    ("client", "expected"),
    [
        (QRect(100, 60, 800, 600), QRect(100, 60, 800, 600)),
        (QRect(100, 9, 800, 600), QRect(100, 20, 800, 600)),
        (QRect(-30, 60, 800, 600), QRect(2, 60, 800, 600)),
        (QRect(900, 400, 800, 600), QRect(564, 166, 800, 600)),
        (QRect(0, 9, 1366, 759), QRect(2, 20, 1362, 746)),
    ],
)
def test_a_frame_is_inside_of_the_screen(client, expected):
    assert fit_into(ROOM, client, framed(client)) == expected


def test_the_title_of_the_restored_window_is_on_the_screen(
    start_program, settings, monkeypatch, qtbot
):
    monkeypatch.setattr(
        MainWindow, "frameGeometry", lambda window: framed(window.geometry())
    )
    settings[WINDOW_GEOMETRY] = QRect(0, 9, 780, 700)

    window = start_program(keeps_size=True).window

    qtbot.waitUntil(lambda: window.geometry().top() == 20)
    assert window.frameGeometry().left() == 0


def test_the_title_of_a_window_that_the_desktop_made_smaller_is_on_the_screen(
    start_program, settings, monkeypatch, qtbot
):
    monkeypatch.setattr(
        MainWindow, "frameGeometry", lambda window: framed(window.geometry())
    )
    show_window = MainWindow.showEvent

    def show_smaller(window, event):
        show_window(window, event)
        window.resize(window.width(), 570)

    monkeypatch.setattr(MainWindow, "showEvent", show_smaller)
    settings[WINDOW_GEOMETRY] = QRect(0, 9, 780, 700)

    window = start_program(keeps_size=True).window

    qtbot.waitUntil(lambda: window.geometry().top() == 20)
    assert window.height() == 570


def test_the_title_of_a_window_that_was_maximized_is_on_the_screen(
    start_program, settings, monkeypatch, qtbot
):
    settings[IS_MAXIMIZED] = True
    window = start_program(keeps_size=True).window
    assert window.isMaximized()
    room = window.screen().availableVirtualGeometry()
    monkeypatch.setattr(
        MainWindow, "frameGeometry", lambda window: framed(window.geometry())
    )

    window.showNormal()

    qtbot.waitUntil(lambda: window.frameGeometry().top() == room.top())
    assert window.frameGeometry().left() == room.left()


def test_a_maximized_window_fills_the_screen_without_a_window_manager(qtbot, settings):
    settings[IS_MAXIMIZED] = True
    window = QWidget()
    qtbot.addWidget(window)

    restore_geometry(window, settings)

    assert window.windowState() == Qt.WindowMaximized
    assert window.geometry() == QApplication.primaryScreen().availableGeometry()


@pytest.mark.parametrize("leave", ["full_screen", "stop"])
@pytest.mark.parametrize("state", [Qt.WindowNoState, Qt.WindowMaximized])
def test_a_window_is_after_the_full_screen_as_before(program, state, leave):
    program.window.setWindowState(state)

    act(program, "full_screen")
    assert program.window.isFullScreen()
    program.window.cards.close()
    act(program, leave)

    assert program.window.windowState() == state
    assert not program.window.findChild(QAction, "full_screen").isChecked()
