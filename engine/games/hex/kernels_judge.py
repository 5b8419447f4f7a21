"""What is known about one board without searching: who wins, which moves to try.

The board is filled in, both sides' links are found, and the two circuits tell how much
each cell matters. A link between the own edges, full or semi, wins; a full one of the
other side loses; its semi links are threats, and a move must meet them all.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from engine.core.jit import njit_lean as njit
from engine.games.hex.kernels_changes import (
    prepare_changes,
    total_if_gone,
    total_if_taken,
)
from engine.games.hex.kernels_circuit import Circuit, measure, new_circuit
from engine.games.hex.kernels_distance import Distances, new_distances, two_distance
from engine.games.hex.kernels_fillin import fill_in, mark_inferior
from engine.games.hex.kernels_links import (
    NO_LINK,
    NOWHERE,
    Links,
    build_links,
    new_links,
)
from engine.games.hex.kernels_order import (
    current_weights,
    pattern_worths,
    rate_promise,
)
from engine.games.hex.kernels_relinks import update_links

WON = 1
LOST = -1
OPEN = 0

UNIT = 800.0
"""Value of an advantage of one in the logarithm of the conductances."""

MOST_VALUE = 8000
"""No value that is not proven is larger."""

LEAST = 1e-3
"""Conductance of a side that is cut off."""

DISTANCE_WEIGHT = 0.1
"""Worth of a step of two-distance, beside the logarithm of the conductances.

Fitted to the moves that UCT of 60,000 simulations preferred in 400 positions of its own
games: there it was worth a ninth of the logarithm.
"""

Cells = npt.NDArray[np.int8]
Neighbours = npt.NDArray[np.int16]
Moves = npt.NDArray[np.int16]


class Judgement(NamedTuple):
    """Room to judge a board, and what came of it.

    cells: ``[N + 3]`` int8, the board, filled in.
    red: links of Red.
    blue: links of Blue.
    red_circuit: of Red's links.
    blue_circuit: of Blue's links.
    distances: scratch of the two-distances.
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
    red_circuit: Circuit
    blue_circuit: Circuit
    distances: Distances
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
        new_circuit(cell_count),
        new_distances(cell_count),
        np.zeros(cell_count, np.int8),
        np.zeros(cell_count, np.int16),
        np.zeros((cell_count + 63) // 64, np.uint64),
        np.zeros(cell_count),
        np.zeros(cell_count, np.int16),
        np.zeros((2, cell_count + 2), np.int16),
    )


def size_of(room: Judgement) -> int:
    """Return the bytes of a room."""
    return sum(
        array.nbytes
        for part in room
        for array in (part if isinstance(part, tuple) else [part])
    )


def judge(
    room: Judgement, cells: Cells, neighbours: Neighbours, width: int, player: int
) -> tuple[int, int]:
    """Judge a board with ``player`` to move.

    Returns:
        ``WON``, ``LOST`` or ``OPEN``, and the number of moves in ``order``: when won,
        one that wins, unless no move is needed; when lost, none.
    """
    room.cells[:] = cells
    fill_in(room.cells, neighbours, room.owners)
    own, other = sides_of(room, player)
    build_links(own, room.cells, neighbours, width, player)
    if has_won(own):
        return WON, won_moves(room, own)
    build_links(other, room.cells, neighbours, width, 3 - player)
    return weigh_up(room, other, neighbours, width, player)


def judge_after(
    room: Judgement,
    before: Judgement,
    move: int,
    neighbours: Neighbours,
    width: int,
    player: int,
) -> tuple[int, int]:
    """Judge the board after ``move``, like ``judge``, from what was known before it.

    ``before`` is the judgement, open, of the board without the move; ``player`` is to
    move after it.
    """
    room.cells[:] = before.cells
    room.cells[move] = 3 - player
    fill_in(room.cells, neighbours, room.owners)
    own, other = sides_of(room, player)
    own_before, other_before = sides_of(before, player)
    cells, old = room.cells, before.cells
    update_links(own, own_before, cells, old, neighbours, width, player)
    if has_won(own):
        return WON, won_moves(room, own)
    update_links(other, other_before, cells, old, neighbours, width, 3 - player)
    return weigh_up(room, other, neighbours, width, player)


def sides_of(room: Judgement, player: int) -> tuple[Links, Links]:
    """Return the links of ``player`` and those of the other side."""
    return (room.red, room.blue) if player == 1 else (room.blue, room.red)


def edge_link(links: Links, kind: int) -> int:
    """Return the first link of a kind between the edges, or ``NO_LINK``."""
    return int(links.first[kind, -2, -1])


def has_won(own: Links) -> bool:
    """Say whether a link, full or semi, joins the edges of the side to move."""
    return edge_link(own, 0) != NO_LINK or edge_link(own, 1) != NO_LINK


def won_moves(room: Judgement, own: Links) -> int:
    """Write the key of the semi link that wins; return how many moves are needed."""
    if edge_link(own, 0) != NO_LINK:
        return 0
    room.order[0] = own.key[edge_link(own, 1)]
    return 1


