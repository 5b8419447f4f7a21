"""Players that change sides, in the middle of a game and for the next one."""

from engine.core.types import Move, Player
from engine.games import GAMES
from engine.match.match_setup import MatchSetup
from tests.gui.conftest import ENGINE
from tests.gui.game.controller_games import (
    AGAINST_ENGINE,
    PERSONS,
    moves,
    wait_for_moves,
)


def test_the_players_can_change_sides_in_the_middle(controller, begin_game, qtbot):
    begin_game(AGAINST_ENGINE)
    controller.play(Move(112))
    wait_for_moves(qtbot, controller, 2)

    controller.change_sides()

    wait_for_moves(qtbot, controller, 3)
    assert controller.session.automatic == {Player.FIRST}
    headers = controller.session.record.headers
    assert (headers.first_name, headers.second_name) == ("Plain UCT, level 1", "")


def test_an_engine_keeps_its_tree_when_sides_are_changed(
    controller, begin_game, engines, qtbot
):
    begin_game(AGAINST_ENGINE)
    controller.play(Move(112))
    wait_for_moves(qtbot, controller, 2)
    count = len(engines.made)

    controller.change_sides()

    wait_for_moves(qtbot, controller, 3)
    assert len(engines.made) == count


def test_sides_changed_while_the_engine_thinks_leave_its_move_to_the_person(
    thinking, engines, qtbot
):
    thinking.change_sides()
    qtbot.waitUntil(lambda: engines.latest.stopped == 1)
    qtbot.wait(50)

    assert moves(thinking) == [112]
    assert not thinking.view.is_locked


def test_two_persons_have_no_sides_to_change(controller, begin_game):
    begin_game(PERSONS)

    assert not controller.view.can_change_sides


def test_the_next_game_can_begin_with_sides_changed(controller, begin_game, qtbot):
    setup = GAMES["gomoku"].setup(height=9, width=11)
    begin_game(MatchSetup(setup=setup, second=ENGINE))

    controller.rematch_with_sides_changed()

    wait_for_moves(qtbot, controller, 1)
    assert controller.session.setup == setup
    assert controller.view.players.first == ENGINE
    assert controller.view.players.second is None
