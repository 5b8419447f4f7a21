"""A bare network's answers: both half turns, the sides' own view, legal moves only."""

import numpy as np
import pytest

from engine.core.types import Player
from engine.games import GAMES
from engine.suites.networks import BATCH, answer_by_network
from tests.games import cell


class Lopsided:
    """Prefers the first legal cell and values only what lies on the first cell."""

    def __init__(self):
        self.shown = []

    def evaluate(self, batch):
        self.shown += [tuple(row) for row in batch.cells.tolist()]
        policy = batch.legal * np.linspace(2, 1, batch.legal.shape[1])
        policy /= policy.sum(axis=1, keepdims=True)
        values = np.array([0.0, 0.8, -0.4], np.float32)[batch.cells[:, 0]]
        return policy.astype(np.float32), values


class Symmetric(Lopsided):
    is_symmetric = True


def hex_board(*, to_move, red=(), blue=()):
    game = GAMES["hex"]
    setup = game.setup(height=3)
    stones = bytearray(setup.cell_count)
    for side, names in ((Player.FIRST, red), (Player.SECOND, blue)):
        for name in names:
            stones[game.parse_cell(setup, name)] = side
    return game.position(setup, stones=bytes(stones), to_move=to_move)


def test_the_value_is_the_mean_over_both_half_turns():
    position = hex_board(to_move=Player.SECOND, red=["a1"], blue=["c3"])

    (answer,) = answer_by_network(Lopsided(), [position])

    assert answer.value == pytest.approx((-0.4 + 0.8) / 2)


def test_the_network_sees_the_stones_of_the_side_to_move_as_its_own():
    evaluator = Symmetric()

    answer_by_network(evaluator, [hex_board(to_move=Player.SECOND, blue=["b1"])])

    assert evaluator.shown == [(0, 1, 0, 0, 0, 0, 0, 0, 0)]


def test_the_move_is_the_most_likely_legal_one():
    position = hex_board(to_move=Player.FIRST, red=["a1"], blue=["b1"])

    (answer,) = answer_by_network(Symmetric(), [position])

    assert answer.move == cell(position, "c1")


def test_gomoku_is_shown_in_eight_ways_unless_the_network_is_symmetric():
    position = GAMES["gomoku"].new_position(GAMES["gomoku"].setup(height=5))
    plain, symmetric = Lopsided(), Symmetric()

    answer_by_network(plain, [position])
    answer_by_network(symmetric, [position])

    assert (len(plain.shown), len(symmetric.shown)) == (8, 1)


def test_more_positions_than_a_batch_are_answered_in_order():
    boards = [
        hex_board(to_move=Player.FIRST, **({"red": ["a1"]} if n % 2 else {}))
        for n in range(BATCH + 3)
    ]

    answers = answer_by_network(Symmetric(), boards)

    assert [a.value > 0 for a in answers] == [bool(n % 2) for n in range(BATCH + 3)]
