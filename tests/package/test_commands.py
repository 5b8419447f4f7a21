"""The commands of the built package, from a folder that their user cannot change."""

import json
import os
import subprocess
import sys

import pytest

from engine import __version__
from engine.commands.dispatch import COMMANDS

pytestmark = pytest.mark.package

OTHER_CPU = {"NUMBA_CPU_NAME": "x86-64", "NUMBA_CPU_FEATURES": ""}
"""A processor that the ready kernels were not made for."""

SPAWNING = """
import multiprocessing, os, sys
sys.frozen = True  # as in a package, whose workers are itself
multiprocessing.set_executable(sys.argv[1])
worker = multiprocessing.get_context("spawn").Process(target=os._exit, args=(7,))
worker.start()
worker.join()
print(worker.exitcode)
"""


def test_the_self_test_passes_and_compiles_nothing(package):
    done = package.run("--self-test")

    checks = [json.loads(line) for line in done.stdout.splitlines()]
    assert [check for check in checks if not check["ok"]] == []
    assert any(check["check"] == "window" for check in checks)
    assert done.returncode == 0
    assert package.compiled_files() == []


def test_the_version_is_the_sources_own(package):
    assert package.run("--version").stdout.strip() == __version__


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_inside(package, command):
    assert package.run(command, "--help").returncode == 0


def test_networks_are_trained_from_the_sources(package):
    runs = package.inside / "resources" / "training"

    done = package.run("train", str(runs / "hex-supervised.toml"), "--out", "run")

    assert done.returncode == 2
    assert "get the sources" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_pictures_are_drawn_without_a_display(package):
    record = package.home / "game.sgf"
    record.write_text("(;GM[11]FF[4]SZ[9:6];B[a2];W[e4];B[d3])", encoding="utf-8")

    for name, start in (("a.png", b"\x89PNG"), ("a.svg", b"<?xml"), ("a.gif", b"GIF8")):
        done = package.run("convert", "game.sgf", name, DISPLAY="", WAYLAND_DISPLAY="")
        assert (done.returncode, done.stderr) == (0, "")
        assert (package.home / name).read_bytes().startswith(start)


def test_presets_of_the_user_play(package):
    source = package.inside / "resources" / "presets" / "uct.toml"
    own = source.read_text(encoding="utf-8").replace('name = "uct"', 'name = "own"')
    folder = package.home / "settings" / "pentahex" / "presets"
    folder.mkdir(parents=True)
    (folder / "own.toml").write_text(own, encoding="utf-8")
    places = dict.fromkeys(("XDG_CONFIG_HOME", "APPDATA"), str(folder.parents[1]))

    done = package.run("genmove", "--engine=own:2", "--game=hex", "--json", **places)

    assert json.loads(done.stdout)["nodes"] == 5


def test_the_speed_is_measured_without_compiling(package):
    done = package.run("bench", "uct", "--seconds", "0.05", "--json")

    assert json.loads(done.stdout)["uct.gomoku.sims_per_s"] > 0
    assert package.compiled_files() == []


def test_engines_play_a_match_in_processes_of_their_own(package):
    board = ("--game", "hex", "--size", "5", "--nodes", "50")
    games = ("--games", "4", "--concurrency", "2", "--out", "match", "--json")

    done = package.run("match", "uct:3", "alphabeta:2", *board, *games)

    result = json.loads(done.stdout)
    assert result["a_wins"] + result["b_wins"] == result["games"] == 4
    assert package.compiled_files() == []


def test_another_processor_compiles_behind_a_line_of_text_and_plays(package):
    done = package.run(
        "--measure-window", "reply", "0.2", QT_QPA_PLATFORM="offscreen", **OTHER_CPU
    )

    told = [line.split()[0] for line in done.stdout.splitlines()]
    assert told[0] == "painted"
    assert "preparing" in told
    assert told[-1] == "reply"
    assert package.compiled_files()


def test_it_serves_as_a_worker_of_another_process(package):
    done = subprocess.run(
        [sys.executable, "-c", SPAWNING, package.console],
        env=package.environment(),
        capture_output=True,
        text=True,
        check=True,
    )

    assert done.stdout.strip() == "7"


@pytest.mark.skipif(os.name == "nt", reason="closes the streams as a shell does")
def test_a_windowed_program_needs_no_terminal(package):
    """As a windowed program of Windows, it has neither output nor errors."""
    done = subprocess.run(
        ["sh", "-c", '"$@" >&- 2>&-', "sh", package.window, "engines", "--json"],
        env=package.environment(),
        cwd=package.home,
        check=False,
    )

    assert done.returncode == 0
