"""Tests for gui.game.game_controller, with scripted engines."""

from engine.core.types import Move, Outcome, Player
from engine.games import GAMES
from engine.match.match_setup import MatchSetup
from engine.match.notices import GameEnded
from engine.match.view import Activity
from engine.records.model.record import GameRecord
from tests.gui.game.controller_games import (
    AGAINST_ENGINE,
    GOMOKU,
    PERSONS,
    moves,
    wait_for_moves,
)
from tests.gui.scripted_engines import ENGINE


def record_of(moves, setup=GOMOKU):
    record, node = GameRecord(setup=setup), 0
    for move in moves:
        record, node = record.with_move(node, Move(move))
    return record


def test_the_engine_answers_a_persons_move(controller, begin_game, qtbot):
    begin_game(AGAINST_ENGINE)

    controller.play(Move(112))

    wait_for_moves(qtbot, controller, 2)
    assert moves(controller) == [112, 0]
    assert controller.session.record.nodes[1].analysis.value == 0.5


def test_clicks_are_ignored_while_the_engine_thinks(
    controller, begin_game, engines, qtbot
):
    engines.delay = 60
    begin_game(AGAINST_ENGINE)
    controller.play(Move(112))

    controller.play(Move(113))

    assert moves(controller) == [112]
    assert controller.activity in (Activity.PREPARING, Activity.THINKING)


def test_an_occupied_cell_is_one_sentence_and_nothing_else(
    controller, begin_game, qtbot, notices
):
    begin_game(PERSONS)
    controller.play(Move(112))

    controller.play(Move(112))
    qtbot.waitUntil(lambda: len(notices.messages) > 0)

    assert notices.messages == ["h8 is already occupied."]
    assert moves(controller) == [112]


def test_take_back_while_the_engine_thinks_drops_its_late_answer(
    thinking, engines, qtbot
):
    thinking.take_back()
    qtbot.waitUntil(lambda: engines.latest.stopped == 1)
    qtbot.wait(50)

    assert moves(thinking) == []
    assert thinking.activity is Activity.IDLE


def test_take_back_against_an_engine_takes_both_moves(controller, begin_game, qtbot):
    begin_game(AGAINST_ENGINE)
    controller.play(Move(112))
    wait_for_moves(qtbot, controller, 2)

    controller.take_back()

    assert moves(controller) == []


def test_redo_brings_both_moves_back(controller, begin_game, engines, qtbot):
    begin_game(AGAINST_ENGINE)
    controller.play(Move(112))
    wait_for_moves(qtbot, controller, 2)
    controller.take_back()

    controller.redo()

    assert moves(controller) == [112, 0]
    assert len(engines.searched) == 1


def test_redo_of_a_move_without_an_answer_wakes_the_engine(
    controller, begin_game, engines, qtbot
):
    engines.delay = 60
    begin_game(AGAINST_ENGINE)
    controller.play(Move(112))
    controller.take_back()

    controller.redo()
    qtbot.waitUntil(lambda: len(engines.searched) > 0)
    engines.latest.let_go.set()

    wait_for_moves(qtbot, controller, 2)


def test_the_same_move_after_a_take_back_is_answered_again(
    controller, begin_game, engines, qtbot
):
    begin_game(AGAINST_ENGINE)
    controller.play(Move(112))
    wait_for_moves(qtbot, controller, 2)
    controller.take_back()

    controller.play(Move(112))

    wait_for_moves(qtbot, controller, 2)
    assert len(engines.searched) == 2


def test_a_new_game_cancels_the_search(thinking, begin_game, engines, qtbot):
    searcher = engines.latest

    begin_game(PERSONS)

    qtbot.waitUntil(lambda: searcher.stopped == 1)
    qtbot.wait(50)
    assert moves(thinking) == []


def test_an_engine_that_has_the_first_side_begins(controller, begin_game, qtbot):
    begin_game(MatchSetup(setup=GOMOKU, first=ENGINE))

    wait_for_moves(qtbot, controller, 1)


def test_switching_keeps_both_boards(controller, begin_game, qtbot):
    begin_game(PERSONS)
    controller.play(Move(112))

    controller.switch_to("hex")
    controller.put(controller.game)
    controller.play(Move(60))
    controller.switch_to("gomoku")

    assert controller.session.setup.game == "gomoku"
    assert moves(controller) == [112]


