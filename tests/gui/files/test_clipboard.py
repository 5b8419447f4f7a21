"""Records, moves and links in the clipboard, and what is dropped on the window."""

import pytest
from PyQt5.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PyQt5.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent
from PyQt5.QtWidgets import QAction, QApplication

from engine.games import GAMES
from engine.match.match_setup import MatchSetup
from tests.gui.driving import has_widget, moves, play_all, press, texts, widget
from tests.gui.files.saved_records import save_record


def act(program, name):
    program.window.findChild(QAction, name).trigger()


def test_a_copied_record_can_be_pasted(persons):
    play_all(persons, ["h8", "h9"])
    act(persons, "copy_record")
    copied = QApplication.clipboard().text()
    press(persons.window, "button_new")
    press(persons.window, "new_game_accept")

    act(persons, "paste_record")

    assert copied.startswith("(;")
    assert moves(persons) == ["h8", "h9"]
    assert persons.window.isWindowModified()


def test_the_moves_are_copied_as_far_as_they_are_shown(persons):
    play_all(persons, ["h8", "h9", "a1"])
    press(persons.window, "button_previous")

    act(persons, "copy_moves")

    assert QApplication.clipboard().text() == "h8 h9"


def test_a_text_that_is_no_record_leaves_the_game_as_it_is(persons):
    play_all(persons, ["h8"])
    QApplication.clipboard().setText("Dear Sir or Madam")

    act(persons, "paste_record")

    assert texts(persons.window, "card_message")[0] == "Not a game record"
    assert moves(persons) == ["h8"]


def test_the_picture_of_the_board_is_copied(persons):
    act(persons, "copy_picture")

    board = widget(persons.window, "board")
    picture = QApplication.clipboard().pixmap()
    assert picture.size() == board.size() * board.devicePixelRatioF()


@pytest.mark.parametrize(
    "text", ["h8 h9 i8", "h8h9i8", "1. h8 h9 2. i8", "H8, H9, I8\n"]
)
def test_moves_are_pasted_as_people_write_them(persons, text):
    play_all(persons, ["a1"])
    QApplication.clipboard().setText(text)

    act(persons, "paste_record")

    assert moves(persons) == ["h8", "h9", "i8"]
    assert persons.window.isWindowModified()


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("gomoku", {"height": 9, "width": 17}),
        ("hex", {"height": 5, "width": 8}),
        ("gomoku", {"options": {"rule": "renju"}}),
    ],
)
def test_copied_moves_are_pasted_on_the_same_board(persons, game, options):
    setup = GAMES[game].setup(**options)
    persons.controller.put(persons.factory.chosen(MatchSetup(setup=setup)))
    play_all(persons, ["a1", "b2", "c3"])
    act(persons, "copy_moves")

    act(persons, "paste_record")

    assert moves(persons) == ["a1", "b2", "c3"]
    assert persons.controller.session.setup == setup


def test_a_hexworld_link_is_pasted_at_its_cursor(persons):
    QApplication.clipboard().setText("https://hexworld.org/board/#11nc1,a10b3,f6g5")

    act(persons, "paste_record")

    assert persons.controller.session.setup == GAMES["hex"].setup()
    assert moves(persons) == ["a10", "b3"]
    press(persons.window, "button_last")
    assert moves(persons) == ["a10", "b3", "f6", "g5"]


def test_a_copied_hexworld_link_comes_back(persons):
    setup = GAMES["hex"].setup(height=5, width=8)
    persons.controller.put(persons.factory.chosen(MatchSetup(setup=setup)))
    play_all(persons, ["a1", "b2", "c3"])
    press(persons.window, "button_previous")

    act(persons, "copy_link")
    copied = QApplication.clipboard().text()
    act(persons, "paste_record")

    assert copied == "https://hexworld.org/board/#8x5c1,a1b2,c3"
    assert moves(persons) == ["a1", "b2"]


def test_only_games_of_hex_have_a_hexworld_link(persons):
    link = persons.window.findChild(QAction, "copy_link")

    assert not link.isEnabled()
    press(persons.window, "switch_hex")
    assert link.isEnabled()


# Drag and drop


def drop(program, data):
    """Drag ``data`` over the window and drop it; return whether it was accepted."""
    place, window = QPoint(9, 9), program.window
    enter = QDragEnterEvent(place, Qt.CopyAction, data, Qt.LeftButton, Qt.NoModifier)
    QApplication.sendEvent(window, enter)
    if enter.isAccepted():
        event = QDropEvent(
            QPointF(place), Qt.CopyAction, data, Qt.LeftButton, Qt.NoModifier
        )
        QApplication.sendEvent(window, event)
    return enter.isAccepted()


def test_several_files_can_be_dropped_on_the_window(persons, tmp_path):
    paths = [
        save_record(tmp_path / "one.sgf", "gomoku", ["h8"]),
        save_record(tmp_path / "two.sgf", "hex", ["f6"]),
    ]
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])

    assert drop(persons, data)

    assert moves(persons) == ["f6"]
    press(persons.window, "switch_gomoku")
    assert moves(persons) == ["h8"]


def test_a_text_can_be_dropped_on_the_window(persons):
    data = QMimeData()
    data.setText("(;FF[4]GM[4]SZ[15];B[hh];W[ii])")

    assert drop(persons, data)

    assert moves(persons) == ["h8", "i7"]


def test_a_sign_shows_that_what_is_dragged_can_be_dropped(persons):
    data, place, window = QMimeData(), QPoint(9, 9), persons.window
    data.setText("(;FF[4]GM[4]SZ[15];B[hh])")
    enter = QDragEnterEvent(place, Qt.CopyAction, data, Qt.LeftButton, Qt.NoModifier)

    QApplication.sendEvent(window, enter)
    assert has_widget(window, "sign_drop")
    QApplication.sendEvent(window, QDragLeaveEvent())
    assert not has_widget(window, "sign_drop")
    drop(persons, data)

    assert not has_widget(window, "sign_drop")


def test_what_is_neither_file_nor_text_is_not_accepted(persons):
    data = QMimeData()
    data.setColorData("red")

    assert not drop(persons, data)
