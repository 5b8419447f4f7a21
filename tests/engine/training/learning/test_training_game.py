"""Random stones at the beginning of training games."""

import random

import pytest

from engine.training.learning.training_game import play_random_opening
from engine.training.run.game_settings import GamesSettings


def openings(height, width, **settings):
    """Return the positions after some random openings of Gomoku."""
    games = GamesSettings(sizes={f"{height}x{width}": 1}, **settings)
    (setup,) = games.setups("gomoku")
    return [play_random_opening(games, setup, random.Random(k)) for k in range(40)]


def distance(setup, cell, other):
    """Return the rows or columns between two cells, whichever are more."""
    (row, column), (r, c) = divmod(cell, setup.width), divmod(other, setup.width)
    return max(abs(row - r), abs(column - c))


@pytest.mark.parametrize("size", [(9, 9), (10, 10), (10, 7), (7, 10)])
def test_the_first_stone_is_near_the_middle(size):
    height, width = size

    found = openings(height, width, opening_plies=(1, 1), opening_distance=2)

    middle = height // 2 * width + width // 2
    cells = {position.history[0] for position in found}
    assert len(cells) > 1
    assert all(distance(found[0].setup, cell, middle) <= 2 for cell in cells)


def test_later_stones_are_near_another_one():
    found = openings(10, 12, opening_plies=(4, 4), opening_distance=2)

    for position in found:
        assert len(position.history) == 4
        for ply in range(1, 4):
            cell, before = position.history[ply], position.history[:ply]
            assert min(distance(position.setup, cell, one) for one in before) <= 2


def test_without_a_distance_stones_go_anywhere():
    found = openings(9, 9, opening_plies=(1, 1))

    rows = {divmod(position.history[0], 9)[0] for position in found}
    assert rows == set(range(9))
