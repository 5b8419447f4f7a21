"""Gomoku rules against an oracle that reads lines as text."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.types import Move, Outcome, Player
from tests.games import ALL_GAMES, cell, position_of
from tests.oracles import gomoku_has_line

GOMOKU = ALL_GAMES["gomoku"]


@st.composite
def filled_boards(draw):
    height = draw(st.integers(5, 9))
    width = draw(st.integers(5, 9))
    stones = draw(
        st.lists(
            st.sampled_from([0, 1, 1, 1, 2]),
            min_size=height * width,
            max_size=height * width,
        )
    )
    options = {
        "rule": draw(st.sampled_from(["freestyle", "exact"])),
        "line_length": draw(st.sampled_from(["4", "5", "6"])),
    }
    setup = GOMOKU.setup(height=height, width=width, options=options)
    return setup, bytes(stones)


@given(filled_boards())
@settings(max_examples=150, deadline=None)
def test_lines_are_found_wherever_the_oracle_finds_them(board):
    setup, stones = board
    length = int(setup.option("line_length"))
    exact = setup.option("rule") == "exact"

    winners = {
        player
        for player in Player
        if gomoku_has_line(
            stones, setup.height, setup.width, player, length, exact=exact
        )
    }
    outcome = GOMOKU.position(setup, stones=stones).outcome

    if winners:
        assert outcome.winner in winners
        assert outcome.reason == "line"
    else:
        assert outcome == (Outcome(None, "board_full") if 0 not in stones else None)


@pytest.mark.parametrize(
    "names",
    [
        ["c5", "d5", "e5", "f5", "g5"],
        ["b1", "b2", "b3", "b4", "b5"],
        ["a1", "b2", "c3", "d4", "e5"],
        ["g1", "f2", "e3", "d4", "c5"],
        ["g5", "f4", "e3", "d2", "c1"],
    ],
    ids=["row", "column", "up", "down", "edge"],
)
@pytest.mark.parametrize("order", [0, 2, 4])
def test_five_in_every_direction_wins_on_a_board_that_is_not_square(names, order):
    position = GOMOKU.new_position(GOMOKU.setup(height=5, width=7))
    names = names[order:] + names[:order]
    answers = [
        move
        for move in position.legal_moves()
        if move not in {cell(position, name) for name in names}
    ][::2]

    for name, answer in zip(names[:4], answers, strict=False):
        position = position.play(cell(position, name)).play(answer)
    position = position.play(cell(position, names[4]))

    assert position.outcome == Outcome(Player.FIRST, "line")
    assert set(position.winning_cells) == {cell(position, name) for name in names}


SIX_IN_A_ROW = """
    . . . . . . . .
    . X X X . X X .
    . . . . . . . .
    O O O O . O . .
    . . . . . . . .
"""


def test_an_overline_wins_in_freestyle():
    position = position_of("gomoku", SIX_IN_A_ROW, rule="freestyle")

    won = position.play(cell(position, "e4"))

    assert won.outcome == Outcome(Player.FIRST, "line")
    assert len(won.winning_cells) == 6


def test_an_overline_does_not_win_when_exactly_five_is_asked_for():
    position = position_of("gomoku", SIX_IN_A_ROW, rule="exact")

    assert position.play(cell(position, "e4")).outcome is None


def test_the_second_player_wins_by_four_when_four_are_asked_for():
    position = position_of(
        "gomoku",
        """
        . . . . .
        . O . . .
        . . O . .
        . . . O .
        . . . . .
        """,
        to_move=Player.SECOND,
        line_length="4",
    )

    assert position.play(cell(position, "e1")).outcome == Outcome(Player.SECOND, "line")


def test_a_full_board_without_a_line_is_a_draw():
    position = position_of(
        "gomoku",
        """
        X X O O X
        O O X X O
        X X O O X
        O O X X O
        X X O O .
        """,
    )

    assert position.play(Move(24)).outcome == Outcome(None, "board_full")


def test_a_line_on_the_last_cell_wins_and_is_no_draw():
    position = position_of(
        "gomoku",
        """
        X O O O O
        O X X X O
        X O X O X
        O X O X O
        X O O X .
        """,
        to_move=Player.FIRST,
    )

    assert position.play(Move(24)).outcome == Outcome(Player.FIRST, "line")


def test_rows_are_named_from_the_bottom():
    setup = GOMOKU.setup(height=6, width=9)

    assert GOMOKU.cell_name(setup, Move(0)) == "a6"
    assert GOMOKU.cell_name(setup, Move(6 * 9 - 1)) == "i1"
