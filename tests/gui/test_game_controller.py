"""Tests for gui.game_controller, with scripted engines."""

import pytest

from engine.core.types import Move, Outcome, Player
from engine.games import GAMES
from engine.records.record import GameRecord
from gui.activity import Activity
from gui.new_game import NewGame
from tests.gui.conftest import ENGINE

GOMOKU = GAMES["gomoku"].setup()
AGAINST_ENGINE = NewGame(setup=GOMOKU, second=ENGINE)
PERSONS = NewGame(setup=GOMOKU)
WATCHED = NewGame(setup=GOMOKU, first=ENGINE, second=ENGINE)


@pytest.fixture
def begin(controller, maker):
    """Return a function that begins a game."""
    return lambda wish: controller.put(maker.chosen(wish))


def moves(controller):
    return list(controller.session.position.history)


def wait_for_moves(qtbot, controller, count):
    qtbot.waitUntil(lambda: controller.session.ply >= count)


def record_of(moves, setup=GOMOKU):
    record, node = GameRecord(setup=setup), 0
    for move in moves:
        record, node = record.with_move(node, Move(move))
    return record


def test_the_engine_answers_a_persons_move(controller, begin, qtbot):
    begin(AGAINST_ENGINE)

    controller.play(Move(112))

    wait_for_moves(qtbot, controller, 2)
    assert moves(controller) == [112, 0]
    assert controller.session.record.nodes[1].analysis.value == 0.5


def test_clicks_are_ignored_while_the_engine_thinks(controller, begin, engines, qtbot):
    engines.delay = 60
    begin(AGAINST_ENGINE)
    controller.play(Move(112))

    controller.play(Move(113))

    assert moves(controller) == [112]
    assert controller.activity in (Activity.PREPARING, Activity.THINKING)


def test_an_occupied_cell_is_one_sentence_and_nothing_else(controller, begin, qtbot):
    begin(PERSONS)
    controller.play(Move(112))

    with qtbot.waitSignal(controller.problem_reported) as blocker:
        controller.play(Move(112))

    assert blocker.args == ["h8 is already occupied."]
    assert moves(controller) == [112]


def test_take_back_while_the_engine_thinks_drops_its_late_answer(
    controller, begin, engines, qtbot
):
    engines.delay = 60
    begin(AGAINST_ENGINE)
    controller.play(Move(112))
    qtbot.waitUntil(lambda: len(engines.searched) > 0)

    controller.take_back()
    qtbot.waitUntil(lambda: engines.latest.stopped == 1)
    qtbot.wait(50)

    assert moves(controller) == []
    assert controller.activity is Activity.IDLE


def test_take_back_against_an_engine_takes_both_moves(controller, begin, qtbot):
    begin(AGAINST_ENGINE)
    controller.play(Move(112))
    wait_for_moves(qtbot, controller, 2)

    controller.take_back()

    assert moves(controller) == []


def test_redo_brings_both_moves_back(controller, begin, engines, qtbot):
    begin(AGAINST_ENGINE)
    controller.play(Move(112))
    wait_for_moves(qtbot, controller, 2)
    controller.take_back()

    controller.redo()

    assert moves(controller) == [112, 0]
    assert len(engines.searched) == 1


def test_redo_of_a_move_without_an_answer_wakes_the_engine(
    controller, begin, engines, qtbot
):
    engines.delay = 60
    begin(AGAINST_ENGINE)
    controller.play(Move(112))
    controller.take_back()

    controller.redo()
    qtbot.waitUntil(lambda: len(engines.searched) > 0)
    engines.latest.let_go.set()

    wait_for_moves(qtbot, controller, 2)


def test_the_same_move_after_a_take_back_is_answered_again(
    controller, begin, engines, qtbot
):
    begin(AGAINST_ENGINE)
    controller.play(Move(112))
    wait_for_moves(qtbot, controller, 2)
    controller.take_back()

    controller.play(Move(112))

    wait_for_moves(qtbot, controller, 2)
    assert len(engines.searched) == 2


def test_a_new_game_cancels_the_search(controller, begin, engines, qtbot):
    engines.delay = 60
    begin(AGAINST_ENGINE)
    controller.play(Move(112))
    qtbot.waitUntil(lambda: len(engines.searched) > 0)

    searcher = engines.latest

    begin(PERSONS)

    qtbot.waitUntil(lambda: searcher.stopped == 1)
    qtbot.wait(50)
    assert moves(controller) == []


def test_an_engine_that_has_the_first_side_begins(controller, begin, qtbot):
    begin(NewGame(setup=GOMOKU, first=ENGINE))

    wait_for_moves(qtbot, controller, 1)


def test_switching_keeps_both_boards(controller, begin, qtbot):
    begin(PERSONS)
    controller.play(Move(112))

    controller.switch_to("hex")
    controller.put(controller.table)
    controller.play(Move(60))
    controller.switch_to("gomoku")

    assert controller.session.setup.game == "gomoku"
    assert moves(controller) == [112]


