"""Engines that are paused, let go, stepped, stopped and told to move."""

from engine.core.types import Move
from engine.match.view import Activity
from tests.gui.game.controller_games import (
    AGAINST_ENGINE,
    WATCHED,
    moves,
    wait_for_moves,
)


def test_two_engines_play_until_they_are_paused(controller, begin_game, engines, qtbot):
    begin_game(WATCHED)
    wait_for_moves(qtbot, controller, 2)

    controller.set_running(False)
    qtbot.wait(600)

    assert controller.session.ply == 2
    assert controller.activity is Activity.PAUSED


def test_a_step_is_one_move(controller, begin_game, qtbot):
    begin_game(WATCHED)
    controller.set_running(False)
    before = controller.session.ply

    controller.step()
    wait_for_moves(qtbot, controller, before + 1)
    qtbot.wait(600)

    assert controller.session.ply == before + 1


def test_paused_engines_go_on_when_started(controller, begin_game, qtbot):
    begin_game(WATCHED)
    controller.set_running(False)

    controller.set_running(True)

    wait_for_moves(qtbot, controller, 2)


def test_the_board_of_two_engines_is_locked(controller, begin_game):
    begin_game(WATCHED)
    controller.set_running(False)

    controller.play(Move(112))

    assert moves(controller) == []


def test_the_engine_can_be_told_to_move_at_once(thinking, qtbot):
    thinking.move_now()

    wait_for_moves(qtbot, thinking, 2)


def test_a_stopped_engine_waits_while_the_moves_are_looked_at(
    controller, begin_game, engines, qtbot
):
    engines.delay = 60
    begin_game(AGAINST_ENGINE)
    controller.play(Move(112))
    qtbot.waitUntil(lambda: len(engines.searched) > 0)
    controller.stop_engine()

    controller.go_to(0)
    controller.go_to(1)
    qtbot.wait(50)

    assert controller.activity is Activity.IDLE
    assert len(engines.searched) == 1


def test_a_stop_ends_with_the_next_move(controller, begin_game, engines, qtbot):
    engines.delay = 60
    begin_game(AGAINST_ENGINE)
    controller.play(Move(112))
    qtbot.waitUntil(lambda: len(engines.searched) > 0)
    controller.stop_engine()
    controller.take_back()

    controller.play(Move(113))

    qtbot.waitUntil(lambda: len(engines.searched) > 1)


def test_a_stopped_engine_moves_when_told_to(controller, begin_game, engines, qtbot):
    engines.delay = 60
    begin_game(AGAINST_ENGINE)
    controller.play(Move(112))
    controller.stop_engine()
    assert controller.activity is not Activity.THINKING

    controller.move_now()
    qtbot.waitUntil(lambda: len(engines.searched) > 0)
    engines.latest.let_go.set()

    wait_for_moves(qtbot, controller, 2)
