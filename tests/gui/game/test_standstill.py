"""A computer that sleeps, or a program that hangs, costs nobody time."""

import re
import time

import pytest

from engine.core.clocks.time_control import TimeTerms
from engine.core.types import Move, Player
from engine.games import GAMES
from engine.match.match_setup import MatchSetup
from tests.gui.driving import status

SETUP = GAMES["gomoku"].setup()


class Sleep:
    """Lets the program stand still; a busy machine must not do so by itself."""

    def __init__(self, monkeypatch):
        self._monkeypatch = monkeypatch
        monkeypatch.setattr("gui.game.match_driver.BEAT_SECONDS", 0.05)
        self.end()

    def begin(self):
        """Stand still for a second."""
        self._monkeypatch.setattr("engine.match.standstill.STANDSTILL_SECONDS", 0.5)
        time.sleep(1.1)

    def end(self):
        """Take no further pause for a standstill."""
        self._monkeypatch.setattr("engine.match.standstill.STANDSTILL_SECONDS", 600.0)


@pytest.fixture
def sleep(monkeypatch):
    return Sleep(monkeypatch)


def test_a_standstill_pauses_the_game_and_costs_no_time(program, sleep, qtbot):
    controller = program.controller
    requested = MatchSetup(setup=SETUP, time=TimeTerms.parse("600s/move"))
    controller.put(program.factory.make_game(requested))
    controller.play(Move(112))

    sleep.begin()
    qtbot.waitUntil(lambda: controller.view.is_paused)
    sleep.end()

    assert controller.session.outcome is None
    assert controller.session.time.total(Player.SECOND) < 1.1
    expected = r"Paused: the computer was suspended for \d s, which does not count\."
    assert re.fullmatch(expected, status(program))
    program.window.show_note("")
    assert re.fullmatch(expected, status(program))
    controller.toggle_pause()
    assert not controller.view.is_paused
    assert status(program) == "White to move."


def test_a_program_that_ends_watches_no_clock(controller, begin_game):
    begin_game(MatchSetup(setup=SETUP))
    controller.play(Move(112))
    was_running = controller.session.time.is_running

    controller.end()

    assert was_running
    assert not controller.session.time.is_running
