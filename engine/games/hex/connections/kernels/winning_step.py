"""A step on the way of a side that has won, so that it comes to an end."""

from __future__ import annotations

import numpy as np

from engine.core.kernels.jit import njit_lean as njit
from engine.games.hex.connections.kernels.virtual_connections import NO_LINK, NOWHERE


@njit()
def shortest_step(steps, links, filled, cells, neighbours, width, player):
    """Return an empty cell of the board on a shortest way of ``player``, or -1.

    The way leads over the player's stones, which cost nothing, and the cells that its
    link between the edges needs or that are filled in for it.

    Args:
        steps: ``[2, N + 2]`` int16, scratch.
        links: of the player.
        filled: the board, filled in.
        cells: the board.
        neighbours: ``[N, 6]``.
        width: columns of the board.
        player: whose way.
    """
    count = steps.shape[1] - 2
    link = links.first[0, count, count + 1]
    last = (count // width if player == 1 else width) - 1
    costs, first_steps = steps[0], steps[1]
    costs[:] = 30000
    first_steps[:] = NOWHERE
    is_changed = True
    best, best_step = 30000, NOWHERE
    while is_changed:
        is_changed = False
        for cell in range(count):
            if cells[cell] != 0:
                price = 0 if cells[cell] == player else -1
            else:
                is_safe = filled[cell] == player
                if link != NO_LINK:
                    word = links.carrier[link, cell >> 6]
                    is_safe |= (word >> np.uint64(cell & 63)) & np.uint64(1) != 0
                price = 1 if is_safe else -1
            if price < 0:
                continue
            along = cell // width if player == 1 else cell % width
            before, step = 30000, NOWHERE
            if along == 0:
                before = 0
            for k in range(6):
                beside = neighbours[cell, k]
                if beside < count and costs[beside] < before:
                    before, step = costs[beside], first_steps[beside]
            if before + price < costs[cell]:
                costs[cell] = before + price
                first_steps[cell] = cell if step == NOWHERE and price == 1 else step
                is_changed = True
            if along == last and costs[cell] < best:
                best, best_step = costs[cell], first_steps[cell]
    return best_step