def test_an_engine_left_alone_goes_on_when_its_board_comes_back(
    controller, begin, engines, qtbot
):
    engines.delay = 60
    begin(AGAINST_ENGINE)
    controller.play(Move(112))
    qtbot.waitUntil(lambda: len(engines.searched) > 0)
    searcher = engines.latest

    controller.switch_to("hex")
    qtbot.waitUntil(lambda: searcher.stopped == 1)
    qtbot.wait(50)
    assert controller.session.ply == 0

    searcher.delay = 0.0
    controller.switch_to("gomoku")

    wait_for_moves(qtbot, controller, 2)


def test_looking_at_earlier_moves_does_not_wake_the_engine(
    controller, begin, engines, qtbot
):
    begin(AGAINST_ENGINE)
    for move in (112, 100):
        controller.play(Move(move))
        qtbot.waitUntil(lambda: not controller.table.awaits_engine)
    searched = len(engines.searched)

    for node in (3, 2, 1, 0, 1):
        controller.go_to(node)
        qtbot.wait(10)

    assert len(engines.searched) == searched
    assert controller.session.ply == 1


def test_the_end_of_the_game_wakes_an_engine_that_was_interrupted(
    controller, begin, engines, qtbot
):
    engines.delay = 60
    begin(AGAINST_ENGINE)
    controller.play(Move(112))
    qtbot.waitUntil(lambda: len(engines.searched) > 0)
    controller.go_to(0)
    engines.latest.delay = 0.0

    controller.go_to(1)

    wait_for_moves(qtbot, controller, 2)


def test_two_engines_play_until_they_are_paused(controller, begin, engines, qtbot):
    begin(WATCHED)
    wait_for_moves(qtbot, controller, 2)

    controller.set_running(False)
    qtbot.wait(600)

    assert controller.session.ply == 2
    assert controller.activity is Activity.PAUSED


def test_a_step_is_one_move(controller, begin, qtbot):
    begin(WATCHED)
    controller.set_running(False)
    before = controller.session.ply

    controller.step()
    wait_for_moves(qtbot, controller, before + 1)
    qtbot.wait(600)

    assert controller.session.ply == before + 1


def test_paused_engines_go_on_when_started(controller, begin, qtbot):
    begin(WATCHED)
    controller.set_running(False)

    controller.set_running(True)

    wait_for_moves(qtbot, controller, 2)


def test_the_board_of_two_engines_is_locked(controller, begin):
    begin(WATCHED)
    controller.set_running(False)

    controller.play(Move(112))

    assert moves(controller) == []


def test_the_engine_can_be_told_to_move_at_once(controller, begin, engines, qtbot):
    engines.delay = 60
    begin(AGAINST_ENGINE)
    controller.play(Move(112))
    qtbot.waitUntil(lambda: len(engines.searched) > 0)

    controller.move_now()

    wait_for_moves(qtbot, controller, 2)


def test_a_stopped_engine_moves_when_told_to(controller, begin, engines, qtbot):
    engines.delay = 60
    begin(AGAINST_ENGINE)
    controller.play(Move(112))
    controller.stop_engine()
    assert controller.activity is not Activity.THINKING

    controller.move_now()
    qtbot.waitUntil(lambda: len(engines.searched) > 0)
    engines.latest.let_go.set()

    wait_for_moves(qtbot, controller, 2)


def test_a_resigned_game_is_won_by_the_engine(controller, begin, qtbot):
    begin(AGAINST_ENGINE)
    controller.play(Move(112))
    wait_for_moves(qtbot, controller, 2)

    with qtbot.waitSignal(controller.game_ended):
        controller.resign(Player.FIRST)

    assert controller.session.outcome == Outcome(Player.SECOND, "resignation")


def test_resigning_while_the_engine_thinks_stops_it(controller, begin, engines, qtbot):
    engines.delay = 60
    begin(AGAINST_ENGINE)
    controller.play(Move(112))
    qtbot.waitUntil(lambda: len(engines.searched) > 0)

    controller.resign(Player.FIRST)

    qtbot.waitUntil(lambda: engines.latest.stopped == 1)
    assert controller.session.outcome.winner is Player.SECOND
    assert controller.session.ply == 1


def test_the_last_stone_ends_the_game(controller, begin, qtbot):
    begin(PERSONS)
    with qtbot.waitSignal(controller.game_ended):
        for move in (0, 15, 1, 16, 2, 17, 3, 18, 4):
            controller.play(Move(move))

    controller.play(Move(100))

    assert controller.session.outcome == Outcome(Player.FIRST, "line")
    assert controller.session.ply == 9


def test_another_engine_plays_on_for_one_that_fails(controller, begin, engines, qtbot):
    engines.broken = {"uct-plain"}
    begin(AGAINST_ENGINE)

    with qtbot.waitSignal(controller.engine_replaced) as blocker:
        controller.play(Move(112))

    assert blocker.args[1] is Player.SECOND
    wait_for_moves(qtbot, controller, 2)
    assert controller.session.record.headers.second_name == "uct:1"


