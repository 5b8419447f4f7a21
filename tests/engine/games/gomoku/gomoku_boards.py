"""A Gomoku position that tests of the solver and of searches share."""

from engine.core.types import Player
from tests.games import position_of

STOPS = {"a3", "b3", "f3", "e1", "f1"}
"""Cells that may stop the three: beside it, or by fours in the lowest row."""


def three_to_stop():
    """Return a position whose side to move faces an open three."""
    return position_of(
        "gomoku",
        """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . X X X . . .
        . . . . . . . .
        X O O O . . . .
        """,
        to_move=Player.SECOND,
    )
