"""Boards and moves as text, for the tests of records."""

from engine.games import get_game
from engine.records.model.positions import final_position


def board(record):
    """Return the final position, a line of text for each row."""
    width = record.setup.width
    stones = "".join(".XO"[stone] for stone in final_position(record).stones)
    return [stones[i : i + width] for i in range(0, len(stones), width)]


def names(record):
    """Return the names of the moves really played."""
    game = get_game(record.setup.game)
    return [game.cell_name(record.setup, move) for move in record.main_moves()]


def lines(record):
    """Return the moves of every line of the tree, as text."""
    game = get_game(record.setup.game)
    leaves = [i for i, node in enumerate(record.nodes) if not node.children]
    return [
        " ".join(
            game.cell_name(record.setup, move)
            for move in record.moves_of(record.path_to(leaf))
        )
        for leaf in leaves
    ]
