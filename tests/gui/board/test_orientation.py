"""A slanted board in each of its orientations."""

import math

import pytest
from PyQt5.QtCore import Qt

from engine.core.types import Move
from gui.board.board_options import Orientation, rotate_layout
from gui.board.keyboard import KeyboardCursor
from tests.games import ALL_GAMES
from tests.gui.board.options import make_options

SIZES = [(11, 11), (5, 9), (9, 5)]
TURNED = [Orientation.DIAMOND, Orientation.UPRIGHT]

every_orientation = pytest.mark.parametrize("orientation", Orientation)
every_size = pytest.mark.parametrize(("height", "width"), SIZES)


def hex_layout(height, width, orientation):
    game = ALL_GAMES["hex"]
    return rotate_layout(
        game.layout(game.setup(height=height, width=width)), orientation
    )


@every_size
def test_the_rows_of_a_diamond_rise_as_steeply_as_its_columns_fall(height, width):
    layout = hex_layout(height, width, Orientation.DIAMOND)
    (x, y), (right_x, right_y) = layout.centers[0], layout.centers[1]
    below_x, below_y = layout.centers[width]

    assert right_x - x == pytest.approx(below_x - x)
    assert right_y - y == pytest.approx(y - below_y)
    assert right_y < y


@every_size
def test_the_first_cell_of_an_upright_board_is_on_top(height, width):
    layout = hex_layout(height, width, Orientation.UPRIGHT)

    assert layout.centers[0] == min(layout.centers, key=lambda at: at[1])
    assert layout.centers[-1] == max(layout.centers, key=lambda at: at[1])


def test_the_long_diagonal_of_a_square_board_is_level_or_plumb():
    diamond = hex_layout(11, 11, Orientation.DIAMOND).centers
    upright = hex_layout(11, 11, Orientation.UPRIGHT).centers

    assert diamond[0][1] == pytest.approx(diamond[-1][1])
    assert upright[0][0] == pytest.approx(upright[-1][0])


@pytest.mark.parametrize("orientation", TURNED)
def test_a_board_of_crossings_does_not_turn(orientation):
    game = ALL_GAMES["gomoku"]
    layout = game.layout(game.setup())

    assert rotate_layout(layout, orientation) is layout


@every_orientation
@every_size
def test_a_click_on_a_cell_reports_exactly_that_move(
    make_board, height, width, orientation
):
    board = make_board("hex", height, width, orientation=orientation)

    for move in range(height * width):
        board.click(move)

    assert board.clicked == list(range(height * width))


@every_orientation
@every_size
def test_a_turned_board_fills_its_widget(make_board, height, width, orientation):
    board = make_board("hex", height, width, orientation=orientation)
    left, top, right, bottom = hex_layout(height, width, orientation).bounds_with_labels
    board.view.resize(600, round(600 * (bottom - top) / (right - left)))

    centers = [board.view.cell_center(move) for move in range(height * width)]

    reach = {at.x() for at in centers}
    assert all(board.view.rect().contains(at) for at in centers)
    assert max(reach) - min(reach) > 600 - 200 * (11 / max(height, width))


@every_orientation
@every_size
def test_every_label_is_beside_an_end_of_its_own_row_or_column(
    height, width, orientation
):
    layout = hex_layout(height, width, orientation)
    rows = {str(row + 1): (row * width, (row + 1) * width - 1) for row in range(height)}
    last_row = (height - 1) * width
    columns = {"abcdefghijk"[c]: (c, last_row + c) for c in range(width)}

    assert {label.text for label in layout.labels} == {*rows, *columns}
    for label in layout.labels:
        ends = (rows | columns)[label.text]
        assert layout.cell_at(label.at) is None
        assert min(math.dist(label.at, layout.centers[end]) for end in ends) < 1.35


@every_orientation
@every_size
def test_the_arrow_keys_reach_every_cell(height, width, orientation):
    layout = hex_layout(height, width, orientation)
    cursor, steps = KeyboardCursor(), ((-1, 0), (1, 0), (0, -1), (0, 1))
    reached, waiting = {Move(0)}, [Move(0)]

    while waiting:
        start = waiting.pop()
        for step in steps:
            cursor.show(layout, start)
            cursor.move(layout, step)
            if cursor.cell not in reached:
                reached.add(cursor.cell)
                waiting.append(cursor.cell)

    assert len(reached) == height * width


@every_orientation
@pytest.mark.parametrize(
    ("key", "across", "down"),
    [
        (Qt.Key_Left, -1, 0),
        (Qt.Key_Right, 1, 0),
        (Qt.Key_Up, 0, -1),
        (Qt.Key_Down, 0, 1),
    ],
)
def test_an_arrow_key_goes_that_way_on_the_screen(
    make_board, orientation, key, across, down
):
    board = make_board("hex", 9, 9, orientation=orientation)
    board.view.enter_keyboard()
    before = board.view.cell_center(board.pointed[-1])

    for _ in range(2):
        board.qtbot.keyClick(board.view, key)

    way = board.view.cell_center(board.pointed[-1]) - before
    along = way.x() * across + way.y() * down
    aside = abs(way.x() * down) + abs(way.y() * across)
    assert along > 20
    assert aside <= along


@every_orientation
def test_painting_a_few_cells_gives_the_same_picture_as_painting_all(
    make_board, orientation
):
    board = make_board("hex", 8, 6, orientation=orientation)
    board.play(10, 11, 12)
    piecewise = board.picture()

    fresh = make_board("hex", 8, 6, orientation=orientation)
    fresh.play(10, 11, 12)
    fresh.view.update()

    assert piecewise == fresh.picture()


def test_turning_keeps_the_cell_of_the_keyboard_and_the_game(make_board):
    board = make_board("hex", 7, 7)
    board.play(10)
    board.view.enter_keyboard()

    board.view.set_options(make_options(orientation=Orientation.UPRIGHT))
    board.qtbot.keyClick(board.view, Qt.Key_Return)

    fresh = make_board("hex", 7, 7, orientation=Orientation.UPRIGHT)
    fresh.play(10)
    fresh.view.enter_keyboard()
    assert board.clicked == [10]
    assert board.picture() == fresh.picture()
