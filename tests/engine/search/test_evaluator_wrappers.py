"""Evaluators that wrap another one."""

import numpy as np
import pytest

from engine.games import GAMES
from engine.search.evaluators.wrappers import (
    CachedEvaluator,
    SolverEvaluator,
    SymmetricEvaluator,
)
from engine.search.puct.puct_settings import PuctSettings
from tests.engine.search.puct.puct_oracle import HashEvaluator, image_of, leaf_batch
from tests.games import ALL_GAMES, every_board, on_boards, random_game
from tests.nonempty import nonempty

shapes = on_boards(
    [
        ("gomoku", 5, 5, {"line_length": "4"}),
        ("gomoku", 6, 9, {}),
        ("hex", 5, 5, {}),
        ("hex", 4, 6, {}),
    ]
)


def some_positions(empty_board, count=6):
    return [random_game(empty_board, seed=seed)[seed] for seed in range(1, count + 1)]


def seen(position, way):
    stones, to_move = image_of(position, way)
    game = ALL_GAMES[position.setup.game]
    return game.position(position.setup, stones=stones, to_move=to_move)


@shapes
def test_averaging_over_the_symmetries_makes_answers_invariant(empty_board):
    ways = ALL_GAMES[empty_board.setup.game].symmetries(empty_board.setup)
    evaluator = SymmetricEvaluator(HashEvaluator(), ways, averages=True)
    positions = some_positions(empty_board)
    policies, values = evaluator.evaluate(leaf_batch(positions))

    for way in nonempty(ways[1:]):
        images = leaf_batch([seen(position, way) for position in positions])
        image_policies, image_values = evaluator.evaluate(images)

        assert image_values == pytest.approx(values, abs=1e-6)
        assert image_policies[:, way.cells] == pytest.approx(policies, abs=1e-6)


@shapes
@pytest.mark.parametrize("averages", [False, True])
def test_what_comes_back_is_a_policy_of_the_position_itself(empty_board, averages):
    ways = ALL_GAMES[empty_board.setup.game].symmetries(empty_board.setup)
    evaluator = SymmetricEvaluator(HashEvaluator(), ways, averages=averages)
    batch = leaf_batch(some_positions(empty_board))

    policies, values = evaluator.evaluate(batch)

    assert policies.dtype == values.dtype == np.float32
    assert policies.sum(axis=1) == pytest.approx(1.0, abs=1e-5)
    assert not policies[~batch.legal].any()


def test_a_symmetry_drawn_by_seed_is_the_same_for_the_same_stones():
    empty = GAMES["gomoku"].new_position(GAMES["gomoku"].setup())
    ways = GAMES["gomoku"].symmetries(empty.setup)
    batch = leaf_batch(some_positions(empty))
    answers = [
        SymmetricEvaluator(HashEvaluator(), ways, averages=False, seed=seed).evaluate(
            batch
        )[1]
        for seed in (1, 1, 2)
    ]

    assert np.array_equal(answers[0], answers[1])
    assert not np.array_equal(answers[0], answers[2])


@shapes
def test_the_last_move_is_turned_with_the_board(empty_board):
    shown = []

    class Watching(HashEvaluator):
        def evaluate(self, batch):
            shown.append(batch)
            return super().evaluate(batch)

    ways = ALL_GAMES[empty_board.setup.game].symmetries(empty_board.setup)
    position = random_game(empty_board, seed=3)[3]
    SymmetricEvaluator(Watching(), ways, averages=True).evaluate(leaf_batch([position]))

    for row, way in enumerate(ways):
        last = shown[0].last_move[row]
        assert last == way.cells[position.last_move]
        assert shown[0].cells[row, last] == 2
        colour = 3 - position.to_move if way.swaps_sides else position.to_move
        assert shown[0].to_move[row] == colour


def test_a_cache_asks_once_and_answers_the_same():
    empty = GAMES["hex"].new_position(GAMES["hex"].setup(height=5))
    inner = HashEvaluator()
    batch = leaf_batch(some_positions(empty))
    cached = CachedEvaluator(inner, capacity=100)

    first, again = cached.evaluate(batch), cached.evaluate(batch)

    assert inner.sizes == [6]
    for one, other, plain in zip(
        first, again, HashEvaluator().evaluate(batch), strict=True
    ):
        assert np.array_equal(one, plain)
        assert np.array_equal(other, plain)


def test_a_full_cache_forgets_the_oldest():
    empty = GAMES["hex"].new_position(GAMES["hex"].setup(height=5))
    inner = HashEvaluator()
    batches = [leaf_batch([position]) for position in some_positions(empty, 3)]
    cached = CachedEvaluator(inner, capacity=2)

    for k in (0, 1, 2, 2, 1, 0):
        cached.evaluate(batches[k])

    assert len(inner.sizes) == 4


