"""Scores of Hex moves without compiled code."""

import pytest

from engine.games.hex.rules.greedy_scores import CENTRE_WEIGHT, move_scores
from tests.games import ALL_GAMES, cell

HEX = ALL_GAMES["hex"]


def after(moves, size=5):
    position = HEX.new_position(
        HEX.setup(height=size, width=size, options={"swap": "off"})
    )
    for name in moves.split():
        position = position.play(cell(position, name))
    return position


def test_every_cell_of_an_empty_board_is_on_a_shortest_path_of_both_sides():
    needed = 2 * (3 + 1)
    steps = [4, 2, 4, 2, 0, 2, 4, 2, 4]

    scores = move_scores(after("", size=3))

    assert [scores[move] for move in range(9)] == pytest.approx(
        [-needed - CENTRE_WEIGHT * step for step in steps]
    )


def test_a_cell_that_completes_a_chain_is_best():
    position = after("c1 a5 c2 a4 c4 e5 c5 e4")
    scores = move_scores(position)

    assert max(scores, key=scores.__getitem__) == cell(position, "c3")


def test_cells_with_stones_have_no_score():
    position = after("c3 d2")

    assert set(move_scores(position)) == set(position.legal_moves())
