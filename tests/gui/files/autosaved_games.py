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
    program.controller.put(program.factory.make_game(choice))


def play(program, *names):
    for name in names:
        click_cell(program, name)


def close(program):
    program.window.close()
    program.shutdown()


def answer(question, text):
    """Press a button of a question that is open."""
    buttons = widget(None, question).buttons()
    next(one for one in buttons if one.text() == text).click()


def index_of(autosaved):
    return autosaved()[0].with_name(INDEX)
