"""Going to a move by its number or its cell."""

import pytest
from PyQt5.QtCore import Qt
from PyQt5.QtWidgets import QAction

from tests.gui.driving import key, moves, play_all, press, widget


@pytest.fixture
def asked(persons):
    """Return the window, asking for a move of a game with a variation."""
    play_all(persons, ["h8", "h9", "i9"])
    key(persons.window, Qt.Key_Left)
    play_all(persons, ["k1", "k2"])
    persons.window.findChild(QAction, "go_to").trigger()
    return persons


@pytest.mark.parametrize(
    ("text", "wanted"),
    [("0", []), ("2", ["h8", "h9"]), ("k1", ["h8", "h9", "k1"]), (" H8 ", ["h8"])],
)
def test_a_number_or_a_cell_leads_there(asked, text, wanted):
    widget(asked.window, "go_to_move").setText(text)

    press(asked.window, "go_to_accept")

    assert moves(asked) == wanted


@pytest.mark.parametrize("text", ["5", "a1", "i9", "-1", "zz99", "9" * 5000])
def test_a_move_that_the_line_does_not_have_is_reported(asked, text):
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
