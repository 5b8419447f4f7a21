"""Next moves of the record on the board: shown in records, not in games in progress."""

import pytest
from PyQt5.QtWidgets import QAction

from engine.records import files
from tests.gui.driving import click_cell, moves, widget

pytestmark = pytest.mark.qt_log_ignore("plugin does not support")

GAME = "(;FF[4]GM[4]SZ[15];B[hh](;W[ii];B[jj])(;W[gg]))"


@pytest.fixture
def opened(program):
    program.controller.put(program.factory.open_record(files.parse(GAME), None))
    return program


def pictures_at(program, node):
    """Return the board at a node with the marks and without them."""
    option = program.window.findChild(QAction, "continuations")
    program.controller.go_to(node)
    shown = widget(program.window, "board").grab().toImage()
    option.trigger()
    hidden = widget(program.window, "board").grab().toImage()
    option.trigger()
    return shown, hidden


def test_they_are_shown_where_the_record_goes_on(opened):
    shown, hidden = pictures_at(opened, 1)
    at_end = pictures_at(opened, 3)

    assert shown != hidden
    assert at_end[0] == at_end[1]


def test_a_click_on_one_follows_it_and_changes_nothing(opened):
    record = opened.controller.session.record
    opened.controller.go_to(1)

    click_cell(opened, "g9")

    assert opened.controller.session.record == record
    assert moves(opened) == ["h8", "g9"]


def test_a_deleted_one_is_shown_no_more(opened):
    opened.controller.go_to(1)
    before = pictures_at(opened, 1)[0]

    opened.controller.delete_from(4)
    opened.controller.go_to(1)

    assert pictures_at(opened, 1)[0] != before


def test_a_game_in_progress_shows_no_moves_that_were_taken_back(persons):
    for name in ("h8", "i7"):
        click_cell(persons, name)
    persons.controller.take_back()

    assert moves(persons) == ["h8"]
    shown, hidden = pictures_at(persons, persons.controller.session.cursor)
    assert shown == hidden