def test_an_engine_left_alone_goes_on_when_its_board_comes_back(
    thinking, engines, qtbot
):
    searcher = engines.latest

    thinking.switch_to("hex")
    qtbot.waitUntil(lambda: searcher.stopped == 1)
    qtbot.wait(50)
    assert thinking.session.ply == 0

    searcher.delay = 0.0
    thinking.switch_to("gomoku")

    wait_for_moves(qtbot, thinking, 2)


def test_looking_at_earlier_moves_does_not_wake_the_engine(
    controller, begin_game, engines, qtbot
):
    begin_game(AGAINST_ENGINE)
    for move in (112, 100):
        controller.play(Move(move))
        qtbot.waitUntil(lambda: not controller.view.awaits_engine)
    searched = len(engines.searched)

    for node in (3, 2, 1, 0, 1):
        controller.go_to(node)
        qtbot.wait(10)

    assert len(engines.searched) == searched
    assert controller.session.ply == 1


def test_the_end_of_the_game_wakes_an_engine_that_was_interrupted(
    thinking, engines, qtbot
):
    thinking.go_to(0)
    engines.latest.delay = 0.0

    thinking.go_to(1)

    wait_for_moves(qtbot, thinking, 2)


def test_a_resigned_game_is_won_by_the_engine(controller, begin_game, qtbot, notices):
    begin_game(AGAINST_ENGINE)
    controller.play(Move(112))
    wait_for_moves(qtbot, controller, 2)

    controller.resign(Player.FIRST)
    notices.wait_for(GameEnded)

    assert controller.session.outcome == Outcome(Player.SECOND, "resignation")


def test_resigning_while_the_engine_thinks_stops_it(thinking, engines, qtbot):
    thinking.resign(Player.FIRST)

    qtbot.waitUntil(lambda: engines.latest.stopped == 1)
    assert thinking.session.outcome.winner is Player.SECOND
    assert thinking.session.ply == 1


def test_the_last_stone_ends_the_game(controller, begin_game, qtbot, notices):
    begin_game(PERSONS)
    for move in (0, 15, 1, 16, 2, 17, 3, 18, 4):
        controller.play(Move(move))
    notices.wait_for(GameEnded)

    controller.play(Move(100))

    assert controller.session.outcome == Outcome(Player.FIRST, "line")
    assert controller.session.ply == 9


def test_either_of_two_persons_may_resign(controller, begin_game):
    begin_game(PERSONS)
    controller.play(Move(112))

    controller.resign(Player.FIRST)

    assert controller.session.outcome == Outcome(Player.SECOND, "resignation")


def test_nobody_resigns_for_an_engine(controller, begin_game, qtbot):
    begin_game(AGAINST_ENGINE)
    controller.play(Move(112))
    wait_for_moves(qtbot, controller, 2)

    controller.resign(Player.SECOND)

    assert controller.session.outcome is None


def test_an_opened_record_waits_for_persons(controller, factory, engines, qtbot):
    controller.put(factory.open_record(record_of([112, 113, 98]), None))
    qtbot.wait(20)

    assert controller.session.ply == 3
    assert engines.searched == []
    assert not controller.view.is_locked


def test_an_engine_can_take_over_a_side(controller, factory, qtbot):
    controller.put(factory.open_record(record_of([112]), None))

    controller.set_player(Player.SECOND, ENGINE)

    wait_for_moves(qtbot, controller, 2)
    assert controller.session.record.headers.second_name == "Plain UCT, level 1"


def test_again_starts_the_same_game(controller, begin_game):
    setup = GAMES["gomoku"].setup(height=9, width=11)
    begin_game(MatchSetup(setup=setup))
    controller.play(Move(3))

    controller.rematch()

    assert controller.session.setup == setup
    assert controller.session.ply == 0


def test_time_counts_from_the_start_of_a_chosen_game(controller, begin_game, qtbot):
    begin_game(PERSONS)
    qtbot.wait(60)

    controller.play(Move(112))

    assert controller.session.record.nodes[1].seconds >= 0.05


def test_time_does_not_count_before_a_board_is_used(controller, qtbot):
    qtbot.wait(60)

    controller.play(Move(112))

    assert controller.session.record.nodes[1].seconds == 0.0


def test_a_new_game_takes_the_place_of_the_old_one(controller, begin_game, qtbot):
    begin_game(PERSONS)
    controller.play(Move(112))
    old = controller.game

    begin_game(PERSONS)

    assert old not in controller.games
