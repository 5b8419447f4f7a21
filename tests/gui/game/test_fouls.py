"""Forbidden points of renju in the window."""

from PyQt5.QtCore import QPoint

from engine.core.types import Player
from gui.board.board_view import BoardView
from gui.text.labels import foul_message
from tests.games import ALL_GAMES, cell, position_of

OVERLINE = """
    . . . . . . . . .
    . X X X . X X . .
    . . . . . . . . .
    . O O . O O . . .
    . . . . . . . . .
"""


def renju_view(qtbot):
    position = position_of("gomoku", OVERLINE, to_move=Player.FIRST, rule="renju")
    view = BoardView()
    qtbot.addWidget(view)
    view.resize(420, 300)
    game = ALL_GAMES["gomoku"]
    view.show_position(position, game.layout(position.setup), game.sides)
    view.show()
    return view, position


def test_a_forbidden_point_is_marked(qtbot):
    view, position = renju_view(qtbot)
    at = view.cell_center(cell(position, "e4")) * view.devicePixelRatioF()
    free = view.cell_center(cell(position, "e1")) * view.devicePixelRatioF()

    picture = view.grab().toImage()

    arm = QPoint(2, 2)
    assert picture.pixelColor(at + arm).red() - picture.pixelColor(at + arm).blue() > 90
    assert picture.pixelColor(at) != picture.pixelColor(free)


def test_why_a_point_is_forbidden_is_one_sentence(qtbot):
    _, position = renju_view(qtbot)
    move = cell(position, "e4")

    assert position.fouls()[move] == ("overline",)
    assert foul_message(position, move, ("overline",)) == (
        "e4 is forbidden for Black: an overline."
    )
