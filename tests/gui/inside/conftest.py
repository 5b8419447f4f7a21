"""Searches of a small board, as the window shows them."""

import pytest

from engine.games import GAMES
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
