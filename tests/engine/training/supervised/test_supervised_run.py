import json
from dataclasses import replace

import numpy as np
import pytest
from filelock import FileLock

torch = pytest.importorskip("torch")

from engine.core.errors import SettingsError, TrainingError  # noqa: E402
from engine.nn.common.encoding import FramedPlanes  # noqa: E402
from engine.nn.torch_net.checkpoint import load_network  # noqa: E402
from engine.nn.torch_net.networks import new_network  # noqa: E402
from engine.training.learning import trainer as trainers  # noqa: E402
from engine.training.learning.dataset import TRAINING, VALIDATION, Dataset, load_shards  # noqa: E402
from engine.training.learning.trainer import Trainer  # noqa: E402
from engine.training.run import run_folder as runs  # noqa: E402
from engine.training.run.config import parse_config  # noqa: E402
from engine.training.run.event_log import EventLog, read_events  # noqa: E402
from engine.training.run.progress import Monitor  # noqa: E402
from engine.training.run.settings import NetSettings, StartSettings, TrainSettings  # noqa: E402
from engine.training.supervised.engine_games import play_game  # noqa: E402
from engine.training.supervised.supervised_run import SupervisedRun  # noqa: E402

pytestmark = pytest.mark.usefixtures("one_torch_thread")

SMALL = {"blocks": 1, "channels": 8, "pooled": 4}


def config(game="gomoku", **train):
    is_gomoku = game == "gomoku"
    data = {
        **{"engine": "alphabeta:2" if is_gomoku else "uct:2", "nodes": 40},
        **{"games": 12, "games_per_shard": 3, "opening_plies": [1, 3]},
        "sizes": {"5": 1, "5x7": 1} if is_gomoku else {"4": 1, "3x5": 1},
        "options": {"line_length": "4"} if is_gomoku else {},
    }
    table = {
        **{"steps": 12, "batch_size": 8, "checkpoint_interval": 5, "warm_up_steps": 3},
        **{"validation_batches": 2, "validation_share": 0.25, "threads": 1},
    }
    return parse_config(
        {
            **{"game": game, "name": "test", "data": data, "train": table | train},
            "net": {"parameters": SMALL},
        }
    )


@pytest.fixture(scope="module")
def games():
    run = config()
    return [
        play_game(run.data, s, number=n, seed=0) for n in range(6) for s in run.setups()
    ]


def dataset(shards, game="gomoku"):
    return Dataset(
        shards, FramedPlanes(game), validation_share=0.3, search_share=0.5, seed=1
    )


def settings(**values):
    usual = {"batch_size": 32, "warm_up_steps": 5, "validation_batches": 2}
    return TrainSettings(**usual | values)


def test_validation_games_are_not_learned_from(games):
    data = dataset(games)

    whole = sum(map(len, games))
    apart = sum(len(game) for game in games if game.game[0] % 3 == 0)

    assert data.count(VALIDATION) == apart
    assert data.count(TRAINING) == whole - apart


@pytest.mark.usefixtures("without_pictures")
def test_a_run_may_begin_with_a_network(tmp_path):
    SupervisedRun(config(), tmp_path / "first").resume()
    before = tmp_path / "first" / "net.safetensors"
    table = config(steps=1, learning_rate=1e-9)

    SupervisedRun(
        replace(table, start=StartSettings(net=str(before))), tmp_path / "second"
    ).resume()

    resumed, _ = load_network(tmp_path / "second" / "net.safetensors")
    for name, tensor in load_network(before)[0].state_dict().items():
        if "norm" not in name:  # its statistics follow the batch
            assert torch.allclose(resumed.state_dict()[name], tensor, atol=1e-3)


@pytest.mark.usefixtures("without_pictures")
def test_the_policy_of_a_run_stays_a_convolution(tmp_path):
    usual = config(steps=3)
    run = replace(
        usual,
        data=replace(usual.data, sizes={"5x7": 1}),
        net=NetSettings(kind="liu-2022"),
        train=replace(usual.train, convolutional_policy=True),
    )

    SupervisedRun(run, tmp_path).resume()

    network, _ = load_network(tmp_path / "net.safetensors")
    stays = network.policy[-1].weight.view(35, 4, 35).diagonal(dim1=0, dim2=2)
    assert torch.equal(stays, stays[:, :1].expand(4, 35))
    assert not torch.equal(stays, torch.ones(4, 35))


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
    run = config(game)
    shards = [
        play_game(run.data, setup, number=n, seed=0)
        for n in range(4)
        for setup in run.setups()
    ]

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


