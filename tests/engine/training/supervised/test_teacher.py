from dataclasses import replace

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from engine.core.errors import SettingsError  # noqa: E402
from engine.games import get_game  # noqa: E402
from engine.nn.evaluator_factory import load_evaluator  # noqa: E402
from engine.nn.torch_net.checkpoint import load_network  # noqa: E402
from engine.training.learning.dataset import load_shards  # noqa: E402
from engine.training.learning.samples import concatenate  # noqa: E402
from engine.training.learning.wins_in_one import find_winning_cells  # noqa: E402
from engine.training.run.config import parse_config  # noqa: E402
from engine.training.run.progress import Monitor  # noqa: E402
from engine.training.run.settings import TeacherSettings  # noqa: E402
from engine.training.supervised.supervised_run import SupervisedRun  # noqa: E402
from engine.training.supervised.teacher import Teacher  # noqa: E402
from tests.engine.training.supervised_runs import config, play_games  # noqa: E402

pytestmark = pytest.mark.usefixtures("one_torch_thread", "without_pictures")


@pytest.fixture(scope="module")
def net(tmp_path_factory):
    """File of a small network that has learned a little."""
    folder = tmp_path_factory.mktemp("teacher")
    SupervisedRun(config(), folder).resume()
    return folder / "net.safetensors"


@pytest.fixture(scope="module")
def samples():
    """Games on a board that is not square, as one shard."""
    games = [game for game in play_games(rounds=24) if game.setup.width == 7]
    return concatenate(games)


def results_of(samples):
    """Return each game's results by side."""
    columns = samples.game, samples.to_move, samples.result
    return set(zip(*(column.tolist() for column in columns), strict=True))


def teacher_of(net, **more):
    settings = TeacherSettings(net=str(net), **more)
    return Teacher(settings, interval=4, seed=7, threads=1)


def test_labels_are_means_over_the_symmetries(net, samples):
    taught = teacher_of(net).teach(samples, 0)

    evaluator = load_evaluator(net)
    fresh = taught.rows(taught.game % 4 != 0)
    assert len(fresh) == (samples.game % 4 != 0).sum()
    policies, values = [], []
    for way in get_game("gomoku").symmetries(fresh.setup):
        inverse = np.argsort(way.cells)
        turned = replace(fresh, cells=fresh.cells[:, way.cells])
        policy, value = evaluator.evaluate(turned.leaves())
        policies.append(policy[:, inverse])
        values.append(value)
    assert len(policies) == 4
    assert np.allclose(fresh.policy, np.mean(policies, axis=0), atol=0.02)
    assert np.allclose(fresh.value, np.mean(values, axis=0), atol=0.02)
    assert results_of(fresh) <= results_of(samples)
    assert np.abs(policies[0] - policies[1]).max() > 0.001


def test_held_out_games_keep_their_labels(net, samples):
    taught = teacher_of(net, share=0.5, wins_in_one=0.3).teach(samples, 0)

    before, after = (s.rows(s.game % 4 == 0) for s in (samples, taught))
    assert len(before) > 0
    for name in ("cells", "policy", "value", "result"):
        assert np.array_equal(getattr(before, name), getattr(after, name))


def test_wins_in_one_have_their_share_and_their_labels(net, samples):
    taught = teacher_of(net, share=0.5, wins_in_one=0.3).teach(samples, 0)

    fresh = taught.rows(taught.game % 4 != 0)
    count = round(0.5 * (samples.game % 4 != 0).sum())
    assert len(fresh) == count + round(0.3 / 0.7 * count)
    made = fresh.rows(slice(count, None))
    assert np.array_equal(made.policy > 0, find_winning_cells(made))
    assert (made.value == 1).all()


def test_a_shard_depends_on_seed_and_number_alone(net, samples):
    teacher = teacher_of(net, share=0.5, wins_in_one=0.3)

    first, again, other = (teacher.teach(samples, number) for number in (0, 0, 1))

    assert np.array_equal(first.cells, again.cells)
    assert np.array_equal(first.policy, again.policy)
    assert not np.array_equal(first.cells, other.cells)


def weights_of(folder):
    network, _ = load_network(folder / "net.safetensors")
    return {name: tensor.tolist() for name, tensor in network.state_dict().items()}


def taught_run(net, samples, **more):
    """Return a run that learns from a teacher's labels of the games of another run."""
    table = {
        **{"game": "gomoku", "name": "taught", "kind": "supervised"},
        "net": {"parameters": {"blocks": 1, "channels": 8, "pooled": 4}},
        "start": {"net": str(net), "samples": [str(samples)]},
        "teacher": {"net": str(net), "share": 0.8, "wins_in_one": 0.2},
        "train": {
            **{"steps": 4, "batch_size": 8, "checkpoint_interval": 2, "threads": 1},
            **{"validation_share": 0.25, "validation_batches": 2},
        },
    }
    return parse_config(table | more)


def test_a_taught_run_that_stops_anywhere_ends_as_one_that_did_not(net, tmp_path):
    phases = []

    class Counting(Monitor):
        def update(self, phase, done, total):
            phases.append((phase, done, total))

    run = taught_run(net, net.parent / "shards")
    assert SupervisedRun(run, tmp_path / "whole").resume(monitor=Counting())

    assert not SupervisedRun(run, tmp_path / "parts").resume(seconds=0)
    assert len(load_shards(tmp_path / "parts" / "taught")) == 1
    while not SupervisedRun(run, tmp_path / "parts", resume=True).resume(seconds=0):
        pass

    assert [p for p in phases if p[0] == "labels"] == [
        ("labels", done, 4) for done in range(5)
    ]
    assert weights_of(tmp_path / "parts") == weights_of(tmp_path / "whole")
    assert "| labels |" in (tmp_path / "whole" / "report.md").read_text()


def test_a_run_labels_its_own_games(net, tmp_path):
    run = replace(config(), teacher=TeacherSettings(net=str(net)))

    assert SupervisedRun(run, tmp_path).resume()

    assert len(load_shards(tmp_path / "taught")) == 4


def test_self_play_has_no_teacher():
    play = {"sizes": {"5": 1}, "options": {"line_length": "4"}}
    table = {"game": "gomoku", "name": "x", "kind": "self-play", "play": play}

    with pytest.raises(SettingsError, match="table teacher only if kind"):
        parse_config(table | {"teacher": {"net": "hex-4"}})


def test_a_teacher_of_another_game_is_refused_before_anything_is_written(net, tmp_path):
    run = taught_run(net, net.parent / "shards", teacher={"net": "hex-4"})

    with pytest.raises(SettingsError, match=r"^teacher.net: .* for gomoku as the teac"):
        SupervisedRun(run, tmp_path / "run")

    assert not (tmp_path / "run").exists()
