"""The value network in the search: it follows the moves, also after a pause."""

import numpy as np
import pytest
from safetensors.numpy import load_file, save_file

from engine.core.files.paths import resources
from engine.core.kernels.jit import njit_lean
from engine.core.search_values import INFINITE
from engine.games import GAMES
from engine.games.gomoku.alphabeta.kernels import search_state
from engine.games.gomoku.alphabeta.resumable_search import GomokuResumableSearch
from engine.games.gomoku.alphabeta.search_state_factory import new_table
from engine.games.gomoku.value_network.kernels import accumulator
from engine.games.gomoku.value_network.network_weights import load_value_network
from engine.games.gomoku.value_network.new_accumulator import new_accumulator
from tests.games import random_game

NEVER = np.zeros(1, np.int32)


@njit_lean()
def evaluate_now(state, search):
    return search_state.evaluate_by_network(state, search)


@njit_lean()
def value_anew(network, turn):
    return np.int64(
        accumulator.infer_value(network, 0, turn) * search_state.LOG_ODDS_UNIT
    )


def start(height, width, **options):
    game = GAMES["gomoku"]
    first = game.new_position(game.setup(height=height, width=width, options=options))
    return random_game(first, seed=4)[6]


def new_search(position, evaluation):
    return GomokuResumableSearch(
        position, {"evaluation": evaluation}, table=new_table(1 << 12), seed=1
    )


def run(search, position, depth):
    """Return value, line and nodes of one iteration."""
    moves = search.set_root(position)
    search.begin(moves, alpha=-INFINITE, beta=INFINITE, depth=depth)
    assert search.advance(1_000_000, NEVER)
    return search.best(), search.nodes


@pytest.mark.parametrize(("height", "width"), [(15, 15), (7, 12)])
def test_a_value_is_that_of_the_position_wherever_the_search_pauses(height, width):
    position = start(height, width)
    search = new_search(position, search_state.VALUE_NETWORK)
    anew = new_accumulator(height, width, load_value_network(), plies=1)
    moves = search.set_root(position)
    depths = []

    for depth in (2, 4, 3):
        search.begin(moves, alpha=-INFINITE, beta=INFINITE, depth=depth)
        for _ in range(150):
            is_done = search.advance(7, NEVER)
            state = search._state
            accumulator.set_up_accumulator(anew, state.cells, state.stride)
            expected = value_anew(anew, state.info["turn"][0])
            assert evaluate_now(state, search._search) == expected
            depths.append(int(state.info["ply"][0]))
            if is_done:
                break

    assert max(depths) >= 3  # some pauses were deep in the tree


def test_the_next_root_has_sums_of_its_own():
    position = start(15, 15)
    search = new_search(position, search_state.VALUE_NETWORK)
    search.begin(search.set_root(position), alpha=-INFINITE, beta=INFINITE, depth=6)
    search.advance(50, NEVER)  # the iteration is left unfinished
    later = position.play(position.legal_moves()[0])

    found = run(search, later, 2)

    fresh = new_search(later, search_state.VALUE_NETWORK)
    assert found[0][0] == run(fresh, later, 2)[0][0]


def test_an_iteration_that_is_left_unfinished_leaves_no_stones_in_the_sums():
    position = start(15, 15)
    search = new_search(position, search_state.VALUE_NETWORK)
    moves = search.set_root(position)
    search.begin(moves, alpha=-INFINITE, beta=INFINITE, depth=6)
    search.advance(50, NEVER)
    assert search._state.info["ply"][0] > 0

    search.begin(moves, alpha=-INFINITE, beta=INFINITE, depth=1)

    anew = new_accumulator(15, 15, load_value_network(), plies=1)
    state = position.kernel_state()
    accumulator.set_up_accumulator(anew, state.cells, state.stride)
    assert np.array_equal(search._search.network.sums, anew.sums)


def test_the_network_and_the_fitted_values_are_different_opinions():
    position = start(15, 15)

    values = {
        run(new_search(position, evaluation), position, 1)[0][0]
        for evaluation in (search_state.VALUE_NETWORK, search_state.FITTED_VALUES)
    }

    assert len(values) == 2


def test_helpers_evaluate_by_the_same_file(tmp_path):
    shipped = resources() / "nets" / "gomoku-4.safetensors"
    weights = load_file(shipped)
    weights["last.bias"] += 2
    save_file(weights, tmp_path / "mine.safetensors")
    search = GomokuResumableSearch(
        start(15, 15),
        {"evaluation": search_state.VALUE_NETWORK},
        table=new_table(1 << 12),
        seed=1,
        network=tmp_path / "mine.safetensors",
    )

    helper = search.new_helper(2)

    heads = [own._search.network.head for own in (search, helper)]
    assert np.array_equal(*heads)
    assert not np.array_equal(heads[1], load_value_network().head)


@pytest.mark.parametrize("length", ["4", "6"])
def test_rows_that_the_network_has_not_learned_have_the_fitted_values(length):
    position = start(15, 15, line_length=length)

    network, fitted = (
        run(new_search(position, evaluation), position, 3)
        for evaluation in (search_state.VALUE_NETWORK, search_state.FITTED_VALUES)
    )

    assert network == fitted
