"""Searches of a small board, as the window shows them."""

import pytest

from engine.games import GAMES
from engine.search.alphabeta.alphabeta_search import (
    AlphaBetaSearch,
    AlphaBetaSettings,
)
from engine.search.uct.uct_search import UctSearch
from engine.search.uct.uct_settings import UctSettings


@pytest.fixture
def board():
    """Return an empty board of Hex."""
    return GAMES["hex"].new_position(GAMES["hex"].setup(height=4))


@pytest.fixture
def search():
    """Return a small tree search."""
    return UctSearch(UctSettings(exploration=0.6, pool_entries=1 << 12))


@pytest.fixture
def stepper(search, board):
    """Return the search of the board, one simulation at a time."""
    return search.new_stepper(board)


@pytest.fixture
def stones():
    """Return three stones of Gomoku."""
    position = GAMES["gomoku"].new_position(GAMES["gomoku"].setup(height=7))
    for name in ("d4", "c3", "d3"):
        position = position.play(GAMES["gomoku"].parse_cell(position.setup, name))
    return position


@pytest.fixture
def alpha_beta(stones):
    """Return an alpha-beta search of these stones, one node at a time."""
    settings = AlphaBetaSettings(table_bits=10)
    return AlphaBetaSearch(settings).new_stepper(stones)


@pytest.fixture
def recorded(alpha_beta):
    """Return the recording of some nodes of that search."""
    alpha_beta.skip(400)
    return alpha_beta.tree.copied()
