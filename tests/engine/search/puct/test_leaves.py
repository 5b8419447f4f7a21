"""Proven leaves, by an evaluator or by the solver of the game."""

import math

import numpy as np
import pytest

from engine.games import GAMES
from engine.search.api import Limits
from tests.engine.games.gomoku.gomoku_boards import STOPS, three_to_stop
from tests.engine.search.puct.puct_oracle import FlatEvaluator, search_with
from tests.games import cell, position_of


def small_hex():
    return GAMES["hex"].new_position(GAMES["hex"].setup(height=5, width=5))


SEVEN_FOURS = """
    . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . .
    . . . . . O . . O . . . . . .
    . . . . O . X . X . X . . . .
    . . . . . X O X X . . . . . .
    . . . . . . O . X . . . . . .
    . . . . . . . O . . . . . . .
    . . . . . . . O . . . . . . .
    . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . .
"""
"""Black wins by fours in 15 plies, from j10 on."""


@pytest.mark.parametrize("batch", [1, 16])
def test_a_long_win_by_fours_is_found_where_leaves_are_solved(batch):
    position = position_of("gomoku", SEVEN_FOURS)
    limits = Limits(nodes=600)
    blind = search_with(FlatEvaluator(), batch=batch)
    solving = search_with(FlatEvaluator(), batch=batch, solves_leaves=True)

    without, found = (search.search(position, limits) for search in (blind, solving))

    assert without.value < 1
    assert (found.move, found.value) == (cell(position, "j10"), 1.0)
    assert found.nodes < 100


def test_only_moves_that_may_stop_a_three_are_visited_where_leaves_are_solved():
    position = three_to_stop()
    search = search_with(FlatEvaluator(), solves_leaves=True)

    result = search.search(position, Limits(nodes=100))

    visited = {position.cell_name(c.move) for c in result.candidates if c.visits > 0}
    assert visited <= STOPS


class CertainAfter:
    """Is certain that the side to move loses once ``move`` was played, else even."""

    def __init__(self, move, value):
        self.move, self.value = move, value

    def evaluate(self, batch):
        policies, values = FlatEvaluator().evaluate(batch)
        values[batch.last_move == self.move] = self.value
        return policies, values


@pytest.mark.parametrize("batch", [1, 16])
def test_what_an_evaluator_is_certain_of_is_proven(batch):
    search = search_with(CertainAfter(7, -math.inf), batch=batch)

    result = search.search(small_hex(), Limits(nodes=1000))

    assert (result.move, result.value) == (7, 1.0)
    assert result.nodes < 100


def test_a_move_that_certainly_loses_is_never_visited():
    class Certain(FlatEvaluator):
        def evaluate(self, batch):
            policies, values = super().evaluate(batch)
            policies[:, :20] = np.where(batch.legal[:, :20], -1, 0)
            return policies, values

    search = search_with(Certain())

    result = search.search(small_hex(), Limits(nodes=200))

    assert {c.move for c in result.candidates if c.visits > 0} == set(range(20, 25))
