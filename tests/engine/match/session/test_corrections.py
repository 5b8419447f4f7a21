"""Time, a move and a result of a game in progress, corrected by hand."""

import pytest

from engine.core.errors import IllegalMoveError, TimeControlError
from engine.core.types import Move, Outcome, Player
from tests.engine.match.session.session_games import LOST_ON_TIME, left, play_all, think


def test_seconds_left_can_be_set_by_hand(begin, time):
    session = begin("10m")
    think(session, time, 100, 50, 20)
    session.start_clock()
    time += 30

    session.set_time_left(Player.SECOND, 300)
    session.set_time_left(Player.FIRST, 450)

    assert left(session) == (450, 300)
    session.take_back()
    assert left(session) == (470, 330)
    assert session.time.total(Player.FIRST) == 100


def test_seconds_set_by_hand_count_with_the_increments(begin, time):
    session = begin("10m+5s")
    think(session, time, 100, 50, 20)

    session.set_time_left(Player.FIRST, 33)

    assert left(session)[0] == 33


def test_seconds_set_by_hand_are_those_of_the_position_on_the_board(begin, time):
    session = begin("10m+5s")
    think(session, time, 100, 50, 20, 10)

    session.go_to(session.record.main_line()[1])
    session.set_time_left(Player.FIRST, 33)

    assert left(session)[0] == 33


def test_time_given_after_a_flag_fell_opens_the_game_again(begin, time):
    session = begin("1m")
    session.start_clock()
    time += 61
    session.drop_flag()

    session.set_time_left(Player.FIRST, 10)

    assert session.outcome is None
    session.start_clock()
    time += 10
    assert session.drop_flag()
    assert session.outcome == LOST_ON_TIME


@pytest.mark.parametrize("terms", ["none", "20s/move"])
def test_only_a_main_time_can_be_set(begin, terms):
    with pytest.raises(TimeControlError, match="main time"):
        begin(terms).set_time_left(Player.FIRST, 10)


def test_a_mistyped_move_is_corrected_and_the_clocks_run_on(begin, time):
    session = begin("1m")
    think(session, time, 10, 5)
    session.start_clock()
    time += 3

    dropped = session.correct(2, Move(100))
    time += 1

    assert dropped == ()
    assert session.record.main_moves() == [0, 100]
    assert session.position.stones[100] == Player.SECOND
    assert session.time.is_running
    assert left(session) == (46, 55)
    assert session.record.nodes[session.cursor].seconds == 5


def test_an_answer_to_a_mistyped_move_is_withdrawn_and_its_time_stays_used(begin, time):
    session = begin("1m")
    think(session, time, 10, 5, 4)
    session.start_clock()
    time += 3

    dropped = session.correct(2, Move(100), keeps_later=False)
    time += 2
    session.play(Move(7))

    assert dropped == (Move(2),)
    assert session.record.main_moves() == [0, 100, 7]
    assert left(session) == (44, 52)
    assert [node.seconds for node in session.record.nodes[1:]] == [10, 8, 6]


def test_an_answer_already_on_the_board_stays_behind_the_corrected_move(begin, time):
    session = begin("1m")
    think(session, time, 10, 5, 4)
    session.start_clock()
    time += 3

    session.correct(2, Move(100))

    assert session.record.main_moves() == [0, 100, 2]
    assert left(session) == (46, 52)
    assert session.time.of_move(Player.SECOND) == 3


def test_a_correction_of_a_stopped_game_starts_no_clock(begin, time):
    session = begin("1m")
    think(session, time, 10, 5)

    session.correct(1, Move(100))
    time += 30

    assert not session.time.is_running
    assert left(session) == (50, 55)


def test_a_correction_leaves_variations_out(begin, time):
    session = begin("1m")
    think(session, time, 10, 5)
    session.take_back()
    session.play(Move(7))

    session.correct(2, Move(1))

    assert session.record.main_moves() == [0, 1]
    assert session.is_at_end
    assert len(session.record.nodes) == 3


def test_a_correction_of_the_last_move_decides_the_game_again(begin, time):
    session = begin("1m")
    play_all(session, [0, 30, 1, 31, 2, 32, 3, 33, 4])

    session.correct(9, Move(50))
    assert session.outcome is None
    assert session.record.outcome is None

    session.correct(9, Move(4))
    assert session.record.outcome == Outcome(Player.FIRST, "line")


def test_a_correction_is_a_legal_move_at_the_end_of_the_game(begin):
    session = begin("1m")
    with pytest.raises(IllegalMoveError, match="last move"):
        session.correct(1, Move(0))
    play_all(session, [0, 1])
    before = session.record

    with pytest.raises(IllegalMoveError, match="occupied"):
        session.correct(2, Move(0))
    assert session.record == before
    session.go_to(1)
    with pytest.raises(IllegalMoveError, match="last move"):
        session.correct(1, Move(5))


def test_a_result_is_declared_and_taken_back(begin, time):
    session = begin("1m")
    think(session, time, 10, 5)
    session.start_clock()
    result = Outcome(Player.SECOND, "forfeit")

    session.declare(result)
    assert session.outcome == session.record.outcome == result
    assert not session.time.is_running

    session.declare(None)
    assert session.outcome is None


def test_what_the_rules_have_ended_nobody_can_declare(begin):
    session = begin("1m")
    play_all(session, [0, 30, 1, 31, 2, 32, 3, 33, 4])

    with pytest.raises(IllegalMoveError, match="already over"):
        session.declare(None)


def test_a_result_is_declared_at_the_end_of_the_game_only(begin):
    session = begin("1m")
    play_all(session, [0, 1])
    session.go_to(1)

    with pytest.raises(IllegalMoveError, match="last move"):
        session.declare(LOST_ON_TIME)