def test_move_orders_of_a_position_share_one_entry():
    empty = GAMES["hex"].new_position(GAMES["hex"].setup(height=5))
    one = empty.play(0).play(7).play(1)
    other = empty.play(1).play(7).play(0)
    inner = HashEvaluator()
    cached = CachedEvaluator(inner, capacity=9)

    cached.evaluate(leaf_batch([one]))
    cached.evaluate(leaf_batch([other]))

    assert inner.sizes == [1]


def test_a_position_twice_in_a_batch_is_evaluated_and_stored_once():
    empty = GAMES["hex"].new_position(GAMES["hex"].setup(height=5))
    old, other, new = some_positions(empty, 3)
    inner = HashEvaluator()
    cached = CachedEvaluator(inner, capacity=2)
    cached.evaluate(leaf_batch([old, other]))

    policies, values = cached.evaluate(leaf_batch([new, new, other]))
    cached.evaluate(leaf_batch([other, new]))

    assert inner.sizes == [2, 1]
    assert np.array_equal(policies[0], policies[1])
    assert values[0] == values[1]


@every_board
def test_what_games_know_of_leaves_leaves_a_policy_of_legal_moves(empty_board):
    settings = PuctSettings(solves_leaves=True)
    evaluator = settings.wrap_evaluator(HashEvaluator(), empty_board.setup, 0)
    batch = leaf_batch(some_positions(empty_board))

    policies, values = evaluator.evaluate(batch)

    assert policies.dtype == values.dtype == np.float32
    assert np.maximum(policies, 0).sum(axis=1) == pytest.approx(1.0, abs=1e-5)
    assert set(policies[policies < 0]) <= {-1.0}
    assert not policies[~batch.legal].any()
    assert (np.isinf(values) | (np.abs(values) <= 1)).all()


def test_a_game_that_knows_nothing_of_leaves_leaves_its_evaluator_alone():
    setup = GAMES["hex"].setup(height=5, width=5)
    evaluator = HashEvaluator()

    wrap_evaluator = PuctSettings(solves_leaves=True).wrap_evaluator(
        evaluator, setup, 0
    )

    assert wrap_evaluator is evaluator


class ThreeVerdicts:
    """Finds the first position won, the second lost, and narrows the third."""

    def solve(self, cells, to_move, legal):
        moves = legal.copy()
        moves[0] = np.arange(cells.shape[1]) == np.flatnonzero(legal[0])[0]
        moves[2] = np.arange(cells.shape[1]) == np.flatnonzero(legal[2])[-1]
        return np.array([1, -1, *[0] * (len(to_move) - 2)], np.int8), moves


def test_only_what_the_solver_leaves_open_is_evaluated():
    start = GAMES["gomoku"].new_position(GAMES["gomoku"].setup(height=6, width=9))
    batch = leaf_batch(some_positions(start, count=5))
    evaluated = HashEvaluator()
    bare_policies, bare_values = HashEvaluator().evaluate(batch)

    policies, values = SolverEvaluator(evaluated, ThreeVerdicts()).evaluate(batch)

    left_out = batch.legal[2] & (np.arange(54) != np.flatnonzero(batch.legal[2])[-1])
    assert evaluated.sizes == [3]
    assert values[:2].tolist() == [np.inf, -np.inf]
    assert (values[2:] == bare_values[2:]).all()
    assert policies[0].argmax() == np.flatnonzero(batch.legal[0])[0]
    assert policies[2].max() == 1 == policies[2, np.flatnonzero(batch.legal[2])[-1]]
    assert (policies[2, left_out] == -1).all()
    assert (policies[3:] == bare_policies[3:]).all()


def test_nothing_is_reported_as_certain_without_proofs():
    start = GAMES["gomoku"].new_position(GAMES["gomoku"].setup(height=6, width=9))
    batch = leaf_batch(some_positions(start, count=5))
    evaluator = SolverEvaluator(HashEvaluator(), ThreeVerdicts(), proves=False)

    policies, values = evaluator.evaluate(batch)

    assert values[:2].tolist() == [1, -1]
    assert policies.min() == 0
    assert policies[2].max() == 1


def test_an_evaluator_is_not_asked_when_the_game_knows_all():
    start = GAMES["gomoku"].new_position(GAMES["gomoku"].setup(height=6, width=9))
    batch = leaf_batch(some_positions(start, count=3)[:2])
    evaluated = HashEvaluator()

    class AllWon:
        def solve(self, _cells, to_move, legal):
            return np.ones(len(to_move), np.int8), legal

    _, values = SolverEvaluator(evaluated, AllWon()).evaluate(batch)

    assert evaluated.sizes == []
    assert (values == np.inf).all()
