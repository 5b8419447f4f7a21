import numpy as np
import pytest

from engine.core.errors import TrainingError
from engine.training.learning.dataset import TRAINING, VALIDATION
from engine.training.supervised.engine_games import play_game
from tests.engine.training.supervised_runs import config, dataset, play_games


@pytest.fixture(scope="module")
def games():
    return play_games()


def test_validation_games_are_not_learned_from(games):
    data = dataset(games)

    whole = sum(map(len, games))
    apart = sum(len(game) for game in games if game.game[0] % 3 == 0)

    assert data.count(VALIDATION) == apart
    assert data.count(TRAINING) == whole - apart


def test_too_few_games_are_refused(games):
    with pytest.raises(TrainingError, match="at least 3 games"):
        dataset(games[2:3])


def test_a_batch_follows_from_its_step(games):
    first, again, other = (dataset(games).batch(TRAINING, n, 16) for n in (3, 3, 4))

    assert np.array_equal(first.planes, again.planes)
    assert np.array_equal(first.policy, again.policy)
    assert not np.array_equal(first.planes.shape, other.planes.shape) or not (
        np.array_equal(first.planes, other.planes)
    )


@pytest.mark.parametrize("game", ["gomoku", "hex"])
def test_a_batch_is_turned_as_a_whole(game):
    shards = play_games(game, rounds=4)

    for step in range(8):
        batch = dataset(shards, game).batch(TRAINING, step, 16)
        own, other = batch.planes[:, 0, 1:-1, 1:-1], batch.planes[:, 1, 1:-1, 1:-1]
        empty = (own + other == 0).reshape(16, -1)

        assert np.array_equal(batch.legal, empty)
        assert not batch.policy[~empty].any()
        assert np.allclose(batch.policy.sum(axis=1), 1)


def named(board):
    return board.shape, str(board.tolist())


def test_a_hex_policy_lies_on_the_cells_it_was_searched_for():
    run = config("hex")
    shards = [play_game(run.data, run.setups()[1], number=n, seed=0) for n in range(4)]
    boards = set()
    for samples in shards:
        for row in range(len(samples)):
            board = samples.cells[row].reshape(3, 5)
            policy = samples.policy[row]
            marked = board + np.int8(3) * (policy == policy.max()).reshape(3, 5)
            seen = marked if samples.to_move[row] == 1 else marked.T
            boards |= {named(seen), named(seen[::-1, ::-1])}

    for step in range(6):
        batch = dataset(shards, "hex").batch(TRAINING, step, 8)
        height, width = (side - 2 for side in batch.planes.shape[2:])
        for planes, policy in zip(batch.planes, batch.policy, strict=True):
            board = planes[0, 1:-1, 1:-1] + 2 * planes[1, 1:-1, 1:-1]
            best = (policy == policy.max()).reshape(height, width)
            marked = (board + 3 * best).astype(np.int8)
            assert named(marked) in boards
