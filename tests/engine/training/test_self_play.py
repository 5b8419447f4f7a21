"""Self-play: its games, and runs that are killed in every phase."""

import json
import os
import signal
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from itertools import count

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from engine.core.errors import RecordFileError, SamplesError, TrainingError  # noqa: E402
from engine.core.sentence import Sentence  # noqa: E402
from engine.nn.checkpoint import load_network  # noqa: E402
from engine.players import PlayerConfig, build_searcher  # noqa: E402
from engine.search.api import Limits  # noqa: E402
from engine.training import samples as sample_files  # noqa: E402
from engine.training.arena import Arena, Rival, Score  # noqa: E402
from engine.training.config import config_from  # noqa: E402
from engine.training.events import read_events  # noqa: E402
from engine.training.game_log import GameLog, Lesson, replayed  # noqa: E402
from engine.training.games import load_open_games, save_open_games  # noqa: E402
from engine.training.generations import SelfPlayRun  # noqa: E402
from engine.training.samples import load_samples  # noqa: E402
from engine.training.selfplay import SelfPlay  # noqa: E402
from tests.engine.search.guided_oracle import FlatEvaluator, HashEvaluator  # noqa: E402

pytestmark = pytest.mark.usefixtures("one_torch_thread")

SMALL = {"blocks": 1, "channels": 8, "pooled": 4}


def table(game="hex", **changes):
    is_hex = game == "hex"
    play = {
        "sizes": {"4": 1, "3x5": 1} if is_hex else {"5": 1, "5x6": 1},
        "options": {} if is_hex else {"line_length": "4"},
        **{"generations": 2, "games": 6, "games_a_shard": 2, "games_at_once": 3},
        **{"simulations": 10, "opening_plies": [0, 1]},
    }
    train = {
        **{"steps": 4, "batch": 8, "steps_a_checkpoint": 2, "warm_up": 2},
        **{"validation_batches": 1, "validation_share": 0.5, "threads": 1},
    }
    return {
        **{"game": game, "name": "small", "kind": "self-play", "seed": 4},
        "play": play | changes.pop("play", {}),
        "train": train | changes.pop("train", {}),
        "net": {"parameters": SMALL},
        **changes,
    }


def config(game="hex", **changes):
    return config_from(table(game, **changes))


def played(run, games=6, evaluators=None, **changes):
    """Return the samples of so many games of the run's first setup."""
    play = replace(run.play, **changes)
    setup = play.setups(run.game)[0]
    plays = SelfPlay(play, setup, evaluators or [HashEvaluator()], seed=run.seed)
    return [samples for samples in plays.run(range(games)) if samples is not None]


@pytest.mark.parametrize("game", ["hex", "gomoku"])
@pytest.mark.parametrize("considered", [0, 4])
def test_every_sample_is_a_position_of_its_game(game, considered):
    games = played(config(game), considered=considered)

    assert sorted(int(samples.game[0]) for samples in games) == list(range(6))
    for samples in games:
        own = (samples.cells == 1).sum(axis=1)
        others = (samples.cells == 2).sum(axis=1)
        assert set((others - own).tolist()) <= {0, 1}
        assert np.array_equal(others > own, samples.to_move == 2)
        assert not samples.policy[samples.cells != 0].any()
        assert np.allclose(samples.policy.sum(axis=1), 1, atol=1e-5)
        assert np.all(np.abs(samples.value) <= 1)
        signs = samples.result * np.where(samples.to_move == 1, 1, -1)
        assert len(set(signs.tolist())) == 1


def test_games_differ_though_they_begin_alike():
    games = played(config(), opening_plies=(0, 0), noise_share=0.5)

    assert len({samples.cells[-1].tobytes() for samples in games}) > 1


def test_games_follow_from_seed_and_number():
    first, again = (
        {int(s.game[0]): s.cells.tobytes() for s in played(config())} for _ in range(2)
    )

    assert first == again


