"""The servers as processes that another program starts."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from engine.games import get_game
from engine.players.build import build_searcher
from engine.players.player_config import parse_engine
from engine.search.api import Limits

pytestmark = pytest.mark.processes

MAIN = Path(__file__).resolve().parents[3] / "main.py"

PATIENCE = 300
"""Seconds after which a test fails; the first run compiles an engine."""


def start(*arguments, **more):
    return subprocess.Popen(
        [sys.executable, str(MAIN), *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **more,
    )


def run(text, *arguments):
    process = start(*arguments)
    out, err = process.communicate(text, timeout=PATIENCE)
    return process.returncode, out.splitlines(), err


@pytest.mark.slow
def test_a_manager_plays_a_game():
    lines = ["START 15", "INFO timeout_turn 200", "BEGIN", "TURN 0,0", "END", ""]

    status, out, err = run("\r\n".join(lines), "gomocup", "--engine", "uct:4")

    answers = [line for line in out if not line.startswith("MESSAGE")]
    assert (status, err) == (0, "")
    assert answers[0] == "OK"
    assert len(answers) == 3


@pytest.mark.slow
def test_a_window_plays_a_game():
    lines = ["boardsize 6 4", "set_time 0.2", "1 genmove b", "2 genmove w", "quit", ""]

    status, out, err = run("\n".join(lines), "htp", "--engine", "uct:4")

    assert (status, err) == (0, "")
    assert [line.split()[0] for line in out if line] == ["=", "=", "=1", "=2", "="]


@pytest.mark.parametrize("command", ["gomocup", "htp"])
def test_the_end_of_the_input_ends_the_server(command):
    assert run("", command) == (0, [], "")


@pytest.mark.parametrize(
    ("command", "question"), [("gomocup", "ABOUT"), ("htp", "name")]
)
def test_a_closed_output_ends_the_server_without_a_word(command, question):
    process = start(command)
    process.stdout.close()
    for _ in range(2):
        process.stdin.write(f"{question}\n")
        process.stdin.flush()

    assert process.wait(PATIENCE) == 0
    assert process.stderr.read() == ""
    process.stderr.close()
    process.stdin.close()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
@pytest.mark.parametrize("command", ["gomocup", "htp"])
def test_a_terminated_server_ends_without_a_word(command):
    process = start(command)
    process.stdin.write("ABOUT\nname\n")
    process.stdin.flush()
    process.stdout.readline()

    process.terminate()

    _, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (-signal.SIGTERM, "")


@pytest.mark.parametrize(
    ("command", "engine"),
    [
        ("gomocup", "nobody"),
        ("gomocup", "zhang-uct"),
        ("htp", "liu-1"),
        ("htp", "cmd:x"),
    ],
)
def test_an_engine_that_cannot_play_is_refused_in_one_line(command, engine):
    status, out, err = run("", command, "--engine", engine)

    assert (status, out) == (2, [])
    assert err.startswith("pentahex: ")
    assert err.count("\n") == 1


@pytest.mark.slow
@pytest.mark.parametrize(("command", "game"), [("gomocup", "gomoku"), ("htp", "hex")])
def test_our_own_manager_understands_the_server(command, game):
    words = f"cmd:{sys.executable} {MAIN} {command} --engine uct:3"
    searcher = build_searcher(parse_engine(words), game)
    rules = get_game(game)
    position = rules.new_position(rules.setup(height=7))
    try:
        for _ in range(4):
            result = searcher.search(position, Limits(seconds=0.5))
            position = position.play(result.move)
    finally:
        searcher.close()

    assert len(position.history) == 4
