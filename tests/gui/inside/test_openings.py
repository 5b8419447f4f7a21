"""The window in an opening whose choices no search tree has."""

import pytest
from PyQt5.QtWidgets import QPlainTextEdit

from engine.games import GAMES
from engine.match.match_setup import MatchSetup
from tests.gui.driving import widget


@pytest.mark.parametrize(
    "moves",
    ["", "d4 d5", "d4 d5 e6", "d4 d5 e6 fifth-moves-2 a1 offer-b2 offer-b3"],
    ids=["start", "placing", "declaring", "choosing"],
)
def test_in_an_opening_the_tree_is_that_of_the_stones(
    controller, begin_game, window, push, moves
):
    options = {"opening": "yamaguchi"}
    setup = GAMES["gomoku"].setup(height=7, width=7, options=options)
    begin_game(MatchSetup(setup=setup))
    for name in moves.split():
        controller.play(GAMES["gomoku"].parse_cell(setup, name.removeprefix("offer-")))
    window.offer()

    push("search", "step")

    view = widget(window, "inside_tree")
    assert view.item(view.model().index(0, 0)).node.visits > 0
    text = window.findChild(QPlainTextEdit, "inside_text").toPlainText()
    assert "Root: N = " in text
