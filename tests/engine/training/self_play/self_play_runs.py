"""Small runs of self-play, and what must be true of their folders."""

import os
import signal
from collections import Counter

from engine.training.learning.samples import load_samples
from engine.training.run import report
from engine.training.run.config import parse_config
from engine.training.run.event_log import read_events
from engine.training.run.progress import Monitor
from engine.training.self_play.self_play_run import SelfPlayRun

SMALL = {"blocks": 1, "channels": 8, "pooled": 4}


def table(game="hex", **changes):
    is_hex = game == "hex"
    play = {
        "sizes": {"4": 1, "3x5": 1} if is_hex else {"5": 1, "5x6": 1},
        "options": {} if is_hex else {"line_length": "4"},
        **{"generations": 2, "games": 6, "games_per_shard": 2, "parallel_games": 3},
        **{"simulations": 10, "opening_plies": [0, 1], "evaluator": "onnx-float32"},
    }
    train = {
        **{"steps": 4, "batch_size": 8, "checkpoint_interval": 2, "warm_up_steps": 2},
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
    return parse_config(table(game, **changes))


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
    assert steps[-1] == run.play.generations * run.train.steps + run.train.initial_steps
    told = [e["generation"] for e in events if e["kind"] == "generation"]
    assert told == list(range(run.play.generations + 1))
    assert not list(folder.rglob("open-*.npz"))
    return events


class Killer(Monitor):
    """Kills this process in a phase of the run."""

    def __init__(self, phase):
        self._phase = phase

    def update(self, phase, done, total):
        if phase == self._phase and (done > 0 or phase == "match"):
            os.kill(os.getpid(), signal.SIGKILL)


def die_in_phase(settings, folder, phase):
    """Play a run, without pictures, until this process dies in ``phase``."""
    report.draw_panels = lambda panels: {}
    run = SelfPlayRun(parse_config(settings), folder, resume=True)
    run.resume(monitor=Killer(phase))
