"""Move generation and move ordering of an analysed Hex board."""

from __future__ import annotations

import numpy as np

from engine.core.kernels.jit import njit_lean as njit
from engine.games.hex.connections.kernels.two_distance import two_distance
from engine.games.hex.connections.kernels.virtual_connections import (
    NO_CONNECTION,
    NOWHERE,
    SEMI,
    has_cell,
)
from engine.games.hex.rules.constants import EMPTY


@njit()
def meet_threats(must, first, following, carrier):
    """Write the intersection of the carriers of all threats of the opponent.

    Args:
        must: ``[W]`` uint64, written.
        first: See ``VirtualConnections``, as the next two.
        following: See ``first``.
        carrier: See ``first``.
    """
    for w in range(must.size):
        must[w] = ~np.uint64(0)
    ends = first.shape[1]
    connection = first[SEMI, ends - 2, ends - 1]
    while connection != NO_CONNECTION:
        for w in range(must.size):
            must[w] &= carrier[connection, w]
        connection = following[connection]


@njit()
def list_moves(cells, must, killer, order):
    """List the moves that meet all threats and are not inferior; return their count."""
    found = 0
    for cell in range(killer.size):
        is_empty = cells[cell] == EMPTY
        if is_empty and has_cell(must, cell) and killer[cell] == NOWHERE:
            order[found] = cell
            found += 1
    return found


@njit()
def sort_moves(order, score, found):
    """Sort the first ``found`` moves, highest score first, equals by their index."""
    for i in range(1, found):
        move = order[i]
        k = i - 1
        while k >= 0 and (
            score[order[k]] < score[move]
            or (score[order[k]] == score[move] and order[k] > move)
        ):
            order[k + 1] = order[k]
            k -= 1
        order[k + 1] = move


@njit()
def lead_after(work, cells, width, player, moves, ahead):
    """Write the player's lead in two-distance after each move.

    ``cells`` is changed and restored.
    """
    height = (cells.size - 3) // width
    for k in range(moves.size):
        cells[moves[k]] = player
        own = two_distance(work, cells, height, width, player)
        ahead[k] = two_distance(work, cells, height, width, 3 - player) - own
        cells[moves[k]] = EMPTY
