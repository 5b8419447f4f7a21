"""The transposition table against a dictionary, and entries that threads tore apart."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from engine.core.search_values import MATE, PROVEN
from engine.games import GAMES
from engine.games.gomoku.alphabeta.kernels.search_state import SearchParams
from engine.games.gomoku.alphabeta.kernels.transposition_table import (
    EXACT,
    LEAST_DEPTH,
    LOWER,
    UPPER,
    probe_tt,
    store_tt,
)
from engine.games.gomoku.alphabeta.search_state_factory import (
    new_search_state,
    new_table,
)
from engine.games.gomoku.patterns.kernels.patterns import NO_CELL
from engine.games.gomoku.patterns.pattern_state import make_patterns
from tests.games import BOARDS, on_boards, random_game

MISS = (0, 0, 0, NO_CELL)

EMPTY = GAMES["gomoku"].new_position(GAMES["gomoku"].setup(height=9, width=7))

every_gomoku_board = on_boards([board for board in BOARDS if board[0] == "gomoku"])


def new_search(position, entries=1 << 12):
    setup = position.setup
    table = new_table(entries)
    search = new_search_state(
        setup.cell_count, setup.height, SearchParams(), table=table, seed=0
    )
    search.info["age"] = 1
    return search


def patterns_of(position):
    return make_patterns(position.kernel_state())


@every_gomoku_board
@given(data=st.data())
def test_an_entry_comes_back_as_it_was_stored(empty_board, data):
    positions = random_game(empty_board, seed=6)[:12]
    search = new_search(empty_board)
    expected = {}
    for position in positions:
        ply = data.draw(st.integers(0, 20))
        value = data.draw(st.integers(-PROVEN, PROVEN) | st.just(MATE - ply - 5))
        bound = data.draw(st.integers(UPPER, EXACT))
        depth = data.draw(st.integers(LEAST_DEPTH, 160))
        move = data.draw(st.integers(-1, empty_board.setup.cell_count - 1))
        store_tt(patterns_of(position), search, ply, bound, value, depth, move)
        if move == NO_CELL and position in expected:
            move = expected[position][4]
        distance = 5 if value > PROVEN else None
        expected[position] = bound, value, distance, depth, move

    for position, (bound, value, distance, depth, move) in expected.items():
        if distance is not None:
            value = MATE - 3 - distance  # noqa: PLW2901  # counted from ply 3
        found = probe_tt(patterns_of(position), search, 3)
        assert tuple(map(int, found)) == (bound, value, depth, move)


def test_an_unknown_position_is_not_found():
    first, second = random_game(EMPTY, seed=1)[3:5]
    search = new_search(first)
    store_tt(patterns_of(first), search, 0, EXACT, 7, 4, 3)

    assert tuple(map(int, probe_tt(patterns_of(second), search, 0))) == MISS


def test_an_entry_written_by_two_threads_is_not_found():
    position = random_game(EMPTY, seed=1)[3]
    patterns = patterns_of(position)
    search, other = new_search(position), new_search(position)
    store_tt(patterns, search, 0, EXACT, 7, 4, 3)
    store_tt(patterns, other, 0, UPPER, -9, 2, 5)
    written = np.flatnonzero(search.table["content"])

    search.table["content"][written] = other.table["content"][written]

    assert tuple(map(int, probe_tt(patterns, search, 0))) == MISS


def test_a_deep_entry_of_this_search_stays_beside_a_new_one():
    position = random_game(EMPTY, seed=1)[3]
    search = new_search(position, entries=2)
    after = [patterns_of(position.play(move)) for move in position.legal_moves()[:3]]
    for patterns, depth in zip(after, (9, 1, 2), strict=True):
        store_tt(patterns, search, 0, EXACT, depth, depth, 0)

    depths = [int(probe_tt(patterns, search, 0)[2]) for patterns in after]

    assert depths == [9, 0, 2]


def test_a_value_without_a_move_keeps_the_move_of_the_position():
    first, second = random_game(EMPTY, seed=1)[3:5]
    search = new_search(first, entries=2)
    store_tt(patterns_of(first), search, 0, LOWER, 7, 4, 3)

    store_tt(patterns_of(first), search, 0, UPPER, -9, 5, NO_CELL)
    store_tt(patterns_of(second), search, 0, UPPER, -8, 4, NO_CELL)

    found = [probe_tt(patterns_of(now), search, 0) for now in (first, second)]
    assert [tuple(map(int, entry)) for entry in found] == [
        (UPPER, -9, 5, 3),
        (UPPER, -8, 4, NO_CELL),
    ]
