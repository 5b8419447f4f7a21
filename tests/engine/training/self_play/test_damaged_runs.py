"""Folders of self-play runs that have lost something, and go on."""

import json
import shutil
from dataclasses import replace

import pytest

torch = pytest.importorskip("torch")

from engine.core.errors import SamplesError, TrainingError  # noqa: E402
from engine.games import get_game  # noqa: E402
from engine.nn.torch_net.checkpoint import load_network, save_network  # noqa: E402
from engine.nn.torch_net.networks import new_network  # noqa: E402
from engine.training.learning.samples import load_shard, save_samples  # noqa: E402
from engine.training.run.event_log import read_events  # noqa: E402
from engine.training.run.progress import Monitor  # noqa: E402
from engine.training.self_play.self_play_run import SelfPlayRun  # noqa: E402
from tests.engine.training.self_play.self_play_runs import checked, config  # noqa: E402

pytestmark = pytest.mark.usefixtures("one_torch_thread", "without_pictures")

MATCH = {"interval": 1, "games": 2, "opponents": ["previous"]}


def make_config(generations=2, **play):
    play = {"averaged_networks": 3, **play, "generations": generations}
    return config(play=play, match=MATCH)


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """Return the folder of a finished run of two generations."""
    folder = tmp_path_factory.mktemp("finished")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("engine.training.run.report.draw_panels", lambda panels: {})
        assert SelfPlayRun(make_config(), folder).resume()
    return folder


@pytest.fixture
def folder(finished, tmp_path):
    """Return a copy of this folder."""
    return shutil.copytree(finished, tmp_path / "run")


class Listener(Monitor):
    """Keeps the lines about losses."""

    def __init__(self):
        self.warnings = []

    def announce(self, line):
        if not line.startswith("gen "):
            self.warnings.append(line)


def resume(folder, generations=3):
    """Resume a run; return its warnings."""
    listener = Listener()
    run = SelfPlayRun(make_config(generations), folder, resume=True)
    assert run.resume(monitor=listener)
    return listener.warnings


def net(folder, generation):
    return folder / "generations" / f"{generation:04}" / "net.safetensors"


def shard(folder, generation, number):
    return net(folder, generation).with_name(f"shard-{number:05}.npz")


def from_samples(samples, generations):
    """Return the configuration of a run that also learns from other samples."""
    play = {"generations": generations}
    return config(play=play, start={"samples": [str(samples)]})


def resume_from(samples, folder, generations):
    """Resume such a run by one generation; return its warnings."""
    listener = Listener()
    run = SelfPlayRun(from_samples(samples, generations), folder, resume=True)
    assert run.resume(monitor=listener)
    return listener.warnings


@pytest.mark.parametrize("change", ["other", "fewer", "more"])
def test_other_samples_than_at_the_start_are_a_warning(folder, tmp_path, change):
    samples, own = folder / "generations" / "0001", tmp_path / "own"
    assert SelfPlayRun(from_samples(samples, 1), own).resume()
    assert resume_from(samples, own, 2) == []

    path = shard(folder, 1, 1)
    if change == "fewer":
        path.unlink()
    elif change == "more":
        shutil.copy(path, shard(folder, 1, 7))
    else:
        stored, about = load_shard(path)
        save_samples(path, replace(stored, value=-stored.value), about)

    warning = (
        f"Expected the samples in {samples} as at the start of the run in {own}; they "
        "have changed: the training goes on with others."
    )
    assert resume_from(samples, own, 3) == [warning]
    assert warning in (own / "report.md").read_text("utf-8")


def test_the_same_samples_written_again_are_no_warning(folder, tmp_path):
    samples, own = folder / "generations" / "0001", tmp_path / "own"
    assert SelfPlayRun(from_samples(samples, 1), own).resume()

    path = shard(folder, 1, 1)
    save_samples(path, *load_shard(path))

    assert resume_from(samples, own, 2) == []


def test_a_whole_run_has_no_warnings(folder):
    assert resume(folder) == []


def test_lost_shards_are_one_warning_with_their_number(folder):
    for generation, number in ((1, 0), (1, 1), (2, 1)):
        shard(folder, generation, number).unlink()

    warnings = resume(folder)

    assert warnings == [
        f"Missing shards of games in {folder / 'generations'}: 3, of generations 1, 2. "
        "The replay window does without them."
    ]
    assert warnings[0] in (folder / "report.md").read_text()


