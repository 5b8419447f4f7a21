"""Fake external programs as players, and what is left of their processes."""

import os
import shlex
import sys
from pathlib import Path

import pytest

from engine.players.build import build_searcher
from engine.players.engine_spec import sort_overrides
from engine.players.program_player import ProgramPlayer

FAKES = Path(__file__).parents[1] / "engine" / "external"


class FakeProgram:
    """A fake program: its command, its player, and the lines that it has read."""

    def __init__(self, script, log, modes, startup=20.0):
        self.log = log
        self.startup = startup
        log.touch()
        words = [sys.executable, "-ISs", str(FAKES / script), str(log), *modes]
        self.command = shlex.join(words)

    @property
    def player(self):
        settings = sort_overrides({"name": "Fake", "startup": self.startup})
        return ProgramPlayer(command=self.command, overrides=settings)

    @property
    def lines(self):
        return self.log.read_text(encoding="utf-8").splitlines()

    @property
    def processes(self):
        """The processes of all starts so far that still run; for the mode ``child``."""
        ids = [
            int(word)
            for line in self.lines
            for word in line.split()
            if len(line.split()) == 2 and line.replace(" ", "").isdecimal()
        ]
        return [one for one in ids if is_running(one)]


def is_running(number):
    """Return whether a process runs; one that has ended may wait for its parent."""
    try:
        os.kill(number, 0)
        stat = Path(f"/proc/{number}/stat").read_text(encoding="utf-8")
    except ProcessLookupError:
        return False
    except FileNotFoundError:
        return not Path("/proc/self").exists()  # a system without such files
    return stat.rpartition(")")[2].split()[0] != "Z"


@pytest.fixture
def fake_gomocup(tmp_path):
    def make(*modes, **settings):
        return FakeProgram("fake_gomocup.py", tmp_path / "log", modes, **settings)

    return make


@pytest.fixture
def fake_htp(tmp_path):
    return lambda *modes: FakeProgram("fake_htp.py", tmp_path / "log", modes)


@pytest.fixture
def with_programs(engines, monkeypatch):
    """Let the scripted engines make room for external programs."""
    make = engines.make

    def make_either(engine, game):
        if not isinstance(engine, ProgramPlayer):
            return make(engine, game)
        return build_searcher(engine, game)

    monkeypatch.setattr(engines, "make", make_either)
    return engines
