"""Fake programs, and searchers that play by them."""

import shlex
import sys
from pathlib import Path

import pytest

from engine.external.external_searcher import ExternalSearcher
from engine.external.settings import ExternalSettings

FOLDER = Path(__file__).parent


class Fake:
    """A searcher by a fake program, and the lines that the program has read."""

    def __init__(self, script, log, modes, settings):
        self.log = log
        log.touch()
        words = [sys.executable, "-ISs", str(FOLDER / script), str(log), *modes]
        self.command = shlex.join(words)
        self.searcher = ExternalSearcher(self.command, settings)

    @property
    def lines(self):
        return self.log.read_text(encoding="utf-8").splitlines()


@pytest.fixture
def fake(tmp_path):
    """Return a function that makes a searcher; all of them are closed at the end."""
    made = []

    def make(script, *modes, **settings):
        log = tmp_path / f"log{len(made)}"
        own = ExternalSettings(**settings)
        made.append(Fake(script, log, modes, own))
        return made[-1]

    yield make
    for one in made:
        one.searcher.close()


@pytest.fixture
def gomocup(fake):
    return lambda *modes, **settings: fake("fake_gomocup.py", *modes, **settings)


@pytest.fixture
def htp(fake):
    return lambda *modes, **settings: fake("fake_htp.py", *modes, **settings)
