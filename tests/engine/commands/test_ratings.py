"""The command ratings as scripts use it."""

import argparse
import json
from itertools import pairwise

import pytest

from engine.commands import ratings
from engine.games import GAMES
from engine.players.player_config import parse_engine
from engine.players.presets import list_presets
from engine.tournament.run_state import read_run
from tests.engine.commands.command_line import run, run_apart

KEYS = {"engine", "elo", "elo_low", "elo_high", "games"}
"""The keys that scripts rely on."""

COMMAND = [
    *("ratings", "--game", "hex", "--size", "3x4", "--seconds", "0.01", "--games", "4"),
    *("--engine", "uct-plain:2", "--engine", "uct:3{nodes=5}", "--engine", "minimax:1"),
]


def plan_of(*argv):
    """Return the plan, and why each engine left out is not rated."""
    parser = argparse.ArgumentParser()
    ratings.add_arguments(parser)
    return ratings.make_plan(parser.parse_args([*argv, "--out", "unused"]))


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """Return the folder of ratings, with the status and the outputs of the command."""
    out = tmp_path_factory.mktemp("played") / "r"
    return out, *run_apart(*COMMAND, "--out", str(out), "--json")


@pytest.mark.processes
def test_ratings_print_a_list_of_engines_strongest_first(played):
    out, status, text, errors = played

    rows = json.loads(text)
    assert status == 0
    assert all(set(row) >= KEYS for row in rows)
    engines = [row["engine"] for row in rows]
    assert sorted(engines) == ["minimax:1", "uct-plain:2", "uct:3{nodes=5}"]
    assert all(one["elo"] >= other["elo"] for one, other in pairwise(rows))
    assert all(row["elo_low"] <= row["elo"] <= row["elo_high"] for row in rows)
    assert sum(row["games"] for row in rows) == 2 * 6
    assert errors.splitlines()[-1] == f"report: {out / 'report.md'}"


@pytest.mark.processes
def test_finished_ratings_print_one_table_again(capsys, played):
    out, *_ = played
    before = (out / "games.jsonl").read_bytes()

    status, text, _ = run(capsys, *COMMAND, "--out", str(out), "--resume")

    assert status == 0
    assert text.count("rank  engine") == 1
    assert len(text.splitlines()) == 4
    assert (out / "games.jsonl").read_bytes() == before


@pytest.mark.processes
def test_the_chosen_pairs_are_played_with_both_colours(played):
    out, *_ = played
    state = read_run(out)

    for one, other in pairwise(state.schedule):
        if one.pair == other.pair:
            assert (one.first, one.second) == (other.second, other.first)
            assert one.opening == other.opening
    finished = {result.number: result for result in state.results}
    assert [finished[game.number].first for game in state.schedule] == [
        game.first for game in state.schedule
    ]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_all_engines_of_a_game_are_rated_at_each_level(game):
    plan, left_out = plan_of("--game", game)

    expected = set()
    for preset in list_presets(game):
        levels = preset.for_game(game).top_level
        if parse_engine(preset.name).refusal(plan.setup) is None:
            names = [f"{preset.name}:{level}" for level in range(1, levels + 1)]
            expected |= {preset.name} if levels == 1 else set(names)
    assert set(plan.engines) == expected
    assert len(plan.engines) == len(expected)
    assert plan.limits.own
    assert not left_out.keys() & expected
    assert {name.partition(":")[0] for name in expected} | left_out.keys() == {
        preset.name for preset in list_presets(game)
    }


def test_an_engine_with_settings_is_rated_at_each_level():
    plan, _ = plan_of("--game", "hex", "--engine", "uct{nodes=5}", "--engine", "uct:2")

    assert len(plan.engines) == 11
    assert plan.engines[0] == "uct:1{nodes=5}"
    assert plan.engines[-1] == "uct:2"


WRONG = {
    "no engine left": (
        ["--size", "4x5", "--engine", "zhang-rl"],
        "on 4x5, got none; not rated: zhang-rl: Expected a board of 11x11 for this "
        "network, got 4x5.",
    ),
    "one engine": (["--engine", "uct:3", "--engine", "uct:3"], "two engines or more"),
    "an unknown engine": (["--engine", "nobody"], "among"),
    "another game": (["--engine", "liu-3"], "plays gomoku"),
    "no games": (["--games", "0"], "games: expected 1 or more"),
    "less than no games": (["--games", "-7"], "games: expected 1 or more"),
    "less than none, with drawn openings": (
        ["--size", "5", "--games", "-1"],
        "games: expected 1 or more",
    ),
    "too many games": (["--games", "99999"], "expected at most 100000 in total"),
    "no error": (["--error", "0"], "error: expected 1 or more"),
    "no time": (["--seconds", "0"], "seconds: expected 0.01 or more"),
    "no time on another board": (
        ["--size", "4x5", "--seconds", "0"],
        "seconds: expected 0.01 or more",
    ),
}


@pytest.mark.parametrize(("argv", "reason"), WRONG.values(), ids=WRONG)
def test_bad_usage_is_one_line_and_writes_nothing(capsys, tmp_path, argv, reason):
    out = tmp_path / "r"

    status, text, errors = run(
        capsys, "ratings", "--game", "hex", *argv, "--out", str(out)
    )

    assert (status, text) == (2, "")
    (line,) = errors.splitlines()
    assert reason in line
    assert not out.exists()