def trained(shards, steps, **values):
    torch.manual_seed(2)
    trainer = Trainer(new_network("residual", SMALL), settings(**values), total=80)
    data = dataset(shards)
    while trainer.steps_done < steps:
        trainer.step(data)
    return trainer


@pytest.mark.parametrize(
    ("optimiser", "bfloat16"), [("adamw", False), ("adamw", True), ("rmsprop", False)]
)
def test_losses_fall_on_what_is_learned(games, optimiser, bfloat16, monkeypatch):
    monkeypatch.setattr(trainers, "calculates_in_half", lambda: True)
    rate = 1e-2 if optimiser == "adamw" else 2e-3
    choice = {"optimiser": optimiser, "bfloat16": bfloat16, "learning_rate": rate}
    fresh, taught = (trained(games, n, **choice) for n in (0, 60))

    before, after = (t.validate(dataset(games), part=TRAINING) for t in (fresh, taught))

    assert after.policy < 0.85 * before.policy
    assert after.value < 0.95 * before.value


@pytest.mark.parametrize("has_instructions", [True, False])
def test_bfloat16_is_used_where_the_processor_has_it(
    games, has_instructions, monkeypatch
):
    monkeypatch.setattr(trainers, "calculates_in_half", lambda: has_instructions)

    half, full = (
        trained(games, 1, bfloat16=bfloat16).network.state_dict()
        for bfloat16 in (True, False)
    )

    are_equal = all(torch.equal(half[name], full[name]) for name in full)
    assert are_equal is not has_instructions


@pytest.mark.parametrize("optimiser", ["adamw", "rmsprop"])
def test_a_trainer_goes_on_as_if_it_had_not_stopped(games, optimiser, tmp_path):
    whole = trained(games, 12, optimiser=optimiser)
    trained(games, 7, optimiser=optimiser).save(tmp_path / "state")

    torch.manual_seed(99)
    own = settings(optimiser=optimiser)
    other = Trainer(new_network("residual", SMALL), own, total=80)
    other.load(tmp_path / "state")
    assert other.steps_done == 7
    while other.steps_done < 12:
        other.step(dataset(games))

    for name, tensor in whole.network.state_dict().items():
        assert torch.equal(other.network.state_dict()[name], tensor), name


def test_the_learning_rate_rises_and_falls(games):
    rates = []
    own = settings(learning_rate=1.0, warm_up_steps=3)
    trainer = Trainer(new_network("residual", SMALL), own, total=10)
    for _ in range(10):
        rates.append(trainer.learning_rate)
        trainer.steps_done += 1

    assert rates[0] == pytest.approx(1 / 3)
    assert rates[:3] == sorted(rates[:3])
    assert rates[3:] == sorted(rates[3:], reverse=True)
    assert trainer.learning_rate == pytest.approx(0)


def test_without_an_end_the_learning_rate_stays(games):
    own = settings(learning_rate=1.0, warm_up_steps=3)
    trainer = Trainer(new_network("residual", SMALL), own)
    trainer.steps_done = 10_000

    assert trainer.learning_rate == 1.0


@pytest.mark.parametrize("data", [b"", b"\x10" * 50])
def test_a_damaged_state_is_refused_with_one_sentence(tmp_path, data):
    (tmp_path / "state").write_bytes(data)

    with pytest.raises(TrainingError, match=r"^Expected the state .*\.$"):
        Trainer(new_network("residual", SMALL), settings()).load(tmp_path / "state")


def test_a_state_of_another_network_is_refused_with_one_sentence(tmp_path):
    Trainer(new_network("residual", SMALL), settings()).save(tmp_path / "state")
    larger = new_network("residual", {**SMALL, "channels": 16})

    with pytest.raises(TrainingError, match=r"^Expected the state .*\.$"):
        Trainer(larger, settings()).load(tmp_path / "state")


def weights_of(folder):
    network, _ = load_network(folder / runs.NET)
    return {name: tensor.tolist() for name, tensor in network.state_dict().items()}


class Stopped(Exception):  # noqa: N818
    pass


class Killer(Monitor):
    """Dies at an update, as a kill between two steps would."""

    def __init__(self, updates):
        self.left = iter(range(updates))

    def update(self, phase, done, total):
        if next(self.left, None) is None:
            raise Stopped


@pytest.mark.usefixtures("without_pictures")
def test_a_run_killed_anywhere_ends_as_one_that_was_not(tmp_path):
    run = config()
    assert SupervisedRun(run, tmp_path / "whole").resume()

    for calls in (3, 6, 10):
        with pytest.raises(Stopped):
            SupervisedRun(run, tmp_path / "parts", resume=True).resume(
                monitor=Killer(calls)
            )
    assert SupervisedRun(run, tmp_path / "parts", resume=True).resume()

    assert weights_of(tmp_path / "parts") == weights_of(tmp_path / "whole")
    whole, parts = (
        [e for e in read_events(tmp_path / name / runs.EVENTS) if "step" in e]
        for name in ("whole", "parts")
    )
    assert parts == whole
    assert [event["step"] for event in whole] == [0, 5, 10, 12]


