"""Cells as operators of a contest type them and as records write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.types import Move, Player
from engine.games import GAMES
from engine.records.ccgc import coordinates
from engine.records.ccgc.coordinates import TypedCell

J10 = TypedCell(column=9, row_number=10)
BLACK_J10 = TypedCell(column=9, row_number=10, colour="B")

WIDE = {ord(" "): "\u3000", **{code: code + 0xFEE0 for code in range(0x21, 0x7F)}}
"""Full-width forms of letters, digits and marks."""


def wide(text):
    """Return a text as a Chinese keyboard may write it."""
    return text.translate(WIDE)


setups = st.one_of(
    st.builds(
        GAMES["gomoku"].setup,
        height=st.integers(5, 22),
        width=st.integers(5, 22),
    ),
    st.builds(GAMES["hex"].setup, height=st.integers(3, 19), width=st.integers(3, 19)),
)


@st.composite
def cells(draw):
    setup = draw(setups)
    return setup, Move(draw(st.integers(0, setup.cell_count - 1)))


@pytest.mark.parametrize(
    "text",
    [
        *("J10", "j10", "J,10", "j, 10", "J 10", " (J,10) ", "(J,10", "J,10)", "10J"),
        *("10,j", "J.10", "J-10", "J,10;", wide("J10"), wide("j,10"), wide("(J,10)")),
        *("J；10", "J、10", "J。10", "J\u300010"),
    ],
)
def test_many_ways_to_type_one_cell(text):
    assert coordinates.read_cell(text) == J10


@pytest.mark.parametrize(
    "text", ["B(J,10)", "b (j, 10);", wide("B(J,10)"), "B(J10)", "B(10,J)"]
)
def test_a_colour_in_front_is_understood(text):
    assert coordinates.read_cell(text) == BLACK_J10


@pytest.mark.parametrize(
    "text",
    [
        *("", "J", "10", "J,", ",10", "J10K", "JJJ10", "J1000", "J10 K10", "swap"),
        *("B(J,10);W(K,10)", "G(J,10)", "J,-10", "J+10", "五10", "J10?", "((J,10))"),
    ],
)
def test_what_is_no_cell(text):
    assert coordinates.read_cell(text) is None


def test_letters_that_are_no_colour_belong_to_the_column():
    assert coordinates.read_cell("BJ10") == TypedCell(column=61, row_number=10)


@given(cell=cells(), from_bottom=st.booleans(), is_wide=st.booleans())
def test_every_cell_is_read_as_it_is_written(cell, from_bottom, is_wide):
    setup, move = cell
    text = coordinates.format_cell(setup, move, rows_from_bottom=from_bottom)
    text = wide(text) if is_wide else text

    typed = coordinates.read_cell(text)

    assert typed is not None
    assert coordinates.locate_cell(setup, typed, rows_from_bottom=from_bottom) == move


@given(cell=cells())
def test_rows_from_the_bottom_are_the_mirror_of_rows_from_the_top(cell):
    setup, move = cell
    top = coordinates.format_cell(setup, move, rows_from_bottom=False)
    bottom = coordinates.format_cell(setup, move, rows_from_bottom=True)

    assert top.split(",")[0] == bottom.split(",")[0]
    assert sum(int(text.split(",")[1]) for text in (top, bottom)) == setup.height + 1


@given(text=st.text(max_size=12))
def test_no_text_is_too_strange(text):
    typed = coordinates.read_cell(text)

    assert typed is None or typed.column >= 0


def test_a_board_of_other_sides_has_its_own_edges():
    setup = GAMES["gomoku"].setup(height=6, width=9)

    def lies_inside(text):
        typed = coordinates.read_cell(text)
        return coordinates.locate_cell(setup, typed, rows_from_bottom=True) is not None

    assert lies_inside("I6")
    assert not lies_inside("J6")
    assert not lies_inside("I7")
    assert not lies_inside("A0")


def test_which_side_row_one_lies_on():
    assert coordinates.resolve_row_direction("gomoku", wanted=False)
    assert not coordinates.resolve_row_direction("hex", wanted=False)
    assert coordinates.resolve_row_direction("hex", wanted=True)
    assert coordinates.resolve_row_direction("toy", wanted=False)


def test_letters_of_the_sides():
    letters = {
        game: [coordinates.get_colour_letter(game, player) for player in Player]
        for game in ("gomoku", "hex", "toy")
    }

    assert letters == {"gomoku": ["B", "W"], "hex": ["R", "B"], "toy": ["", ""]}
