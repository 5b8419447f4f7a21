"""Virtual connections of one colour: definition, storage, and the winner's next move.

A connection joins two endpoints: empty cells, chains of stones, edges. A *full*
connection holds even if the opponent moves first, a *semi* connection if the owner
does. Its carrier is the set of empty cells that it needs. H-search (``hsearch``)
combines short connections into long ones.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.core.kernels.jit import njit_lean as njit

NO_CONNECTION = -1
NOWHERE = -1

USED = 0
QUEUED = 1
TAKEN = 2
CELLS = 3
IS_COMPLETE = 4

WAITING = 0
DONE = 1
DROPPED = 2

MAX_FULL = 10
"""Full connections stored for a pair; a longer list finds little more, see
docs/engines.md.
"""

MAX_SEMI = 12
"""Semi connections stored for a pair."""

MAX_EDGE_SEMI = 96
"""Semi connections stored between the two edges; they give the must-play region."""

CONNECTIONS_PER_CELL = 160
"""Capacity for each cell; boards of all sizes used at most half of it."""

MAX_COMBINED = 4
"""Maximum number of semi connections that the or-rule combines."""


SCRATCH_COUNT = 7
"""Number of trailing fields of ``VirtualConnections`` that are scratch."""


class VirtualConnections(NamedTuple):
    """Connections of one colour; ``E = N + 2`` endpoints: the cells, then two edges.

    info: ``[8]`` int32, see ``USED`` to ``IS_COMPLETE``.
    root: ``[E]`` int16, the endpoint that represents a cell: itself if empty, one cell
        of
        its chain or an edge for an own stone, ``NOWHERE`` for an opposing stone.
    partner: ``[E, E]`` int16, the endpoints with a full connection to an endpoint.
    partner_count: ``[E]`` int16.
    first: ``[2, E, E]`` int32, first full and first semi connection of a pair ``a <
        b``.
    number: ``[2, E, E]`` int8, how many of each.
    carrier: ``[L, W]`` uint64, a bit for each empty cell that a connection needs.
    following: ``[L]`` int32, the next connection of the same pair and kind.
    ends: ``[L, 2]`` int16.
    key: ``[L]`` int16, the cell to take for a semi connection; ``NOWHERE`` for a full
        one.
    status: ``[L]`` int8, ``WAITING``, ``DONE`` or ``DROPPED``.

    The others are scratch, which boards may share:

    queue: ``[L]`` int32, connections in the order in which they were found.
    update_status: ``[L]`` int8, effect of a move on the connections before it, see
        ``incremental_hsearch``.
    seen: ``[E, E]`` int32, the round in which a pair was last rechecked.
    rounds: ``[1]`` int32, the last round.
    common: ``[MAX_COMBINED, W]`` uint64, of the or-rule, as the next two.
    together: ``[MAX_COMBINED, W]`` uint64.
    chosen: ``[MAX_COMBINED]`` int32.
    """

    info: np.ndarray
    root: np.ndarray
    partner: np.ndarray
    partner_count: np.ndarray
    first: np.ndarray
    number: np.ndarray
    carrier: np.ndarray
    following: np.ndarray
    ends: np.ndarray
    key: np.ndarray
    status: np.ndarray
    queue: np.ndarray
    update_status: np.ndarray
    seen: np.ndarray
    rounds: np.ndarray
    common: np.ndarray
    together: np.ndarray
    chosen: np.ndarray


def new_connections(
    cell_count: int,
    capacity: int | None = None,
    *,
    beside: VirtualConnections | None = None,
) -> VirtualConnections:
    """Return empty buffers for the connections of one colour.

    Args:
        cell_count: Cells of the board.
        capacity: Number of connections; by default enough for the board.
        beside: Buffers of the same capacity whose scratch is shared.
    """
    if capacity is None:
        capacity = CONNECTIONS_PER_CELL * cell_count
    ends = cell_count + 2
    words = (cell_count + 63) // 64
    scratch = (
        beside[-SCRATCH_COUNT:]
        if beside is not None
        else (
            np.zeros(capacity, np.int32),
            np.zeros(capacity, np.int8),
            np.zeros((ends, ends), np.int32),
            np.zeros(1, np.int32),
            np.zeros((MAX_COMBINED, words), np.uint64),
            np.zeros((MAX_COMBINED, words), np.uint64),
            np.zeros(MAX_COMBINED, np.int32),
        )
    )
    return VirtualConnections(
        np.zeros(8, np.int32),
        np.zeros(ends, np.int16),
        np.zeros((ends, ends), np.int16),
        np.zeros(ends, np.int16),
        np.zeros((2, ends, ends), np.int32),
        np.zeros((2, ends, ends), np.int8),
        np.zeros((capacity, words), np.uint64),
        np.zeros(capacity, np.int32),
        np.zeros((capacity, 2), np.int16),
        np.zeros(capacity, np.int16),
        np.zeros(capacity, np.int8),
        *scratch,
    )


@njit()
def find_chains(connections, cells, neighbours, width, colour):
    """Write the endpoint that represents each cell; ``queue`` serves as a stack."""
    count = connections.info[CELLS]
    height = count // width
    root = connections.root
    stack = connections.queue
    root[:count] = NOWHERE
    root[count] = count
    root[count + 1] = count + 1
    last = height - 1 if colour == 1 else width - 1
    # Chains at the edges first, so that an edge represents its whole chain.
    for sweep in range(3):
        for cell in range(count):
            if cells[cell] == 0:
                root[cell] = cell
                continue
            along = cell // width if colour == 1 else cell % width
            if cells[cell] != colour or root[cell] != NOWHERE:
                continue
            if (sweep == 0 and along != 0) or (sweep == 1 and along != last):
                continue
            name = cell if sweep == 2 else count + sweep
            root[cell] = name
            stack[0] = cell
            depth = 1
            while depth > 0:
                depth -= 1
                here = stack[depth]
                for k in range(6):
                    beside = neighbours[here, k]
                    if (
                        beside < count
                        and cells[beside] == colour
                        and root[beside] == NOWHERE
                    ):
                        root[beside] = name
                        stack[depth] = beside
                        depth += 1


@njit()
def add_connection(connections, kind, a, b, key, most):
    """Store the connection whose carrier is at ``USED``, up to ``most`` of its pair.

    Connections of the same pair and kind with a larger carrier are dropped.
    """
    info, following, status = (
        connections.info,
        connections.following,
        connections.status,
    )
    first, number, carrier = connections.first, connections.number, connections.carrier
    new = info[USED]
    if new + 1 >= status.size:
        info[IS_COMPLETE] = 0
        return
    if a > b:
        a, b = b, a
    words = carrier.shape[1]
    previous = NO_CONNECTION
    connection = first[kind, a, b]
    count = number[kind, a, b]
    is_first = connection == NO_CONNECTION
    while connection != NO_CONNECTION:
        outside = np.uint64(0)
        for w in range(words):
            outside |= carrier[new, w] & ~carrier[connection, w]
        after = following[connection]
        if outside == 0:
            status[connection] = DROPPED
            count -= 1
            if previous == NO_CONNECTION:
                first[kind, a, b] = after
            else:
                following[previous] = after
        else:
            previous = connection
        connection = after
    number[kind, a, b] = count
    if count >= most:
        return
    if kind == 0 and is_first:
        partner, partners = connections.partner, connections.partner_count
        partner[a, partners[a]] = b
        partners[a] += 1
        partner[b, partners[b]] = a
        partners[b] += 1
    # Appended, so that the smallest carriers, found first, are tried first.
    following[new] = NO_CONNECTION
    if previous == NO_CONNECTION:
        first[kind, a, b] = new
    else:
        following[previous] = new
    number[kind, a, b] = count + 1
    connections.ends[new, 0] = a
    connections.ends[new, 1] = b
    connections.key[new] = key
    status[new] = WAITING
    connections.queue[info[QUEUED]] = new
    info[QUEUED] += 1
    info[USED] += 1


@njit()
def connect_neighbours(connections, neighbours, width, colour):
    """Add a full connection without carrier between all adjacent endpoints."""
    count = np.int64(connections.info[CELLS])
    last = (count // width if colour == 1 else width) - 1
    for cell in range(count):
        a = np.int64(connections.root[cell])
        if a == NOWHERE:
            continue
        for k in range(6):
            beside = neighbours[cell, k]
            if beside < cell:
                b = np.int64(connections.root[beside])
                if b not in (NOWHERE, a):
                    connections.carrier[connections.info[USED]] = 0
                    add_connection(connections, 0, a, b, NOWHERE, 1)
        along = cell // width if colour == 1 else cell % width
        if along == 0 and a != count:
            connections.carrier[connections.info[USED]] = 0
            add_connection(connections, 0, a, count, NOWHERE, 1)
        if along == last and a != count + 1:
            connections.carrier[connections.info[USED]] = 0
            add_connection(connections, 0, a, count + 1, NOWHERE, 1)


@njit()
def clear_connections(connections):
    """Remove all connections."""
    info = connections.info
    info[USED] = 0
    info[QUEUED] = 0
    info[TAKEN] = 0
    info[CELLS] = connections.root.size - 2
    info[IS_COMPLETE] = 1
    connections.first[:] = NO_CONNECTION
    connections.number[:] = 0
    connections.partner_count[:] = 0


@njit()
def find_winning_step(steps, connections, filled, cells, neighbours, width, player):
    """Return the first empty cell of a shortest winning path of ``player``, or -1.

    The path uses the player's stones at no cost, and the cells of the carrier of its
    edge
    connection and those filled in for it.

    Args:
        steps: ``[2, N + 2]`` int16, scratch.
        connections: Those of the player.
        filled: The board after fill-in.
        cells: The board.
        neighbours: ``[N, 6]``.
        width: Columns of the board.
        player: The side that has won.
    """
    count = steps.shape[1] - 2
    connection = connections.first[0, count, count + 1]
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
                if connection != NO_CONNECTION:
                    word = connections.carrier[connection, cell >> 6]
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
