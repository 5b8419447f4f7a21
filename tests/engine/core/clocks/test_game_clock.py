"""The clock of both participants."""

import math
import time
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.clocks.game_clock import Balance, GameClock
from engine.core.clocks.sleep_clock import seconds_with_sleep
from engine.core.clocks.time_control import TimeControl, TimeTerms
from engine.core.types import Player

BYO_YOMI = TimeControl(main_seconds=60, periods=3, period_seconds=30)
FISCHER = TimeControl(main_seconds=60, increment_seconds=5)
TOTAL = TimeControl(main_seconds=60)

TENTHS = st.integers(1, 90)
CONTROLS = st.one_of(
    TENTHS.map(lambda tenths: TimeControl.per_move(tenths / 10)),
    TENTHS.map(lambda tenths: TimeControl(main_seconds=tenths / 10)),
    st.builds(
        lambda main, step: TimeControl(
            main_seconds=main / 10, increment_seconds=step / 10
        ),
        TENTHS,
        TENTHS,
    ),
    st.builds(
        lambda main, periods, length: TimeControl(
            main_seconds=main / 10, periods=periods, period_seconds=length / 10
        ),
        st.integers(0, 90),
        st.integers(1, 4),
        TENTHS,
    ),
)


class SlowClock:
    """The rules of every control, a tenth of a second after the other."""

    def __init__(self, control):
        self.control = control
        self.main = tenths(control.main_seconds)
        self.periods = control.periods
        self.period = tenths(control.period_seconds)
        self.is_up = False

    def tick(self):
        if self.main > 0:
            self.main -= 1
        elif self.periods:
            self.period -= 1
            if self.period == 0:
                self.periods -= 1
                self.period = tenths(self.control.period_seconds)
        self.is_up = not self.main and not self.periods

    def end_move(self):
        self.main += tenths(self.control.increment_seconds)
        self.period = tenths(self.control.period_seconds)

    @property
    def shown(self):
        return self.main or (self.period if self.periods else 0)


def tenths(seconds):
    return int(Fraction(seconds).limit_denominator(10) * 10)


@given(CONTROLS, st.lists(st.integers(0, 60), max_size=8))
def test_the_time_left_agrees_with_a_slow_clock(control, moves):
    slow = SlowClock(control)
    balance = Balance.at_start(control)

    for move in moves:
        for used in range(1, move + 1):
            slow.tick()
            # A hair later: sums of tenths are not exact at the turn of a period.
            left = balance.during(used / 10 + 1e-9)
            assert left.is_up == slow.is_up
            if slow.is_up:
                return
            assert left.periods == slow.periods
            assert math.isclose(left.seconds, slow.shown / 10, abs_tol=1e-6)
        balance = balance.after(move / 10 + (1e-9 if move else 0))
        slow.end_move()


def test_only_the_running_side_is_charged():
    now = [0.0]
    clock = GameClock(lambda: now[0])

    clock.start(Player.FIRST)
    now[0] = 3.0
    clock.end_move(Player.FIRST)
    now[0] = 10.0
    clock.start(Player.SECOND)
    now[0] = 12.0

    assert clock.running_for is Player.SECOND
    assert clock.this_move() == 2.0
    assert clock.total(Player.FIRST, to_move=Player.SECOND) == 3.0
    assert clock.total(Player.SECOND, to_move=Player.SECOND) == 2.0


def test_starting_twice_changes_nothing():
    now = [0.0]
    clock = GameClock(lambda: now[0])

    clock.start(Player.FIRST)
    now[0] = 4.0
    clock.start(Player.FIRST)
    now[0] = 5.0

    assert clock.this_move() == 5.0


def test_seconds_can_be_left_out_while_a_clock_runs():
    now = [0.0]
    clock = GameClock(lambda: now[0])
    clock.forgive(1.0)  # nobody's clock runs
    clock.start(Player.FIRST)
    now[0] = 9.0

    clock.forgive(6.0)
    assert clock.this_move() == 3.0
    clock.forgive(60.0)

    assert clock.this_move() == 0.0
    now[0] = 10.0
    assert clock.end_move(Player.FIRST) == 1.0


def test_the_clock_that_counts_sleep_goes_forward():
    before = seconds_with_sleep()
    time.sleep(0.05)

    assert seconds_with_sleep() - before >= 0.04


def test_a_pause_can_leave_out_what_was_not_the_players_time():
    now = [0.0]
    clock = GameClock(lambda: now[0])
    clock.start(Player.FIRST)
    now[0] = 1.0
    clock.pause()
    clock.start(Player.FIRST)
    now[0] = 9.0

    clock.pause(longest=2.5)

    assert clock.this_move() == 3.5


def test_an_increment_comes_after_the_move():
    balance = Balance.at_start(FISCHER)

    assert balance.during(10).seconds == 50
    assert balance.after(10).during(0).seconds == 55


def test_a_period_that_was_not_overstepped_is_there_again():
    balance = Balance.after_moves(BYO_YOMI, [60, 29, 29])

    left = balance.during(0)

    assert (left.is_in_periods, left.periods, left.seconds) == (True, 3, 30)


def test_overstepped_periods_are_gone():
    left = Balance.after_moves(BYO_YOMI, [60 + 65]).during(12)

    assert (left.periods, left.seconds, left.until_flag) == (1, 18, 18)


@pytest.mark.parametrize("control", [BYO_YOMI, FISCHER, TOTAL])
def test_a_flag_falls_when_nothing_is_left(control):
    balance = Balance.at_start(control)
    until_flag = balance.during(0).until_flag

    assert not balance.during(until_flag - 0.001).is_up
    assert balance.during(until_flag).is_up
    assert balance.during(until_flag + 7).seconds == pytest.approx(-7)


def test_the_last_period_stays_for_who_oversteps_in_a_game_that_goes_on():
    balance = Balance.after_moves(BYO_YOMI, [1000])

    assert balance.during(0).periods == 1
    assert balance.during(31).is_up


def test_each_side_has_its_own_time():
    clock = GameClock(lambda: 0.0, TimeTerms(first=TOTAL))

    assert clock.time_left(Player.FIRST, to_move=Player.FIRST).seconds == 60
    assert clock.time_left(Player.SECOND, to_move=Player.FIRST) is None


def test_other_terms_count_from_the_first_move():
    clock = GameClock(lambda: 0.0)
    clock.reset({Player.FIRST: [20, 15]})

    clock.set_terms(TimeTerms.for_both(FISCHER))

    assert clock.time_left(Player.FIRST, to_move=Player.FIRST).seconds == 35
    assert clock.time_left(Player.SECOND, to_move=Player.FIRST).seconds == 60
