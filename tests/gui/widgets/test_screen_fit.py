"""Windows and dialogs with their frames on small screens."""

import pytest
from PyQt5.QtCore import QPoint, QRect, QSize
from PyQt5.QtWidgets import QDialog, QMainWindow, QWidget

from gui.widgets.screen_fit import (
    FRAME_HEIGHT,
    FRAME_WIDTH,
    fit_to_screen,
    resize_within_screen,
)

TITLE_BAR = QSize(2, 40)


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        ((300, 200), (300, 200)),
        ((300, 900), (300, -FRAME_HEIGHT)),
        ((9000, 9000), (-FRAME_WIDTH, -FRAME_HEIGHT)),
    ],
)
def test_a_window_leaves_room_for_its_frame(qtbot, wanted, expected):
    window = QWidget()
    qtbot.addWidget(window)

    resize_within_screen(window, *wanted)

    room = window.screen().availableGeometry()
    sides = zip(expected, (room.width(), room.height()), strict=True)
    found = (window.width(), window.height())
    assert found == tuple(one if one > 0 else whole + one for one, whole in sides)


def test_a_dialog_leaves_room_for_its_frame_before_it_is_shown(qtbot, monkeypatch):
    window = QMainWindow()
    qtbot.addWidget(window)
    framed = QRect(QPoint(), window.size() + TITLE_BAR)
    monkeypatch.setattr(window, "frameGeometry", lambda: framed)
    dialog = QDialog(window)
    room = dialog.screen().availableGeometry()

    fit_to_screen(dialog, room.size() * 2)

    assert dialog.size() == room.size() - TITLE_BAR
    assert room.contains(dialog.geometry())


def test_a_dialog_that_is_just_shown_has_the_frame_of_its_window(qtbot, monkeypatch):
    window = QMainWindow()
    qtbot.addWidget(window)
    framed = QRect(QPoint(), window.size() + TITLE_BAR)
    monkeypatch.setattr(window, "frameGeometry", lambda: framed)
    dialog = QDialog(window)
    dialog.show()
    monkeypatch.setattr(dialog, "frameGeometry", dialog.geometry)
    room = dialog.screen().availableGeometry()

    fit_to_screen(dialog, room.size() * 2)

    assert dialog.size() == room.size() - TITLE_BAR


def test_a_dialog_of_the_right_size_is_left_where_the_desktop_places_it(
    qtbot, monkeypatch
):
    dialog = QDialog()
    qtbot.addWidget(dialog)
    dialog.show()
    place = dialog.pos()
    framed = QRect(QPoint(-1, -20), dialog.size() + TITLE_BAR)  # not yet placed
    monkeypatch.setattr(dialog, "frameGeometry", lambda: framed)

    fit_to_screen(dialog, dialog.size())

    assert dialog.pos() == place
