"""Table 1 of LIU-2022: evaluation (9), zones, depths and simulations of contenders."""

import random

import numpy as np
import pytest

from engine.core.errors import PresetError
from engine.games import GAMES
from engine.games.gomoku.alphabeta.kernels.search_state import SearchParams
from engine.games.gomoku.patterns.kernels.liu_evaluation import (
    liu_evaluation,
    make_zones,
)
from engine.games.gomoku.patterns.pattern_state import make_patterns
from engine.players.build import build_searcher
from engine.players.player_config import parse_engine
from engine.search.api import Limits

WITHOUT_END = Limits(seconds=600)
"""A limit that no preset of the table reaches."""

MACHINERY = (
    "params.uses_null_windows=1,params.uses_table=1,params.uses_history=1,deepens=true"
)
"""Settings that make a traditional alpha-beta the program's own."""


def board(size, stones=()):
    game = GAMES["gomoku"]
    position = game.new_position(game.setup(height=size, width=size))
    for name in stones:
        position = position.play(game.parse_cell(position.setup, name))
    return position


def scatter(size, seed):
    """Return a position with crowded random stones and no finished row."""
    rng = random.Random(seed)
    position = board(size)
    for _ in range(rng.randrange(4, size * size // 3)):
        after = position.play(rng.choice(position.legal_moves()))
        if after.outcome is None:
            position = after
    return position


def zone_of(size, row, column, border=None):
    border = size // 5 if border is None else border
    return sum(not border <= place < size - border for place in (row, column))


def list_lines(size):
    """Yield the cells of every row, column and diagonal."""
    everywhere = [(row, column) for row in range(size) for column in range(size)]
    for key in (
        lambda row, _: row,
        lambda _, column: column,
        lambda row, column: row - column,
        lambda row, column: row + column,
    ):
        groups = {}
        for row, column in everywhere:
            groups.setdefault(key(row, column), []).append(row * size + column)
        yield from groups.values()


def value_line(text):
    """Return the value of the strongest figure of ``x`` in the text of a line."""
    if ".xxxx." in text:
        return 100
    if any(four in text for four in (".xxxx", "x.xxx", "xx.xx", "xxx.x", "xxxx.")):
        return 50
    if any(three in text for three in ("..xxx.", ".x.xx.", ".xx.x.", ".xxx..")):
        return 20
    return 0


def evaluate_slowly(position):
    """Return equation (9) for the side to move, by texts of lines."""
    size = position.setup.width
    own = position.to_move
    names = {0: ".", int(own): "x", int(own.opponent): "o"}
    stones = [names[int(stone)] for stone in position.kernel_state().cells]
    signs = {"x": 1, "o": -1, ".": 0}
    value = sum(
        signs[stone] * (3 - zone_of(size, *divmod(cell, size)))
        for cell, stone in enumerate(stones)
    )
    exchange = str.maketrans("xo", "ox")
    for line in list_lines(size):
        text = "".join(stones[cell] for cell in line)
        value += value_line(text) - value_line(text.translate(exchange))
    return value


@pytest.mark.parametrize("size", [9, 11, 15])
def test_equation_9_is_that_of_a_slow_reading(size):
    zones = make_zones(size, size, SearchParams().zone_border)
    positions = [scatter(size, seed) for seed in range(25)]

    values = [
        int(liu_evaluation(make_patterns(one.kernel_state()), zones, 5))
        for one in positions
    ]

    assert values == [evaluate_slowly(one) for one in positions]
    assert len(set(values)) > 5


@pytest.mark.parametrize(("size", "core"), [(9, 7), (11, 7), (15, 9)])
def test_the_outer_fifth_of_each_side_is_not_core(size, core):
    zones = make_zones(size, size, SearchParams().zone_border).reshape(size, size)

    assert np.count_nonzero(zones == 0) == core * core
    assert np.count_nonzero(zones == 2) == (size - core) ** 2
    assert all(
        zones[row, column] == zone_of(size, row, column)
        for row in range(size)
        for column in range(size)
    )


@pytest.mark.parametrize(
    ("percent", "rows"), [(0, 0), (6, 0), (7, 1), (30, 4), (46, 6), (47, 7), (50, 7)]
)
def test_the_border_of_the_zones_is_a_setting(percent, rows):
    zones = make_zones(15, 15, percent).reshape(15, 15)

    assert all(
        zones[row, column] == zone_of(15, row, column, rows)
        for row in range(15)
        for column in range(15)
    )


@pytest.mark.parametrize(
    ("name", "depth"),
    [("liu-1", 3), ("liu-2", 3), ("liu-3", 4), ("liu-4", 5), ("liu-5", 4)],
)
def test_a_classical_contender_searches_to_its_depth(name, depth):
    engine = build_searcher(parse_engine(name), "gomoku")

    result = engine.search(board(6, ["c3", "d4"]), WITHOUT_END)

    assert result.depth == depth


@pytest.mark.parametrize(
    ("name", "nodes"), [("liu-6", 1000), ("liu-7", 2000), ("liu-8", 3000)]
)
@pytest.mark.parametrize("size", [9, 15])
def test_a_contender_by_uct_has_its_simulations(name, nodes, size):
    engine = build_searcher(parse_engine(name), "gomoku")

    assert engine.search(board(size), WITHOUT_END).nodes == nodes


@pytest.mark.parametrize(("name", "nodes"), [("liu-9", 1600), ("ou-cnn", 400)])
def test_a_network_of_a_paper_makes_all_its_simulations(name, nodes):
    size = 9 if name == "liu-9" else 8
    engine = build_searcher(parse_engine(name), "gomoku")
    won = ["a1", "e2", "a2", "e3", "a3", "e4", "a4", "e5"]

    assert engine.search(board(size), WITHOUT_END).nodes == nodes
    assert engine.search(board(size, won), WITHOUT_END).nodes == nodes


def test_ou_s_search_without_a_network_has_4701_simulations():
    engine = build_searcher(parse_engine("ou-mcts"), "gomoku")

    assert engine.search(board(8), WITHOUT_END).nodes == 4701


def search_with(engine, position):
    found = build_searcher(parse_engine(engine), "gomoku").search(position, WITHOUT_END)
    return found.value, found.nodes


@pytest.mark.parametrize("seed", range(3))
def test_a_traditional_search_has_the_value_of_minimax_with_fewer_nodes(seed):
    position = scatter(7, 10 + seed)

    value, nodes = search_with("liu-3{depth=3}", position)
    full_value, full_nodes = search_with("liu-2{depth=3}", position)

    assert value == full_value
    assert nodes < full_nodes


def test_machinery_saves_nodes_of_a_traditional_search_and_changes_no_value():
    position = board(9, ["e5", "f6", "f5", "e4", "e7", "d6"])

    value, nodes = search_with("liu-4", position)
    same, fewer = search_with(f"liu-4{{{MACHINERY}}}", position)

    assert value == same
    assert fewer < nodes


def test_zones_leave_out_edge_moves_of_the_last_plies():
    position = board(15, ["b2", "c3", "b3", "c2", "h8", "b4"])

    _, nodes = search_with("liu-3", position)
    _, limited = search_with("liu-5", position)

    assert limited < nodes


def test_a_wider_border_leaves_out_more_moves():
    position = board(11, ["f6", "c9", "c3", "i8"])

    usual, wide, wider = (
        search_with(f"liu-5{{params.zone_border={percent}}}", position)
        for percent in (20, 30, 40)
    )

    assert search_with("liu-5", position) == usual
    assert wider[1] < wide[1] < usual[1]


def test_without_a_border_every_move_has_the_whole_depth():
    position = board(11, ["c3", "g7", "d4", "b8"])

    limited = search_with("liu-5{params.zone_border=0}", position)

    assert limited == search_with("liu-3{params.zone_border=0}", position)
    assert limited != search_with("liu-3", position)


@pytest.mark.parametrize("percent", [-1, 51])
def test_a_border_beyond_the_middle_is_refused(percent):
    with pytest.raises(PresetError, match="zone_border"):
        parse_engine(f"liu-5{{params.zone_border={percent}}}")
