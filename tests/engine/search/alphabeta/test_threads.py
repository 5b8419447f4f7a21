"""Alpha-beta in several threads, which share a transposition table."""

import pytest

from engine.core.offers.alpha_beta import SearchConfig
from engine.games import GAMES
from engine.search.alphabeta.alphabeta_search import (
    AlphaBetaSearch,
    AlphaBetaSettings,
    new_helpers,
    new_resumable_search,
)
from engine.search.api import Limits, StopFlag
from tests.games import cell, random_game

GOMOKU, HEX = GAMES["gomoku"], GAMES["hex"]
START = random_game(GOMOKU.new_position(GOMOKU.setup(height=9, width=8)), seed=1)[4]


def search(threads, **settings):
    return AlphaBetaSearch(
        AlphaBetaSettings(table_bits=14, **settings), threads=threads
    )


def resumable(position=START, params=None, **settings):
    own = AlphaBetaSettings(table_bits=14, params=params or {}, **settings)
    return new_resumable_search(position, own, seed=0)


def finish(search, moves, depth):
    search.begin(moves, alpha=-1000, beta=1000, depth=depth)
    assert search.advance(10_000_000, StopFlag().array)


def test_a_helper_finds_what_another_thread_has_searched():
    first, alone = resumable(), resumable()
    (helper,) = new_helpers(first, 1, seed=0)
    for one in (first, helper, alone):
        moves = one.set_root(START)
    finish(first, moves, 5)

    finish(helper, moves, 5)
    finish(alone, moves, 5)

    assert helper.nodes < alone.nodes / 2


def test_helpers_search_moves_in_another_order():
    first = resumable()
    helpers = new_helpers(first, 2, seed=0)

    orders = {tuple(one.set_root(START)) for one in (first, *helpers)}

    assert len(orders) > 1


def test_noise_of_an_evaluation_is_that_of_the_position_in_every_thread():
    first = resumable(params={"noise": 60})
    (helper,) = new_helpers(first, 1, seed=0)
    values = []
    for one in (first, helper):
        moves = sorted(one.set_root(START))
        finish(one, moves, 1)
        values.append(one.result())

    assert values[0] == values[1]


@pytest.mark.parametrize("params", [{"prunes": 0}, {"uses_table": 0}])
def test_a_search_without_a_table_has_no_helpers(params):
    assert new_helpers(resumable(params=params), 3, seed=0) == []


def test_hex_searches_in_one_thread():
    position = HEX.new_position(HEX.setup(height=4, width=5))
    config = SearchConfig(params={}, table_size=1 << 10, seed=0)
    hex_search = HEX.alpha_beta().new_search(position, config)

    assert new_helpers(hex_search, 3, seed=0) == []
    assert AlphaBetaSearch(threads=2).search(position, Limits(nodes=20)).nodes <= 20


def test_threads_keep_the_limit_of_nodes_together():
    result = search(3).search(START, Limits(nodes=30_000))

    assert result.nodes <= 30_000


def test_threads_prove_a_win_by_threats():
    position = GOMOKU.new_position(GOMOKU.setup())
    for name in ["h4", "e6", "i7", "f10", "i10", "f7", "k7", "g8", "d5"]:
        position = position.play(cell(position, name))

    result = search(2, attack_share=1.0).search(position, Limits(nodes=60_000))

    assert result.value == 1
    assert position.cell_name(result.move) == "f8"


def test_a_search_of_one_depth_uses_one_thread():
    minimax = search(3, deepens=False, depth=2)
    alone = search(1, deepens=False, depth=2)

    results = [one.search(START, Limits(nodes=50_000)) for one in (minimax, alone)]

    assert results[0].candidates == results[1].candidates
