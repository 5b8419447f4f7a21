"""A simple engine plays while the chosen one is being compiled."""

import threading

import pytest

from engine.core import compilation
from engine.games import GAMES
from engine.match.match_setup import MatchSetup
from tests.gui.driving import click_cell, moves, status, wait_for_moves
from tests.gui.scripted_engines import ENGINE, ScriptedSearcher

SETUP = GAMES["gomoku"].setup()
SENTENCE = "A simple engine plays until the chosen one is compiled."


class Compiling(ScriptedSearcher):
    """Compiles one kernel of four, and waits."""

    done = threading.Event()
    has_kernels = True

    def prepare(self, position):
        compilation.expect(4)
        if self.has_kernels:
            compilation.count_compiled()
        self.done.wait(20)


@pytest.fixture
def compiling(monkeypatch):
    """Return the class of the engines, which wait until they are let go."""
    monkeypatch.setattr("tests.gui.scripted_engines.ScriptedSearcher", Compiling)
    monkeypatch.setattr("gui.game.stand_in.WAIT_MS", 50)
    monkeypatch.setattr("gui.game.stand_in.SHORT_WAIT_MS", 50)
    Compiling.done.clear()
    yield Compiling
    Compiling.done.set()


@pytest.fixture
def begin(compiling, start_program):
    """Return a function that begins a game with engines that compile."""

    def start(**choice):
        program = start_program()
        requested = MatchSetup(**{"setup": SETUP, **choice})
        program.controller.put(program.factory.make_game(requested))
        return program

    return start


def test_a_simple_engine_plays_until_the_chosen_one_is_ready(begin, compiling, qtbot):
    program = begin(second=ENGINE)

    click_cell(program, "h8")
    wait_for_moves(qtbot, program, 2)
    assert status(program) == SENTENCE
    assert program.controller.session.record.nodes[-1].analysis is None
    click_cell(program, "a1")
    wait_for_moves(qtbot, program, 4)
    compiling.done.set()
    qtbot.waitUntil(lambda: not program.engine.is_preparing)
    click_cell(program, "b1")
    wait_for_moves(qtbot, program, 6)

    assert moves(program)[5] == "a15"  # the first free cell, as the engine plays
    assert program.controller.view.players.second == ENGINE


def test_the_choice_of_an_opening_waits_for_the_engine(begin, compiling, qtbot):
    setup = GAMES["gomoku"].setup(options={"opening": "swap2"})
    program = begin(setup=setup, first=ENGINE)

    qtbot.wait(500)
    played = moves(program)
    compiling.done.set()

    assert played == []


def test_two_engines_wait_for_their_kernels(begin, compiling, qtbot):
    program = begin(first=ENGINE, second=ENGINE)

    qtbot.wait(500)
    played = moves(program)
    compiling.done.set()

    assert played == []


def test_nobody_stands_in_while_kernels_are_only_loaded(
    begin, compiling, qtbot, monkeypatch
):
    monkeypatch.setattr(compiling, "has_kernels", False)
    program = begin(second=ENGINE)
    click_cell(program, "h8")

    qtbot.wait(500)
    assert moves(program) == ["h8"]
    compiling.done.set()
    wait_for_moves(qtbot, program, 2)

    assert moves(program)[1] == "a15"
