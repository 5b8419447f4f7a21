"""Taraguchi-10: squares around the centre, swaps after stones, ten fifth moves."""

from functools import partial
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.errors import IllegalMoveError, SetupError
from engine.core.types import Move, Player
from engine.games import GAMES
from tests.engine.games.gomoku.rules.openings.opened_games import (
    check_legal_moves,
    opened_games,
    position_after,
)
from tests.games import cell

GOMOKU = GAMES["gomoku"]
BEGINNER, OTHER = Player
FOUR = "h8 h9 i10 g10"
TEN = [f"{column}1" for column in "abcdefghij"]
ODD_SIDES = st.sampled_from([5, 7, 9])
GAMES_OPENED = opened_games(["taraguchi"], sides=ODD_SIDES)

after = partial(position_after, opening="taraguchi")


def special_names(position):
    return [position.cell_name(move) for move in position.special_moves()]


def square(position, reach):
    """Return the empty cells within ``reach`` of the centre, by brute force."""
    height, width = position.setup.height, position.setup.width
    return [
        row * width + column
        for row in range(height)
        for column in range(width)
        if max(abs(row - height // 2), abs(column - width // 2)) <= reach
        and position.stones[row * width + column] == 0
    ]


@pytest.mark.parametrize("swaps", ["", "swap-colours"])
@pytest.mark.parametrize(("height", "width"), [(15, 15), (7, 5), (5, 21)])
def test_each_stone_may_be_further_from_the_centre(swaps, height, width):
    position = after(height=height, width=width)

    for count in range(5):
        stones = [m for m in position.legal_moves() if m < position.setup.cell_count]
        assert stones == square(position, count)
        for name in swaps.split() if count else ():
            position = position.play(cell(position, name))
        stones = [m for m in position.legal_moves() if m < position.setup.cell_count]
        assert stones == square(position, count)
        position = position.play(Move(stones[-1]))

    stones = [m for m in position.legal_moves() if m < position.setup.cell_count]
    assert stones == square(position, max(height, width))


@pytest.mark.parametrize(
    ("moves", "choices"),
    [
        ("", []),
        ("h8", ["swap-colours"]),
        ("h8 swap-colours", []),
        ("h8 swap-colours h9", ["swap-colours"]),
        ("h8 h9 i10", ["swap-colours"]),
        (FOUR, ["fifth-moves-10", "swap-colours"]),
        (f"{FOUR} swap-colours", []),
        (f"{FOUR} k8", ["swap-colours"]),
        (f"{FOUR} k8 swap-colours", []),
        (f"{FOUR} k8 a1", []),
        (f"{FOUR} swap-colours k8", ["swap-colours"]),
    ],
)
def test_colours_are_swapped_once_after_each_stone(moves, choices):
    assert special_names(after(moves)) == choices


@pytest.mark.parametrize(
    ("moves", "black", "to_move"),
    [
        ("", BEGINNER, BEGINNER),
        ("h8", BEGINNER, OTHER),
        ("h8 swap-colours", OTHER, BEGINNER),
        ("h8 swap-colours h9", OTHER, OTHER),
        ("h8 swap-colours h9 swap-colours", BEGINNER, BEGINNER),
        (FOUR, BEGINNER, BEGINNER),
        (f"{FOUR} swap-colours", OTHER, OTHER),
        (f"{FOUR} fifth-moves-10", BEGINNER, BEGINNER),
        (f"{FOUR} k8 swap-colours", OTHER, BEGINNER),
    ],
)
def test_who_holds_black_and_who_moves(moves, black, to_move):
    position = after(moves)

    assert position.get_seat(Player.FIRST) is black
    assert position.get_seat(Player.SECOND) is black.opponent
    assert position.seat_to_move is to_move


@pytest.mark.parametrize("moves", [FOUR, f"{FOUR} k8", f"{FOUR} swap-colours"])
def test_colours_are_open_until_the_last_swap(moves):
    assert not after(moves).has_fixed_colours
    assert GOMOKU.decision(after(moves)) != ""


@pytest.mark.parametrize("last", ["swap-colours", "a1"])
def test_the_opening_ends_after_the_fifth_stone(last):
    position = after(f"{FOUR} k8 {last}")

    assert position.has_fixed_colours
    assert GOMOKU.opening().is_over(position)
    assert GOMOKU.decision(position) == ""


def test_of_ten_fifth_moves_white_chooses_one_and_moves_on():
    declared = after(f"{FOUR} fifth-moves-10")
    offers = " ".join(f"offer-{name}" for name in TEN)
    choosing = after(f"{FOUR} fifth-moves-10 {offers}")
    chosen = choosing.play(cell(choosing, "c1"))

    assert declared.has_fixed_colours
    assert len(declared.legal_moves()) == 225 - 4
    assert choosing.seat_to_move is OTHER
    assert [choosing.cell_name(move) for move in choosing.legal_moves()] == sorted(TEN)
    assert chosen.to_move is Player.SECOND
    assert chosen.seat_to_move is OTHER
    assert special_names(chosen) == []
    assert len(chosen.legal_moves()) == 225 - 5
    assert GOMOKU.opening().is_over(chosen)


@pytest.mark.parametrize(
    ("moves", "move", "words"),
    [
        ("h8 swap-colours", "swap-colours", "swapped once after each"),
        (f"{FOUR} fifth-moves-10", "swap-colours", "not once fifth moves"),
        ("h8", "fifth-moves-10", "right after the fourth stone"),
        (f"{FOUR} swap-colours", "fifth-moves-10", "without a swap"),
        (FOUR, "offer-a1", "right after they were declared"),
        (f"{FOUR} fifth-moves-10 offer-a1", "offer-a1", "offered already"),
        ("h8", "g10", "middle 3x3"),
        (f"{FOUR} swap-colours", "a1", "middle 9x9"),
    ],
)
def test_what_is_illegal_is_explained(moves, move, words):
    position = after(moves)
    illegal = cell(position, move)

    assert words in position.objection_to(illegal)
    with pytest.raises(IllegalMoveError):
        position.play(illegal)


def test_a_number_other_than_ten_is_no_choice_of_this_opening():
    position = after(FOUR)
    three = cell(after(opening="yamaguchi"), "fifth-moves-3")

    assert "no such choice" in position.objection_to(three)


def test_boards_without_a_centre_are_refused():
    with pytest.raises(SetupError, match="odd number of rows and columns"):
        after(height=8, width=9)


def test_stones_that_are_set_up_leave_nothing_open():
    setup = GOMOKU.setup(options={"opening": "taraguchi"})
    position = GOMOKU.position(
        setup, stones=bytes([1, 2]) + bytes(223), to_move=Player.FIRST
    )

    assert GOMOKU.opening().is_over(position)
    assert len(position.legal_moves()) == 223


@given(positions=GAMES_OPENED)
@settings(max_examples=80, deadline=None)
def test_in_every_game_the_legal_moves_are_those_without_an_objection(positions):
    for position in positions:
        check_legal_moves(position)


@given(positions=GAMES_OPENED)
@settings(max_examples=80, deadline=None)
def test_in_every_game_the_seat_that_moves_is_never_the_one_that_just_placed(positions):
    for before, position in pairwise(positions):
        placed = position.history[-1] < position.setup.cell_count
        if placed and not before.offered_cells:
            assert position.seat_to_move is not before.seat_to_move
