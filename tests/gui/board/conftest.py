"""A board on a screen that is not there, for every game."""

import pytest
from PyQt5.QtCore import QPoint, Qt

from engine.core.types import Move
from gui.board.board_view import BoardView
from tests.games import ALL_GAMES
from tests.gui.board.options import make_options


class Board:
    """A visible board with what it has told so far."""

    def __init__(self, qtbot, game, setup, *, turn, options):
        self.qtbot, self.game, self.setup = qtbot, game, setup
        self.layout = game.layout(self.setup)
        if turn:
            self.layout = self.layout.rotated(turn)
        self.position = game.new_position(self.setup)
        self.view = BoardView()
        qtbot.addWidget(self.view)
        self.view.set_options(options)
        self.view.resize(560, 520)
        self.view.show()
        qtbot.mouseMove(self.view, QPoint(1, 1))
        self.clicked, self.pointed = [], []
        self.view.cell_clicked.connect(self.clicked.append)
        self.view.cell_pointed.connect(self.pointed.append)
        self.show(self.position)

    def show(self, position):
        self.position = position
        self.view.show_position(position, self.layout, self.game.sides)

    def play(self, *moves):
        position = self.position
        for move in moves:
            position = position.play(Move(move))
        self.show(position)

    def click(self, move, button=Qt.LeftButton):
        self.qtbot.mouseClick(self.view, button, pos=self.view.cell_center(move))

    def point_at(self, move):
        self.qtbot.mouseMove(self.view, self.view.cell_center(move))

    def picture(self):
        return self.view.grab().toImage()

    def colour_at(self, move, offset=(0, 0)):
        at = self.view.cell_center(move) + QPoint(*offset)
        return self.picture().pixelColor(at)


@pytest.fixture
def make_board(qtbot):
    """Return a function that shows an empty board of a game."""

    def make(game="gomoku", height=9, width=9, turn=0, **options):
        rules = ALL_GAMES[game]
        setup = rules.setup(height=height, width=width)
        return Board(qtbot, rules, setup, turn=turn, options=make_options(**options))

    return make
