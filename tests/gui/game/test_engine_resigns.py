"""Engines resign lost games where they are asked to."""

from dataclasses import replace

from engine.core.types import Move, Outcome, Player
from engine.match.notices import GameEnded
from gui.contest.contest import default_contest
from gui.settings.last_match import load_last_match, save_last_match
from tests.gui.game.controller_games import AGAINST_ENGINE, wait_for_moves

RESIGNING = replace(AGAINST_ENGINE, engines_resign=True)


def test_a_hopeless_engine_resigns_at_its_second_lost_move(
    controller, begin_game, engines, qtbot, notices
):
    engines.value = -0.99
    begin_game(RESIGNING)
    controller.play(Move(112))
    wait_for_moves(qtbot, controller, 2)

    controller.play(Move(113))
    notices.wait_for(GameEnded)

    assert controller.session.outcome == Outcome(Player.FIRST, "resignation")
    assert controller.session.ply == 3


def test_no_engine_resigns_in_a_contest():
    assert not default_contest("hex").new_game.engines_resign


def test_the_wish_is_kept(settings):
    save_last_match(settings, RESIGNING)

    assert load_last_match(settings, "gomoku").engines_resign
