"""Games for tests of the controller without a window, and what became of them."""

from engine.games import GAMES
from engine.match.match_setup import MatchSetup
from tests.gui.scripted_engines import ENGINE

GOMOKU = GAMES["gomoku"].setup()
AGAINST_ENGINE = MatchSetup(setup=GOMOKU, second=ENGINE)
PERSONS = MatchSetup(setup=GOMOKU)
WATCHED = MatchSetup(setup=GOMOKU, first=ENGINE, second=ENGINE)


def moves(controller):
    return list(controller.session.position.history)


def wait_for_moves(qtbot, controller, count):
    qtbot.waitUntil(lambda: controller.session.ply >= count)
