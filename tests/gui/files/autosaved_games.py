"""Steps of the tests of autosave: begin, play and close games."""

from engine.games import GAMES
from engine.match.match_setup import MatchSetup
from gui.files.autosave_index import INDEX
from tests.gui.driving import (
    click_cell,
    widget,
)

PERSONS = MatchSetup(setup=GAMES["gomoku"].setup(height=9, width=11))


def begin(program, choice):
    program.controller.put(program.factory.chosen(choice))


def play(program, *names):
    for name in names:
        click_cell(program, name)


def close(program):
    program.window.close()
    program.shutdown()


def answer(program, text):
    """Press a button of the question that is open."""
    question = widget(program.window, "quit_question")
    button = next(b for b in question.buttons() if b.text() == text)
    button.click()


def index_of(autosaved):
    return autosaved()[0].with_name(INDEX)
