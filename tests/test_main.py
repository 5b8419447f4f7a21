"""The program as it is started."""

import gc
import os
import subprocess
import sys
from pathlib import Path

import pytest

import main
from gui.app import application
from main import name_command

BARE_START = (
    "import sys; sys.path.insert(0, sys.argv[1]); import main; "
    "sys.exit(main.start(sys.argv[2:]))"
)
"""Program that starts the one in the folder of its first argument."""

MAIN = Path(__file__).resolve().parents[1] / "main.py"


@pytest.mark.skipif(
    sys.platform == "win32", reason="closes the streams as a shell does"
)
def test_a_command_needs_no_terminal():
    """A windowed program of Windows has neither output nor errors."""
    command = [sys.executable, str(MAIN), "engines", "--json"]

    closed = subprocess.run(["sh", "-c", '"$@" >&- 2>&-', "sh", *command], check=False)

    assert closed.returncode == 0


@pytest.mark.parametrize(
    ("program", "argv", "expected"),
    [
        ("/opt/pentahex/pbrain-pentahex", [], ["gomocup"]),
        ("PBrain-Pentahex.exe", [], ["gomocup"]),
        ("pbrain-pentahex.exe", ["engines"], ["engines"]),
        ("pentahex-console", [], []),
        ("/home/pbrain-me/main.py", [], []),
    ],
)
def test_a_manager_of_gomoku_starts_the_server_by_its_name(program, argv, expected):
    assert name_command(program, argv) == expected


def test_an_interrupted_start_is_one_sentence(capsys, monkeypatch):
    def interrupt(_argv):
        raise KeyboardInterrupt

    monkeypatch.setattr(main, "main", interrupt)

    status = main.start(["engines"])

    assert (status, capsys.readouterr().err) == (1, "pentahex: Stopped.\n")


@pytest.mark.parametrize(
    ("argv", "files", "is_new_window"),
    [
        ([], [], False),
        (["a.sgf", "b.sgf"], ["a.sgf", "b.sgf"], False),
        (["--new-window"], [], True),
        (["--new-window", "a.sgf"], ["a.sgf"], True),
        (["a.sgf", "--new-window"], ["a.sgf"], True),
    ],
)
def test_files_open_in_the_window_or_in_a_new_one(
    argv, files, is_new_window, monkeypatch
):
    opened = []

    def open_window(names, *, is_new_window):
        opened.append((names, is_new_window))
        return 0

    monkeypatch.setattr(application, "main", open_window)
    monkeypatch.setattr(gc, "disable", lambda: None)

    main.main(argv)

    assert opened == [(files, is_new_window)]


def test_modules_that_take_time_are_imported_where_ctrl_c_is_reported():
    text = (
        "import sys; sys.path.insert(0, sys.argv[1]); import main; print(*sys.modules)"
    )
    command = [sys.executable, "-I", "-S", "-c", text, str(MAIN.parent)]

    done = subprocess.run(command, check=True, capture_output=True, text=True)

    assert not {"pathlib", "typing", "engine"} & set(done.stdout.split())


@pytest.mark.parametrize("argv", [[], ["engines"]])
def test_a_python_without_the_modules_explains_how_to_start(argv):
    """The standard library alone has neither the window's toolkit nor the others."""
    command = [sys.executable, "-I", "-S", "-c", BARE_START, str(MAIN.parent), *argv]

    done = subprocess.run(command, check=False, capture_output=True, text=True)

    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("pentahex: This Python has no module ")
    assert "make run" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full device")
@pytest.mark.parametrize("argv", [["--help"], ["--version"], ["genmove", "--help"]])
@pytest.mark.processes
@pytest.mark.parametrize("buffering", [{}, {"PYTHONUNBUFFERED": "1"}])
def test_help_that_is_lost_is_a_failure(argv, buffering):
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONUNBUFFERED"}
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, str(MAIN), *argv],
            check=False,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            env={**environment, **buffering},
        )

    assert done.returncode == 1
    assert "the disk is full" in done.stderr
