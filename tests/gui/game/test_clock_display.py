"""What a clock shows, and when it has to be looked at again."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.clocks.time_control import TimeTerms
from engine.core.types import Move, Player
from engine.games import GAMES
from engine.match.session.game_session import GameSession
from gui.game.clock_display import (
    format_time_left,
    make_clock_display,
    seconds_to_change,
)
from tests.engine.match.session.session_games import FakeTime

HAIR = 1e-6


def new_session(terms, time):
    setup = GAMES["hex"].setup(height=5)
    return GameSession.new(setup, terms=TimeTerms.parse(terms), now=time)


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (3600, "1:00:00"),
        (600, "10:00"),
        (599.2, "10:00"),
        (10, "0:10"),
        (9.95, "0:10"),
        (9.86, "0:09.9"),
        (0.04, "0:00.1"),
        (0, "0:00"),
        (-0.5, "0:00"),
        (-65, "−1:05"),  # noqa: RUF001
    ],
)
def test_time_left_has_tenths_near_its_end(seconds, text):
    assert format_time_left(seconds) == text


@given(
    terms=st.sampled_from(
        ["none", "1m", "12s", "5s+2x7s", "2x11s warn", "9s/move warn"]
    ),
    used=st.floats(0, 40),
)
def test_a_clock_changes_when_it_says_and_not_before(terms, used):
    time = FakeTime()
    session = new_session(terms, time)
    session.start_clock()
    time += used
    before = make_clock_display(session, Player.FIRST)
    wait = seconds_to_change(session)

    time += max(wait - HAIR, 0)
    assert wait < 1e-5 or make_clock_display(session, Player.FIRST) == before


@pytest.mark.parametrize("terms", ["none", "1m", "12s", "2x11s"])
def test_no_second_is_skipped(terms):
    time = FakeTime()
    session = new_session(terms, time)
    session.start_clock()
    texts = []

    for _ in range(150):
        face = make_clock_display(session, Player.FIRST)
        texts.append(face.left or face.total)
        time += seconds_to_change(session) + 0.001

    shown = list(dict.fromkeys(texts))
    assert shown[:4] in (
        ["0:00", "0:01", "0:02", "0:03"],
        ["1:00", "0:59", "0:58", "0:57"],
        ["0:12", "0:11", "0:10", "0:09.9"],
        ["0:11", "0:10", "0:09.9", "0:09.8"],
    )


def test_a_clock_that_stands_need_not_be_looked_at():
    session = new_session("1m", FakeTime())

    assert seconds_to_change(session) is None


def test_a_loss_on_time_stays_on_the_clock_when_it_is_looked_at_again():
    time = FakeTime()
    session = new_session("1m", time)
    session.play(Move(0))
    session.start_clock()
    time += 61
    session.drop_flag()
    lost = make_clock_display(session, Player.SECOND)

    session.go_to(0)
    assert not make_clock_display(session, Player.SECOND).has_fallen
    session.go_to(1)

    assert lost.has_fallen
    assert make_clock_display(session, Player.SECOND) == lost


@pytest.mark.parametrize(
    ("used", "note", "is_low"),
    [
        (0, "+ 2 × 0:20", False),  # noqa: RUF001
        (10, "2 × 0:20", False),  # noqa: RUF001
        (31, "last period", False),
        (41, "last period", True),
        (51, "Time is up", True),
    ],
)
def test_periods_are_counted_in_words(used, note, is_low):
    time = FakeTime()
    session = new_session("10s+2x20s", time)
    session.start_clock()
    time += used

    face = make_clock_display(session, Player.FIRST)

    assert (face.note, face.is_low) == (note, is_low)


def test_a_short_time_for_each_move_is_not_low_before_its_turn():
    session = new_session("8s/move", FakeTime())

    assert make_clock_display(session, Player.FIRST).is_low
    assert not make_clock_display(session, Player.SECOND).is_low
