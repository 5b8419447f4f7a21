"""The game goes on when engines fail."""

from engine.core.types import Move, Player
from engine.match.notices import EngineReplaced
from tests.gui.game.controller_games import AGAINST_ENGINE, moves, wait_for_moves


def test_another_engine_plays_on_for_one_that_fails(
    controller, begin_game, engines, qtbot, notices
):
    engines.broken = {"uct-plain"}
    begin_game(AGAINST_ENGINE)

    controller.play(Move(112))

    assert notices.wait_for(EngineReplaced).seat is Player.SECOND
    wait_for_moves(qtbot, controller, 2)
    assert controller.session.record.headers.second_name == "Alpha-beta, level 1"


def test_an_engine_that_cannot_be_built_is_replaced_too(
    controller, begin_game, engines, qtbot
):
    engines.unbuildable = {"uct-plain"}
    begin_game(AGAINST_ENGINE)

    controller.play(Move(112))

    wait_for_moves(qtbot, controller, 2)
    assert str(controller.view.players.second) == "alphabeta:1"


def test_where_every_engine_fails_the_person_plays_on(
    controller, begin_game, engines, qtbot, notices
):
    engines.error = RuntimeError("boom")
    begin_game(AGAINST_ENGINE)

    controller.play(Move(112))
    qtbot.waitUntil(lambda: len(notices.messages) > 0)
    engines.error = None
    controller.play(Move(113))
    controller.play(Move(114))

    wait_for_moves(qtbot, controller, 4)
    assert moves(controller) == [112, 113, 114, 0]
