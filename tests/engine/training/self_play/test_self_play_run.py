"""Runs of self-play from their beginning to a network and a report."""

import json

import pytest

torch = pytest.importorskip("torch")

from engine.core.errors import (  # noqa: E402
    RunFolderError,
    SettingsError,
    TrainingError,
)
from engine.nn.torch_net.checkpoint import load_network  # noqa: E402
from engine.training.run.event_log import read_events  # noqa: E402
from engine.training.self_play.self_play_run import SelfPlayRun  # noqa: E402
from tests.engine.training.self_play.self_play_runs import SMALL, checked, config  # noqa: E402

pytestmark = pytest.mark.usefixtures("one_torch_thread")


@pytest.mark.usefixtures("without_pictures")
@pytest.mark.parametrize("policy", ["latest", "best", "pool"])
def test_a_run_comes_to_a_network_and_a_report(tmp_path, policy):
    match = {"interval": 2, "games": 2, "opponents": ["uct-plain", "previous"]}
    run = config(
        play={"policy": policy, "gate_games": 2, "generations": 3}, match=match
    )

    assert SelfPlayRun(run, tmp_path).resume()

    events = checked(tmp_path, run)
    matches = [(e["generation"], e["opponent"]) for e in events if e["kind"] == "match"]
    assert matches == [
        (0, "uct-plain"),
        *((2, "uct-plain"), (2, "previous")),
        *((3, "uct-plain"), (3, "previous")),
    ]
    _, info = load_network(tmp_path / "net.safetensors")
    assert info.training["generation"] == 3
    assert ("accepted" in info.training) == (policy == "best")
    assert "| 3 | previous |" in (tmp_path / "report.md").read_text()


@pytest.mark.usefixtures("without_pictures")
def test_a_network_that_does_not_win_its_match_is_not_taken(tmp_path):
    play = {"policy": "best", "gate_games": 2, "gate_share": 1.1, "generations": 1}
    SelfPlayRun(config(play=play), tmp_path).resume()

    first, last = (
        load_network(tmp_path / "generations" / name / "net.safetensors")[0]
        for name in ("0000", "0001")
    )
    for name, tensor in first.state_dict().items():
        assert torch.equal(last.state_dict()[name], tensor)


@pytest.mark.usefixtures("without_pictures")
def test_the_finished_network_is_the_mean_of_the_newest_ones(tmp_path):
    SelfPlayRun(
        config(play={"averaged_networks": 2, "generations": 3}), tmp_path
    ).resume()

    mean, *nets = (
        load_network(tmp_path / name / "net.safetensors")[0].state_dict()
        for name in (".", "generations/0002", "generations/0003")
    )
    assert any(not torch.equal(nets[0][name], nets[1][name]) for name in mean)
    for name, tensor in mean.items():
        middle = (nets[0][name].double() + nets[1][name].double()) / 2
        if tensor.is_floating_point():  # the finished network's weights are rounded
            middle = middle.float().half()
        assert torch.equal(tensor, middle.to(tensor.dtype))


@pytest.mark.usefixtures("without_pictures")
def test_a_run_may_begin_with_games_of_an_engine(tmp_path):
    data = {
        **{"engine": "uct-plain", "nodes": 30, "random_moves": True},
        **{"sizes": {"4": 1}, "games": 4, "games_per_shard": 2},
    }
    run = config(data=data, train={"initial_steps": 3}, play={"generations": 1})

    SelfPlayRun(run, tmp_path).resume()

    assert len(list((tmp_path / "shards").iterdir())) == 2
    events = read_events(tmp_path / "events.jsonl")
    assert [e["step"] for e in events if e["kind"] == "validation"] == [
        0,
        2,
        3,
        4,
        6,
        7,
    ]


@pytest.mark.usefixtures("without_pictures")
def test_a_run_may_begin_with_a_network_and_samples(tmp_path):
    SelfPlayRun(config(), tmp_path / "first").resume()
    before = tmp_path / "first" / "net.safetensors"
    samples = [str(tmp_path / "first" / "generations" / "0002")]
    start = {"net": str(before), "samples": samples}

    SelfPlayRun(config(start=start), tmp_path / "second").resume()

    resumed, _ = load_network(tmp_path / "second" / "generations/0000/net.safetensors")
    for name, tensor in load_network(before)[0].state_dict().items():
        assert torch.equal(resumed.state_dict()[name], tensor)