def weigh_up(
    room: Judgement, other: Links, neighbours: Neighbours, width: int, player: int
) -> tuple[int, int]:
    """Judge a board whose links are known; see ``judge``."""
    if edge_link(other, 0) != NO_LINK:
        return LOST, 0
    meet_threats(room.must, other.first, other.following, other.carrier)
    mark_inferior(room.cells, neighbours, room.killer.size, player, room.killer)
    found = list_moves(room.cells, room.must, room.killer, room.order)
    if found == 0:
        return LOST, 0
    rate_moves(room, width, player)
    sort_moves(room.order, room.score, found)
    return OPEN, found


def survey(room: Judgement, cells: Cells, neighbours: Neighbours, width: int) -> None:
    """Fill a board in and find the links of both sides, whoever is to move."""
    room.cells[:] = cells
    fill_in(room.cells, neighbours, room.owners)
    build_links(room.red, room.cells, neighbours, width, 1)
    build_links(room.blue, room.cells, neighbours, width, 2)


def rate_moves(room: Judgement, width: int, player: int) -> None:
    """Write how promising each cell is to ``player``."""
    measure(room.red_circuit, room.red, room.cells)
    measure(room.blue_circuit, room.blue, room.cells)
    currents = room.red_circuit.current, room.blue_circuit.current
    own, other = currents if player == 1 else currents[::-1]
    fitted = current_weights(), pattern_worths()
    rate_promise(room.score, room.cells, own, other, *fitted, width, player)


def value_moves(
    room: Judgement, width: int, player: int, moves: Moves
) -> npt.NDArray[np.int32]:
    """Return what the judged board is worth to ``player`` after each of ``moves``.

    The known links are used as far as they still hold; new ones are not looked for.
    """
    circuits = room.red_circuit, room.blue_circuit
    own, other = circuits if player == 1 else circuits[::-1]
    links, others_links = sides_of(room, player)
    prepare_changes(own, links)
    prepare_changes(other, others_links)
    totals = np.zeros((2, len(moves)))
    total_if_taken(own, room.cells, moves, totals[0])
    total_if_gone(other, others_links, moves, totals[1])
    ahead = np.zeros(len(moves), np.int32)
    lead_after(room.distances, room.cells, width, player, moves, ahead)
    mine, theirs = np.log(np.maximum(totals, LEAST))
    value = mine - theirs + DISTANCE_WEIGHT * ahead
    values = np.clip(UNIT * value, -MOST_VALUE, MOST_VALUE)
    return values.astype(np.int32)


def lacks_of(room: Judgement, moves: Moves) -> npt.NDArray[np.float64]:
    """Return what the logarithms of moves' chances lack to that of the likeliest."""
    score: npt.NDArray[np.float64] = room.score[moves]
    return score.max() - score


def rank_all(room: Judgement, cells: Cells, width: int, player: int) -> int:
    """List every empty cell of the board in ``order``, those that matter most first.

    Returns their number. Serves a side that has lost and goes on playing.
    """
    rate_moves(room, width, player)
    empty = np.flatnonzero(cells[: room.killer.size] == 0)
    room.order[: empty.size] = empty
    sort_moves(room.order, room.score, empty.size)
    return empty.size


def step_ahead(
    room: Judgement, cells: Cells, neighbours: Neighbours, width: int, player: int
) -> int:
    """Return a cell that brings a side nearer to its end which has won, or -1."""
    own, _ = sides_of(room, player)
    step = shortest_step(room.steps, own, room.cells, cells, neighbours, width, player)
    return int(step)


@njit()
def meet_threats(must, first, following, carrier):
    """Write the cells that lie in the carrier of every threat of the other side.

    Args:
        must: ``[W]`` uint64, written.
        first: see ``Links``, as the next two.
        following: see ``first``.
        carrier: see ``first``.
    """
    for w in range(must.size):
        must[w] = ~np.uint64(0)
    ends = first.shape[1]
    link = first[1, ends - 2, ends - 1]
    while link != NO_LINK:
        for w in range(must.size):
            must[w] &= carrier[link, w]
        link = following[link]


@njit()
def list_moves(cells, must, killer, order):
    """List the moves that meet all threats and are not inferior; return how many."""
    found = 0
    for cell in range(killer.size):
        is_needed = (must[cell >> 6] >> np.uint64(cell & 63)) & np.uint64(1)
        if cells[cell] == 0 and is_needed and killer[cell] == NOWHERE:
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
    """Write by how much the player's way is shorter after each move, see below.

    Ways are measured by two-distance; ``cells`` is changed and taken back.
    """
    height = (cells.size - 3) // width
    for k in range(moves.size):
        cells[moves[k]] = player
        own = two_distance(work, cells, height, width, player)
        ahead[k] = two_distance(work, cells, height, width, 3 - player) - own
        cells[moves[k]] = 0


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
