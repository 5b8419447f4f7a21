"""Run folders of small matches, with or without finished games."""

import errno
import sys
from pathlib import Path

import pytest
from PyQt5.QtWidgets import QMainWindow

from engine.games import get_game
from engine.tournament.results import GameResult, SideUsage
from engine.tournament.run_folder import RunFolder
from gui.lab import run_process
from gui.lab.folder_runs import FolderRuns
from gui.lab.matches.match_choice import MatchChoice
from gui.lab.matches.match_labels import stop_texts

TINY = get_game("gomoku").setup(height=5, width=6, options={"line_length": "4"})
"""A board, not square, on which games are short."""


def tiny_choice(**changes):
    """Return a match of two quick engines on a tiny board."""
    values = {
        "setup": TINY,
        "engines": ("uct-plain:1", "minimax:1"),
        "limit": "nodes",
        "nodes": 5,
        "games": 4,
    }
    return MatchChoice(**(values | changes))


def result_of(number, *, first, winner, reason="line", **changes):
    """Return the result of a game of engines 0 and 1."""
    return GameResult(
        number=number,
        first=first,
        second=1 - first,
        winner=winner,
        reason=reason,
        plies=9,
        usage=(SideUsage(moves=4, seconds=2.0), SideUsage(moves=4, seconds=1.0)),
        **changes,
    )


def has_result(folder, count=1):
    """Return whether so many games have ended; to read the whole run takes longer."""
    return folder.games.exists() and folder.games.read_bytes().count(b"\n") >= count


class LockedPath(type(Path())):
    """Folder without permission, also for the user root; so is all that is in it."""

    def exists(self):
        raise PermissionError(errno.EACCES, "Permission denied", str(self))


def fail_for_want_of_room(*_args, **_options):
    """Fail as on a full disk."""
    raise OSError(errno.ENOSPC, "No space left on device")


STAND_IN = """
import sys
with open(sys.argv[-1] + "/games.jsonl", "a", encoding="utf-8") as games:
    games.write(sys.argv[1])
sys.stdin.read()
"""
"""A child that ends one game at once, and then waits until it is stopped."""


@pytest.fixture
def stand_in(monkeypatch):
    """Let a match be a process without engines, which plays until it is stopped."""
    line = result_of(1, first=0, winner=0).to_line() + "\n"
    command = [sys.executable, "-ISs", "-c", STAND_IN, line]
    monkeypatch.setattr(run_process, "console_command", lambda: command)


WAITS = "import sys; sys.stdin.read()"
"""A child that waits until it is stopped."""

FAILS = "import sys; sys.exit('part 1/1\\npentahex: The disk is full.')"
"""A child whose disk is full."""


@pytest.fixture
def be(monkeypatch):
    """Return a function that replaces the child by a script."""

    def replace(script):
        command = [sys.executable, "-ISs", "-c", script]
        monkeypatch.setattr(run_process, "console_command", lambda: command)

    return replace


@pytest.fixture
def make_run(tmp_path):
    """Return a function that writes a run folder with some results."""

    def make(choice=None, results=(), name="run"):
        folder = RunFolder(tmp_path / name)
        folder.claim((choice or tiny_choice()).make_plan(), resume=False)
        text = "".join(result.to_line() + "\n" for result in results)
        folder.games.write_text(text, encoding="utf-8")
        return folder

    return make


@pytest.fixture
def window(qtbot):
    """Return a main window of its own, which owns the windows of runs."""
    window = QMainWindow()
    qtbot.addWidget(window)
    window.show()
    return window


@pytest.fixture
def runs(window):
    """Return the runs of a main window; their processes end with the test."""
    runs = FolderRuns(window, stop_texts)
    yield runs
    runs.end()