@pytest.mark.usefixtures("without_pictures")
def test_a_smaller_network_is_a_start_and_a_larger_one_is_none(tmp_path):
    SelfPlayRun(config(), tmp_path / "first").resume()
    before = tmp_path / "first" / "net.safetensors"
    start = {"net": str(before)}
    narrower = config(start=start, net={"parameters": {**SMALL, "channels": 7}})
    wider = config(start=start, net={"parameters": {**SMALL, "channels": 16}})

    with pytest.raises(SettingsError, match=r"^start\.net: Expected a network "):
        SelfPlayRun(narrower, tmp_path / "second")
    assert not (tmp_path / "second").exists()

    assert SelfPlayRun(wider, tmp_path / "third").resume()
    grown, info = load_network(tmp_path / "third/generations/0000/net.safetensors")
    assert info.parameters["channels"] == 16
    planes = torch.rand(4, 3, 6, 6)
    pairs = zip(load_network(before)[0](planes), grown(planes), strict=True)
    assert all(torch.allclose(*pair, atol=1e-5) for pair in pairs)


def evaluator_in(folder):
    return json.loads((folder / "run.json").read_text())["play"]["evaluator"]


@pytest.mark.usefixtures("without_pictures")
def test_a_run_records_its_evaluator_and_keeps_it(tmp_path, monkeypatch):
    short, long = (
        config(play={"generations": count, "evaluator": "auto"}) for count in (1, 2)
    )
    fastest = "engine.nn.evaluator_factory.fastest_runtime"
    monkeypatch.setattr(fastest, lambda kind: "torch-float32")
    SelfPlayRun(short, tmp_path).resume()
    monkeypatch.setattr(fastest, lambda kind: "torch-bfloat16")

    SelfPlayRun(long, tmp_path, resume=True)

    assert evaluator_in(tmp_path) == "torch-float32"
    other = config(play={"generations": 2, "evaluator": "torch-bfloat16"})
    with pytest.raises(RunFolderError, match="settings that the run"):
        SelfPlayRun(other, tmp_path, resume=True)


def test_a_run_without_a_recorded_evaluator_takes_the_one_it_is_given(tmp_path):
    SelfPlayRun(config(play={"evaluator": "torch-float32"}), tmp_path)
    table = json.loads((tmp_path / "run.json").read_text())
    del table["play"]["evaluator"]
    (tmp_path / "run.json").write_text(json.dumps(table))

    SelfPlayRun(config(play={"evaluator": "torch-bfloat16"}), tmp_path, resume=True)

    assert evaluator_in(tmp_path) == "torch-bfloat16"


def test_an_unknown_evaluator_is_refused():
    with pytest.raises(SettingsError, match=r"^play\.evaluator: expected one of auto"):
        config(play={"evaluator": "int4"})


@pytest.mark.usefixtures("without_pictures")
def test_a_finished_run_goes_on_with_more_generations_as_if_it_had_had_them(tmp_path):
    short, long = (config(play={"generations": count}) for count in (1, 2))
    SelfPlayRun(short, tmp_path / "parts").resume()
    SelfPlayRun(long, tmp_path / "whole").resume()

    assert SelfPlayRun(long, tmp_path / "parts", resume=True).resume()

    checked(tmp_path / "parts", long)
    parts, whole = (
        load_network(tmp_path / run / "net.safetensors")[0].state_dict()
        for run in ("parts", "whole")
    )
    for name, tensor in whole.items():
        assert torch.equal(parts[name], tensor)
    with pytest.raises(RunFolderError, match=r"play\.generations was 2 and is 1\."):
        SelfPlayRun(short, tmp_path / "parts", resume=True)


@pytest.mark.usefixtures("without_pictures")
@pytest.mark.parametrize(
    ("lost", "problem"),
    [
        ("state.safetensors", "Expected the state of this training run in .*state"),
        ("generations/0001/*.npz", "Expected the games of generation 1 in .*0001"),
    ],
)
def test_a_run_that_has_lost_its_work_does_not_begin_anew(tmp_path, lost, problem):
    short, long = (config(play={"generations": count}) for count in (1, 2))
    SelfPlayRun(short, tmp_path).resume()
    for path in tmp_path.glob(lost):
        path.unlink()

    with pytest.raises(TrainingError, match=problem):
        SelfPlayRun(long, tmp_path, resume=True).resume()

    assert not (tmp_path / "generations" / "0002" / "net.safetensors").exists()


@pytest.mark.usefixtures("without_pictures")
@pytest.mark.parametrize("damaged", [b"\x00\xff\xfe", b"[]", b"{}", b"null"])
def test_damaged_settings_of_a_run_are_named(tmp_path, damaged):
    run = config(play={"generations": 1})
    SelfPlayRun(run, tmp_path).resume()
    (tmp_path / "run.json").write_bytes(damaged)

    with pytest.raises(RunFolderError, match=r"^Expected the settings .*run\.json"):
        SelfPlayRun(run, tmp_path, resume=True)


@pytest.mark.parametrize("is_there", [False, True])
def test_samples_to_start_from_must_be_there(tmp_path, is_there):
    folder = tmp_path / "samples"
    if is_there:
        folder.mkdir()
    run = config(start={"samples": [str(folder)]})

    with pytest.raises(SettingsError, match=r"^start\.samples: .*found none in .*samp"):
        SelfPlayRun(run, tmp_path / "run")

    assert not (tmp_path / "run").exists()
