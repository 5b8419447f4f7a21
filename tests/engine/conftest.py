"""Fixtures of the engine's tests."""

import pytest

from engine.core.clocks.time_control import TimeTerms
from engine.games import GAMES
from engine.match.session.game_session import GameSession
from tests.engine.match.session.session_games import FakeTime
from tests.forked_processes import ForkedProcess, forked_processes
from tests.forked_programs import quick_programs


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item):
    """Let tests and their fixtures start processes only with the marker for these."""
    ForkedProcess.is_allowed = item.get_closest_marker("processes") is not None


@pytest.fixture(scope="session", autouse=True)
def quick_processes():
    """Fork the processes that the program spawns here; its commands spawn theirs."""
    with forked_processes():
        yield


@pytest.fixture(scope="session")
def run_quickly():
    """Return ``run_program`` without the start of Python and of numba.

    The program finds numba imported, and nothing of ours.
    """
    with quick_programs() as run:
        yield run


@pytest.fixture
def one_torch_thread():
    """Keep the tests from waiting for each other's threads."""
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture
def time():
    return FakeTime()


@pytest.fixture
def begin(time):
    """Return a function that begins a game under terms."""

    def start(terms, game="gomoku", **options):
        setup = GAMES[game].setup(options=options)
        return GameSession.new(setup, terms=TimeTerms.parse(terms), now=time)

    return start
