"""What is known about one board without searching: who wins, which moves to try.

The board is filled in, both sides' links are found, and the two circuits tell how much
each cell matters. A link between the own edges, full or semi, wins; a full one of the
other side loses; its semi links are threats, and a move must meet them all.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.core.jit import njit
from engine.games.hex.kernels_distance import Circuit, conductance, new_circuit
from engine.games.hex.kernels_fillin import fill_in, mark_inferior
from engine.games.hex.kernels_links import (
    NO_LINK,
    NOWHERE,
    Links,
    build_links,
    edges_are_linked,
    new_links,
)
from engine.games.hex.kernels_relinks import update_links

WON = 1
LOST = -1
OPEN = 0

UNIT = 800.0
"""Value of an advantage of one in the logarithm of the conductances."""

MOST_VALUE = 8000
"""No value that is not proven is larger."""


class Judgement(NamedTuple):
    """Room to judge a board, and what came of it.

    cells: ``[N + 3]`` int8, the board, filled in.
    red: links of Red.
    blue: links of Blue.
    circuit: scratch of both circuits.
    owners: ``[N]`` int8, see ``fill_in``.
    killer: ``[N]`` int16, see ``mark_inferior``.
    must: ``[W]`` uint64, the cells on which a move meets every known threat.
    score: ``[N]`` float64, how much a move matters.
    order: ``[N]`` int16, the moves to try, those that matter most first.
    steps: ``[2, N + 2]`` int16, scratch of ``shortest_step``.
    """

    cells: np.ndarray
    red: Links
    blue: Links
    circuit: Circuit
    owners: np.ndarray
    killer: np.ndarray
    must: np.ndarray
    score: np.ndarray
    order: np.ndarray
    steps: np.ndarray


def new_judgement(cell_count: int) -> Judgement:
    """Return room to judge boards of ``cell_count`` cells."""
    return Judgement(
        np.zeros(cell_count + 3, np.int8),
        new_links(cell_count),
        new_links(cell_count),
        new_circuit(cell_count),
        np.zeros(cell_count, np.int8),
        np.zeros(cell_count, np.int16),
        np.zeros((cell_count + 63) // 64, np.uint64),
        np.zeros(cell_count),
        np.zeros(cell_count, np.int16),
        np.zeros((2, cell_count + 2), np.int16),
    )


@njit()
def judge(room, cells, neighbours, width, player):
    """Judge a board with ``player`` to move.

    Returns:
        ``WON``, ``LOST`` or ``OPEN``, and the number of moves in ``order``: when won,
        one that wins, unless no move is needed; when lost, none.
    """
    room.cells[:] = cells
    fill_in(room.cells, neighbours, room.owners)
    own = room.red if player == 1 else room.blue
    other = room.blue if player == 1 else room.red
    build_links(own, room.cells, neighbours, width, player)
    if has_won(own):
        return WON, won_moves(room, own)
    build_links(other, room.cells, neighbours, width, 3 - player)
    return weigh_up(room, own, other, neighbours, player)


@njit()
def judge_after(room, before, move, neighbours, width, player):
    """Judge the board after ``move``, like ``judge``, from what was known before it.

    ``before`` is the judgement, open, of the board without the move; ``player`` is to
    move after it.
    """
    room.cells[:] = before.cells
    room.cells[move] = 3 - player
    fill_in(room.cells, neighbours, room.owners)
    own = room.red if player == 1 else room.blue
    other = room.blue if player == 1 else room.red
    own_before = before.red if player == 1 else before.blue
    other_before = before.blue if player == 1 else before.red
    cells, old = room.cells, before.cells
    update_links(own, own_before, cells, old, neighbours, width, player)
    if has_won(own):
        return WON, won_moves(room, own)
    update_links(other, other_before, cells, old, neighbours, width, 3 - player)
    return weigh_up(room, own, other, neighbours, player)


@njit()
def has_won(own):
    """Say whether a link, full or semi, joins the edges of the side to move."""
    return edges_are_linked(own, 0) or edges_are_linked(own, 1)


@njit()
def won_moves(room, own):
    """Write the key of the semi link that wins; return how many moves are needed."""
    if edges_are_linked(own, 0):
        return 0
    count = room.killer.size
    room.order[0] = own.key[own.first[1, count, count + 1]]
    return 1


@njit()
def weigh_up(room, own, other, neighbours, player):
    """Judge a board whose links are known; see ``judge``."""
    count = room.killer.size
    if edges_are_linked(other, 0):
        return LOST, 0
    meet_threats(room, other)
    mark_inferior(room.cells, neighbours, count, player, room.killer)
    found = 0
    for cell in range(count):
        is_needed = (room.must[cell >> 6] >> np.uint64(cell & 63)) & np.uint64(1)
        if room.cells[cell] == 0 and is_needed and room.killer[cell] == NOWHERE:
            room.order[found] = cell
            found += 1
    if found == 0:
        return LOST, 0
    rate_moves(room, own, other)
    sort_moves(room.order, room.score, found)
    return OPEN, found


@njit()
def survey(room, cells, neighbours, width):
    """Fill a board in and find the links of both sides, whoever is to move."""
    room.cells[:] = cells
    fill_in(room.cells, neighbours, room.owners)
    build_links(room.red, room.cells, neighbours, width, 1)
    build_links(room.blue, room.cells, neighbours, width, 2)


@njit()
def meet_threats(room, other):
    """Write the cells that lie in the carrier of every threat of the other side."""
    count = room.killer.size
    must = room.must
    must[:] = ~np.uint64(0)
    link = other.first[1, count, count + 1]
    while link != NO_LINK:
        for w in range(must.size):
            must[w] &= other.carrier[link, w]
        link = other.following[link]


@njit()
def rate_moves(room, own, other):
    """Write how much of both sides' currents flows through each cell."""
    score = room.score
    conductance(own, room.cells, room.circuit, NOWHERE, NOWHERE, True)
    for cell in range(score.size):
        score[cell] = room.circuit.current[cell]
    conductance(other, room.cells, room.circuit, NOWHERE, NOWHERE, True)
    for cell in range(score.size):
        score[cell] += room.circuit.current[cell]


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
def value_moves(room, player, moves, values):
    """Write what the judged board is worth to ``player`` after each of ``moves``.

    The known links are used as far as they still hold; new ones are not looked for.
    """
    own = room.red if player == 1 else room.blue
    other = room.blue if player == 1 else room.red
    for k in range(moves.size):
        move = np.int64(moves[k])
        mine = conductance(own, room.cells, room.circuit, move, NOWHERE, False)
        theirs = conductance(other, room.cells, room.circuit, NOWHERE, move, False)
        ratio = max(mine, 1e-6) / max(theirs, 1e-6)
        value = min(max(UNIT * np.log(ratio), -MOST_VALUE), MOST_VALUE)
        values[k] = np.int32(value)


@njit()
def rank_all(room, cells, player):
    """List every empty cell of the board in ``order``, those that matter most first.

    Returns their number. Serves a side that has lost and goes on playing.
    """
    own = room.red if player == 1 else room.blue
    other = room.blue if player == 1 else room.red
    rate_moves(room, own, other)
    found = 0
    for cell in range(room.killer.size):
        if cells[cell] == 0:
            room.order[found] = cell
            found += 1
    sort_moves(room.order, room.score, found)
    return found


@njit()
def shortest_step(room, cells, neighbours, width, player):
    """Return an empty cell of the board on a shortest way of ``player``, or -1.

    The way leads over the player's stones, which cost nothing, and the cells that its
    link between the edges needs or that are filled in for it.
    """
    count = room.killer.size
    links = room.red if player == 1 else room.blue
    link = links.first[0, count, count + 1]
    last = (count // width if player == 1 else width) - 1
    costs, first_steps = room.steps[0], room.steps[1]
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
                is_safe = room.cells[cell] == player
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
