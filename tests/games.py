"""Every game and a few of its boards, square and not, for the contract tests."""

import random

import pytest

from engine.core.types import Move, Player
from engine.games import GAMES
from tests.oracles import stones_of
from tests.toy.rules import Squares

ALL_GAMES = {**GAMES, "squares": Squares()}

BOARDS = [
    ("gomoku", 15, 15, {}),
    ("gomoku", 5, 5, {"line_length": "4"}),
    ("gomoku", 6, 13, {"rule": "exact"}),
    ("gomoku", 22, 7, {"line_length": "6"}),
    ("gomoku", 9, 8, {"rule": "exact", "line_length": "4"}),
    ("gomoku", 15, 15, {"rule": "renju"}),
    ("gomoku", 9, 11, {"rule": "renju"}),
    ("hex", 11, 11, {}),
    ("hex", 3, 3, {}),
    ("hex", 4, 9, {}),
    ("hex", 19, 5, {}),
    ("hex", 5, 5, {"swap": "on"}),
    ("squares", 4, 4, {}),
    ("squares", 3, 6, {}),
]


OPENING_BOARDS = [
    ("gomoku", 7, 9, {"opening": "swap2"}),
    ("gomoku", 5, 5, {"line_length": "4", "opening": "swap2"}),
    ("gomoku", 15, 15, {"rule": "renju", "opening": "swap2"}),
    ("gomoku", 7, 9, {"opening": "rif"}),
    ("gomoku", 5, 5, {"line_length": "4", "opening": "yamaguchi"}),
    ("gomoku", 15, 15, {"rule": "renju", "opening": "yamaguchi"}),
    ("gomoku", 7, 9, {"opening": "taraguchi"}),
    ("gomoku", 5, 5, {"line_length": "4", "opening": "taraguchi"}),
]
"""Boards for tests of the rules alone.

Kernels and searches treat a position as its stones, without an opening.
"""


def on_boards(boards):
    """Return a decorator that runs a test on the empty boards given."""
    return pytest.mark.parametrize(
        "empty_board",
        [
            ALL_GAMES[name].new_position(
                ALL_GAMES[name].setup(height=height, width=width, options=options)
            )
            for name, height, width, options in boards
        ],
        ids=[
            "-".join([name, f"{height}x{width}", *options.values()])
            for name, height, width, options in boards
        ],
    )


every_board = on_boards(BOARDS)
every_board_of_the_rules = on_boards(BOARDS + OPENING_BOARDS)
every_board_without_fouls = on_boards(
    [board for board in BOARDS if board[3].get("rule") != "renju"]
)
"""A foul is a matter of the last move: the stones alone do not show it."""


def random_game(position, seed):
    """Return the positions of a random game from ``position`` to its end."""
    rng = random.Random(seed)
    positions = [position]
    while positions[-1].outcome is None:
        positions.append(positions[-1].play(rng.choice(positions[-1].legal_moves())))
    return positions


def ended_by_foul(position):
    """Return whether a game ended by a foul, which the stones alone do not show."""
    return position.outcome is not None and position.outcome.reason == "foul"


def position_of(game, drawing, to_move=None, **options):
    """Return the position of a drawn board; see ``tests.oracles``."""
    height, width, stones = stones_of(drawing)
    setup = ALL_GAMES[game].setup(height=height, width=width, options=options)
    if to_move is None:
        to_move = Player.FIRST if stones.count(1) <= stones.count(2) else Player.SECOND
    return ALL_GAMES[game].position(setup, stones=stones, to_move=to_move)


def cell(position, name):
    """Return the move of a named cell on the board of ``position``."""
    return Move(ALL_GAMES[position.setup.game].parse_cell(position.setup, name))
