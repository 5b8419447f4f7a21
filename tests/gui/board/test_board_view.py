"""What the board tells, and what it shows when it is pointed at."""

import pytest
from PyQt5.QtCore import QEvent, QPoint, QPointF, Qt
from PyQt5.QtGui import QFocusEvent, QKeyEvent, QMouseEvent
from PyQt5.QtWidgets import QApplication

from engine.core.types import Move
from tests.games import ALL_GAMES

BOARDS = [
    ("gomoku", 9, 9, 0),
    ("gomoku", 7, 12, 0),
    ("gomoku", 5, 9, 90),
    ("hex", 11, 11, 0),
    ("hex", 7, 12, 0),
    ("hex", 5, 9, 30),
    ("hex", 9, 5, 210),
    ("squares", 3, 6, 0),
]


@pytest.mark.parametrize(("game", "height", "width", "turn"), BOARDS)
def test_a_click_on_a_cell_reports_exactly_that_move(
    make_board, game, height, width, turn
):
    board = make_board(game, height, width, turn)

    for move in range(height * width):
        board.click(move)

    assert board.clicked == list(range(height * width))


@pytest.mark.parametrize(("game", "height", "width", "turn"), BOARDS)
def test_cells_stay_inside_the_widget_in_every_shape(
    make_board, game, height, width, turn
):
    board = make_board(game, height, width, turn)

    for size in [(240, 240), (900, 300), (300, 900)]:
        board.view.resize(*size)
        centers = [board.view.cell_center(move) for move in range(height * width)]
        assert all(board.view.rect().contains(center) for center in centers)
        assert len({(at.x(), at.y()) for at in centers}) == len(centers)


def test_a_square_board_stands_in_the_middle(make_board):
    board = make_board("gomoku", 9, 9)
    board.view.resize(900, 500)

    middle = board.view.cell_center(40)

    assert abs(middle.x() - 450) <= 1
    assert abs(middle.y() - 250) <= 1


def test_a_double_click_reports_one_move(make_board):
    board = make_board()
    at = board.view.cell_center(12)

    board.qtbot.mouseClick(board.view, Qt.LeftButton, pos=at)
    board.qtbot.mouseDClick(board.view, Qt.LeftButton, pos=at)

    assert board.clicked == [12]


def test_a_press_and_a_release_on_two_cells_tell_nothing(make_board):
    board = make_board()

    board.qtbot.mousePress(board.view, Qt.LeftButton, pos=board.view.cell_center(1))
    board.qtbot.mouseRelease(board.view, Qt.LeftButton, pos=board.view.cell_center(2))

    assert board.clicked == []


def test_a_click_beside_the_board_reports_nothing(make_board):
    board = make_board("hex", 5, 9)

    board.qtbot.mouseClick(board.view, Qt.LeftButton, pos=QPoint(3, 3))

    assert board.clicked == []


def test_the_right_button_reports_nothing(make_board):
    board = make_board()

    board.click(5, Qt.RightButton)

    assert board.clicked == []


def test_a_click_on_an_occupied_cell_is_reported_for_an_objection(make_board):
    board = make_board()
    board.play(40)

    board.click(40)

    assert board.clicked == [40]


def test_a_locked_board_reports_no_click(make_board):
    board = make_board()
    board.point_at(20)
    board.view.set_locked(True)

    board.point_at(30)
    board.click(30)

    assert board.clicked == []
    assert board.pointed == [20, 30]


def test_a_click_that_began_before_the_lock_reports_nothing(make_board):
    board = make_board()
    at = board.view.cell_center(7)

    board.qtbot.mousePress(board.view, Qt.LeftButton, pos=at)
    board.view.set_locked(True)
    board.view.set_locked(False)
    board.qtbot.mouseRelease(board.view, Qt.LeftButton, pos=at)

    assert board.clicked == []


def test_the_mouse_pointer_shows_what_a_click_would_do(make_board):
    board = make_board()
    board.play(40)

    board.point_at(41)
    over_empty = board.view.cursor().shape()
    board.point_at(40)
    over_stone = board.view.cursor().shape()
    board.view.set_locked(True)
    locked = board.view.cursor().shape()

    assert over_empty == Qt.PointingHandCursor
    assert over_stone == Qt.ArrowCursor
    assert locked == Qt.ForbiddenCursor


def test_each_hovered_cell_is_reported_once(make_board):
    board = make_board()

    board.point_at(20)
    board.qtbot.mouseMove(board.view, board.view.cell_center(20) + QPoint(2, 2))
    board.point_at(21)
    QApplication.sendEvent(board.view, QEvent(QEvent.Leave))

    assert board.pointed == [20, 21, None]


@pytest.mark.parametrize("game", ALL_GAMES)
def test_the_stone_to_come_shows_under_the_mouse(make_board, game):
    board = make_board(game, 8, 8)
    empty = board.colour_at(22, offset=(4, 4))

    board.point_at(22)
    ghost = board.colour_at(22, offset=(4, 4))
    board.play(22)
    stone = board.colour_at(22, offset=(4, 4))

    assert empty.lightness() > ghost.lightness() > stone.lightness()


def test_no_stone_shows_under_the_mouse_where_none_can_be_played(make_board):
    board = make_board()
    board.play(40)
    before = board.picture()

    board.point_at(40)

    assert board.picture() == before


def test_a_locked_board_shows_no_stone_to_come(make_board):
    board = make_board()
    before = board.picture()
    board.view.set_locked(True)

    board.point_at(22)

    assert board.picture() == before


