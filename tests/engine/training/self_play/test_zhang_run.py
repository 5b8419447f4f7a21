"""ZHANG-HEX's run as its file describes it, on a small board."""

import json
import tomllib
from dataclasses import replace

import pytest

torch = pytest.importorskip("torch")

import main  # noqa: E402
from engine.core.files.paths import resources  # noqa: E402
from engine.games import GAMES  # noqa: E402
from engine.training.run.config import parse_config, read_config  # noqa: E402
from engine.training.run.event_log import read_events  # noqa: E402
from engine.training.run.progress import Monitor  # noqa: E402
from engine.training.self_play.network_evaluation import NetworkEvaluation  # noqa: E402
from engine.training.self_play.policy_entropy import measure_policy_entropy  # noqa: E402
from engine.training.self_play.self_play import SelfPlay  # noqa: E402
from engine.training.self_play.self_play_run import SelfPlayRun  # noqa: E402
from tests.engine.search.puct.puct_oracle import FlatEvaluator, HashEvaluator  # noqa: E402
from tests.engine.training.self_play.self_play_runs import checked, config, table  # noqa: E402

pytestmark = pytest.mark.usefixtures("one_torch_thread")

FILE = resources() / "training" / "zhang-hex.toml"


def tiny():
    """Return the table of the run's file, made small."""
    found = tomllib.loads(FILE.read_text(encoding="utf-8"))
    found["data"] |= {"games": 6, "games_per_shard": 3, "nodes": 40, "sizes": {"5": 1}}
    found["play"] |= {
        **{"sizes": {"5": 1}, "generations": 2, "games": 6, "games_per_shard": 3},
        **{"parallel_games": 3, "simulations": 12, "label_nodes": 30},
    }
    found["match"] |= {"games": 2, "nodes": 30}
    found["train"] |= {
        **{"initial_steps": 4, "steps": 3, "batch_size": 8, "checkpoint_interval": 2},
        **{"validation_batches": 1, "validation_share": 0.5, "threads": 1},
    }
    return found


def test_the_file_is_that_of_the_paper():
    run = read_config(FILE)

    assert run.data.random_moves
    assert run.data.labels == run.play.labels == "wins"
    assert run.play.label_engine == run.data.engine
    assert run.play.label_nodes == run.data.nodes
    assert run.data.resign_threshold > 1
    assert run.play.resign_threshold > 1
    assert run.play.uses_playouts
    assert run.play.plays_by_score
    assert run.play.temperature == run.play.noise_share == 0
    assert not run.play.proves
    assert 0 < run.train.alpha < 1
    assert run.train.beta > 0
    assert run.train.weight_decay == 0
    assert run.train.search_share == 0
    assert run.play.generations == 10
    assert run.match.games == 20
    assert run.match.nodes >= 1000


class Killed(Exception):  # noqa: N818
    pass


def test_a_small_run_killed_in_each_phase_comes_to_its_report(tmp_path, monkeypatch):
    run, out = parse_config(tiny()), tmp_path / "run"
    dying = iter([("games", 3), ("steps", 3), ("games", 4), ("steps", 6)])
    reached = next(dying)

    class Killer(Monitor):
        def update(self, phase, done, total):
            if (phase, done) == reached:
                raise Killed

    def match(*_arguments, **_settings):
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr("engine.training.run.report.draw_panels", lambda panels: {})
        while reached is not None:
            with pytest.raises(Killed):
                SelfPlayRun(run, out, resume=True).resume(monitor=Killer())
            reached = next(dying, None)
        patched.setattr(NetworkEvaluation, "play_match", match)
        with pytest.raises(Killed):
            SelfPlayRun(run, out, resume=True).resume()
    assert SelfPlayRun(run, out, resume=True).resume()

    events = checked_after_data(out, run)
    validations = [e for e in events if e["kind"] == "validation"]
    for event in validations:
        alpha = run.train.alpha
        losses = (1 - alpha) * event["value_chance"] + alpha * event["policy_bits"]
        assert event["loss"] > losses
    matches = [e["generation"] for e in events if e["kind"] == "match"]
    assert matches == [0, 1, 2]
    last = [e for e in events if e["kind"] == "generation"][-1]
    assert 0 < last["policy_entropy"] <= last["uniform_entropy"]
    report = (out / "report.md").read_text()
    assert f"{last['policy_entropy']:.3f} nats, uniform" in report
    assert report.count("cannot look at each of them") == 0
    curves = (out / "curves.svg").read_text()
    assert all(f">{name}</text>" in curves for name in ("L", "L_V", "L_P"))


