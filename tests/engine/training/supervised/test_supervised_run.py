import json
import signal
from dataclasses import replace

import pytest

torch = pytest.importorskip("torch")

from engine.core.errors import (  # noqa: E402
    RunFolderError,
    SamplesError,
    SettingsError,
    TrainingError,
)
from engine.core.files.file_lock import held_lock  # noqa: E402
from engine.nn.torch_net.checkpoint import load_network  # noqa: E402
from engine.training.learning.samples import (  # noqa: E402
    list_shards,
    load_shard,
    save_samples,
)
from engine.training.run import run_folder as runs  # noqa: E402
from engine.training.run.event_log import read_events  # noqa: E402
from engine.training.run.progress import Monitor  # noqa: E402
from engine.training.run.run_reader import read_training_run  # noqa: E402
from engine.training.run.settings import NetSettings, StartSettings  # noqa: E402
from engine.training.supervised import supervised_run  # noqa: E402
from engine.training.supervised.engine_games import make_shard  # noqa: E402
from engine.training.supervised.supervised_run import SupervisedRun  # noqa: E402
from tests.engine.training.supervised_runs import config  # noqa: E402

pytestmark = pytest.mark.usefixtures("one_torch_thread")


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
def test_ctrl_c_loses_no_step(tmp_path):
    class Pressing(Monitor):
        def update(self, phase, done, total):
            if (phase, done) == ("steps", 3):
                signal.raise_signal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        SupervisedRun(config(), tmp_path / "parts").resume(monitor=Pressing())

    events = read_events(tmp_path / "parts" / runs.EVENTS)
    assert [event["step"] for event in events if "step" in event] == [0, 3]
    SupervisedRun(config(), tmp_path / "parts", resume=True).resume()
    SupervisedRun(config(), tmp_path / "whole").resume()
    assert weights_of(tmp_path / "parts") == weights_of(tmp_path / "whole")


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


@pytest.mark.usefixtures("without_pictures")
def test_games_that_other_processes_finish_during_a_stop_are_logged(
    tmp_path, monkeypatch
):
    def make_shards(data, game, seed, folder):
        folder.mkdir(parents=True, exist_ok=True)
        make_shard(data, game, seed, folder, 0)
        try:
            yield 0
        finally:
            make_shard(data, game, seed, folder, 2)

    run = config()
    monkeypatch.setattr(supervised_run, "make_shards", make_shards)
    ticks = iter(range(10**6))
    assert not SupervisedRun(run, tmp_path, now=lambda: next(ticks)).resume(seconds=1)
    monkeypatch.undo()

    def logged():
        events = read_events(tmp_path / "events.jsonl")
        return [event["number"] for event in events if event["kind"] == "shard"]

    assert logged() == [0, 2]
    assert SupervisedRun(run, tmp_path, resume=True).resume()
    assert logged() == [0, 2, 1, 3]


def test_a_finished_run_leaves_weights_curves_and_a_report(tmp_path):
    SupervisedRun(config(), tmp_path).resume()

    _, info = load_network(tmp_path / runs.NET)
    assert (info.game, info.sizes, info.run) == ("gomoku", ("5", "5x7"), "test")
    assert info.rules == {"rule": "freestyle", "line_length": "4"}
    assert info.training["steps"] == 12
    assert "| policy loss |" in (tmp_path / runs.REPORT).read_text()
    assert read_training_run(tmp_path).games == 12
    table = (tmp_path / "curves.csv").read_text()
    assert table.startswith("panel,curve,across,x,y,low,high\n")
    assert table.count("Policy loss over steps,validation,step,") == 4
    assert table.count("Policy loss over steps,training,step,") == 3
    assert "Value loss over steps" in (tmp_path / "curves.svg").read_text()
    assert (tmp_path / "curves.png").read_bytes().startswith(b"\x89PNG")
    assert len(list_shards(tmp_path / runs.SHARDS)) == 4


def test_a_folder_with_a_run_is_not_used_by_accident(tmp_path):
    SupervisedRun(config(), tmp_path).resume(seconds=0.0)

    with pytest.raises(RunFolderError, match="without a run, or --resume"):
        SupervisedRun(config(), tmp_path)
    with pytest.raises(RunFolderError, match=r"train\.steps was \d+ and is 13"):
        SupervisedRun(config(steps=13), tmp_path, resume=True)
    settings = (tmp_path / "run.json").read_text()
    (tmp_path / "run.json").write_text("{")
    with pytest.raises(RunFolderError, match="got something else: it is damaged"):
        SupervisedRun(config(steps=13), tmp_path, resume=True)
    (tmp_path / "run.json").write_text(settings)
    SupervisedRun(config(threads=2), tmp_path, resume=True)


