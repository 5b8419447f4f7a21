"""Measuring the window, in processes of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.core.types import Player
from engine.match.session.game_session import GameSession
from gui.bench import bench, bench_startup, processes
from gui.bench.bench_ui import percentile
from gui.bench.long_game import MOVES, VARIATIONS, long_record
from gui.bench.processes import borrow_home

FEW_SAMPLES = """
import sys
import main
from gui.bench import bench_ui
bench_ui.FEWEST_SAMPLES = 3
bench_ui.LONGEST_LOAD = "0.1"  # processes of the load start and end
sys.exit(main.main(sys.argv[1:]))
"""


@pytest.mark.processes
@pytest.mark.slow
def test_the_window_under_load_is_measured_in_milliseconds():
    measuring = ["--measure-window", "ui", "0.05"]
    command = [sys.executable, "-c", FEW_SAMPLES, *measuring]

    done = subprocess.run(
        command, capture_output=True, text=True, timeout=110, check=False
    )

    figures = json.loads(done.stdout)
    assert done.returncode == 0
    assert set(figures) == {
        f"ui.{key}_ms"
        for key in (
            "gap_p99",
            "gap_max",
            "stop_p99",
            "repaint_p99",
            "analysed_repaint_p99",
            "option",
            "board_gomoku",
            "board_hex",
        )
    }
    assert all(value > 0 for value in figures.values())
    assert figures["ui.gap_p99_ms"] <= figures["ui.gap_max_ms"]


STAND_IN = """
import os, sys, time
if "--measure-window" in sys.argv:
    for event in ("painted", "preparing engines", "reply"):
        time.sleep(0.01)
        print(event, flush=True)
else:
    folder = os.path.join(os.environ["XDG_STATE_HOME"], "pentahex")
    os.makedirs(folder)
    with open(os.path.join(folder, "pentahex.log"), "w") as log:
        log.write("painted after 0.01 s")
    time.sleep(60)
"""
"""A program that tells of its events, or logs its first paint, without any of it."""


def test_starts_are_measured_in_seconds(monkeypatch, capsys):
    stand_in = [sys.executable, "-ISs", "-c", STAND_IN]
    monkeypatch.setattr(processes, "program_command", lambda: stand_in)
    monkeypatch.setattr(bench_startup, "STARTS", 1)

    assert bench.main(["startup", "0.1"]) == 0

    figures = json.loads(capsys.readouterr().out)
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
    assert all(value > 0 for value in figures.values())


@pytest.mark.processes
@pytest.mark.slow
def test_showing_a_reply_tells_of_events_and_leaves_the_home_alone(tmp_path):
    home, temporary = tmp_path / "home", tmp_path / "temporary"
    home.mkdir()
    temporary.mkdir()
    (home / "mine").write_text("kept")
    code = "from gui.bench.bench_startup import show_reply; show_reply(0.1)"

    done = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ
        | dict.fromkeys(("HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"), str(home))
        | {"TMPDIR": str(temporary)},
        capture_output=True,
        text=True,
        timeout=110,
        check=False,
    )

    events = [line.split()[0] for line in done.stdout.splitlines()]
    assert [events[0], events[-1]] == ["painted", "reply"], done.stderr
    assert set(events[1:-1]) <= {"preparing"}
    assert [path.name for path in home.iterdir()] == ["mine"]
    assert list(temporary.iterdir()) == []


def test_a_borrowed_home_is_deleted_and_the_environment_restored():
    before = dict(os.environ)

    with borrow_home() as home:
        assert Path.home() == home
        (home / "settings.ini").touch()

    assert not home.exists()
    assert dict(os.environ) == before


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
