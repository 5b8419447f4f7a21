"""Scores of Hex moves by the shortest paths through them, without compiled code."""

from __future__ import annotations

import heapq
import math

from engine.core.game import GameSetup, Position
from engine.core.types import EMPTY, Move, Player
from engine.games.hex.rules.position import list_neighbours

CENTRE_WEIGHT = 0.01
"""Weight of a step towards the centre, which breaks ties."""


def move_scores(position: Position) -> dict[Move, float]:
    """Return a score of each empty cell; higher is better.

    It is minus the number of stones that both sides need for their shortest paths
    through the cell.
    """
    setup = position.setup
    missing = [0.0] * setup.cell_count
    for player in Player:
        ends = [_distances(position, player, at_end=end) for end in (False, True)]
        for cell in range(setup.cell_count):
            missing[cell] += ends[0][cell] + ends[1][cell]
    return {
        Move(cell): -min(missing[cell], 4.0 * setup.cell_count)
        - CENTRE_WEIGHT * _from_centre(setup, cell)
        for cell in range(setup.cell_count)
        if position.stones[cell] == EMPTY
    }


def _distances(position: Position, player: Player, *, at_end: bool) -> list[float]:
    """Return the number of stones that join each cell to one edge of a player."""
    setup, stones = position.setup, position.stones
    costs = {EMPTY: 1.0, player: 0.0}
    distances = [math.inf] * setup.cell_count
    waiting = [
        (costs[stones[cell]], cell)
        for cell in _edge(setup, player, at_end=at_end)
        if stones[cell] in costs
    ]
    heapq.heapify(waiting)
    neighbours = list_neighbours(setup.height, setup.width)
    while waiting:
        distance, cell = heapq.heappop(waiting)
        if distance >= distances[cell]:
            continue
        distances[cell] = distance
        for after in neighbours[cell]:
            if stones[after] in costs:
                total = distance + costs[stones[after]]
                if total < distances[after]:
                    heapq.heappush(waiting, (total, after))
    return distances


def _edge(setup: GameSetup, player: Player, *, at_end: bool) -> range:
    """Return the cells along one edge: top or bottom of Red, left or right of Blue."""
    width, count = setup.width, setup.cell_count
    if player is Player.FIRST:
        return range(count - width, count) if at_end else range(width)
    return range(width - 1, count, width) if at_end else range(0, count, width)


def _from_centre(setup: GameSetup, cell: int) -> float:
    row, column = divmod(cell, setup.width)
    return abs(2 * row - setup.height + 1) + abs(2 * column - setup.width + 1)
