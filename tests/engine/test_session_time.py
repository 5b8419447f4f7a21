"""Flags, time terms and corrections of a game in progress."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.errors import IllegalMoveError, TimeControlError
from engine.core.time_control import TimeTerms
from engine.core.types import Move, Outcome, Player
from engine.games import GAMES
from engine.session import GameSession
from tests.engine.test_session import FakeTime, play_all

LOST_ON_TIME = Outcome(Player.SECOND, "time")


@pytest.fixture
def time():
    return FakeTime()


@pytest.fixture
def begin(time):
    """Return a function that begins a game under terms."""

    def start(terms, game="gomoku", **options):
        setup = GAMES[game].setup(options=options)
        return GameSession.new(setup, terms=TimeTerms.parse(terms), now=time)

    return start


def think(session, time, *seconds):
    """Play a move after each of these times."""
    for used in seconds:
        session.start_clock()
        time += used
        session.play(session.position.legal_moves()[0])


def left(session):
    return tuple(session.time.left(player).seconds for player in Player)


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


def test_no_flag_falls_while_earlier_moves_are_looked_at(begin, time):
    session = begin("1m")
    think(session, time, 50, 1, 1)
    session.go_to(0)
    session.start_clock()
    time += 1000

    assert not session.drop_flag()
    assert session.record.outcome is None


def test_without_a_limit_no_flag_falls(begin, time):
    session = begin("none 1m")
    session.start_clock()
    time += 1000

    assert not session.drop_flag()
    assert session.time.left(Player.FIRST) is None


@pytest.mark.parametrize("replay", ["play", "redo"])
def test_taking_back_takes_a_loss_on_time_back(begin, time, replay):
    session = begin("1m")
    think(session, time, 1, 1, 1)
    session.start_clock()
    time += 90
    session.drop_flag()
    assert session.outcome == Outcome(Player.FIRST, "time")

    session.take_back()
    assert left(session) == (59, 59)
    if replay == "play":
        session.play(Move(2))
    else:
        session.redo()

    assert session.outcome is None


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
