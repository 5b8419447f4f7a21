import json
import pickle

import numpy as np
import pytest

from engine.core.errors import SamplesError
from engine.games import GAMES
from engine.training.samples import Samples, joined, load_samples, save_samples


def some(count=20, game="hex", height=4, width=6):
    rng = np.random.default_rng(1)
    setup = GAMES[game].setup(height=height, width=width)
    cells = rng.integers(0, 3, (count, setup.cell_count)).astype(np.int8)
    cells[:, 5] = 0
    policy = rng.random(cells.shape).astype(np.float32) * (cells == 0)
    return Samples(
        setup=setup,
        cells=cells,
        to_move=rng.integers(1, 3, count).astype(np.int8),
        last_move=rng.integers(-1, setup.cell_count, count).astype(np.int16),
        policy=policy / policy.sum(axis=1, keepdims=True),
        value=rng.uniform(-1, 1, count).astype(np.float32),
        result=rng.integers(-1, 2, count).astype(np.float32),
        game=np.arange(count, dtype=np.int32),
    )


def test_a_shard_gives_back_what_was_saved(tmp_path):
    samples = some()

    save_samples(tmp_path / "shard.npz", samples, {"engine": "uct"})
    again = load_samples(tmp_path / "shard.npz")

    assert again.setup == samples.setup
    for name in ("cells", "to_move", "last_move", "result", "game"):
        assert np.array_equal(getattr(again, name), getattr(samples, name))
    assert np.allclose(again.policy, samples.policy, atol=0.003)
    assert np.allclose(again.policy.sum(axis=1), 1, atol=1e-6)
    assert np.allclose(again.value, samples.value, atol=0.001)


def test_a_shard_is_small(tmp_path):
    setup = GAMES["hex"].setup()
    empty = np.zeros((500, setup.cell_count), np.int8)
    one = np.zeros(500, np.int8) + 1
    policy = np.full(empty.shape, 1 / setup.cell_count, np.float32)
    flat = np.zeros(500, np.float32)

    save_samples(
        tmp_path / "shard.npz",
        Samples(
            setup=setup,
            cells=empty,
            to_move=one,
            last_move=one.astype(np.int16),
            policy=policy,
            value=flat,
            result=flat,
            game=one.astype(np.int32),
        ),
        {},
    )

    assert (tmp_path / "shard.npz").stat().st_size < 500 * 20


def test_joined_samples_keep_their_order():
    samples = some()

    again = joined([samples.rows(np.arange(5)), samples.rows(np.arange(5, 20))])

    assert np.array_equal(again.cells, samples.cells)
    assert len(again) == 20


def cut_short(path):
    path.write_bytes(path.read_bytes()[:-40])


def with_a_stone_to_play_on(path):
    columns = dict(np.load(path))
    columns["policy"] += 1
    np.savez(path, **columns)


def with_one_position_less(path):
    columns = dict(np.load(path))
    columns["value"] = columns["value"][1:]
    np.savez(path, **columns)


def with_another_format(path):
    columns = dict(np.load(path))
    about = json.loads(str(columns["about"])) | {"format": "else"}
    columns["about"] = np.array(json.dumps(about))
    np.savez(path, **columns)


def with_pickles(path):
    np.savez(path, about=np.array([{"format": 1}], dtype=object))


@pytest.mark.parametrize(
    "damage",
    [
        cut_short,
        with_a_stone_to_play_on,
        with_one_position_less,
        with_another_format,
        with_pickles,
        lambda path: path.write_bytes(pickle.dumps([1])),
        lambda path: path.write_bytes(b""),
        lambda path: path.unlink(),
    ],
)
def test_a_damaged_shard_is_refused_with_one_sentence(tmp_path, damage):
    path = tmp_path / "shard.npz"
    save_samples(path, some(), {})
    damage(path)

    with pytest.raises(SamplesError, match=r"^Expected a file of samples at shard"):
        load_samples(path)
