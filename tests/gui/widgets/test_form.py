"""Sizes of dialogs."""

from PyQt5.QtCore import QPoint, QRect, QSize
from PyQt5.QtWidgets import QDialog, QMainWindow

from gui.dialogs.game_info_dialog import GameInfoDialog
from gui.widgets.form import fit_to_screen

TITLE_BAR = QSize(2, 40)


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


def test_a_form_has_its_size_before_the_desktop_places_it(controller, qtbot):
    dialog = GameInfoDialog(controller.session, controller.set_information)
    qtbot.addWidget(dialog)
    dialog.show()
    size = dialog.size()

    qtbot.wait(50)

    assert dialog.size() == size


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
