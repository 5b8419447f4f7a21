"""The cache of analysed boards: what it keeps, and in which memory."""

import numpy as np
import pytest

from engine.games import GAMES
from engine.games.hex.evaluation import analysis_buffers
from engine.games.hex.evaluation.analysis_cache import AnalysisCache
from engine.games.hex.rules.kernels.state import make_state

WIDTH = 4


@pytest.fixture
def board():
    """Return the cells and neighbours of an empty board."""
    game = GAMES["hex"]
    state = make_state(game.new_position(game.setup(height=WIDTH, width=WIDTH)))
    return state.cells, state.neighbours, WIDTH, 1


def cache_of(count, least=0):
    """Return a cache with memory for ``count`` analyses."""
    analysis = analysis_buffers.new_analysis(WIDTH**2)
    size = analysis_buffers.count_bytes(analysis)
    return AnalysisCache(WIDTH**2, most_bytes=count * size, least_count=least)


def fill(cache, board, names):
    """Analyse a board once for each name."""
    for name in names:
        cache.put(name, cache.analyse(*board))


def test_the_least_recently_used_board_is_dropped(board):
    cache = cache_of(3)
    fill(cache, board, "abc")

    cache.touch("a")
    fill(cache, board, "d")

    assert [name for name in "abcd" if cache.find(name) is not None] == ["a", "c", "d"]
    assert len(cache) == 3


@pytest.mark.parametrize(("bytes_for", "least", "kept"), [(5, 2, 5), (1, 2, 2)])
def test_a_least_number_is_kept_in_any_case(board, bytes_for, least, kept):
    cache = cache_of(bytes_for, least)

    fill(cache, board, "abcdefg")

    assert len(cache) == kept


def test_the_buffers_of_released_and_dropped_boards_are_used_again(board):
    cache = cache_of(1)
    first = cache.analyse(*board)
    cache.release(first)
    second = cache.analyse(*board)
    cache.put("a", second)
    third = cache.analyse(*board)
    cache.put("b", third)
    cache.clear()
    fourth = cache.analyse(*board)

    assert first.analysis is second.analysis
    assert third.analysis is second.analysis
    assert fourth.analysis is third.analysis
    assert len(cache) == 0


def test_the_moves_of_a_dropped_board_stay_its_own(board):
    cells, *rest = board
    cache = cache_of(1)
    empty = cache.analyse(cells, *rest)
    moves = empty.moves.copy()
    cache.release(empty)
    after = cells.copy()
    after[5] = 2

    cache.analyse(after, *rest)

    assert np.array_equal(empty.moves, moves)
