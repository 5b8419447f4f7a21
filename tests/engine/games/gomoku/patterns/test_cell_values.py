"""Static evaluation of Gomoku positions, against sums made line by line."""

import random

import numpy as np
import pytest

from engine.core.files.paths import resources
from engine.games import GAMES
from engine.games.gomoku.alphabeta.kernels import search_state
from engine.games.gomoku.alphabeta.search_state_factory import (
    new_search_state,
    new_table,
)
from engine.games.gomoku.patterns import threat_tables as classes
from engine.games.gomoku.patterns.fitted_values import load_cell_values
from engine.games.gomoku.patterns.kernels import cell_values as values
from engine.games.gomoku.patterns.pattern_state import make_patterns


def fitted(kind):
    """Return the fitted values as a dictionary, read independently of the engine."""
    text = (resources() / "values" / "gomoku.txt").read_text(encoding="ascii")
    rows = [line.split() for line in text.splitlines()]
    count = 4 if kind == "cell" else 1
    return {
        tuple(map(int, row[1 : count + 1])): tuple(map(int, row[count + 1 :]))
        for row in rows
        if row[0] == kind
    }


def board_of(stones, to_move):
    game = GAMES["gomoku"]
    state = game.new_position(game.setup(height=9, width=11)).kernel_state()
    state.cells[:] = stones
    state.info["to_move"] = to_move
    return make_patterns(state)


def slow_value(board, to_move):
    """Return the sum of all cell values and the value of the threat combination."""
    cells, mixes = fitted("cell"), fitted("mix")
    total = 0
    there = {to_move: set(), 3 - to_move: set()}
    for cell in np.flatnonzero(board.cells == 0):
        for colour, place, sign in ((to_move, 0, 1), (3 - to_move, 1, -1)):
            key = int(board.keys[colour - 1, cell])
            lines = tuple(sorted((key >> (4 * k)) & 15 for k in range(4)))
            total += sign * cells.get(lines, (0, 0))[place]
            there[colour].add(int(classes.threats()[key]))
    own, other = there[to_move], there[3 - to_move]
    fours = {classes.FOUR, classes.STRONG_FOUR}
    kinds = [{classes.FOUR_AND_THREE}, fours, {classes.TWO_THREES}]
    kinds += [{classes.STRONG_THREE}, {classes.THREE}]
    bits = [bool(own & kind) for kind in kinds]
    bits += [bool(other & kind) for kind in [{classes.STRAIGHT}, *kinds]]
    mix = sum(bit << place for place, bit in enumerate(bits))
    return (total + mixes.get((mix,), (0,))[0]) // values.FITTED_UNITS


@pytest.mark.parametrize("seed", range(8))
def test_the_value_of_a_position_is_the_sum_of_its_cells_and_its_threats(seed):
    rng = random.Random(seed)
    stones = [rng.choice((0, 0, 0, 0, 1, 2)) for _ in range(99)]
    to_move = 1 + seed % 2
    board = board_of(stones, to_move)
    params = search_state.SearchParams()
    search = new_search_state(99, 9, params, table=new_table(2), seed=0)

    found = search_state.evaluate(board, search, params)

    limit = search_state.EVALUATION_LIMIT
    assert found == min(max(slow_value(board, to_move), -limit), limit)


def test_the_order_of_the_four_lines_does_not_change_a_value():
    cells = load_cell_values()
    lines = (classes.OPEN_TWO, classes.BLOCKED_THREE, classes.DEAD, classes.OPEN_ONE)
    keys = [
        sum(line << (4 * ((k + turn) % 4)) for k, line in enumerate(lines))
        for turn in range(4)
    ]

    assert len({int(cells["moving"][key]) for key in keys}) == 1
    assert cells["moving"][keys[0]] > cells["moving"][0]
