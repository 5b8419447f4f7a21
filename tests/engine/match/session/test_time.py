"""Flags and time terms of a game in progress."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.clocks.time_control import TimeTerms
from engine.core.errors import IllegalMoveError
from engine.core.types import Move, Outcome, Player
from engine.games import GAMES
from engine.match.session.game_session import GameSession
from tests.engine.match.session.session_games import (
    LOST_ON_TIME,
    FakeTime,
    left,
    play_all,
    think,
)


def test_both_clocks_count_down(begin, time):
    session = begin("1m")

    think(session, time, 10, 5, 20)

    assert left(session) == (30, 55)


def test_time_of_moves_taken_back_is_left_again(begin, time):
    session = begin("1m+5s")
    think(session, time, 10, 5, 20)

    session.take_back()

    assert left(session) == (55, 60)


def test_earlier_positions_show_what_was_left_there(begin, time):
    session = begin("10s+3x30s")
    think(session, time, 50, 5, 2)

    session.go_to(1)

    assert session.time.left(Player.FIRST).periods == 2
    assert left(session) == (30, 10)


def test_the_next_move_of_an_earlier_position_has_taken_no_time(begin, time):
    session = begin("1m")
    think(session, time, 10, 5, 20)

    session.go_to(2)

    assert session.time.of_move(Player.FIRST) == 0
    assert session.time.of_move(Player.SECOND) == 5


def test_a_fallen_flag_loses_the_game(begin, time):
    session = begin("1m")
    session.start_clock()
    time += 60

    assert session.drop_flag()

    assert session.outcome == LOST_ON_TIME
    assert not session.time.is_running
    assert not session.drop_flag()


def test_a_flag_does_not_fall_too_early(begin, time):
    session = begin("1m")
    session.start_clock()
    time += 59.999

    assert not session.drop_flag()
    assert session.outcome is None


def test_a_move_after_the_flag_does_not_count(begin, time):
    session = begin("20s/move")
    session.start_clock()
    time += 20.5

    with pytest.raises(IllegalMoveError, match="over"):
        session.play(Move(0))

    assert session.outcome == LOST_ON_TIME
    assert session.ply == 0


def test_a_flag_that_only_warns_is_reported_once_a_move(begin, time):
    session = begin("20s/move warn")
    session.start_clock()
    time += 25

    assert session.drop_flag()
    assert not session.drop_flag()
    assert session.outcome is None
    assert left(session) == (-5, 20)

    think(session, time, 0, 25)
    assert session.ply == 2
    assert left(session) == (20, 20)


def test_a_paused_clock_drops_no_flag(begin, time):
    session = begin("1m")
    session.start_clock()
    time += 30
    session.time.pause()
    time += 1000

    assert not session.drop_flag()
    assert left(session) == (30, 60)


def test_a_flag_falls_at_the_end_of_the_game_while_earlier_moves_are_looked_at(
    begin, time
):
    session = begin("1m")
    think(session, time, 50, 1, 1)
    session.start_clock()
    session.go_to(0)
    time += 1000

    assert session.drop_flag()
    assert session.ply == 3
    assert session.outcome is not None
    assert session.outcome.reason == "time"


def test_looking_at_earlier_moves_gives_no_time_back(begin, time):
    session = begin("1m")
    think(session, time, 10)
    session.start_clock()
    time += 7
    session.time.pause()

    session.go_to(0)
    assert left(session) == (60, 60)
    session.go_to(1)

    assert left(session) == (50, 53)


def test_a_clock_stops_where_moves_were_taken_back_and_are_looked_at(begin, time):
    session = begin("1m")
    think(session, time, 10, 5, 20)
    session.take_back()
    session.start_clock()

    session.go_to(0)
    time += 1000

    assert not session.time.is_running
    assert not session.drop_flag()


def test_a_flag_falls_after_a_take_back_and_ends_the_game_there(begin, time):
    session = begin("1m")
    think(session, time, 50, 1, 1)
    before = session.record
    session.take_back()
    session.take_back()
    session.start_clock()
    time += 60

    assert session.drop_flag()

    assert session.outcome == session.record.outcome == Outcome(Player.FIRST, "time")
    assert session.ply == len(session.record.main_moves()) == 1
    session.restore()
    assert session.record == before
    assert not session.is_in_play


def test_a_flag_that_only_warns_after_a_take_back_deletes_nothing(begin, time):
    session = begin("20s/move warn")
    think(session, time, 1, 1)
    before = session.record
    session.take_back()
    session.start_clock()
    time += 25

    assert session.drop_flag()

    assert session.record == before


def test_without_a_limit_no_flag_falls(begin, time):
    session = begin("none 1m")
    session.start_clock()
    time += 1000

    assert not session.drop_flag()
    assert session.time.left(Player.FIRST) is None


@pytest.fixture
def lost(begin, time):
    """Return a game of three moves that was lost on time and taken back by a move."""
    session = begin("1m")
    think(session, time, 1, 1, 1)
    session.start_clock()
    time += 90
    session.drop_flag()
    assert session.outcome == Outcome(Player.FIRST, "time")
    session.take_back()
    return session


def test_taking_back_takes_a_loss_on_time_back(lost):
    assert left(lost) == (59, 59)

    lost.play(Move(2))

    assert lost.outcome is None


def test_redo_brings_a_loss_on_time_back_and_no_clock_runs(lost, time):
    lost.redo()

    assert lost.outcome == Outcome(Player.FIRST, "time")
    lost.start_clock()
    assert not lost.time.is_running


def test_redo_brings_no_loss_on_time_back_under_other_terms(lost):
    lost.set_terms(TimeTerms.parse("5m"))

    lost.redo()

    assert lost.outcome is None


def test_a_flag_that_fell_after_a_take_back_is_undone_with_the_result_before(
    begin, time
):
    session = begin("1m")
    think(session, time, 50, 1, 1)
    session.resign(Player.SECOND)
    before = session.record
    session.take_back()
    session.start_clock()
    time += 60
    session.drop_flag()

    session.restore()

    assert session.record == before


def test_the_colour_of_the_loser_follows_the_opening(begin, time):
    session = begin("1m", opening="swap2")
    play_all(session, [0, 1, 2])
    game, setup = GAMES["gomoku"], session.setup
    session.play(game.parse_cell(setup, "take-black"))
    session.start_clock()
    assert session.position.seat_to_move is Player.FIRST
    time += 61

    session.drop_flag()

    assert session.outcome == Outcome(Player.FIRST, "time")
    assert session.position.colour_of(Player.FIRST) is Player.SECOND


def test_a_record_keeps_the_terms_of_its_game(begin):
    assert str(begin("30m 10m+3x30s warn").record.time) == "30m 10m+3x30s warn"


def test_a_record_is_taken_up_with_what_was_left(begin, time):
    session = begin("1m")
    think(session, time, 10, 5)

    again = GameSession(session.record, terms=session.time.terms, now=time)

    assert left(again) == (50, 55)


def test_an_opened_record_need_not_be_played_on_under_its_terms(begin, time):
    session = begin("1m")
    think(session, time, 10, 5)

    again = GameSession(session.record, now=time)
    think(again, time, 1000)

    assert again.outcome is None
    assert again.record.time == session.record.time


@given(
    terms=st.sampled_from(["1m", "1m+5s", "20s/move", "10s+3x30s", "1m none warn"]),
    steps=st.lists(
        st.tuples(st.sampled_from(["play", "back", "redo", "pause"]), st.floats(0, 12)),
        max_size=25,
    ),
)
def test_what_is_left_follows_from_the_record_alone(terms, steps):
    time = FakeTime()
    terms = TimeTerms.parse(terms)
    session = GameSession.new(GAMES["hex"].setup(height=5), terms=terms, now=time)

    for step, seconds in steps:
        session.start_clock()
        time += seconds
        if session.outcome is not None:
            break
        if step == "play" and not session.drop_flag():
            session.play(session.position.legal_moves()[0])
        elif step == "back":
            session.take_back()
        elif step == "redo":
            session.redo()
        else:
            session.time.pause()
    session.time.begin_move()
    line = session.record.path_to(session.cursor)
    fresh = GameSession(session.record, terms=terms, now=time)
    fresh.go_to(line[-1])

    for player in Player:
        mine, theirs = session.time.left(player), fresh.time.left(player)
        assert (mine is None) == (theirs is None)
        if mine is not None:
            assert mine.seconds == pytest.approx(theirs.seconds, abs=0.1)
            assert mine.periods == theirs.periods
