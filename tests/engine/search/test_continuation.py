"""Continuation of a game from one search to the next."""

from dataclasses import replace

import pytest

from engine.games import GAMES
from engine.search.continuation import moves_between
from tests.games import every_board, random_game


@every_board
def test_the_moves_of_a_game_lead_from_each_position_to_each_later_one(empty_board):
    positions = random_game(empty_board, seed=1)

    assert moves_between(positions[1], positions[1]) == ()
    assert moves_between(positions[1], positions[4]) == positions[4].history[1:]
    assert moves_between(positions[4], positions[1]) is None


def swap_game():
    """Return Hex with a swap after the first stone."""
    game = GAMES["hex"]
    return game.new_position(game.setup(height=4, options={"swap": "on"})).play(1)


@pytest.mark.parametrize("moves", [(3, 9), (16, 3)], ids=["stones", "swap"])
def test_other_stones_sides_or_moves_are_another_game(moves):
    before = swap_game()
    after = before.play(moves[0]).play(moves[1])

    assert moves_between(before, after) == moves
    for other in (
        replace(after, stones=after.stones[::-1]),
        replace(after, to_move=after.to_move.opponent),
        replace(after, history=(moves[1], *after.history[1:])),
        GAMES["hex"].new_position(GAMES["hex"].setup(height=5)),
    ):
        assert moves_between(before, other) is None