def test_an_engine_that_cannot_be_built_is_replaced_too(
    controller, begin, engines, qtbot
):
    engines.unbuildable = {"uct-plain"}
    begin(AGAINST_ENGINE)

    controller.play(Move(112))

    wait_for_moves(qtbot, controller, 2)
    assert str(controller.table.choice.second) == "uct:1"


def test_where_every_engine_fails_the_person_plays_on(
    controller, begin, engines, qtbot
):
    engines.error = RuntimeError("boom")
    begin(AGAINST_ENGINE)

    with qtbot.waitSignal(controller.problem_reported):
        controller.play(Move(112))
    engines.error = None
    controller.play(Move(113))
    controller.play(Move(114))

    wait_for_moves(qtbot, controller, 4)
    assert moves(controller) == [112, 113, 114, 0]


def test_the_players_can_change_sides_in_the_middle(controller, begin, qtbot):
    begin(AGAINST_ENGINE)
    controller.play(Move(112))
    wait_for_moves(qtbot, controller, 2)

    controller.change_sides()

    wait_for_moves(qtbot, controller, 3)
    assert controller.session.automatic == {Player.FIRST}
    headers = controller.session.record.headers
    assert (headers.first_name, headers.second_name) == ("uct-plain:1", "")


def test_an_engine_keeps_its_tree_when_sides_are_changed(
    controller, begin, engines, qtbot
):
    begin(AGAINST_ENGINE)
    controller.play(Move(112))
    wait_for_moves(qtbot, controller, 2)
    count = len(engines.made)

    controller.change_sides()

    wait_for_moves(qtbot, controller, 3)
    assert len(engines.made) == count


def test_sides_changed_while_the_engine_thinks_leave_its_move_to_the_person(
    controller, begin, engines, qtbot
):
    engines.delay = 60
    begin(AGAINST_ENGINE)
    controller.play(Move(112))
    qtbot.waitUntil(lambda: len(engines.searched) > 0)

    controller.change_sides()
    qtbot.waitUntil(lambda: engines.latest.stopped == 1)
    qtbot.wait(50)

    assert moves(controller) == [112]
    assert not controller.table.is_locked


def test_two_persons_have_no_sides_to_change(controller, begin):
    begin(PERSONS)

    assert not controller.table.can_change_sides


def test_the_next_game_can_begin_with_sides_changed(controller, begin, qtbot):
    setup = GAMES["gomoku"].setup(height=9, width=11)
    begin(NewGame(setup=setup, second=ENGINE))

    controller.again_with_sides_changed()

    wait_for_moves(qtbot, controller, 1)
    assert controller.session.setup == setup
    assert controller.table.choice.first == ENGINE
    assert controller.table.choice.second is None


def test_either_of_two_persons_may_resign(controller, begin):
    begin(PERSONS)
    controller.play(Move(112))

    controller.resign(Player.FIRST)

    assert controller.session.outcome == Outcome(Player.SECOND, "resignation")


def test_nobody_resigns_for_an_engine(controller, begin, qtbot):
    begin(AGAINST_ENGINE)
    controller.play(Move(112))
    wait_for_moves(qtbot, controller, 2)

    controller.resign(Player.SECOND)

    assert controller.session.outcome is None


def test_an_opened_record_waits_for_persons(controller, maker, engines, qtbot):
    controller.put(maker.opened(record_of([112, 113, 98]), None))
    qtbot.wait(20)

    assert controller.session.ply == 3
    assert engines.searched == []
    assert not controller.table.is_locked


def test_an_engine_can_take_over_a_side(controller, maker, qtbot):
    controller.put(maker.opened(record_of([112]), None))

    controller.set_player(Player.SECOND, ENGINE)

    wait_for_moves(qtbot, controller, 2)
    assert controller.session.record.headers.second_name == "uct-plain:1"


def test_again_starts_the_same_game(controller, begin):
    setup = GAMES["gomoku"].setup(height=9, width=11)
    begin(NewGame(setup=setup))
    controller.play(Move(3))

    controller.again()

    assert controller.session.setup == setup
    assert controller.session.ply == 0


def test_time_counts_from_the_start_of_a_chosen_game(controller, begin, qtbot):
    begin(PERSONS)
    qtbot.wait(60)

    controller.play(Move(112))

    assert controller.session.record.nodes[1].seconds >= 0.05


def test_time_does_not_count_before_a_board_is_used(controller, qtbot):
    qtbot.wait(60)

    controller.play(Move(112))

    assert controller.session.record.nodes[1].seconds == 0.0


def test_a_discarded_game_is_reported(controller, begin, qtbot):
    begin(PERSONS)
    controller.play(Move(112))
    old = controller.table

    with qtbot.waitSignal(controller.table_discarded) as blocker:
        begin(PERSONS)

    assert blocker.args == [old]