@pytest.mark.usefixtures("without_pictures")
def test_a_run_goes_on_in_chunks_of_time(tmp_path):
    run = config()
    seconds = iter(range(10**6))
    chunks = 0
    while not SupervisedRun(
        run, tmp_path / "chunks", resume=True, now=lambda: next(seconds)
    ).resume(seconds=3):
        chunks += 1

    assert chunks > 3
    SupervisedRun(run, tmp_path / "whole").resume()
    assert weights_of(tmp_path / "chunks") == weights_of(tmp_path / "whole")


def test_a_finished_run_leaves_weights_curves_and_a_report(tmp_path):
    SupervisedRun(config(), tmp_path).resume()

    _, info = load_network(tmp_path / runs.NET)
    assert (info.game, info.sizes, info.run) == ("gomoku", ("5", "5x7"), "test")
    assert info.rules == {"rule": "freestyle", "line_length": "4"}
    assert info.training["steps"] == 12
    assert "| policy loss |" in (tmp_path / runs.REPORT).read_text()
    table = (tmp_path / "curves.csv").read_text()
    assert table.startswith("panel,curve,across,x,y,low,high\n")
    assert table.count("Policy loss over steps,validation,step,") == 4
    assert table.count("Policy loss over steps,training,step,") == 3
    assert "Value loss over steps" in (tmp_path / "curves.svg").read_text()
    assert (tmp_path / "curves.png").read_bytes().startswith(b"\x89PNG")
    assert len(load_shards(tmp_path / runs.SHARDS)) == 4


def test_a_folder_with_a_run_is_not_used_by_accident(tmp_path):
    SupervisedRun(config(), tmp_path).resume(seconds=0.0)

    with pytest.raises(TrainingError, match="without a run, or --resume"):
        SupervisedRun(config(), tmp_path)
    with pytest.raises(TrainingError, match="settings that the run"):
        SupervisedRun(config(steps=13), tmp_path, resume=True)
    settings = (tmp_path / "run.json").read_text()
    (tmp_path / "run.json").write_text("{")
    with pytest.raises(TrainingError, match="settings that the run"):
        SupervisedRun(config(steps=13), tmp_path, resume=True)
    (tmp_path / "run.json").write_text(settings)
    SupervisedRun(config(threads=2), tmp_path, resume=True)


@pytest.mark.usefixtures("without_pictures")
def test_two_processes_do_not_work_on_one_run(tmp_path):
    run = SupervisedRun(config(), tmp_path)

    with (
        FileLock(tmp_path / "run.lock"),
        pytest.raises(TrainingError, match="no other process"),
    ):
        run.resume()

    assert run.resume()


def test_a_net_for_one_size_does_not_learn_several(tmp_path):
    run = replace(config(), net=NetSettings(kind="ou-2020"))

    with pytest.raises(SettingsError, match=r"^net: Expected games of one size"):
        SupervisedRun(run, tmp_path / "run")

    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("net", "problem"),
    [
        (
            {"kind": "alphazero"},
            "net.kind: expected one of ou-2020, .*got 'alpha",
        ),
        ({"parameters": {"blocks": 0}}, "net: Expected whole numbers for blocks, "),
        ({"parameters": {"block": 5}}, "net: Expected whole numbers for blocks, "),
    ],
)
def test_a_network_that_cannot_be_built_leaves_no_folder(tmp_path, net, problem):
    run = replace(config(), net=NetSettings(**net))

    with pytest.raises(SettingsError, match=problem):
        SupervisedRun(run, tmp_path / "run")

    assert not (tmp_path / "run").exists()


def test_a_folder_without_any_game_takes_other_settings(tmp_path):
    SupervisedRun(config(), tmp_path)

    SupervisedRun(config(steps=13), tmp_path)
    SupervisedRun(config(steps=14), tmp_path, resume=True)

    assert json.loads((tmp_path / "run.json").read_text())["train"]["steps"] == 14


def test_a_line_that_was_cut_short_is_dropped(tmp_path):
    path = tmp_path / "events"
    path.write_text('{"kind": "validation", "step": 5}\n{"kind": "valid')

    EventLog(path, last_step=5).add("validation", step=10)

    assert [event["step"] for event in read_events(path)] == [5, 10]
