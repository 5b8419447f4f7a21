"""A game that only the tests know plays in the window like any other."""

import pytest

from engine.games import GAMES
from tests.gui.driving import click_cell, has_widget, key, moves, press, status, widget
from tests.toy.rules import Squares


@pytest.fixture
def third_game(monkeypatch):
    game = Squares()
    monkeypatch.setitem(GAMES, game.name, game)
    return game


@pytest.fixture
def at_board(third_game, program):
    press(program.window, f"switch_{third_game.name}")
    return program


def test_it_has_a_place_in_the_switch_and_on_the_card(third_game, program):
    assert has_widget(program.window, f"switch_{third_game.name}")
    assert has_widget(program.window, f"card_play_{third_game.name}")


def test_stones_are_placed_by_clicks_on_its_board(at_board):
    board = widget(at_board.window, "board")
    before = board.grab().toImage()

    click_cell(at_board, "b2")
    click_cell(at_board, "c3")

    assert moves(at_board) == ["b2", "c3"]
    assert board.grab().toImage() != before


def test_it_is_played_to_its_end(at_board, qtbot):
    for name in ("a1", "d4", "b1", "d3", "a2", "d2", "b2"):
        click_cell(at_board, name)

    assert at_board.controller.session.outcome is not None
    qtbot.waitUntil(lambda: has_widget(at_board.window, "card_result"))
    assert "wins" in status(at_board)


def test_the_dialog_offers_it(at_board, third_game):
    press(at_board.window, "button_new")
    side = third_game.smallest_side
    widget(at_board.window, "new_game_height").setValue(side)

    press(at_board.window, "new_game_accept")

    assert at_board.controller.session.setup.height == side


def test_take_back_and_redo_work(at_board):
    from PyQt5.QtCore import Qt

    click_cell(at_board, "b2")

    key(at_board.window, Qt.Key_Z, Qt.ControlModifier)
    assert moves(at_board) == []
    key(at_board.window, Qt.Key_Y, Qt.ControlModifier)
    assert moves(at_board) == ["b2"]
