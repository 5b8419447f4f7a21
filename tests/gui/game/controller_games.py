"""Games for tests of the controller without a window, and what became of them."""

from engine.games import GAMES
from gui.setup.new_game import NewGame
from tests.gui.conftest import ENGINE

GOMOKU = GAMES["gomoku"].setup()
AGAINST_ENGINE = NewGame(setup=GOMOKU, second=ENGINE)
PERSONS = NewGame(setup=GOMOKU)
WATCHED = NewGame(setup=GOMOKU, first=ENGINE, second=ENGINE)


def moves(controller):
    return list(controller.session.position.history)


def wait_for_moves(qtbot, controller, count):
    qtbot.waitUntil(lambda: controller.session.ply >= count)
