"""Players that change sides, in the middle of a game and for the next one."""

from engine.core.types import Move, Player
from engine.games import GAMES
from engine.match.match_setup import MatchSetup
from tests.gui.game.controller_games import (
    AGAINST_ENGINE,
    wait_for_moves,
)
from tests.gui.scripted_engines import ENGINE


def test_the_players_can_change_sides_in_the_middle(controller, begin_game, qtbot):
    begin_game(AGAINST_ENGINE)
    controller.play(Move(112))
    wait_for_moves(qtbot, controller, 2)

    controller.change_sides()

    wait_for_moves(qtbot, controller, 3)
    assert controller.session.automatic == {Player.FIRST}
    headers = controller.session.record.headers
    assert (headers.first_name, headers.second_name) == ("Plain UCT, level 1", "")


def test_the_next_game_can_begin_with_sides_changed(controller, begin_game, qtbot):
    setup = GAMES["gomoku"].setup(height=9, width=11)
    begin_game(MatchSetup(setup=setup, second=ENGINE))

    controller.rematch_with_sides_changed()

    wait_for_moves(qtbot, controller, 1)
    assert controller.session.setup == setup
    assert controller.view.players.first == ENGINE
    assert controller.view.players.second is None
