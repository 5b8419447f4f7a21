"""The enlarged board: where it lies, how it is moved, and the way back."""

import numpy as np
import pytest
from PyQt5.QtCore import QEvent, QPoint, QPointF, Qt
from PyQt5.QtGui import QMouseEvent, QWheelEvent
from PyQt5.QtWidgets import QApplication

from engine.core.types import Move
from gui.board.board_options import Orientation, SideMarkStyle
from gui.board.viewport import LARGEST_ZOOM
from tests.gui.board.options import make_options

BOARDS = [("gomoku", 15, 15), ("gomoku", 9, 13), ("hex", 11, 11), ("hex", 5, 9)]

ONE_SHADE = 4
"""Grain in wood is painted a little differently where it begins elsewhere."""

every_board = pytest.mark.parametrize(("game", "height", "width"), BOARDS)


def wheel(board, at, notches, modifiers=Qt.NoModifier, across=0):
    turn = QPoint(round(120 * across), round(120 * notches))
    event = QWheelEvent(
        QPointF(at),
        QPointF(board.view.mapToGlobal(at)),
        QPoint(),
        turn,
        Qt.NoButton,
        modifiers,
        Qt.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(board.view, event)


def drag(board, button, start, way):
    end = start + way
    for kind, at, held in (
        (QEvent.MouseButtonPress, start, button),
        (QEvent.MouseMove, end, button),
        (QEvent.MouseButtonRelease, end, Qt.NoButton),
    ):
        moved = Qt.NoButton if kind == QEvent.MouseMove else button
        event = QMouseEvent(kind, QPointF(at), moved, held, Qt.NoModifier)
        QApplication.sendEvent(board.view, event)


@every_board
@pytest.mark.parametrize("notches", [1, -1, 0.25])
def test_the_cell_under_the_mouse_stays_there(make_board, game, height, width, notches):
    board = make_board(game, height, width)
    board.view.zoom_by(5)
    middle = Move(height // 2 * width + width // 2)
    cell = Move(middle + 1)

    at = board.view.cell_center(cell)
    wheel(board, at, notches, Qt.ControlModifier)

    assert (board.view.cell_center(cell) - at).manhattanLength() <= 4
    assert board.view.cell_center(middle) != at


@every_board
def test_clicks_and_the_mouse_find_their_cells_on_an_enlarged_board(
    make_board, game, height, width
):
    board = make_board(game, height, width)
    board.view.zoom_by(3)
    seen = [
        move
        for move in range(height * width)
        if board.view.rect().contains(board.view.cell_center(move))
    ]

    for move in seen:
        board.click(move)

    assert 0 < len(seen) < height * width
    assert board.clicked == seen


@every_board
@pytest.mark.parametrize("way", [(-1, -1), (1, 1), (-1, 1), (1, -1)])
def test_the_board_cannot_be_lost(make_board, game, height, width, way):
    board = make_board(game, height, width)
    board.view.zoom_by(5)

    for _ in range(60):
        wheel(board, QPoint(280, 260), way[1], across=way[0])

    corner = (0 if way[1] > 0 else height - 1) * width + (
        0 if way[0] > 0 else width - 1
    )
    centers = [board.view.cell_center(move) for move in range(height * width)]
    if game == "gomoku":
        assert board.view.rect().contains(centers[corner])
    assert any(board.view.rect().contains(center) for center in centers)


@pytest.mark.parametrize("button", [Qt.MiddleButton, Qt.RightButton])
def test_dragging_with_another_button_moves_an_enlarged_board(make_board, button):
    board = make_board("gomoku", 15, 15)
    board.view.zoom_by(4)
    before = board.view.cell_center(112)

    drag(board, button, QPoint(280, 260), QPoint(-40, 30))

    assert board.view.cell_center(112) - before == QPoint(-40, 30)
    assert board.clicked == []


def test_dragging_does_not_move_the_whole_board(make_board):
    board = make_board("gomoku", 15, 15)
    before = board.view.cell_center(112)

    drag(board, Qt.MiddleButton, QPoint(280, 260), QPoint(-40, 30))
    wheel(board, QPoint(280, 260), 1)

    assert board.view.cell_center(112) == before


def test_the_wheel_scrolls_an_enlarged_board_and_with_shift_sideways(make_board):
    board = make_board("gomoku", 15, 15)
    board.view.zoom_by(4)
    start = board.view.cell_center(112)

    wheel(board, QPoint(280, 260), -1)
    down = board.view.cell_center(112) - start
    wheel(board, QPoint(280, 260), -1, Qt.ShiftModifier)
    sideways = board.view.cell_center(112) - start - down

    assert (down.x(), down.y()) == (0, -60)
    assert (sideways.x(), sideways.y()) == (-60, 0)


def test_zoom_has_an_end_and_steps_back_end_at_the_whole_board(make_board):
    board = make_board("hex", 11, 11)
    before, told = board.picture(), []
    board.view.zoom_changed.connect(told.append)

    for _ in range(20):
        board.view.zoom_by(1)
    for _ in range(20):
        board.view.zoom_by(-1)

    assert max(told) == 100 * LARGEST_ZOOM
    assert told[-1] == 100
    assert board.picture() == before


def test_one_call_shows_the_whole_board_again(make_board):
    board = make_board("gomoku", 9, 13)
    before = board.picture()
    board.view.zoom_by(4, at=QPointF(10, 20))
    enlarged = board.picture()

    board.view.show_whole()

    assert enlarged != before
    assert board.picture() == before
    assert board.view.zoom_percent == 100


def test_a_move_keeps_the_zoom_and_another_board_does_not(make_board):
    board = make_board("gomoku", 9, 9)
    board.view.zoom_by(2)

    board.play(40)
    after_move = board.view.zoom_percent
    other = board.game.setup(height=7, width=12)
    board.view.show_position(
        board.game.new_position(other), board.game.layout(other), board.game.sides
    )

    assert after_move > 100
    assert board.view.zoom_percent == 100


def test_a_turned_board_is_shown_as_a_whole(make_board):
    board = make_board("hex", 9, 9)
    board.view.zoom_by(2)

    board.view.set_options(make_options(orientation=Orientation.DIAMOND))

    assert board.view.zoom_percent == 100


@every_board
def test_the_cell_of_the_keyboard_is_scrolled_into_view(
    make_board, game, height, width
):
    board = make_board(game, height, width)
    board.view.zoom_by(5)
    board.view.enter_keyboard()

    for key in (Qt.Key_Right, Qt.Key_Down, Qt.Key_Left, Qt.Key_Up):
        for _ in range(width + height):
            board.qtbot.keyClick(board.view, key)
            center = board.view.cell_center(board.pointed[-1])
            assert board.view.rect().contains(center)


@every_board
def test_painting_a_few_cells_of_an_enlarged_board_is_as_painting_all(
    make_board, game, height, width
):
    board = make_board(game, height, width)
    board.view.zoom_by(3)
    board.play(20, 21, 22)
    piecewise = board.picture()

    fresh = make_board(game, height, width)
    fresh.view.zoom_by(3)
    fresh.play(20, 21, 22)
    fresh.view.update()

    assert piecewise == fresh.picture()


@every_board
@pytest.mark.parametrize("side_mark_style", SideMarkStyle)
def test_a_scrolled_board_looks_as_if_painted_there(
    make_board, game, height, width, side_mark_style
):
    board = make_board(game, height, width, side_marks=side_mark_style)
    board.play(20, 21, 22)
    board.view.zoom_by(3)
    board.picture()

    for way in (QPoint(-37, 13), QPoint(9, -20), QPoint(0, 31)):
        drag(board, Qt.MiddleButton, QPoint(280, 260), way)
        scrolled = board.picture()
        QApplication.sendEvent(board.view, QEvent(QEvent.StyleChange))
        assert differing_share(scrolled, board.picture()) < 0.005


def differing_share(first, second):
    """Return the share of bytes that differ in two pictures by more than a shade."""
    one, other = (
        np.frombuffer(image.constBits().asstring(image.sizeInBytes()), np.uint8)
        for image in (first, second)
    )
    return np.mean(np.abs(one.astype(int) - other) > ONE_SHADE)