def test_quick_moves_are_not_learned_from():
    whole = played(config(), noise_share=0.0)
    part = played(config(), noise_share=0.0, full_share=0.3, quick_simulations=4)

    plies = [int((samples.cells[-1] != 0).sum()) for samples in part]
    assert sum(map(len, part)) < 0.7 * sum(plies)
    assert all(len(samples) > 0 for samples in part)
    assert sum(map(len, part)) < sum(map(len, whole))


class Counting:
    """Judges evenly and notes for which colour it was asked."""

    def __init__(self):
        self.asked = Counter()

    def evaluate(self, batch):
        roots = (batch.cells != 0).sum(axis=1) == 0
        self.asked.update(batch.to_move[roots].tolist())
        return FlatEvaluator().evaluate(batch)


def test_colours_take_turns_against_another_network():
    newest, earlier = Counting(), Counting()
    played(config(), 6, [newest, earlier], opening_plies=(0, 0))

    assert newest.asked[1] == earlier.asked[1] == 3


def test_games_under_way_go_on_from_their_file(tmp_path):
    run = config(play={"opening_plies": [1, 1]})
    setup = run.play.setups("hex")[0]
    games = SelfPlay(run.play, setup, [HashEvaluator()], seed=run.seed)
    steps = games.run(range(3))
    while not all(game.searched > 2 for game in games.open_games()) or (
        not games.open_games()
    ):
        assert next(steps) is None
    under_way = games.open_games()
    save_open_games(tmp_path / "open.npz", under_way)

    kept = load_open_games(tmp_path / "open.npz")
    again = SelfPlay(run.play, setup, [HashEvaluator()], seed=run.seed)
    ended = [s for s in again.run(range(3), kept) if s is not None]

    assert [replace(game, lessons=None) for game in kept] == [
        replace(game, lessons=None) for game in under_way
    ]
    lessons = {game.number: game.lessons for game in under_way}
    for samples in ended:
        before = lessons[int(samples.game[0])]
        old = len(before)
        assert len(samples) > old
        assert np.array_equal(samples.cells[:old], before.cells)
        assert np.allclose(samples.policy[:old], before.policy, atol=1 / 255)


def test_a_game_ends_when_it_is_decided_three_times_in_a_row():
    run = config()
    position = replayed(run.play.setups("hex")[0], [])
    log = GameLog(run.play, 0, must_end=False)
    side = position.to_move
    log.learn(Lesson(position=position, policy=np.ones(16, np.float32) / 16, value=1.0))
    for value, is_over in ((0.99, False), (-0.2, False), (0.98, False), (-0.98, False)):
        log.hear(position, value)
        assert log.is_over(position) == is_over
        position = position.play(position.legal_moves()[0])
    log.hear(position, 0.98)

    assert log.is_over(position)
    assert log.winner(position) is side


def test_a_network_against_itself_scores_about_half():
    run = config(play={"opening_plies": [1, 2]})
    setup = run.play.setups("hex")[0]

    score = Arena(
        run.play, setup, HashEvaluator(), HashEvaluator(), games=8, seed=1
    ).play()

    assert score.games == 8
    # Two games from each opening, the same moves with colours turned.
    assert score.points == 4


def test_a_network_can_be_matched_with_an_engine():
    run = config()
    setup = run.play.setups("hex")[0]
    uct = PlayerConfig.parse("uct-plain")
    rival = Rival(
        build=lambda seed: build_searcher(uct, "hex", seed=seed),
        limits=Limits(nodes=400),
    )

    score = Arena(run.play, setup, HashEvaluator(), rival, games=6, seed=1).play()

    assert score.points < 3


def test_a_score_as_elo():
    assert Score(games=10, points=5).elo == 0
    assert Score(games=10, points=10).elo == pytest.approx(529, abs=1)