def test_a_board_without_a_position_is_calm(qtbot, make_board):
    board = make_board()
    view = type(board.view)()
    qtbot.addWidget(view)
    clicks = []
    view.cell_clicked.connect(clicks.append)
    view.resize(300, 300)
    view.show()

    qtbot.mouseClick(view, Qt.LeftButton, pos=QPoint(150, 150))
    qtbot.keyClick(view, Qt.Key_Left)
    view.grab()

    assert clicks == []


# The keyboard


def focus_by_tab(board):
    board.view.setFocus(Qt.TabFocusReason)
    QApplication.sendEvent(board.view, QFocusEvent(QEvent.FocusIn, Qt.TabFocusReason))


@pytest.mark.parametrize("key", [Qt.Key_Return, Qt.Key_Enter, Qt.Key_Space])
def test_the_keyboard_alone_chooses_a_cell(make_board, key):
    board = make_board("gomoku", 9, 9)
    focus_by_tab(board)

    board.qtbot.keyClick(board.view, Qt.Key_Right)
    board.qtbot.keyClick(board.view, Qt.Key_Up)
    board.qtbot.keyClick(board.view, key)

    assert board.clicked == [3 * 9 + 5]


@pytest.mark.parametrize("key", [Qt.Key_Up, Qt.Key_Down, Qt.Key_Left, Qt.Key_Right])
def test_arrow_keys_alone_choose_no_cell(make_board, key):
    board = make_board("gomoku", 9, 9)
    board.view.setFocus()

    board.qtbot.keyClick(board.view, key)
    board.qtbot.keyClick(board.view, Qt.Key_Return)

    assert board.pointed == []
    assert board.clicked == []


def test_up_and_down_do_not_drift_on_shifted_rows(make_board):
    board = make_board("hex", 11, 11)
    board.play(Move(5 * 11 + 5))
    focus_by_tab(board)

    for _ in range(4):
        board.qtbot.keyClick(board.view, Qt.Key_Up)
    board.qtbot.keyClick(board.view, Qt.Key_Return)

    row, column = divmod(board.clicked[0], 11)
    assert (row, column) == (1, 7)


@pytest.mark.parametrize(("game", "height", "width", "turn"), BOARDS)
def test_the_arrows_stop_at_the_edge(make_board, game, height, width, turn):
    board = make_board(game, height, width, turn)
    focus_by_tab(board)

    for key in (Qt.Key_Right, Qt.Key_Down):
        for _ in range(height + width):
            board.qtbot.keyClick(board.view, key)
    board.qtbot.keyClick(board.view, Qt.Key_Return)

    assert len(board.clicked) == 1


def test_the_chosen_cell_is_marked_and_escape_takes_the_mark_away(make_board):
    board = make_board()
    before = board.picture()
    focus_by_tab(board)

    marked = board.picture()
    board.qtbot.keyClick(board.view, Qt.Key_Escape)

    assert marked != before
    assert board.picture() == before


def test_a_locked_board_takes_no_move_from_the_keyboard(make_board):
    board = make_board()
    board.view.set_locked(True)
    focus_by_tab(board)

    board.qtbot.keyClick(board.view, Qt.Key_Return)

    assert board.clicked == []


def test_arrows_are_left_to_shortcuts_until_the_keyboard_has_a_cell(make_board):
    board = make_board()

    def takes_arrow():
        event = QKeyEvent(QEvent.ShortcutOverride, Qt.Key_Left, Qt.NoModifier)
        event.ignore()
        QApplication.sendEvent(board.view, event)
        return event.isAccepted()

    before = takes_arrow()
    focus_by_tab(board)

    assert not before
    assert takes_arrow()


def test_a_held_key_plays_once(make_board):
    board = make_board()
    focus_by_tab(board)
    held = QKeyEvent(QEvent.KeyPress, Qt.Key_Return, Qt.NoModifier, "", True)

    QApplication.sendEvent(board.view, held)

    assert board.clicked == []


# Accessibility and sizes


def test_a_screen_reader_learns_what_is_on_the_board(make_board):
    board = make_board("gomoku", 7, 12)
    board.play(13, 14)

    text = board.view.accessibleDescription()

    assert board.view.accessibleName() == "Board"
    for part in ("7 rows", "12 columns", "2 stones", "c6"):
        assert part in text


def test_the_board_asks_for_a_sensible_size(make_board):
    view = make_board().view

    assert view.minimumSizeHint().width() == 96
    assert view.sizeHint().width() >= 600


def test_a_click_between_pixels_counts_at_any_scale(make_board):
    board = make_board()
    at = QPointF(board.view.cell_center(33)) + QPointF(0.4, 0.4)

    for kind in (QEvent.MouseButtonPress, QEvent.MouseButtonRelease):
        event = QMouseEvent(kind, at, Qt.LeftButton, Qt.LeftButton, Qt.NoModifier)
        QApplication.sendEvent(board.view, event)

    assert board.clicked == [33]


def test_a_hint_stays_until_the_position_changes(make_board):
    board = make_board()
    board.play(10)
    plain = board.picture()

    board.view.set_hint(Move(40), "62")
    board.show(board.position)
    hinted = board.picture()
    board.play(41)
    board.view.set_hint(None)
    played = board.picture()

    without = make_board()
    without.play(10, 41)
    assert hinted != plain
    assert played == without.picture()


def test_a_hint_goes_with_the_next_move(make_board):
    board = make_board()
    board.view.set_hint(Move(40))

    board.play(41)

    without = make_board()
    without.play(41)
    assert board.picture() == without.picture()
