"""Measuring the window, in processes of its own."""

import json
import os
import subprocess

import pytest

from engine.core.paths import program_command
from engine.core.types import Player
from engine.session import GameSession
from gui.bench.bench_ui import MOVES, VARIATIONS, long_record, percentile


def measure(suite, seconds):
    command = [*program_command(), "--measure-window", suite, str(seconds)]
    return subprocess.run(
        command, capture_output=True, text=True, timeout=110, check=False
    )


@pytest.mark.slow
def test_the_window_under_load_is_measured_in_milliseconds():
    done = measure("ui", 0.1)

    figures = json.loads(done.stdout)
    assert done.returncode == 0
    assert set(figures) == {
        f"ui.{key}_ms"
        for key in (
            "gap_p99",
            "gap_max",
            "stop_p99",
            "repaint_p99",
            "option",
            "board_gomoku",
            "board_hex",
        )
    }
    assert all(value > 0 for value in figures.values())
    assert figures["ui.gap_p99_ms"] <= figures["ui.gap_max_ms"]


@pytest.mark.slow
def test_starts_are_measured_in_seconds():
    done = measure("startup", 0.1)

    figures = json.loads(done.stdout)
    assert done.returncode == 0
    assert set(figures) == {
        f"startup.{key}"
        for key in (
            "window_s",
            "first_reply_s",
            "warm_cache",
            "cold_window_s",
            "cold_text_s",
        )
    }
    assert figures["startup.warm_cache"] == 1
    assert 0 < figures["startup.window_s"] < figures["startup.first_reply_s"]


@pytest.mark.slow
def test_measuring_leaves_settings_and_games_alone(tmp_path):
    places = {"HOME": tmp_path, "XDG_CONFIG_HOME": tmp_path, "XDG_STATE_HOME": tmp_path}
    command = [*program_command(), "--measure-window", "reply", "0.1"]

    done = subprocess.run(
        command,
        env={**os.environ, **{name: str(place) for name, place in places.items()}},
        capture_output=True,
        text=True,
        timeout=110,
        check=False,
    )

    assert done.stdout.split()[-1] == "reply"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("values", "share", "expected"),
    [([3, 1, 2], 99, 3), (range(1, 201), 99, 198), ([5], 50, 5), ([1, 2], 50, 1)],
)
def test_a_percentile_is_one_of_the_values(values, share, expected):
    assert percentile(list(values), share) == expected


def test_the_long_game_has_all_its_moves_and_variations():
    record = long_record()

    session = GameSession(record)

    assert len(record.main_moves()) == session.ply == MOVES
    assert len(record.nodes) == 1 + MOVES + VARIATIONS
    assert session.outcome is None
    assert session.position.to_move is Player.FIRST
