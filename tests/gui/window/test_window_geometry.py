"""The place of the window when the program starts again."""

import pytest
from PyQt5.QtCore import QRect
from PyQt5.QtWidgets import QApplication, QWidget

from gui.settings.table import WINDOW_GEOMETRY
from gui.window.window_geometry import restore_geometry


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
