"""What the status bar says."""

import threading

import pytest

from engine.core import compilation
from engine.core.clocks.time_control import TimeTerms
from engine.core.types import Move
from engine.games import GAMES
from engine.match.match_setup import MatchSetup
from gui.app import application as app
from gui.text import languages
from tests.gui.driving import click_cell, status, widget
from tests.gui.scripted_engines import ENGINE, ScriptedSearcher


class Compiling(ScriptedSearcher):
    """Needs its time to prepare."""

    ready = threading.Event()

    def prepare(self, position):
        self.ready.wait(10)


@pytest.fixture
def compiling(engines, monkeypatch):
    monkeypatch.setattr("tests.gui.scripted_engines.ScriptedSearcher", Compiling)
    monkeypatch.setattr("gui.panels.status_bar.LONG_PREPARATION_MS", 150)
    Compiling.ready.clear()
    yield Compiling.ready
    Compiling.ready.set()


def test_a_long_preparation_is_explained_until_it_is_over(
    compiling, start_program, qtbot
):
    program = start_program()
    choice = MatchSetup(setup=GAMES["gomoku"].setup(), second=ENGINE)
    program.controller.put(program.factory.make_game(choice))
    qtbot.waitUntil(lambda: "(once, about half a minute)" in status(program))

    click_cell(program, "h8")
    assert "(once, about half a minute)" in status(program)
    compiling.set()

    qtbot.waitUntil(lambda: status(program) == "Black to move.")


class CompilingFour(Compiling):
    """Needs four kernels, and compiles one before it waits."""

    def prepare(self, position):
        compilation.expect(4)
        compilation.count_compiled()
        super().prepare(position)


def test_the_percentage_of_compiled_kernels_is_shown_also_in_the_background(
    compiling, start_program, qtbot, monkeypatch
):
    monkeypatch.setattr("tests.gui.scripted_engines.ScriptedSearcher", CompilingFour)
    program = start_program()
    choice = MatchSetup(setup=GAMES["gomoku"].setup(), second=ENGINE)
    program.controller.put(program.factory.make_game(choice))
    qtbot.waitUntil(lambda: "in the background: 25 %" in status(program))

    click_cell(program, "h8")
    assert status(program).endswith("Preparing the engine (only once): 25 %…")
    program.controller.stop_engine()
    assert status(program).endswith("in the background: 25 %.")
    compiling.set()

    qtbot.waitUntil(lambda: "Press Enter" in status(program))


RUNS_ON = "Your clock runs on."


def test_it_says_that_the_clock_runs_on_while_earlier_moves_are_shown(program):
    timed = MatchSetup(setup=GAMES["gomoku"].setup(), time=TimeTerms.parse("10m"))
    program.controller.put(program.factory.make_game(timed))
    program.controller.play(Move(0))
    assert not status(program).endswith(RUNS_ON)

    program.controller.go_to(0)
    assert status(program).endswith(RUNS_ON)
    program.controller.toggle_pause()
    assert not status(program).endswith(RUNS_ON)


def test_a_problem_is_shown_for_a_while(program, qtbot, monkeypatch):
    program.window.show_note("A bird flew in.")
    assert status(program) == "A bird flew in."

    click_cell(program, "h1")

    assert status(program) != "A bird flew in."


def test_chinese_sentences_have_no_space_between_them(program):
    languages.apply(app.get_application(), "zh_CN")
    timed = MatchSetup(setup=GAMES["gomoku"].setup(), time=TimeTerms.parse("10m"))
    program.controller.put(program.factory.make_game(timed))
    program.controller.play(Move(0))

    program.controller.go_to(0)

    assert status(program).endswith("。您的棋钟照走。")


def test_a_message_longer_than_its_place_ends_in_an_ellipsis(persons):
    label = widget(persons.window, "label_status")

    persons.window.show_note("M" * 500)

    picture = label.grab().toImage()
    background = picture.pixelColor(0, 0)
    end = range(
        label.width() - label.fontMetrics().horizontalAdvance("M"), label.width()
    )
    upper = range(picture.height() // 2)  # dots have no ink there
    inks = [picture.pixelColor(x, y) for x in end for y in upper]
    assert all(ink == background for ink in inks)