@pytest.mark.usefixtures("without_pictures")
def test_two_processes_do_not_work_on_one_run(tmp_path):
    run = SupervisedRun(config(), tmp_path)

    with (
        held_lock(tmp_path / "run.lock"),
        pytest.raises(RunFolderError, match="no other process"),
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
        (
            {"parameters": {"blocks": 0, "channels": 4}},
            r"^net\.parameters\.blocks: expected 1 or more, got 0\.",
        ),
        (
            {"parameters": {"block": 5}},
            r"^net\.parameters\.block is not known; did you",
        ),
        (
            {"kind": "ou-2020", "parameters": {"height": 5}},
            r"^net\.parameters\.height is not known; the table takes no keys",
        ),
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


@pytest.mark.usefixtures("without_pictures")
def test_a_run_that_has_lost_its_state_does_not_begin_anew(tmp_path):
    SupervisedRun(config(), tmp_path).resume()
    (tmp_path / "state.safetensors").unlink()

    with pytest.raises(TrainingError, match=r"^Expected the state .*, found none\.$"):
        SupervisedRun(config(), tmp_path, resume=True).resume()


@pytest.mark.usefixtures("without_pictures")
def test_losses_that_are_not_finite_leave_the_last_state(tmp_path):
    with pytest.raises(TrainingError, match=r"^Training has diverged before step \d"):
        SupervisedRun(config(learning_rate=1e18), tmp_path).resume()

    steps = [e["step"] for e in read_events(tmp_path / "events.jsonl") if "step" in e]
    assert steps == [0]
    assert (tmp_path / "state.safetensors").exists()


@pytest.mark.usefixtures("without_pictures")
def test_a_finished_run_without_events_ends_with_its_last_losses(tmp_path):
    SupervisedRun(config(), tmp_path).resume()
    file = tmp_path / "events.jsonl"
    last = [e for e in read_events(file) if e["kind"] == "validation"][-1]
    file.unlink()

    SupervisedRun(config(), tmp_path, resume=True).resume()

    again = [e for e in read_events(file) if e["kind"] == "validation"]
    assert [(e["step"], e["policy"]) for e in again] == [(last["step"], last["policy"])]


@pytest.mark.usefixtures("without_pictures")
def test_other_samples_than_at_the_start_are_a_warning(tmp_path):
    SupervisedRun(config(), tmp_path / "games").resume()
    shards = tmp_path / "games" / "shards"
    run = replace(config(), data=None, start=StartSettings(samples=(str(shards),)))
    SupervisedRun(run, tmp_path / "run").resume()
    (shards / "shard-00000.npz").unlink()

    SupervisedRun(run, tmp_path / "run", resume=True).resume()

    report = (tmp_path / "run" / "report.md").read_text()
    assert "Expected the samples that the run in" in report


@pytest.mark.usefixtures("without_pictures")
def test_as_many_other_samples_as_at_the_start_are_a_warning(tmp_path):
    SupervisedRun(config(), tmp_path / "games").resume()
    shards = tmp_path / "games" / "shards"
    run = replace(config(), data=None, start=StartSettings(samples=(str(shards),)))
    SupervisedRun(run, tmp_path / "run").resume()
    path = shards / "shard-00000.npz"
    samples, about = load_shard(path)
    save_samples(path, replace(samples, value=-samples.value), about)

    SupervisedRun(run, tmp_path / "run", resume=True).resume()

    events = read_events(tmp_path / "run" / "events.jsonl")
    assert [event["text"] for event in events if event["kind"] == "warning"] == [
        f"Expected the samples in {shards} as at the start of the run in "
        f"{tmp_path / 'run'}; they have changed: the training goes on with others."
    ]


@pytest.mark.usefixtures("without_pictures")
@pytest.mark.parametrize("has_data", [False, True])
def test_samples_of_another_game_are_not_learned_from(tmp_path, has_data):
    shards = tmp_path / "run" / "shards" if has_data else tmp_path / "samples"
    run = config()
    if has_data:
        SupervisedRun(run, tmp_path / "run")
    else:
        run = replace(run, data=None, start=StartSettings(samples=(str(shards),)))
    shards.mkdir()
    for number in range(4):
        make_shard(config("hex").data, "hex", 0, shards, number)

    with pytest.raises(SamplesError, match=r"of gomoku .*shard-00000\.npz, got hex"):
        SupervisedRun(run, tmp_path / "run", resume=True).resume()
