"""What stands behind a window, without the window: games, hints, autosave."""

import pytest

from engine.core.types import Move
from engine.games import GAMES
from gui.app.services import make_services


def start_services(settings, parts):
    """Restore the games of the last start and start the engines."""
    services = make_services(settings, **parts)
    services.autosave.restore(services.factory)
    services.controller.start()
    return services


def end_services(services):
    """Save the games and end all threads, as at the end of the program."""
    services.autosave.save_now()
    services.autosave.end()
    services.controller.end()
    has_read = services.reader.shutdown()
    assert services.engine.shutdown()
    assert has_read


def play_cells(services, *names):
    """Play moves for a person by the names of their cells."""
    for name in names:
        setup = services.controller.session.setup
        services.controller.play(Move(GAMES[setup.game].parse_cell(setup, name)))


@pytest.fixture
def start_windowless(qapp, settings, parts, state_home):
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
