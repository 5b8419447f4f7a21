"""A computer that sleeps, or a program that hangs, costs nobody time."""

import re
import time

import pytest

from engine.core.clocks.time_control import TimeTerms
from engine.core.types import Move, Player
from engine.games import GAMES
from engine.match.match_setup import MatchSetup
from tests.gui.conftest import ENGINE
from tests.gui.driving import moves, status, wait_for_moves

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


@pytest.fixture
def begin(program, sleep):
    """Return a function that begins a game under terms."""

    def start(terms, **players):
        choice = MatchSetup(setup=SETUP, time=TimeTerms.parse(terms), **players)
        program.controller.put(program.factory.chosen(choice))
        return program.controller

    return start


def test_a_standstill_pauses_the_game_and_costs_no_time(program, begin, sleep, qtbot):
    controller = begin("600s/move")
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


def test_a_click_right_after_a_standstill_loses_no_game(begin, sleep):
    controller = begin("1s/move")
    controller.play(Move(112))

    sleep.begin()
    controller.play(Move(113))
    sleep.end()

    assert controller.view.is_paused
    assert controller.session.outcome is None
    assert controller.session.ply == 1
    controller.toggle_pause()
    controller.play(Move(113))
    assert controller.session.ply == 2


def test_a_game_without_a_time_control_counts_no_standstill(begin, sleep, qtbot):
    controller = begin("none")
    controller.play(Move(112))

    sleep.begin()
    qtbot.waitUntil(lambda: controller.view.is_paused)
    sleep.end()

    assert controller.session.time.total(Player.SECOND) < 1.1


def test_two_engines_are_paused(program, begin, sleep, engines, qtbot):
    engines.delay = 60
    controller = begin("5s/move", first=ENGINE, second=ENGINE)
    qtbot.waitUntil(lambda: len(engines.searched) > 0)

    sleep.begin()
    qtbot.waitUntil(lambda: not controller.view.is_running)
    sleep.end()

    assert controller.session.outcome is None
    engines.delay = 0
    engines.latest.let_go.set()
    controller.set_running(True)
    wait_for_moves(qtbot, program, 1)
    assert moves(program)


def test_an_engine_that_answers_during_a_standstill_moves_after_the_pause(
    program, begin, sleep, engines, qtbot
):
    controller = begin("1s/move", second=ENGINE)
    controller.play(Move(112))
    sleep.begin()  # the engine answers meanwhile
    qtbot.waitUntil(lambda: controller.view.is_paused or controller.session.ply == 2)
    sleep.end()

    if controller.view.is_paused:
        controller.toggle_pause()

    wait_for_moves(qtbot, program, 2)
    assert controller.session.outcome is None


def test_a_program_that_ends_watches_no_clock(begin):
    controller = begin("none")
    controller.play(Move(112))
    was_running = controller.session.time.is_running

    controller.end()

    assert was_running
    assert not controller.session.time.is_running