def checked(folder, run):
    """Assert that nothing was lost or counted twice; return the events."""
    events = read_events(folder / "events.jsonl")
    for generation in range(1, run.play.generations + 1):
        numbers = Counter(
            number
            for path in (folder / "generations" / f"{generation:04}").glob("shard-*")
            for number in set(load_samples(path).game.tolist())
        )
        first = generation * run.play.games
        assert sorted(numbers) == list(range(first, first + run.play.games))
        assert set(numbers.values()) == {1}
        own = [e for e in events if e["kind"] == "shard"]
        own = [e for e in own if e["generation"] == generation]
        assert [e["number"] for e in own] == list(range(len(own)))
        assert sum(e["games"] for e in own) == run.play.games
    steps = [e["step"] for e in events if e["kind"] == "validation"]
    assert steps == sorted(set(steps))
    assert steps[-1] == run.play.generations * run.train.steps + run.train.first_steps
    told = [e["generation"] for e in events if e["kind"] == "generation"]
    assert told == list(range(run.play.generations + 1))
    assert not list(folder.rglob("open-*.npz"))
    return events


@pytest.mark.parametrize("policy", ["latest", "best", "pool"])
def test_a_run_comes_to_a_network_and_a_report(tmp_path, policy):
    match = {"every": 2, "games": 2, "opponents": ["uct-plain", "previous"]}
    run = config(
        play={"policy": policy, "gate_games": 2, "generations": 3}, match=match
    )

    assert SelfPlayRun(run, tmp_path).go_on()

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
    assert "won against uct-plain" in (tmp_path / "curves.svg").read_text()


def test_a_network_that_does_not_win_its_match_is_not_taken(tmp_path):
    play = {"policy": "best", "gate_games": 2, "gate_share": 1.1, "generations": 1}
    SelfPlayRun(config(play=play), tmp_path).go_on()

    first, last = (
        load_network(tmp_path / "generations" / name / "net.safetensors")[0]
        for name in ("0000", "0001")
    )
    for name, tensor in first.state_dict().items():
        assert torch.equal(last.state_dict()[name], tensor)


def test_a_run_may_begin_with_games_of_an_engine(tmp_path):
    data = {
        **{"engine": "uct-plain", "nodes": 30, "plays_at_random": True},
        **{"sizes": {"4": 1}, "games": 4, "games_a_shard": 2},
    }
    run = config(data=data, train={"first_steps": 3}, play={"generations": 1})

    SelfPlayRun(run, tmp_path).go_on()

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


def test_a_run_may_begin_with_a_network_and_samples(tmp_path):
    SelfPlayRun(config(), tmp_path / "first").go_on()
    before = tmp_path / "first" / "net.safetensors"
    samples = [str(tmp_path / "first" / "generations" / "0002")]
    start = {"net": str(before), "samples": samples}

    SelfPlayRun(config(start=start), tmp_path / "second").go_on()

    begun, _ = load_network(tmp_path / "second" / "generations/0000/net.safetensors")
    for name, tensor in load_network(before)[0].state_dict().items():
        assert torch.equal(begun.state_dict()[name], tensor)


def test_a_network_of_another_shape_is_no_start(tmp_path):
    SelfPlayRun(config(), tmp_path / "first").go_on()
    start = {"net": str(tmp_path / "first" / "net.safetensors")}
    wider = config(start=start, net={"parameters": {**SMALL, "channels": 16}})

    with pytest.raises(TrainingError, match=r"^Expected a network .* to start with"):
        SelfPlayRun(wider, tmp_path / "second").go_on()


def test_a_run_goes_on_in_chunks_of_time(tmp_path):
    run = config()
    ticks = iter(range(10**6))
    chunks = 0
    while not SelfPlayRun(run, tmp_path, resume=True, now=lambda: next(ticks)).go_on(
        seconds=20
    ):
        chunks += 1

    assert chunks > 3
    checked(tmp_path, run)


