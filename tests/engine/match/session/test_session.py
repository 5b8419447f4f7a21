"""A game in progress: taking back, playing again, clocks, the result."""

from dataclasses import replace

import pytest

from engine.core.errors import IllegalMoveError
from engine.core.types import Move, MoveAnalysis, Outcome, Player
from engine.games import GAMES
from engine.match.session.game_session import GameSession
from engine.records.model.positions import start_position
from tests.engine.match.session.session_games import FakeTime, play_all

FIVE_IN_FIRST_ROW = [0, 30, 1, 31, 2, 32, 3, 33, 4]


def new_session(game="gomoku", automatic=(), now=None, **size):
    setup = GAMES[game].setup(**size)
    return GameSession.new(setup, automatic=automatic, now=now or FakeTime())


def test_moves_are_recorded_in_order():
    session = new_session(height=6, width=9)

    play_all(session, [3, 5, 8])

    assert session.record.main_moves() == [3, 5, 8]
    assert session.ply == 3
    assert session.position.last_move == 8


def test_an_illegal_move_changes_nothing():
    session = new_session()
    session.play(Move(0))
    before = session.record

    with pytest.raises(IllegalMoveError):
        session.play(Move(0))

    assert session.record == before
    assert session.ply == 1


def test_between_people_one_move_is_taken_back():
    session = new_session()
    play_all(session, [0, 1, 2])

    assert session.take_back() == 1
    assert session.ply == 2
    assert session.redo() == 1
    assert session.ply == 3


def test_against_an_engine_its_move_and_the_persons_are_taken_back():
    session = new_session(automatic=[Player.SECOND])
    play_all(session, [0, 1, 2, 3])

    assert session.take_back() == 2
    assert session.ply == 2
    assert session.redo() == 2
    assert session.ply == 4


def test_while_the_engine_thinks_only_the_persons_move_is_taken_back():
    session = new_session(automatic=[Player.SECOND])
    play_all(session, [0, 1, 2])

    assert session.engine_is_to_move
    assert session.take_back() == 1
    assert session.ply == 2
    assert not session.engine_is_to_move


def test_an_engines_opening_move_alone_cannot_be_taken_back():
    session = new_session(automatic=[Player.FIRST])
    session.play(Move(0))

    assert not session.can_take_back
    assert session.take_back() == 0
    assert session.ply == 1


def test_another_move_after_a_take_back_makes_the_old_line_a_variation():
    session = new_session()
    play_all(session, [0, 1, 2])
    session.take_back()

    session.play(Move(7))

    assert session.record.main_moves() == [0, 1, 7]
    assert len(session.record.nodes) == 5


def test_the_same_move_after_a_take_back_keeps_what_follows():
    session = new_session()
    play_all(session, [0, 1, 2, 3])
    session.take_back()
    session.take_back()

    session.play(Move(2))

    assert session.record.main_moves() == [0, 1, 2, 3]
    assert session.ply == 3


def test_taking_back_the_winning_move_opens_the_game_again():
    session = new_session()
    play_all(session, FIVE_IN_FIRST_ROW)
    assert session.outcome == Outcome(Player.FIRST, "line")

    session.take_back()

    assert session.outcome is None
    session.play(Move(100))
    assert session.record.outcome is None


def test_no_move_follows_the_end():
    session = new_session()
    play_all(session, FIVE_IN_FIRST_ROW)

    with pytest.raises(IllegalMoveError, match="over"):
        session.play(Move(100))


def test_resigning_ends_the_game_for_the_opponent():
    session = new_session(game="hex")
    session.play(Move(0))

    session.resign(Player.SECOND)

    assert session.outcome == Outcome(Player.FIRST, "resignation")
    assert not session.engine_is_to_move
    with pytest.raises(IllegalMoveError, match="over"):
        session.play(Move(1))
    with pytest.raises(IllegalMoveError, match="already"):
        session.resign(Player.FIRST)


def test_a_resigned_game_goes_on_after_a_take_back():
    session = new_session()
    play_all(session, [0, 1])
    session.resign(Player.FIRST)

    session.take_back()
    session.play(Move(9))

    assert session.outcome is None


def test_browsing_back_shows_an_open_game_and_forward_its_result_again():
    session = new_session()
    play_all(session, [0, 1])
    session.resign(Player.FIRST)
    end = session.cursor

    session.go_to(0)
    assert session.outcome is None
    with pytest.raises(IllegalMoveError, match="last move"):
        session.resign(Player.FIRST)

    session.go_to(end)
    assert session.outcome == Outcome(Player.SECOND, "resignation")


def test_a_resignation_does_not_come_again_with_the_same_move():
    session = new_session()
    play_all(session, [0, 1, 2])
    session.resign(Player.SECOND)
    session.take_back()

    session.play(Move(2))

    assert session.outcome is None
    assert session.record.outcome is None


