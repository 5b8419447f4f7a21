"""Runs of self-play that end early in every phase, and go on."""

import multiprocessing
import signal
import sys
from itertools import count

import pytest

pytest.importorskip("torch")

from engine.core.errors import RecordFileError, SamplesError
from engine.core.message import Message
from engine.training.learning import samples as sample_files
from engine.training.run.config import parse_config
from engine.training.run.progress import Monitor
from engine.training.self_play.generation_games import (
    GenerationGames,
    load_unfinished_games,
)
from engine.training.self_play.self_play_run import SelfPlayRun
from tests.engine.training.self_play.self_play_runs import (
    checked,
    config,
    die_in_phase,
    table,
)

pytestmark = pytest.mark.usefixtures("one_torch_thread", "without_pictures")


def test_a_run_goes_on_in_chunks_of_time(tmp_path):
    run = config()
    ticks = iter(range(10**6))
    chunks = 0
    while not SelfPlayRun(run, tmp_path, resume=True, now=lambda: next(ticks)).resume(
        seconds=40
    ):
        chunks += 1

    assert chunks > 3
    checked(tmp_path, run)


def test_ctrl_c_loses_no_game(tmp_path):
    run = config(play={"games_per_shard": 100})
    calls = count()

    def tick():
        if next(calls) == 200:
            raise KeyboardInterrupt
        return 0.0

    with pytest.raises(KeyboardInterrupt):
        SelfPlayRun(run, tmp_path, now=tick).resume()
    kept = [
        g for path in tmp_path.rglob("open-*.npz") for g in load_unfinished_games(path)
    ]
    assert sum(game.searched for game in kept) > 0

    assert SelfPlayRun(run, tmp_path, resume=True).resume()
    checked(tmp_path, run)


class Interrupter(Monitor):
    """Presses Ctrl+C when so many games have ended."""

    def __init__(self, games):
        self._games = games

    def update(self, phase, done, total):
        if phase == "games" and done == self._games:
            raise KeyboardInterrupt


def test_ctrl_c_while_progress_is_shown_loses_no_game(tmp_path):
    run = config(play={"games_per_shard": 100})

    with pytest.raises(KeyboardInterrupt):
        SelfPlayRun(run, tmp_path).resume(monitor=Interrupter(2))

    (shard,) = tmp_path.rglob("shard-*.npz")
    assert len(set(sample_files.load_samples(shard).game.tolist())) == 2
    assert SelfPlayRun(run, tmp_path, resume=True).resume()
    checked(tmp_path, run)


def test_ctrl_c_while_games_are_saved_stores_none_twice(tmp_path, monkeypatch):
    run = config(play={"games_per_shard": 2})
    presses = iter([signal.SIGINT])

    def save(*arguments):
        sample_files.save_samples(*arguments)
        for number in presses:
            signal.raise_signal(number)

    monkeypatch.setattr(f"{GenerationGames.__module__}.save_samples", save)
    with pytest.raises(KeyboardInterrupt):
        SelfPlayRun(run, tmp_path).resume()

    assert SelfPlayRun(run, tmp_path, resume=True).resume()
    checked(tmp_path, run)


class Killed(Exception):  # noqa: N818
    pass


def test_a_run_killed_at_any_write_loses_and_doubles_nothing(tmp_path, monkeypatch):
    match = {"interval": 1, "games": 2, "opponents": ["previous"]}
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

        for module in (
            "learning.samples",
            "run.run_folder",
            "learning.trainer_state",
            "run.event_log",
        ):
            monkeypatch.setattr(f"engine.training.{module}.write_atomically", dying)
        monkeypatch.setattr("engine.nn.torch_net.checkpoint.write_atomically", dying)
        SelfPlayRun(run, tmp_path, resume=True).resume()

    while True:
        try:
            attempt(3 + kills // 2, after=kills % 2 == 1)
            break
        except Killed:
            kills += 1

    assert kills > 5
    checked(tmp_path, run)


@pytest.mark.processes
@pytest.mark.skipif(sys.platform == "win32", reason="kills as POSIX does")
def test_a_run_killed_in_each_phase_goes_on(tmp_path):
    settings = table(play={"policy": "best", "gate_games": 2, "generations": 1})
    spawn = multiprocessing.get_context("spawn")

    for phase in ("games", "steps", "match"):
        process = spawn.Process(target=die_in_phase, args=(settings, tmp_path, phase))
        process.start()
        process.join()
        assert process.exitcode == -signal.SIGKILL
    assert SelfPlayRun(parse_config(settings), tmp_path, resume=True).resume()

    checked(tmp_path, parse_config(settings))


def test_games_under_way_go_with_their_generation(tmp_path):
    run = config(play={"generations": 1})
    SelfPlayRun(run, tmp_path).resume()
    folder = tmp_path / "generations/0001"
    # As after a kill between the last shard and the end of the generation.
    (folder / "net.safetensors").unlink()
    (folder / "open-4.npz").write_bytes((folder / "shard-00000.npz").read_bytes())

    assert SelfPlayRun(run, tmp_path, resume=True).resume()

    checked(tmp_path, run)


def test_a_full_disk_is_reported_in_one_sentence_and_loses_nothing(
    tmp_path, monkeypatch
):
    run = config()

    def full(path, data):
        raise RecordFileError(
            Message("{path} could not be written: disk full.", path=path)
        )

    with monkeypatch.context() as patched:
        patched.setattr("engine.training.learning.samples.write_atomically", full)
        with pytest.raises(RecordFileError, match=r"shard-00000.npz could not be"):
            SelfPlayRun(run, tmp_path).resume()

    assert SelfPlayRun(run, tmp_path, resume=True).resume()
    checked(tmp_path, run)


def test_a_damaged_shard_is_named(tmp_path):
    run = config()
    SelfPlayRun(run, tmp_path).resume()
    (tmp_path / "generations/0002/net.safetensors").unlink()
    (tmp_path / "generations/0002/shard-00001.npz").write_bytes(b"PK\x03\x04 cut")

    with pytest.raises(SamplesError, match=r"shard-00001\.npz"):
        SelfPlayRun(run, tmp_path, resume=True).resume()
