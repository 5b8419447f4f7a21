"""Scores of Hex moves by the shortest paths through them, without compiled code."""

from __future__ import annotations

from engine.core.game import GameSetup, Position
from engine.core.types import EMPTY, Move, Player
from engine.games.hex.rules.shortest_connection import find_shortest_connections

CENTRE_WEIGHT = 0.01
"""Weight of a step towards the centre, which breaks ties."""


def move_scores(position: Position) -> dict[Move, float]:
    """Return a score of each empty cell; higher is better.

    It is minus the number of stones that both sides need for their shortest paths
    through the cell, which counts twice for each side, less a small part of its
    distance from the centre.
    """
    setup = position.setup
    red, blue = (
        find_shortest_connections(position, player).lengths_through()
        for player in Player
    )
    # A path that does not exist counts as one through all cells, twice for each side.
    most = 4 * setup.cell_count
    return {
        Move(cell): -min(red[cell] + blue[cell], most)
        - CENTRE_WEIGHT * _from_centre(setup, cell)
        for cell in range(setup.cell_count)
        if position.stones[cell] == EMPTY
    }


def _from_centre(setup: GameSetup, cell: int) -> float:
    row, column = divmod(cell, setup.width)
    return abs(2 * row - setup.height + 1) + abs(2 * column - setup.width + 1)
