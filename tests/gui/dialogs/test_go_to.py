"""Going to a move by its number or its cell."""

import pytest
from PyQt5.QtCore import Qt
from PyQt5.QtWidgets import QAction

from tests.gui.driving import key, moves, play_all, press, widget

PLACES = {
    "0": [],
    "2": ["h8", "h9"],
    "k1": ["h8", "h9", "k1"],
    " H8 ": ["h8"],
}
"""The moves on the board after a text."""


@pytest.fixture
def with_variation(persons):
    """Return the window with a game that has a variation."""
    play_all(persons, ["h8", "h9", "i9"])
    key(persons.window, Qt.Key_Left)
    play_all(persons, ["k1", "k2"])
    return persons


@pytest.fixture
def asked(with_variation):
    """Return the window, asking for a move."""
    with_variation.window.findChild(QAction, "go_to").trigger()
    return with_variation


def test_a_number_or_a_cell_leads_there(with_variation, subtests):
    window = with_variation.window
    last = with_variation.controller.session.cursor

    for text, wanted in PLACES.items():
        with subtests.test(text):
            with_variation.controller.go_to(last)
            window.findChild(QAction, "go_to").trigger()
            widget(window, "go_to_move").setText(text)

            press(window, "go_to_accept")

            assert moves(with_variation) == wanted


def test_a_move_that_the_line_does_not_have_is_reported(asked, subtests):
    for text in ("5", "a1", "i9", "-1", "zz99", "9" * 5000):
        with subtests.test(text[:9]):
            widget(asked.window, "go_to_move").setText(text)

            assert not widget(asked.window, "go_to_accept").isEnabled()
            sentence = widget(asked.window, "go_to_problem").text()
            assert sentence == "The line on the board has no such move."


def test_an_empty_field_is_no_mistake(asked):
    field = widget(asked.window, "go_to_move")
    field.setText("9")
    field.clear()

    assert widget(asked.window, "go_to_problem").text() == ""
    assert not widget(asked.window, "go_to_accept").isEnabled()
