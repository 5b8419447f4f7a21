"""Internal iterative reductions: nodes without a move to begin with are reduced."""

import numpy as np
import pytest

from engine.core.search_values import INFINITE
from engine.games import GAMES
from engine.games.gomoku.alphabeta.resumable_search import GomokuResumableSearch
from engine.games.gomoku.alphabeta.search_state_factory import new_table
from tests.games import random_game

NEVER = np.zeros(1, np.int32)

LEAST_DEPTH = 4


def quiet_position():
    game = GAMES["gomoku"]
    setup = game.setup(height=9, width=11)
    return random_game(game.new_position(setup), seed=4)[5]


def count_nodes(position, depth, **params):
    """Return the nodes of one iteration with an empty table."""
    table = new_table(1 << 16)
    search = GomokuResumableSearch(position, params, table=table, seed=1)
    moves = search.set_root(position)
    search.begin(moves, alpha=-INFINITE, beta=INFINITE, depth=depth)
    assert search.advance(2_000_000, NEVER)
    return search.nodes


@pytest.mark.parametrize("depth", [5, 6, 7])
def test_a_deep_node_without_a_table_move_is_searched_less_deep(depth):
    position = quiet_position()

    reduced = count_nodes(position, depth, internal_reduction_depth=LEAST_DEPTH)

    assert reduced < count_nodes(position, depth)


def test_nodes_below_the_least_depth_are_not_reduced():
    position = quiet_position()

    # The moves at the root are ordered: the nodes after them have a depth less.
    reduced = count_nodes(position, LEAST_DEPTH, internal_reduction_depth=LEAST_DEPTH)

    assert reduced == count_nodes(position, LEAST_DEPTH)


def test_a_search_without_a_table_never_has_such_moves_and_is_not_reduced():
    position = quiet_position()

    nodes = [
        count_nodes(position, 6, uses_table=0, internal_reduction_depth=depth)
        for depth in (0, LEAST_DEPTH)
    ]

    assert nodes[0] == nodes[1]
