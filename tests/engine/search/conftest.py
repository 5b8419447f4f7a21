"""Searches find the third game by its name, like every game."""

import pytest

from engine.games import GAMES
from tests.toy.rules import Squares


@pytest.fixture(autouse=True)
def third_game(monkeypatch):
    game = Squares()
    monkeypatch.setitem(GAMES, game.name, game)
    return game