def checked_after_data(folder, run):
    """Check a run that began with games of an engine; return its events."""
    events = read_events(folder / "events.jsonl")
    own = [e for e in events if e["kind"] != "shard" or "generation" in e]
    text = "".join(json.dumps(event) + "\n" for event in own)
    (folder / "events.jsonl").write_text(text)
    return checked(folder, run)


@pytest.mark.usefixtures("without_pictures")
def test_a_match_with_fewer_nodes_than_moves_is_warned_of(tmp_path, capsys):
    rows = table(play={"generations": 1, "sizes": {"4": 1}})
    rows["match"] = {"games": 2, "nodes": 15, "opponents": ["uct-plain", "previous"]}
    file = tmp_path / "run.toml"
    file.write_text(toml_of(rows))
    message = (
        "The match opponent uct-plain has 15 nodes a move, fewer than the 16 legal "
        "moves on the board: it cannot look at each of them."
    )

    for options in ([], ["--resume"]):
        argv = ["train", str(file), "--out", str(tmp_path / "run"), *options]
        assert main.main(argv) == 0
        assert capsys.readouterr().err.splitlines().count(message) == 1

    events = read_events(tmp_path / "run" / "events.jsonl")
    assert [e["text"] for e in events if e["kind"] == "warning"] == [message]
    assert message in (tmp_path / "run" / "report.md").read_text()


def toml_of(rows):
    """Return a table of tables as TOML."""
    lines = [f"{k} = {json.dumps(v)}" for k, v in rows.items() if type(v) is not dict]
    for name, entries in rows.items():
        if type(entries) is dict:
            lines += [f"[{name}]", *(f"{k} = {inline(v)}" for k, v in entries.items())]
    return "\n".join(lines)


def inline(value):
    if type(value) is not dict:
        return json.dumps(value)
    return "{" + ", ".join(f'"{k}" = {inline(v)}' for k, v in value.items()) + "}"


@pytest.mark.usefixtures("without_pictures")
def test_enough_nodes_are_not_warned_of(tmp_path):
    run = config(
        play={"generations": 1, "sizes": {"4": 1}},
        match={"games": 2, "nodes": 16, "opponents": ["uct-plain"]},
    )

    SelfPlayRun(run, tmp_path).resume()

    kinds = {event["kind"] for event in read_events(tmp_path / "events.jsonl")}
    assert "match" in kinds
    assert "warning" not in kinds


class Watched(HashEvaluator):
    """Remembers for which side it was asked about each first move."""

    def __init__(self):
        super().__init__()
        self.games = 0

    def evaluate(self, batch):
        self.games += int((batch.cells == 0).all(axis=1).sum())
        return super().evaluate(batch)


def test_the_newest_network_plays_double_rounds_with_several_of_the_pool():
    run = config(play={"opening_plies": [0, 0]})
    play = replace(run.play, parallel_games=12)
    networks = [Watched() for _ in range(4)]
    games = SelfPlay(play, play.setups("hex")[0], networks, seed=1)

    list(games.run(range(12)))

    # Each of the three has four games with the newest one, two as first player.
    assert [network.games for network in networks] == [6, 2, 2, 2]


def test_the_networks_of_a_pool_are_drawn_without_repetition(tmp_path):
    run = SelfPlayRun(config(play={"policy": "pool", "pool_opponents": 3}), tmp_path)

    drawn = [run._choose_players(generation) for generation in range(1, 9)]

    assert [len(found) for found in drawn] == [1, 2, 3, 4, 4, 4, 4, 4]
    for generation, (newest, *earlier) in enumerate(drawn, start=1):
        assert newest == generation - 1
        assert set(earlier) <= set(range(newest))
        assert len(set(earlier)) == len(earlier)


def test_the_entropy_of_a_policy_is_logged_beside_that_of_a_uniform_one():
    setup = GAMES["hex"].setup(height=11, width=11)

    flat, hashed = (
        measure_policy_entropy(e, setup) for e in (FlatEvaluator(), HashEvaluator())
    )

    assert flat.uniform == hashed.uniform == pytest.approx(4.655, abs=0.001)
    assert flat.policy == pytest.approx(flat.uniform, abs=1e-5)
    assert hashed.policy < flat.uniform - 0.3


@pytest.mark.usefixtures("without_pictures")
def test_a_run_begun_before_a_key_existed_goes_on(tmp_path):
    run = config()
    SelfPlayRun(run, tmp_path)
    path = tmp_path / "run.json"
    settings = json.loads(path.read_text())
    del settings["play"]["labels"], settings["train"]["alpha"]
    path.write_text(json.dumps(settings))

    assert SelfPlayRun(run, tmp_path, resume=True).resume()

    checked(tmp_path, run)
