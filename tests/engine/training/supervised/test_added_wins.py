import json
import shutil
from dataclasses import replace

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from engine.core.errors import SettingsError  # noqa: E402
from engine.nn.evaluator_factory import load_evaluator  # noqa: E402
from engine.nn.torch_net.checkpoint import load_network  # noqa: E402
from engine.training.learning.samples import concatenate, list_shards  # noqa: E402
from engine.training.learning.wins_in_one import find_winning_cells  # noqa: E402
from engine.training.run.config import parse_config  # noqa: E402
from engine.training.run.progress import Monitor  # noqa: E402
from engine.training.run.settings import WinsInOneSettings  # noqa: E402
from engine.training.supervised.added_wins import AddedWins  # noqa: E402
from engine.training.supervised.supervised_run import SupervisedRun  # noqa: E402
from tests.engine.training.supervised_runs import SMALL, config, play_games  # noqa: E402
from tests.networks import GOMOKU_NETWORK, HEX_NETWORK  # noqa: E402

pytestmark = pytest.mark.usefixtures("one_torch_thread", "without_pictures")


@pytest.fixture(scope="module")
def net(tmp_path_factory):
    """File of a small network that has learned a little, beside its games."""
    folder = tmp_path_factory.mktemp("net")
    SupervisedRun(config(), folder).resume()
    return folder / "net.safetensors"


@pytest.fixture(scope="module")
def samples():
    """Games on a board that is not square, as one shard."""
    games = [game for game in play_games(rounds=24) if game.setup.width == 7]
    return concatenate(games)


def wins_of(**more):
    return AddedWins(WinsInOneSettings(**more), interval=4, seed=7, threads=1)


@pytest.mark.parametrize("is_hard", [False, True])
def test_wins_in_one_have_their_share_and_their_labels(is_hard, net, samples):
    drawn = wins_of(share=0.3, net=str(net) if is_hard else "").draw(samples, 0)

    fresh = (samples.game % 4 != 0).sum()
    assert len(drawn) == round(0.3 / 0.7 * fresh) > 0
    wins = find_winning_cells(drawn)
    assert wins.any(axis=1).all()
    assert np.array_equal(drawn.policy > 0, wins)
    assert (drawn.value == 1).all()
    assert (drawn.result == 1).all()


def test_held_out_games_get_none(samples):
    drawn = wins_of(share=0.5).draw(samples, 0)

    assert (samples.game % 4 == 0).any()
    assert (drawn.game % 4 != 0).all()


def test_half_of_them_are_hard_for_the_network(net, samples):
    kinds = {"": [], str(net): []}
    evaluator = load_evaluator(net)

    for name, shares in kinds.items():
        for number in range(20):
            drawn = wins_of(share=0.2, net=name).draw(samples, number)
            policy, _ = evaluator.evaluate(drawn.leaves())
            shares.append(((policy * (drawn.policy > 0)).sum(axis=1) < 0.9).mean())

    alike, hard = (np.mean(shares) for shares in kinds.values())
    assert hard >= (1 + alike) / 2 - 0.05
    assert hard >= alike


def test_a_shard_depends_on_seed_and_number_alone(net, samples):
    wins = wins_of(share=0.3, net=str(net))

    first, again, other = (wins.draw(samples, number) for number in (0, 0, 1))

    assert np.array_equal(first.cells, again.cells)
    assert np.array_equal(first.policy, again.policy)
    assert not np.array_equal(first.cells, other.cells)


def test_games_without_a_win_in_one_add_nothing(samples):
    empty = samples.rows((samples.cells != 0).sum(axis=1) < 3)

    assert len(empty) > 0
    assert len(wins_of(share=0.3).draw(empty, 0)) == 0


def weights_of(folder):
    network, _ = load_network(folder / "net.safetensors")
    return {name: tensor.tolist() for name, tensor in network.state_dict().items()}


