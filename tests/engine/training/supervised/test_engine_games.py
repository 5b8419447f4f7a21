import contextlib
import os
import subprocess
import sys
import time
from dataclasses import asdict
from pathlib import Path

import numpy as np
import pytest

from engine.core.types import Candidate, Move
from engine.games import GAMES
from engine.search.api import SearchResult
from engine.training.learning.samples import load_samples, shard_path
from engine.training.run.config import parse_config
from engine.training.supervised.engine_games import (
    count_shards,
    make_policy,
    make_shards,
    play_game,
)


def config(game="gomoku", engine="alphabeta:1", **data):
    sizes = {"5x7": 1, "5": 1} if game == "gomoku" else {"4": 1, "3x5": 1}
    options = {"line_length": "4"} if game == "gomoku" else {}
    table = {
        **{"engine": engine, "nodes": 40, "sizes": sizes, "options": options},
        **{"games": 5, "games_per_shard": 2, "opening_plies": [1, 3]},
    }
    return parse_config({"game": game, "name": "test", "data": table | data})


def shards_of(run, folder):
    return make_shards(run.data, run.game, run.seed, folder)


def position(game="hex", side=3):
    game = GAMES[game]
    return game.new_position(game.setup(height=side))


def answer(*candidates):
    found = tuple(
        Candidate(move=Move(move), value=value, visits=visits)
        for move, value, visits in candidates
    )
    return SearchResult(move=found[0].move, value=found[0].value, candidates=found)


def test_the_policy_of_a_tree_search_is_its_visits():
    policy = make_policy(answer((4, 0.3, 6), (2, 0.1, 2)), position(), None)

    assert policy.tolist() == [0, 0, 0.25, 0, 0.75, 0, 0, 0, 0]


def test_the_policy_of_alpha_beta_is_its_best_move_softened_by_values():
    result = answer((4, 0.3, 6), (2, 0.3, 2), (0, -0.9, 2))

    policy = make_policy(result, position(), 0.2)

    assert policy[4] == pytest.approx(0.9, abs=1e-3)
    assert policy[2] == pytest.approx(0.1, abs=1e-3)
    assert policy[0] < 1e-4
    assert policy.sum() == pytest.approx(1)


def test_a_search_without_visits_still_has_its_move():
    assert make_policy(answer((4, 1.0, 0)), position(), None)[4] == 1


@pytest.mark.parametrize(
    ("game", "engine"), [("gomoku", "alphabeta:1"), ("hex", "uct:2")]
)
def test_games_follow_from_seed_and_number(game, engine):
    run = config(game, engine)
    setup = run.setups()[1]

    first, again, other = (
        play_game(run.data, setup, number=number, seed=3) for number in (0, 0, 1)
    )

    assert np.array_equal(first.cells, again.cells)
    assert np.array_equal(first.policy, again.policy)
    assert not np.array_equal(first.cells, other.cells[: len(first)])


@pytest.mark.parametrize(
    ("game", "engine"), [("gomoku", "alphabeta:1"), ("hex", "uct:2")]
)
def test_every_sample_is_a_position_of_its_game(game, engine):
    run = config(game, engine)
    samples = play_game(run.data, run.setups()[0], number=0, seed=1)

    own = (samples.cells == 1).sum(axis=1)
    others = (samples.cells == 2).sum(axis=1)
    assert set((others - own).tolist()) <= {0, 1}
    assert np.array_equal(others > own, samples.to_move == 2)
    assert not samples.policy[samples.cells != 0].any()
    assert np.allclose(samples.policy.sum(axis=1), 1)
    last = samples.last_move[0]
    assert samples.cells[0, last] == 2
    signs = samples.result * np.where(samples.to_move == 1, 1, -1)
    assert len(set(signs.tolist())) == 1


def test_shards_that_are_there_are_not_made_again(tmp_path):
    run = config()
    assert count_shards(run.data) == 3
    for _ in shards_of(run, tmp_path / "whole"):
        pass

    next(shards_of(run, tmp_path / "parts"))
    assert len(list((tmp_path / "parts").iterdir())) == 1
    made = list(shards_of(run, tmp_path / "parts"))

    assert made == [1, 2]
    for number in range(3):
        whole, parts = (
            load_samples(shard_path(tmp_path / name, number))
            for name in ("whole", "parts")
        )
        assert whole.setup == parts.setup
        assert np.array_equal(whole.cells, parts.cells)
    assert whole.game.max() == 4


PLAYING = """
import os, sys
from pathlib import Path
from engine.training.run.config import parse_config
from engine.training.supervised.engine_games import make_shards

if __name__ == "__main__":
    run = parse_config(eval(sys.argv[1]))
    shards = make_shards(run.data, run.game, run.seed, Path(sys.argv[2]))
    next(shards), next(shards)
    os.kill(os.getpid(), 9)  # while they wait for more to do
"""


@pytest.mark.processes
@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks at Linux's processes")
def test_processes_that_play_end_with_a_run_that_is_killed(tmp_path):
    run = config(games=4, workers=2)
    script = tmp_path / "playing.py"
    script.write_text(PLAYING)
    mark = f"mark={tmp_path}"

    subprocess.run(
        [sys.executable, script, repr(asdict(run)), tmp_path / "shards"],
        env={**os.environ, "PYTHONPATH": str(Path.cwd()), "MARK": mark},
        check=False,
    )

    deadline = time.monotonic() + 20
    while (left := processes_with(mark)) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not left
    assert list((tmp_path / "shards").glob("shard-*.npz"))


def processes_with(mark):
    """Return the processes that have a text in their environment."""
    found = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):
            if mark.encode() in path.read_bytes():
                found.append(path.parent.name)
    return found


def test_a_decided_game_ends_early_and_goes_to_the_side_ahead():
    settings = {"engine": "uct-plain", "nodes": 200, "no_resign_share": 0.0}

    def play(resign_threshold):
        run = config("hex", resign_threshold=resign_threshold, **settings)
        return play_game(run.data, run.setups()[0], number=1, seed=1)

    samples, to_its_end = play(0.2), play(2.0)

    assert 3 <= len(samples) < len(to_its_end)
    sides = np.where(samples.to_move == 1, 1, -1)
    leaders, winners = np.sign(samples.value) * sides, samples.result * sides
    assert len({*leaders[-3:], *winners}) == 1
    assert (np.abs(samples.value[-3:]) >= 0.2).all()
