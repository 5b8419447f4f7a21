"""A stream of shards: every shard in each epoch, repeatable, held-out games apart."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engine.core.errors import SamplesError, TrainingError
from engine.games import GAMES
from engine.nn.common.encoding import new_encoding
from engine.nn.torch_net.checkpoint import load_network
from engine.training.learning.dataset import TRAINING, VALIDATION, Dataset
from engine.training.learning.samples import Samples, save_samples
from engine.training.learning.shard_stream import SHARDS_PER_POOL, ShardStream
from engine.training.run.config import parse_config
from engine.training.supervised.supervised_run import SupervisedRun

pytestmark = pytest.mark.usefixtures("one_torch_thread", "without_pictures")

POSITIONS = 40
SHARDS = 2 * SHARDS_PER_POOL


def write_shards(
    folder: Path, count: int = SHARDS, *, first_game: int = 0
) -> list[Path]:
    """Write shards of one game each four positions; the value names the shard."""
    paths = []
    setup = GAMES["hex"].setup(height=4, width=6)
    for number in range(count):
        cells = np.zeros((POSITIONS, setup.cell_count), np.int8)
        policy = np.full(cells.shape, 1 / setup.cell_count, np.float32)
        label = np.full(POSITIONS, number / 1000, np.float32)
        samples = Samples(
            setup=setup,
            cells=cells,
            to_move=np.ones(POSITIONS, np.int8),
            last_move=np.full(POSITIONS, -1, np.int16),
            policy=policy,
            value=label,
            result=label.round(),
            game=np.arange(POSITIONS, dtype=np.int32) // 4 + first_game + number * 10,
        )
        paths.append(folder / f"shard-{number:05}.npz")
        save_samples(paths[-1], samples, {})
    return paths


def stream_of(paths: list[Path], *, seed: int = 3, share: float = 0.1) -> ShardStream:
    return ShardStream(
        paths,
        new_encoding("residual", "hex"),
        validation_share=share,
        search_share=1.0,
        seed=seed,
    )


@pytest.mark.parametrize("first_game", [0, 50])
def test_shards_may_have_no_held_out_game_if_others_have(tmp_path, first_game):
    """One game in a hundred is held out, that is one in ten shards."""
    paths = write_shards(tmp_path, first_game=first_game)
    stream = stream_of(paths, share=0.01)

    for step in range(len(paths)):
        assert len(stream.batch(TRAINING, step, POSITIONS).values) == POSITIONS
    assert stream.count(VALIDATION) > 0


@pytest.mark.parametrize(("symmetry", "ways"), [("none", 1), ("random", 2)])
def test_positions_of_a_batch_are_turned_only_if_the_run_wants_it(symmetry, ways):
    setup = GAMES["hex"].setup(height=4, width=6)
    cells = np.zeros((POSITIONS, setup.cell_count), np.int8)
    cells[:, 0] = 1
    samples = Samples(
        setup=setup,
        cells=cells,
        to_move=np.full(POSITIONS, 2, np.int8),
        last_move=np.full(POSITIONS, -1, np.int16),
        policy=np.full(cells.shape, 1 / setup.cell_count, np.float32),
        value=np.zeros(POSITIONS, np.float32),
        result=np.zeros(POSITIONS, np.float32),
        game=np.arange(POSITIONS, dtype=np.int32),
    )
    dataset = Dataset(
        [samples],
        new_encoding("residual", "hex"),
        validation_share=0.1,
        search_share=0.0,
        seed=3,
        symmetry=symmetry,
    )

    planes = np.asarray(dataset.batch(TRAINING, 0, 32).planes)

    assert len(np.unique(planes.reshape(32, -1), axis=0)) == ways


def shards_met(stream: ShardStream, steps: range, size: int = 16) -> set[int]:
    values = [stream.batch(TRAINING, step, size).values for step in steps]
    return {round(1000 * float(value)) for value in np.concatenate(values)}


def test_an_epoch_meets_every_shard(tmp_path):
    stream = stream_of(write_shards(tmp_path))

    steps_an_epoch = stream.count(TRAINING) // 16

    assert shards_met(stream, range(steps_an_epoch)) == set(range(SHARDS))


def test_a_pool_holds_a_part_of_the_shards_only(tmp_path):
    stream = stream_of(write_shards(tmp_path))

    assert len(shards_met(stream, range(20))) <= SHARDS_PER_POOL


def test_a_batch_follows_from_seed_and_step_alone(tmp_path):
    paths = write_shards(tmp_path)
    first, again, other = stream_of(paths), stream_of(paths), stream_of(paths, seed=4)
    first.batch(TRAINING, 0, 16)

    late = first.batch(TRAINING, 70, 16)

    assert np.array_equal(late.values, again.batch(TRAINING, 70, 16).values)
    assert not np.array_equal(late.values, other.batch(TRAINING, 70, 16).values)


def test_held_out_games_are_not_learned_from(tmp_path):
    paths = write_shards(tmp_path, count=2)
    stream = stream_of(paths)
    held_out = {0, 10}  # every tenth game

    assert stream.count(VALIDATION) == 4 * len(held_out)
    assert stream.batch(VALIDATION, 0, 8).values.shape == (8,)


def test_no_shards_or_a_damaged_one_is_an_error(tmp_path):
    with pytest.raises(TrainingError, match="got none"):
        stream_of([])

    paths = write_shards(tmp_path, count=2)
    paths[1].write_bytes(paths[1].read_bytes()[:100])
    with pytest.raises(SamplesError, match=r"shard-00001\.npz"):
        stream_of(paths)


def test_a_supervised_run_learns_from_samples_of_other_runs(tmp_path):
    samples = tmp_path / "games"
    samples.mkdir()
    write_shards(samples, count=3)
    run = parse_config(
        {
            **{"game": "hex", "name": "streamed", "kind": "supervised"},
            "start": {"samples": [str(samples)]},
            "net": {"parameters": {"blocks": 1, "channels": 8, "pooled": 4}},
            "train": {
                **{
                    "steps": 4,
                    "batch_size": 8,
                    "checkpoint_interval": 2,
                    "warm_up_steps": 2,
                },
                **{"validation_batches": 1, "validation_share": 0.1, "threads": 1},
            },
        }
    )

    assert SupervisedRun(run, tmp_path / "run").resume()

    _, info = load_network(tmp_path / "run" / "net.safetensors")
    assert info.sizes == ("4x6",)
    assert info.training["steps"] == 4
    games = info.training["games"]
    assert games == f"samples of {'/'.join(samples.parts[-3:])}"
    assert str(tmp_path) not in games
    assert games in (tmp_path / "run" / "report.md").read_text()
