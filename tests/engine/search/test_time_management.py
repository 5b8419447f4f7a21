"""Engines never lose on time, and do not leave it unused."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.clocks.game_clock import Balance
from engine.core.clocks.time_control import TimeControl
from engine.core.game import Position
from engine.games import GAMES
from engine.search.time_management import LAG_SECONDS, moves_to_go, seconds_for_move
from tests.games import cell

THREE = "h8 h9 i10"
SECONDS = st.floats(1, 60)
MAIN = st.floats(30, 7200)

CONTROLS = st.one_of(
    SECONDS.map(TimeControl.per_move),
    MAIN.map(lambda main: TimeControl(main_seconds=main)),
    st.builds(TimeControl, main_seconds=st.floats(1, 7200), increment_seconds=SECONDS),
    st.builds(
        TimeControl,
        main_seconds=st.just(0.0) | st.floats(1, 7200),
        periods=st.integers(1, 5),
        period_seconds=SECONDS,
    ),
)
BOARDS = {
    "gomoku 15": GAMES["gomoku"].setup(),
    "gomoku 9x12": GAMES["gomoku"].setup(height=9, width=12),
    "hex 11": GAMES["hex"].setup(),
    "hex 19": GAMES["hex"].setup(height=19),
}


def at_ply(setup, ply):
    """Return a stand-in for a position with ``ply`` stones; their number counts."""
    position: Position = GAMES[setup.game].new_position(setup)
    stones = bytes([1]) * ply + bytes(setup.cell_count - ply)
    object.__setattr__(position, "stones", stones)
    return position


def played(setup, moves):
    """Return the position after moves written with blanks between them."""
    position = GAMES[setup.game].new_position(setup)
    for name in moves.split():
        position = position.play(cell(position, name))
    return position


def think_times(control, setup, plies, lag):
    """Return the seconds of each move of the first side, and all balances."""
    balance, used, balances = Balance.at_start(control), [], []
    for ply in range(0, plies, 2):
        left = balance.during(0.0)
        wanted = seconds_for_move(left, control, at_ply(setup, ply))
        used.append(wanted + lag())
        assert not balance.during(used[-1]).is_up
        balance = balance.after(used[-1])
        balances.append(balance)
    return used, balances


@pytest.mark.parametrize("setup", BOARDS.values(), ids=list(BOARDS))
@given(control=CONTROLS, seed=st.integers(0, 1000))
@settings(max_examples=50)
def test_no_flag_falls_even_when_the_board_is_filled(setup, control, seed):
    rng = random.Random(seed)

    think_times(control, setup, setup.cell_count, lambda: rng.uniform(0, LAG_SECONDS))


@pytest.mark.parametrize("setup", BOARDS.values(), ids=list(BOARDS))
@given(control=CONTROLS)
@settings(max_examples=50)
def test_no_period_is_given_away(setup, control):
    _, balances = think_times(control, setup, setup.cell_count, lambda: LAG_SECONDS)

    assert all(balance.periods == control.periods for balance in balances)


@pytest.mark.parametrize("setup", BOARDS.values(), ids=list(BOARDS))
def test_a_game_of_usual_length_uses_most_of_the_time(setup):
    control = TimeControl(main_seconds=600)
    plies = round(GAMES[setup.game].usual_share * setup.cell_count)

    used, _ = think_times(control, setup, plies, lambda: 0.0)

    assert 0.6 * 600 < sum(used) < 0.97 * 600


def test_a_move_gets_most_of_a_time_that_would_be_lost():
    control = TimeControl.per_move(20)
    left = Balance.at_start(control).during(0.0)

    assert 19 < seconds_for_move(left, control, at_ply(BOARDS["hex 11"], 0)) < 20


def test_a_period_counts_like_an_increment_while_there_is_main_time():
    control = TimeControl(main_seconds=600, periods=3, period_seconds=30)
    plain = TimeControl(main_seconds=600, increment_seconds=30)
    position = at_ply(BOARDS["hex 11"], 0)

    def first_move(control):
        left = Balance.at_start(control).during(0.0)
        return seconds_for_move(left, control, position)

    assert first_move(control) == first_move(plain) > 30 + 600 / 30


def test_who_is_late_in_a_game_that_goes_on_still_answers():
    control = TimeControl(main_seconds=10)
    left = Balance.at_start(control).during(50.0)

    assert 0 < seconds_for_move(left, control, at_ply(BOARDS["hex 11"], 5)) < 0.1


@pytest.mark.parametrize("setup", BOARDS.values(), ids=list(BOARDS))
def test_fewer_moves_are_expected_the_longer_a_game_lasts(setup):
    expected = [
        moves_to_go(at_ply(setup, ply)) for ply in range(0, setup.cell_count + 1, 2)
    ]

    assert expected == sorted(expected, reverse=True)
    assert expected[-1] == 1


def test_the_choices_of_an_opening_do_not_count_as_moves_of_the_game():
    moves = "h8 h9 i10 fifth-moves-10 take-black"
    setup = GAMES["gomoku"].setup(options={"opening": "yamaguchi"})

    chosen = played(setup, moves)

    assert moves_to_go(chosen) == moves_to_go(played(GAMES["gomoku"].setup(), THREE))


def test_the_next_of_n_offers_gets_the_nth_part_of_the_time_of_a_move():
    setup = GAMES["gomoku"].setup(options={"opening": "yamaguchi"})
    control = TimeControl(main_seconds=900)
    left = Balance.at_start(control).during(0.0)
    names = [f"{THREE} fifth-moves-3 a1", " offer-b2", " offer-c3", " offer-d4"]

    seconds = [
        seconds_for_move(left, control, played(setup, "".join(names[:count])))
        for count in range(1, 5)
    ]

    assert seconds[0] == pytest.approx(seconds[2] / 3)
    assert seconds[1] == pytest.approx(seconds[2] / 2)
    assert seconds[3] == seconds[2]


def test_the_reserve_is_for_the_moves_that_still_fit_on_the_board():
    left = Balance.at_start(TimeControl(main_seconds=10)).during(0.0)
    control = TimeControl(main_seconds=10)

    assert seconds_for_move(left, control, at_ply(BOARDS["gomoku 15"], 224)) > 9