def run_with_wins(net, **more):
    """Return a run that learns from the games of another run, and wins in one."""
    table = {
        **{"game": "gomoku", "name": "wins", "kind": "supervised"},
        "net": {"parameters": SMALL},
        "start": {"samples": [str(net.parent / "shards")]},
        "wins_in_one": {"share": 0.2, "net": str(net)},
        "train": {
            **{"steps": 4, "batch_size": 8, "checkpoint_interval": 2, "threads": 1},
            **{"validation_share": 0.25, "validation_batches": 2},
        },
    }
    return parse_config(table | more)


def test_a_run_that_stops_anywhere_ends_as_one_that_did_not(net, tmp_path):
    phases = []

    class Counting(Monitor):
        def update(self, phase, done, total):
            phases.append((phase, done, total))

    run = run_with_wins(net)
    assert SupervisedRun(run, tmp_path / "whole").resume(monitor=Counting())

    assert not SupervisedRun(run, tmp_path / "parts").resume(seconds=0)
    assert len(list_shards(tmp_path / "parts" / "wins")) == 1
    while not SupervisedRun(run, tmp_path / "parts", resume=True).resume(seconds=0):
        pass

    assert [p for p in phases if p[0] == "wins"] == [
        ("wins", done, 4) for done in range(5)
    ]
    assert weights_of(tmp_path / "parts") == weights_of(tmp_path / "whole")
    assert "| added wins in one |" in (tmp_path / "whole" / "report.md").read_text()


def count_positions(run, folder):
    """Return the training positions of a run."""
    assert SupervisedRun(run, folder).resume()
    events = (folder / "events.jsonl").read_text().splitlines()
    (event,) = [e for e in map(json.loads, events) if e["kind"] == "dataset"]
    return event["training"]


@pytest.mark.parametrize("has_own_games", [False, True])
def test_a_run_learns_from_games_and_added_wins(has_own_games, net, tmp_path):
    run = config() if has_own_games else run_with_wins(net)
    with_wins = replace(run, wins_in_one=WinsInOneSettings(share=0.25))
    without = replace(run, wins_in_one=None)

    before = count_positions(without, tmp_path / "without")
    after = count_positions(with_wins, tmp_path / "with")

    assert 1.1 * before < after <= 1.34 * before


def test_self_play_adds_no_wins():
    play = {"sizes": {"5": 1}, "options": {"line_length": "4"}}
    table = {"game": "gomoku", "name": "x", "kind": "self-play", "play": play}

    with pytest.raises(SettingsError, match="table wins_in_one only if kind"):
        parse_config(table | {"wins_in_one": {"share": 0.1}})


@pytest.mark.parametrize(
    ("key", "name", "message"),
    [
        (
            "start",
            HEX_NETWORK,
            f"Expected a network of the shape gomoku .*, {HEX_NETWORK} has hex",
        ),
        (
            "start",
            "none",
            f"Expected a network among {GOMOKU_NETWORK}, .* a file, or .*, got 'none'",
        ),
        (
            "wins_in_one",
            HEX_NETWORK,
            f"Expected a network for gomoku, {HEX_NETWORK} is for hex",
        ),
        (
            "wins_in_one",
            "none",
            "Expected a network among .* a file, or .*, got 'none'",
        ),
    ],
)
def test_a_wrong_network_is_refused_before_anything_is_written(
    key, name, message, net, tmp_path
):
    table = {"start": {"samples": [str(net.parent / "shards")]}}
    table[key] = table.get(key, {}) | {"net": name}

    with pytest.raises(SettingsError, match=rf"^{key}.net: {message}"):
        SupervisedRun(run_with_wins(net, **table), tmp_path / "run")

    assert not (tmp_path / "run").exists()


def test_a_shard_of_wins_too_many_is_not_learned_from(net, tmp_path):
    run = run_with_wins(net)
    assert SupervisedRun(run, tmp_path / "whole").resume()
    assert not SupervisedRun(run, tmp_path / "more").resume(seconds=0)
    wins = tmp_path / "more" / "wins"
    shutil.copy(wins / "shard-00000.npz", wins / "shard-00009.npz")

    while not SupervisedRun(run, tmp_path / "more", resume=True).resume(seconds=0):
        pass

    assert weights_of(tmp_path / "more") == weights_of(tmp_path / "whole")