@pytest.mark.parametrize("reason", ["resignation", "forfeit", "crash"])
def test_redo_of_the_last_move_brings_the_result_back(reason):
    session = new_session()
    play_all(session, [0, 1, 2])
    session.forfeit(Player.SECOND, reason)
    before = session.record
    session.take_back()
    session.take_back()
    assert session.record.outcome is None

    session.redo()
    assert session.record.outcome is None
    session.redo()

    assert session.outcome == Outcome(Player.FIRST, reason)
    assert session.record == before


def test_redo_brings_an_adjudicated_result_back_against_an_engine():
    session = new_session(automatic=[Player.SECOND])
    play_all(session, [0, 1])
    session.declare(Outcome(None, "agreement"))
    session.take_back()

    session.redo()

    assert session.outcome == Outcome(None, "agreement")


def test_redo_after_another_move_brings_no_result_back():
    session = new_session()
    play_all(session, [0, 1, 2])
    session.resign(Player.SECOND)
    session.take_back()
    session.play(Move(7))
    session.take_back()

    session.redo()

    assert session.record.outcome is None


def test_redo_brings_no_result_back_that_was_cleared_by_hand():
    session = new_session()
    play_all(session, [0, 1, 2])
    session.resign(Player.SECOND)
    session.take_back()
    session.redo()
    session.declare(None)
    session.take_back()

    session.redo()

    assert session.outcome is None


def test_looking_at_moves_after_a_take_back_brings_the_result_back():
    session = new_session()
    play_all(session, [0, 1, 2])
    session.resign(Player.SECOND)
    session.take_back()

    session.go_to(1)

    assert session.record.outcome == Outcome(Player.FIRST, "resignation")
    assert not session.is_in_play


def test_moves_played_again_from_an_earlier_position_lead_to_the_result():
    session = new_session()
    play_all(session, [0, 1, 2])
    session.resign(Player.SECOND)
    session.go_to(1)

    play_all(session, [1, 2])

    assert session.outcome == Outcome(Player.FIRST, "resignation")


def test_taking_back_an_earlier_move_leaves_the_result_of_the_game():
    session = new_session()
    play_all(session, [0, 1, 2])
    session.resign(Player.SECOND)
    session.go_to(2)

    session.take_back()

    assert session.record.outcome == Outcome(Player.FIRST, "resignation")


def test_times_of_a_move_and_in_total_are_kept_for_both():
    time = FakeTime()
    session = new_session(now=time)

    session.start_clock()
    time += 5
    session.play(Move(0))
    session.start_clock()
    time += 2

    assert session.time.of_move(Player.FIRST) == 5
    assert session.time.total(Player.FIRST) == 5
    assert session.time.of_move(Player.SECOND) == 2
    assert session.time.total(Player.SECOND) == 2
    assert session.record.nodes[1].seconds == 5


def test_a_paused_clock_stands_still_and_goes_on():
    time = FakeTime()
    session = new_session(now=time)
    session.start_clock()
    time += 3
    session.time.pause()
    time += 60
    session.start_clock()
    time += 1

    assert session.time.of_move(Player.FIRST) == 4


def test_time_of_moves_taken_back_is_given_back():
    time = FakeTime()
    session = new_session(now=time)
    for move in (0, 1, 2):
        session.start_clock()
        time += 10
        session.play(Move(move))

    session.take_back()

    assert session.time.total(Player.FIRST) == 10
    assert session.time.total(Player.SECOND) == 10


def test_no_clock_runs_after_the_end():
    time = FakeTime()
    session = new_session(now=time)
    play_all(session, FIVE_IN_FIRST_ROW)

    session.start_clock()
    time += 60

    assert session.time.total(Player.SECOND) == 0


def test_every_change_is_reported():
    session = new_session()
    seen = []
    session.subscribe(lambda: seen.append(session.ply))

    play_all(session, [0, 1])
    session.take_back()
    session.redo()
    session.resign(Player.FIRST)

    assert seen == [1, 2, 1, 2, 2]


def test_an_analysis_is_kept_with_the_position_it_is_about():
    session = new_session()
    session.play(Move(0))

    session.play(Move(1), analysis=MoveAnalysis(value=0.25, nodes=10))

    assert session.record.nodes[1].analysis == MoveAnalysis(value=0.25, nodes=10)
    assert session.record.nodes[2].analysis is None


def test_a_record_is_taken_up_at_its_end():
    session = new_session()
    play_all(session, [0, 1, 2])

    again = GameSession(session.record)

    assert again.ply == 3
    assert again.position == session.position


def test_a_record_with_stones_set_up_begins_with_them():
    game = GAMES["hex"]
    setup = game.setup(height=4, width=6)
    record = replace(
        GameSession.new(setup).record,
        start_stones=bytes([1, 2, 2]) + bytes(21),
        start_player=Player.SECOND,
    )

    position = start_position(record)

    assert position.stones[:3] == bytes([1, 2, 2])
    assert position.to_move is Player.SECOND
