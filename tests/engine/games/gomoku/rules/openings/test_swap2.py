"""Swap2: order of stones, choices and colours."""

from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.errors import IllegalMoveError
from engine.core.types import Move, Outcome, Player
from engine.games import GAMES
from engine.games.gomoku.rules.openings.swap2 import Swap2Stage, find_stage
from tests.engine.games.gomoku.rules.openings.opened_games import (
    opened_games,
    position_after,
)
from tests.games import cell

GOMOKU = GAMES["gomoku"]
THREE = "h8 i9 g7"
BLACK, WHITE = Player
BEGINNER, OTHER = Player
GAMES_OPENED = opened_games(["swap2"], sides=st.integers(5, 9))

after = partial(position_after, opening="swap2")


def special_names(position):
    return [position.cell_name(move) for move in position.special_moves()]


def test_who_began_puts_three_stones_of_alternating_colours():
    turns = [after(" ".join(THREE.split()[:count])) for count in range(4)]

    assert [turn.to_move for turn in turns] == [BLACK, WHITE, BLACK, WHITE]
    assert [turn.seat_to_move for turn in turns] == [BEGINNER] * 3 + [OTHER]
    assert [special_names(turn) for turn in turns[:3]] == [[], [], []]


def test_after_three_stones_the_other_one_may_choose():
    position = after(THREE)

    assert special_names(position) == ["take-black", "add-two"]
    assert position.legal_moves()[-2:] == [Move(225), Move(226)]
    assert find_stage(position) is Swap2Stage.OFFERED


def test_a_white_stone_takes_white():
    position = after(f"{THREE} a1")

    assert find_stage(position) is Swap2Stage.COMPLETE
    assert position.get_seat(BLACK) is BEGINNER
    assert position.seat_to_move is BEGINNER
    assert special_names(position) == []


def test_who_takes_black_leaves_white_and_the_move_to_who_began():
    position = after(f"{THREE} take-black")

    assert position.to_move is WHITE
    assert position.seat_to_move is BEGINNER
    assert position.get_seat(WHITE) is BEGINNER
    assert position.colour_of(OTHER) is BLACK
    assert position.play(Move(0)).seat_to_move is OTHER


def test_two_more_stones_return_the_choice_to_who_began():
    adding, half, returned = (
        after(f"{THREE} add-two{more}") for more in ("", " a1", " a1 b2")
    )

    assert [p.seat_to_move for p in (adding, half, returned)] == [
        OTHER,
        OTHER,
        BEGINNER,
    ]
    assert [p.to_move for p in (adding, half, returned)] == [WHITE, BLACK, WHITE]
    assert special_names(adding) == special_names(half) == []
    assert special_names(returned) == ["take-black"]


def test_who_began_may_take_white_when_two_were_added():
    position = after(f"{THREE} add-two a1 b2 c3")

    assert position.get_seat(WHITE) is BEGINNER
    assert position.seat_to_move is OTHER
    assert position.to_move is BLACK


def test_who_began_may_take_black_when_two_were_added():
    position = after(f"{THREE} add-two a1 b2 take-black")

    assert position.get_seat(BLACK) is BEGINNER
    assert position.seat_to_move is OTHER
    assert position.to_move is WHITE


def test_a_choice_puts_no_stone_and_the_last_cell_stays():
    before = after(THREE)

    for name in ("take-black", "add-two"):
        position = after(f"{THREE} {name}")
        assert position.stones == before.stones
        assert position.last_cell == before.last_cell == cell(before, "g7")
        assert position.cell_name(position.last_move) == name


@pytest.mark.parametrize(
    ("moves", "choice", "sentence"),
    [
        ("", "take-black", "after the first three"),
        ("h8 i9", "add-two", "after the first three"),
        (f"{THREE} a1", "take-black", "after the first three"),
        (f"{THREE} take-black", "take-black", "after the first three"),
        (f"{THREE} take-black", "add-two", "after the first three"),
        (f"{THREE} add-two", "take-black", "two that were added"),
        (f"{THREE} add-two a1 b2", "add-two", "after the first three"),
    ],
)
def test_a_choice_at_another_time_is_refused(moves, choice, sentence):
    position = after(moves)

    with pytest.raises(IllegalMoveError, match=sentence):
        position.play(cell(position, choice))


def test_without_the_opening_there_is_nothing_to_choose():
    position = after(THREE, opening="none")

    assert special_names(position) == []
    with pytest.raises(IllegalMoveError, match="no such choice"):
        position.play(Move(225))
    with pytest.raises(IllegalMoveError, match="Expected a cell from a1 to o15"):
        cell(position, "take-black")


def test_choices_are_named_in_any_letters():
    assert cell(after(), " Take-Black ") == 225
    assert cell(after(), "ADD-TWO") == 226
    assert after().objection_to(Move(10_000)).startswith("Expected a cell")


@pytest.mark.parametrize("to_move", Player)
def test_stones_that_are_set_up_leave_nothing_open(to_move):
    setup = GOMOKU.setup(options={"opening": "swap2"})
    position = GOMOKU.position(
        setup, stones=bytes([1, 2]) + bytes(223), to_move=to_move
    )

    for move in (10, 11, 12, 13):
        assert find_stage(position) is Swap2Stage.COMPLETE
        assert position.seat_to_move is position.to_move
        assert position.special_moves() == []
        position = position.play(Move(move))


def test_nothing_is_open_where_white_begins():
    setup = GOMOKU.setup(options={"opening": "swap2"})
    position = GOMOKU.position(setup, stones=bytes(225), to_move=WHITE)

    assert find_stage(position) is Swap2Stage.COMPLETE
    assert position.seat_to_move is OTHER


def test_the_winner_is_a_colour_whoever_holds_it():
    position = after("h8 a1 h9 take-black a2 h10 a3 h11 a4 h12")

    assert position.outcome == Outcome(BLACK, "line")
    assert position.get_seat(position.outcome.winner) is OTHER


def test_black_commits_fouls_under_the_opening_too():
    position = after("h8 a1 h9 take-black a3 g10 a5 f10 a7 h10", rule="renju")

    assert position.outcome == Outcome(WHITE, "foul")


@given(positions=GAMES_OPENED)
@settings(max_examples=80, deadline=None)
def test_in_every_game_stones_alternate_and_the_history_replays(positions):
    last = positions[-1]
    placed = [move for move in last.history if move < last.setup.cell_count]
    replayed = positions[0]
    for move in last.history:
        replayed = replayed.play(move)

    assert replayed == last
    assert [last.stones[move] for move in placed] == [
        1 + number % 2 for number in range(len(placed))
    ]
    assert last.last_cell == (placed[-1] if placed else None)


@given(positions=GAMES_OPENED)
@settings(max_examples=80, deadline=None)
def test_in_every_game_each_participant_holds_one_colour(positions):
    for position in positions:
        seats = [position.get_seat(colour) for colour in Player]

        assert sorted(seats) == list(Player)
        assert [position.colour_of(seat) for seat in seats] == list(Player)
        if find_stage(position) is Swap2Stage.COMPLETE:
            assert position.seat_to_move is position.get_seat(position.to_move)
            assert position.special_moves() == []


@given(positions=GAMES_OPENED)
@settings(max_examples=40, deadline=None)
def test_once_swap2_is_complete_the_colours_stay(positions):
    settled = [p for p in positions if find_stage(p) is Swap2Stage.COMPLETE]

    assert len({position.get_seat(BLACK) for position in settled}) <= 1
    assert all(find_stage(p) is Swap2Stage.COMPLETE for p in positions[8:])