def test_lost_games_of_the_current_generation_are_played_again_and_counted_once(folder):
    net(folder, 2).unlink()
    shard(folder, 2, 0).unlink()
    kept = shard(folder, 2, 1).read_bytes()

    resume(folder, 2)

    assert shard(folder, 2, 1).read_bytes() == kept
    shards = [e for e in read_events(folder / "events.jsonl") if e["kind"] == "shard"]
    assert sum(e["games"] for e in shards if e["generation"] == 2) == 6


@pytest.mark.parametrize("content", [None, b"", b"\x10", "cut"])
def test_a_lost_network_of_an_earlier_generation_is_not_made_from_later_steps(
    folder, content
):
    path = net(folder, 1)
    whole = path.read_bytes()
    path.unlink()
    if content is not None:
        path.write_bytes(whole[:-9] if content == "cut" else content)

    assert resume(folder) == [
        f"Networks are lost or damaged in {folder / 'generations'}, of generations 1: "
        "means, opponents and matches do without them."
    ]

    assert net(folder, 3).exists()
    assert path.exists() == (content is not None)


def test_a_pool_does_without_a_lost_network(tmp_path):
    SelfPlayRun(make_config(policy="pool"), tmp_path).resume()
    net(tmp_path, 0).unlink()
    run = make_config(3, policy="pool", pool_opponents=2)
    settings = json.loads((tmp_path / "run.json").read_text())
    settings["play"]["pool_opponents"] = 2
    (tmp_path / "run.json").write_text(json.dumps(settings))

    assert SelfPlayRun(run, tmp_path, resume=True).resume()


@pytest.mark.parametrize("is_there", [False, True])
def test_the_finished_network_is_made_again(folder, is_there):
    path = folder / "net.safetensors"
    before = load_network(path)[0].state_dict()
    path.unlink()
    if is_there:
        path.write_bytes(b"")

    assert resume(folder, 2) == []

    after = load_network(path)[0].state_dict()
    assert all(torch.equal(after[name], tensor) for name, tensor in before.items())


def test_a_state_of_other_steps_is_refused(folder):
    shutil.rmtree(folder / "generations")

    with pytest.raises(TrainingError, match=r"^Expected a state after 0 to 4 steps in"):
        resume(folder)


def test_damaged_events_are_one_warning_with_their_number(folder):
    file = folder / "events.jsonl"
    damaged = ["{", '{"kind": "match"}', "[" * 100_000]
    file.write_text("\n".join([*damaged, file.read_text()]))

    assert resume(folder) == [
        f"Damaged lines in {file}: 3. The report and the curves lack their events."
    ]


def test_lost_events_are_a_warning(folder):
    file = folder / "events.jsonl"
    file.unlink()

    assert resume(folder) == [
        f"Expected the events of this run in {file}, found none: the report and the "
        "curves lack what was before."
    ]


def test_a_shard_without_its_figures_is_named(folder):
    net(folder, 2).unlink()
    path = shard(folder, 2, 0)
    samples, about = load_shard(path)
    save_samples(path, samples, {"games": about["games"]})
    file = folder / "events.jsonl"
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    kept = [line for line in lines if line.get("generation") != 2]
    file.write_text("".join(f"{json.dumps(line)}\n" for line in kept))

    with pytest.raises(SamplesError, match=r"00000\.npz, got: no number judged in its"):
        resume(folder, 2)


def test_a_shard_of_another_board_is_refused(folder):
    path = shard(folder, 2, 0)
    samples, about = load_shard(path)
    save_samples(
        path, replace(samples, setup=get_game("gomoku").setup(height=5)), about
    )

    with pytest.raises(SamplesError, match=r"^Expected .*shard-00000\.npz, got"):
        resume(folder)


def test_a_network_of_another_shape_is_lost(folder):
    network = new_network("residual", {"blocks": 2, "channels": 8, "pooled": 4})
    _, info = load_network(net(folder, 1))
    info = replace(info, parameters={"blocks": 2, "channels": 8, "pooled": 4})
    save_network(net(folder, 1), network, info)

    assert [warning[:24] for warning in resume(folder)] == ["Networks are lost or dam"]


def test_damaged_games_under_way_begin_again_with_a_warning(tmp_path):
    run = config(play={"generations": 1, "games_per_shard": 100})
    ticks = iter(range(10**6))
    SelfPlayRun(run, tmp_path, now=lambda: next(ticks)).resume(seconds=40)
    file = next(tmp_path.rglob("open-*.npz"))
    file.write_bytes(b"PK")
    listener = Listener()

    assert SelfPlayRun(run, tmp_path, resume=True).resume(monitor=listener)

    assert listener.warnings == [
        f"Expected a file of samples at {file}, got: File is not a zip file: its "
        "unfinished games begin again."
    ]
    checked(tmp_path, run)