def test_ctrl_c_loses_no_game(tmp_path):
    run = config(play={"games_a_shard": 100})
    calls = count()

    def tick():
        if next(calls) == 200:
            raise KeyboardInterrupt
        return 0.0

    with pytest.raises(KeyboardInterrupt):
        SelfPlayRun(run, tmp_path, now=tick).go_on(report=lambda *_: None)
    kept = [g for path in tmp_path.rglob("open-*.npz") for g in load_open_games(path)]
    assert sum(game.searched for game in kept) > 0

    assert SelfPlayRun(run, tmp_path, resume=True).go_on()
    checked(tmp_path, run)


class Killed(Exception):  # noqa: N818
    pass


def test_a_run_killed_at_any_write_loses_and_doubles_nothing(tmp_path, monkeypatch):
    match = {"every": 1, "games": 2, "opponents": ["previous"]}
    run = config(play={"policy": "best", "gate_games": 2}, match=match)
    write = sample_files.write_atomically
    kills = 0

    def attempt(number, *, after):
        left = iter(range(number))

        def dying(path, data):
            is_last = next(left, None) is None
            if is_last and not after:
                raise Killed
            write(path, data)
            if is_last:
                raise Killed

        for module in ("samples", "folder", "trainer", "events"):
            monkeypatch.setattr(f"engine.training.{module}.write_atomically", dying)
        monkeypatch.setattr("engine.nn.checkpoint.write_atomically", dying)
        SelfPlayRun(run, tmp_path, resume=True).go_on()

    while True:
        try:
            attempt(3 + kills // 2, after=kills % 2 == 1)
            break
        except Killed:
            kills += 1

    assert kills > 5
    checked(tmp_path, run)


DYING = """
import json, os, sys
from pathlib import Path
from engine.training.config import config_from
from engine.training.generations import SelfPlayRun
from engine.training import generations

if __name__ == "__main__":
    phase = sys.argv[3]

    def report(name, done, total):
        if name == phase and done > 0:
            os.kill(os.getpid(), 9)

    def match(*arguments):
        os.kill(os.getpid(), 9)

    if phase == "match":
        SelfPlayRun._match = match
    run = config_from(json.loads(sys.argv[1]))
    SelfPlayRun(run, Path(sys.argv[2]), resume=True).go_on(report=report)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="kills as POSIX does")
def test_a_run_killed_in_each_phase_goes_on(tmp_path):
    text = table(play={"policy": "best", "gate_games": 2, "generations": 1})
    (tmp_path / "dying.py").write_text(DYING)
    out = tmp_path / "run"

    for phase in ("games", "steps", "match"):
        done = subprocess.run(
            [sys.executable, tmp_path / "dying.py", json.dumps(text), out, phase],
            check=False,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            text=True,
        )
        assert done.returncode == -signal.SIGKILL, done.stderr
    assert SelfPlayRun(config_from(text), out, resume=True).go_on()

    checked(out, config_from(text))


def test_self_play_needs_no_window_and_no_package_of_records():
    program = (
        "import sys; sys.modules['PyQt5'] = sys.modules['sgfmill'] = None\n"
        "import engine.training.generations\n"
    )

    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )

    assert (done.returncode, done.stderr) == (0, "")


def test_a_full_disk_is_said_in_one_sentence_and_loses_nothing(tmp_path, monkeypatch):
    run = config()

    def full(path, data):
        raise RecordFileError(
            Sentence("{path} could not be written: disk full.", path=path)
        )

    with monkeypatch.context() as patched:
        patched.setattr("engine.training.samples.write_atomically", full)
        with pytest.raises(RecordFileError, match=r"shard-00000.npz could not be"):
            SelfPlayRun(run, tmp_path).go_on()

    assert SelfPlayRun(run, tmp_path, resume=True).go_on()
    checked(tmp_path, run)


def test_a_damaged_shard_is_named(tmp_path):
    run = config()
    SelfPlayRun(run, tmp_path).go_on()
    (tmp_path / "generations/0002/net.safetensors").unlink()
    (tmp_path / "generations/0002/shard-00001.npz").write_bytes(b"PK\x03\x04 cut")

    with pytest.raises(SamplesError, match=r"shard-00001\.npz"):
        SelfPlayRun(run, tmp_path, resume=True).go_on()
