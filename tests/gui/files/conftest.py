"""Folder of autosaved games, and autosave without a window."""

import pytest

from tests.gui.windowless import end_services, start_services


@pytest.fixture
def autosaved(tmp_path):
    """Return a function that lists the autosaved games."""
    folder = tmp_path / "state" / "pentahex" / "games"
    return lambda: sorted(folder.glob("*.sgf"))


@pytest.fixture
def start_windowless(settings, parts, state_home):
    """Return a function that starts games and autosave without a window."""
    started = []

    def start():
        started.append(start_services(settings, parts()))
        return started[-1]

    yield start
    for services in started:
        end_services(services)


@pytest.fixture
def windowless(start_windowless):
    return start_windowless()
