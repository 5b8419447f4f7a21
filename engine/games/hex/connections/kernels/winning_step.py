"""The winner's next move on a path that its connections guarantee."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from engine.core.kernels.jit import njit_inlined
from engine.core.kernels.jit import njit_lean as njit
from engine.core.kernels.records import new_records
from engine.games.hex.connections.kernels.virtual_connections import (
    FULL,
    NO_CONNECTION,
    NOWHERE,
    has_cell,
    row_from_edge,
)
from engine.games.hex.rules.constants import EMPTY, RED

FAR = 30000
"""Cost of a cell that no winning path reaches."""

STEP = np.dtype([("cost", np.int16), ("cell", np.int16)], align=True)
"""The cheapest path from the first edge to a cell.

cost: cells that the player still has to take, or ``FAR``.
cell: the first one of them, or ``NOWHERE``.
"""


def new_steps(cell_count: int) -> npt.NDArray[np.void]:
    """Return scratch of ``find_winning_step``, ``[N]`` records of the type ``STEP``."""
    return new_records(cell_count, STEP)


@njit()
def find_winning_step(steps, connections, filled, cells, neighbours, width, player):
    """Return the first empty cell of a shortest winning path of ``player``, or -1.

    The path uses the player's stones at no cost, and the cells of the carrier of its
    edge connection and those filled in for it.

    Args:
        steps: ``[N]`` records of the type ``STEP``, scratch.
        connections: Those of the player.
        filled: The board after fill-in.
        cells: The board.
        neighbours: ``[N, 6]``.
        width: Columns of the board.
        player: The side that has won.
    """
    count = steps.size
    last = (count // width if player == RED else width) - 1
    for cell in range(count):
        steps[cell].cost = FAR
        steps[cell].cell = NOWHERE
    is_changed = True
    best, best_step = FAR, NOWHERE
    while is_changed:
        is_changed = False
        for cell in range(count):
            price = get_price(connections, filled, cells, cell, player)
            if price < 0:
                continue
            row = row_from_edge(cell, width, player)
            is_changed |= shorten_path(steps, neighbours, cell, price, row == 0)
            if row == last and steps[cell].cost < best:
                best, best_step = steps[cell].cost, steps[cell].cell
    return best_step


@njit_inlined()
def get_price(connections, filled, cells, cell, player):
    """Return the price of a cell of a winning path: 1 if empty, -1 if not on one."""
    if cells[cell] != EMPTY:
        return 0 if cells[cell] == player else -1
    edge = cells.size - 3
    connection = connections.first[FULL, edge, edge + 1]
    is_safe = filled[cell] == player
    if connection != NO_CONNECTION:
        is_safe |= has_cell(connections.carrier[connection], cell)
    return 1 if is_safe else -1


@njit_inlined()
def shorten_path(steps, neighbours, cell, price, is_at_edge):
    """Shorten the path to a cell by way of its neighbours; return whether it changed.

    A cell next to the first edge starts a path.
    """
    cost, step = (0 if is_at_edge else FAR), NOWHERE
    for k in range(6):
        beside = neighbours[cell, k]
        if beside < steps.size and steps[beside].cost < cost:
            cost, step = steps[beside].cost, steps[beside].cell
    if cost + price >= steps[cell].cost:
        return False
    steps[cell].cost = cost + price
    steps[cell].cell = cell if step == NOWHERE and price == 1 else step
    return True
