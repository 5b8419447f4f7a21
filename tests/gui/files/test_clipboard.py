"""Records, moves and links in the clipboard, and what is dropped on the window."""

import pytest
from PyQt5.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PyQt5.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent
from PyQt5.QtWidgets import QAction, QApplication, QDockWidget, QWidget

from engine.core.types import Move
from engine.games import GAMES
from engine.match.match_setup import MatchSetup
from gui.window.commands.record_exchange import RecordExchange
from tests.gui.driving import has_widget, moves, play_all, press, texts, widget
from tests.gui.files.drops import drop
from tests.gui.files.saved_records import save_record


@pytest.fixture
def exchange(controller, begin_game, file_controller, qtbot):
    """Return the handlers of the clipboard, without the main window."""
    begin_game(MatchSetup(setup=GAMES["gomoku"].setup()))
    window = QWidget()
    qtbot.addWidget(window)
    made = RecordExchange(
        controller=controller,
        file_controller=file_controller,
        board=window,
        window=window,
    )
    return made.commands()


def play(controller, *names):
    for name in names:
        setup = controller.session.setup
        controller.play(Move(GAMES[setup.game].parse_cell(setup, name)))


def names(controller):
    position = controller.session.position
    return [position.cell_name(move) for move in position.history]


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


def test_the_moves_are_copied_as_far_as_they_are_shown(controller, exchange):
    play(controller, "h8", "h9", "a1")
    controller.go_to(2)

    exchange["copy_moves"]()

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
def test_moves_are_pasted_as_people_write_them(controller, exchange, text):
    play(controller, "a1")
    QApplication.clipboard().setText(text)

    exchange["paste_record"]()

    assert names(controller) == ["h8", "h9", "i8"]
    assert controller.game.is_modified


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("gomoku", {"height": 9, "width": 17}),
        ("hex", {"height": 5, "width": 8}),
        ("gomoku", {"options": {"rule": "renju"}}),
    ],
)
def test_copied_moves_are_pasted_on_the_same_board(
    controller, begin_game, exchange, game, options
):
    setup = GAMES[game].setup(**options)
    begin_game(MatchSetup(setup=setup))
    play(controller, "a1", "b2", "c3")
    before = controller.game
    exchange["copy_moves"]()

    exchange["paste_record"]()

    assert controller.game is not before
    assert names(controller) == ["a1", "b2", "c3"]
    assert controller.session.setup == setup


def test_a_hexworld_link_is_pasted_at_its_cursor(controller, exchange):
    QApplication.clipboard().setText("https://hexworld.org/board/#11nc1,a10b3,f6g5")

    exchange["paste_record"]()

    assert controller.session.setup == GAMES["hex"].setup()
    assert names(controller) == ["a10", "b3"]
    controller.go_to(controller.session.record.main_line()[-1])
    assert names(controller) == ["a10", "b3", "f6", "g5"]


def test_a_copied_hexworld_link_comes_back(controller, begin_game, exchange):
    begin_game(MatchSetup(setup=GAMES["hex"].setup(height=5, width=8)))
    play(controller, "a1", "b2", "c3")
    controller.go_to(2)
    before = controller.game

    exchange["copy_link"]()
    copied = QApplication.clipboard().text()
    exchange["paste_record"]()

    assert copied == "https://hexworld.org/board/#8x5c1,a1b2,c3"
    assert controller.game is not before
    assert names(controller) == ["a1", "b2"]


def test_only_games_of_hex_have_a_hexworld_link(persons):
    link = persons.window.findChild(QAction, "copy_link")

    assert not link.isEnabled()
    press(persons.window, "switch_hex")
    assert link.isEnabled()


# Drag and drop


def test_several_files_can_be_dropped_on_the_window(persons, tmp_path):
    paths = [
        save_record(tmp_path / "one.sgf", "gomoku", ["h8"]),
        save_record(tmp_path / "two.sgf", "hex", ["f6"]),
    ]
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])

    assert drop(persons, data)

    assert moves(persons) == ["h8"]
    press(persons.window, "switch_hex")
    assert moves(persons) == ["f6"]


def test_a_text_can_be_dropped_on_the_window(persons):
    data = QMimeData()
    data.setText("(;FF[4]GM[4]SZ[15];B[hh];W[ii])")

    assert drop(persons, data)

    assert moves(persons) == ["h8", "i7"]


def test_what_is_dropped_is_copied_and_never_moved_away(persons):
    data = QMimeData()
    data.setText("(;FF[4]GM[4]SZ[15];B[hh])")
    actions = Qt.CopyAction | Qt.MoveAction
    keys = (Qt.LeftButton, Qt.ShiftModifier)
    enter = QDragEnterEvent(QPoint(9, 9), actions, data, *keys)
    dropped = QDropEvent(QPointF(9, 9), actions, data, *keys)
    assert dropped.proposedAction() == Qt.MoveAction

    for event in (enter, dropped):
        QApplication.sendEvent(persons.window, event)

    assert moves(persons) == ["h8"]
    assert dropped.dropAction() == Qt.CopyAction


def test_a_text_that_can_only_be_moved_stays_where_it_is(persons):
    data = QMimeData()
    data.setText("(;FF[4]GM[4]SZ[15];B[hh])")
    enter = QDragEnterEvent(
        QPoint(9, 9), Qt.MoveAction, data, Qt.LeftButton, Qt.NoModifier
    )

    QApplication.sendEvent(persons.window, enter)

    assert not enter.isAccepted()


def test_a_file_that_is_dropped_on_the_comment_is_opened(persons, tmp_path):
    path = save_record(tmp_path / "one.sgf", "gomoku", ["h8"])
    dock = persons.window.findChild(QDockWidget, "dock_notes")
    dock.show()
    dock.raise_()
    comment = widget(persons.window, "edit_comment")
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])

    drop(persons, data, onto=comment.viewport())

    assert comment.toPlainText() == ""
    assert moves(persons) == ["h8"]


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
