"""What an operator's text means on a board."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.types import Move
from engine.games import GAMES
from gui.contest.typed_move import read_move
from tests.gui.contest.conftest import CONTEST

HEX = replace(
    CONTEST, setup=GAMES["hex"].setup(options={"swap": "on"}), our_engine=None
)


def position_of(contest, *names):
    game = GAMES[contest.setup.game]
    position = game.new_position(contest.setup)
    for name in names:
        position = position.play(game.parse_cell(contest.setup, name))
    return position


def name_of(contest, position, text):
    move = read_move(contest, position, text).move
    return None if move is None else position.cell_name(move)


def test_gomoku_counts_from_the_bottom():
    assert name_of(CONTEST, position_of(CONTEST), "J10") == "j10"


@pytest.mark.parametrize(("from_bottom", "name"), [(False, "c1"), (True, "c11")])
def test_hex_counts_from_the_side_that_was_agreed(from_bottom, name):
    contest = replace(HEX, rows_from_bottom=from_bottom)

    assert name_of(contest, position_of(contest), "C1") == name


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("hello", "“hello” is not a move"),
        ("J10", "J,10 is occupied by Black."),
        ("P1", "P,1 is outside the board: columns A to O, rows 1 to 15."),
        ("A16", "columns A to O, rows 1 to 15"),
        ("B(A,1)", "That is a move for Black, but White is to move."),
        ("R(A,1)", "R is not a colour of this game."),
        ("swap", "nothing to swap"),
    ],
)
def test_a_sentence_says_why_a_text_is_no_move(text, why):
    typed = read_move(CONTEST, position_of(CONTEST, "j10"), text)

    assert typed.move is None
    assert why in typed.problem


def test_the_colour_of_the_side_to_move_may_stand_in_front():
    assert name_of(CONTEST, position_of(CONTEST, "j10"), "W(A,1)") == "a1"


def test_blue_has_the_letter_of_black_in_hex():
    position = position_of(HEX, "e5")

    assert name_of(HEX, position, "B(A,1)") == "a1"
    assert "Red" in read_move(HEX, position, "R(A,1)").problem


@pytest.mark.parametrize("text", ["swap", "SWAP", "交换", " swap "])
def test_the_swap_is_typed_as_a_word(text):
    assert name_of(HEX, position_of(HEX, "e5"), text) == "swap-pieces"


def test_the_choices_of_swap2_are_typed_as_words():
    setup = GAMES["gomoku"].setup(options={"opening": "swap2"})
    contest = replace(CONTEST, setup=setup)
    position = position_of(contest, "h8", "h9", "g7")

    assert name_of(contest, position, "执黑") == "take-black"
    assert name_of(contest, position, "add") == "add-two"


YAMAGUCHI = replace(
    CONTEST, setup=GAMES["gomoku"].setup(options={"opening": "yamaguchi"})
)
THREE = ("h8", "h9", "i10")


@pytest.mark.parametrize(
    ("names", "text", "move"),
    [
        ((), "H8", "h8"),
        (THREE, "五手3打", "fifth-moves-3"),
        (THREE, "3打", "fifth-moves-3"),
        (THREE, "五手三打", "fifth-moves-3"),
        (THREE, "两打", "fifth-moves-2"),
        (THREE, "五手３打", "fifth-moves-3"),
        (THREE, "3", "fifth-moves-3"),
        (THREE, "n10", "fifth-moves-10"),
        ((*THREE, "fifth-moves-2"), "N10", "n10"),
        ((*THREE, "fifth-moves-2"), "执黑", "take-black"),
        ((*THREE, "fifth-moves-2"), "swap", "take-black"),
        ((*THREE, "fifth-moves-2"), "交换颜色", "take-black"),
        ((*THREE, "fifth-moves-2", "g10"), "I8", "offer-i8"),
        ((*THREE, "fifth-moves-2", "g10"), "B(I,8)", "offer-i8"),
        ((*THREE, "fifth-moves-2", "g10", "offer-i8", "offer-k8"), "k8", "k8"),
    ],
)
def test_the_steps_of_a_contest_opening_are_typed(names, text, move):
    position = position_of(YAMAGUCHI, *names)

    assert name_of(YAMAGUCHI, position, text) == move


TARAGUCHI = {"opening": "taraguchi"}
FOUR = (*THREE, "g10")


@pytest.mark.parametrize("text", ["swap", "交换", "交换颜色"])
def test_colours_are_swapped_by_a_word(text):
    contest = replace(CONTEST, setup=GAMES["gomoku"].setup(options=TARAGUCHI))

    assert name_of(contest, position_of(contest, "h8"), text) == "swap-colours"


@pytest.mark.parametrize("names", [("h8",), ("h8", "h9")])
def test_taking_black_is_no_swap_of_colours(names):
    contest = replace(CONTEST, setup=GAMES["gomoku"].setup(options=TARAGUCHI))

    typed = read_move(contest, position_of(contest, *names), "执黑")

    assert typed.move is None
    assert typed.problem == "The rules of this game do not have “Take Black”."


@pytest.mark.parametrize(
    ("size", "names", "text", "move"),
    [
        (15, FOUR, "10", "fifth-moves-10"),
        (15, FOUR, "N10", "fifth-moves-10"),
        (19, ("j10", "j11", "k12", "h12"), "N10", "n10"),
        (19, ("j10", "j11", "k12", "h12"), "十打", "fifth-moves-10"),
    ],
)
def test_a_cell_that_may_be_played_is_no_number(size, names, text, move):
    game = GAMES["gomoku"]
    contest = replace(
        CONTEST, setup=game.setup(height=size, width=size, options=TARAGUCHI)
    )

    assert name_of(contest, position_of(contest, *names), text) == move


@pytest.mark.parametrize(
    ("names", "text", "why"),
    [
        ((), "A1", "first a black one in the centre"),
        (THREE, "swap", "nothing to swap or choose"),
        (THREE, "add", "nothing to swap or choose"),
        (THREE, "j10", "Declare how many fifth moves"),
        (THREE, "11", "“11” is not a move"),
        ((*THREE, "fifth-moves-2"), "3", "“3” is not a move"),
        (("h8", "h9", "h10", "fifth-moves-2", "h7", "offer-g8"), "I8", "symmetrical"),
    ],
)
def test_a_sentence_says_what_a_contest_opening_asks_for(names, text, why):
    typed = read_move(YAMAGUCHI, position_of(YAMAGUCHI, *names), text)

    assert typed.move is None
    assert why in typed.problem


def test_a_forbidden_cell_is_refused_with_its_reason():
    setup = GAMES["gomoku"].setup(options={"rule": "renju"})
    contest = replace(CONTEST, setup=setup)
    position = position_of(contest, "g8", "a1", "i8", "a15", "h9", "o1", "h10", "o15")

    typed = read_move(contest, position, "H8")

    assert typed.move is None
    assert "forbidden for Black" in typed.problem


@given(text=st.text(max_size=10))
def test_no_text_makes_an_illegal_move(text):
    position = position_of(CONTEST, "j10", "h8")

    typed = read_move(CONTEST, position, text)

    assert (typed.move is None) == bool(typed.problem)
    assert typed.move is None or position.is_legal(typed.move)


@given(cell=st.integers(0, 224))
def test_every_free_cell_can_be_typed(cell):
    position = position_of(CONTEST)
    text = CONTEST.cell_text(cell)

    for typed in (text, text.replace(",", "")):
        assert read_move(CONTEST, position, typed).move == Move(cell)
