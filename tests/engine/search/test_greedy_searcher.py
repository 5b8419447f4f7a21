"""The simple engine that needs no compiled code."""

import random
import subprocess
import sys

import pytest

from engine.core.types import Player
from engine.games import GAMES
from engine.search.greedy_searcher import make_greedy_search

LOADS_NO_COMPILER = """
import sys
from engine.games import GAMES
from engine.search.greedy_searcher import make_greedy_search
for name, game in GAMES.items():
    make_greedy_search(name).best_move(game.new_position(game.setup()))
print("numba" in sys.modules)
"""


def position_of(game, setup, *names):
    position = game.new_position(setup)
    for name in names:
        position = position.play(game.parse_cell(setup, name))
    return position


def choice(game_name, *names, **setup):
    """Return the name of the move chosen after some moves."""
    game = GAMES[game_name]
    position = position_of(game, game.setup(**setup), *names)
    return position.cell_name(make_greedy_search(game_name).best_move(position))


def test_four_in_a_row_is_completed_rather_than_blocked():
    row = ("c3", "c5", "d3", "d5", "e3", "e5", "f3", "f5")

    assert choice("gomoku", *row) in {"b3", "g3"}


def test_a_row_of_four_is_blocked():
    row = ("c3", "b3", "d3", "i9", "e3", "k2", "f3")

    assert choice("gomoku", *row) == "g3"


def test_no_foul_is_played_in_renju():
    game = GAMES["gomoku"]
    setup = game.setup(options={"rule": "renju"})
    rng = random.Random(3)
    for _ in range(5):
        position = game.new_position(setup)
        while position.outcome is None and len(position.history) < 40:
            if position.to_move is Player.FIRST:
                move = make_greedy_search("gomoku").best_move(position)
                assert move not in position.fouls()
            else:
                near = [m for m in position.legal_moves() if m % 15 in range(4, 11)]
                move = rng.choice(near)
            position = position.play(move)


def test_the_bridge_to_the_edge_is_completed_in_hex():
    assert choice("hex", "b1", "a2", "b2", "a3", height=3, width=3) in {"b3", "a3"}


@pytest.mark.parametrize("name", GAMES)
def test_random_play_is_beaten(name):
    game, searcher, wins = GAMES[name], make_greedy_search(name), 0
    for seed in range(4):
        rng, own = random.Random(seed), list(Player)[seed % 2]
        position = game.new_position(game.setup(height=9, width=9))
        while position.outcome is None:
            is_own = position.to_move is own
            moves = position.legal_moves()
            move = searcher.best_move(position) if is_own else rng.choice(moves)
            position = position.play(move)
        wins += position.outcome.winner is own

    assert wins == 4


def test_a_full_board_but_one_cell_has_a_move():
    game = GAMES["gomoku"]
    setup = game.setup(height=5, width=5)
    stones = bytes((1 + (r + c // 2) % 2) for r in range(5) for c in range(5))
    position = game.position(setup, stones=b"\0" + stones[1:])

    assert make_greedy_search("gomoku").best_move(position) == 0


def test_a_game_without_scores_has_no_simple_engine(third_game):
    assert make_greedy_search(third_game.name) is None


@pytest.mark.processes
def test_no_compiler_is_loaded():
    done = subprocess.run(
        [sys.executable, "-c", LOADS_NO_COMPILER],
        capture_output=True,
        text=True,
        check=True,
    )

    assert done.stdout.split() == ["False"]
