"""Virtual connections of one colour: definition and storage.

A connection joins two endpoints: empty cells, chains of stones, edges. A *full*
connection holds even if the opponent moves first, a *semi* connection if the owner
does. Its carrier is the set of empty cells that it needs. H-search (``hsearch``)
combines short connections into long ones.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.core.kernels.jit import njit_inlined
from engine.core.kernels.jit import njit_lean as njit
from engine.core.kernels.records import new_records
from engine.games.hex.rules.constants import EMPTY, RED

NO_CONNECTION = -1
NOWHERE = -1

FULL = 0
SEMI = 1
"""Kinds of connections."""

FIRST_EDGE = 0
LAST_EDGE = 1
INNER_CHAINS = 2
"""Sweeps over chains; an edge is the endpoint ``N`` plus the number of its sweep."""

WAITING = 0
DONE = 1
DROPPED = 2
"""Status of a connection: to be combined, combined, replaced by a narrower one."""

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

INFO = np.dtype(
    [
        ("used", np.int32),
        ("queued", np.int32),
        ("taken", np.int32),
        ("cell_count", np.int32),
        ("is_complete", np.bool_),
    ],
    align=True,
)
"""The numbers of a side's connections.

used: number of connections stored, dropped ones included.
queued: number of connections in the queue, processed ones included.
taken: number of connections taken from the queue.
cell_count: cells of the board.
is_complete: whether the buffers had space for all connections.
"""


class ConnectionScratch(NamedTuple):
    """Scratch of one board's connections, which boards may share.

    queue: ``[L]`` int32, connections in the order in which they were found.
    update_status: ``[L]`` int8, effect of a move on the connections before it, see
        ``incremental_hsearch``.
    seen: ``[E, E]`` int32, the round in which a pair was last rechecked.
    rounds: ``[1]`` int32, the last round.
    new_own: ``[W]`` uint64, the cells of new own stones.
    new_other: ``[W]`` uint64, the cells of new opposing stones.
    common: ``[MAX_COMBINED, W]`` uint64, cells that all combined connections need.
    together: ``[MAX_COMBINED, W]`` uint64, cells that any of them needs.
    chosen: ``[MAX_COMBINED]`` int32, the connections that are combined.
    """

    queue: np.ndarray
    update_status: np.ndarray
    seen: np.ndarray
    rounds: np.ndarray
    new_own: np.ndarray
    new_other: np.ndarray
    common: np.ndarray
    together: np.ndarray
    chosen: np.ndarray


class VirtualConnections(NamedTuple):
    """Connections of one colour; ``E = N + 2`` endpoints: the cells, then two edges.

    info: ``[1]`` record of the type ``INFO``.
    root: ``[E]`` int16, the endpoint that represents a cell: itself if empty, one cell
        of its chain or an edge for an own stone, ``NOWHERE`` for an opposing stone.
    partner: ``[E, E]`` int16, the endpoints with a full connection to an endpoint.
    partner_count: ``[E]`` int16.
    first: ``[2, E, E]`` int32, first connection of a pair ``a < b``, by kind.
    number: ``[2, E, E]`` int8, how many of each.
    carrier: ``[L, W]`` uint64, a bit for each empty cell that a connection needs.
    following: ``[L]`` int32, the next connection of the same pair and kind.
    ends: ``[L, 2]`` int16.
    key: ``[L]`` int16, the cell to take for a semi connection; ``NOWHERE`` for a full
        one.
    status: ``[L]`` int8, ``WAITING``, ``DONE`` or ``DROPPED``.
    scratch: See ``ConnectionScratch``.
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
    scratch: ConnectionScratch


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
    return VirtualConnections(
        new_records(1, INFO),
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
        beside.scratch if beside is not None else _new_scratch(ends, words, capacity),
    )


def _new_scratch(ends: int, words: int, capacity: int) -> ConnectionScratch:
    """Return scratch for boards of ``ends`` endpoints, sets of cells of ``words``."""
    return ConnectionScratch(
        np.zeros(capacity, np.int32),
        np.zeros(capacity, np.int8),
        np.zeros((ends, ends), np.int32),
        np.zeros(1, np.int32),
        np.zeros(words, np.uint64),
        np.zeros(words, np.uint64),
        np.zeros((MAX_COMBINED, words), np.uint64),
        np.zeros((MAX_COMBINED, words), np.uint64),
        np.zeros(MAX_COMBINED, np.int32),
    )


@njit_inlined()
def has_cell(words, cell):
    """Return whether a set of cells, ``[W]`` uint64, has a cell."""
    return (words[cell >> 6] >> np.uint64(cell & 63)) & np.uint64(1) != 0


@njit_inlined()
def row_from_edge(cell, width, colour):
    """Return the row of a cell, counted from the first edge of a colour."""
    return cell // width if colour == RED else cell % width


@njit()
def find_chains(connections, cells, neighbours, width, colour):
    """Write the endpoint that represents each cell."""
    count = connections.info[0].cell_count
    root = connections.root
    root[:count] = NOWHERE
    root[count] = count
    root[count + 1] = count + 1
    last = (count // width if colour == RED else width) - 1
    # Chains at the edges first, so that an edge represents its whole chain.
    for sweep in (FIRST_EDGE, LAST_EDGE, INNER_CHAINS):
        for cell in range(count):
            if cells[cell] == EMPTY:
                root[cell] = cell
            if cells[cell] != colour or root[cell] != NOWHERE:
                continue
            row = row_from_edge(cell, width, colour)
            is_inner = sweep == INNER_CHAINS
            if not is_inner and row != (0 if sweep == FIRST_EDGE else last):
                continue
            name = cell if is_inner else count + sweep
            name_chain(connections, cells, neighbours, cell, name)


@njit_inlined()
def name_chain(connections, cells, neighbours, start, name):
    """Write the endpoint of all stones of a chain; the queue serves as a stack."""
    count = connections.info[0].cell_count
    root = connections.root
    stack = connections.scratch.queue
    root[start] = name
    stack[0] = start
    depth = 1
    while depth > 0:
        depth -= 1
        here = stack[depth]
        for k in range(6):
            beside = neighbours[here, k]
            if (
                beside < count
                and cells[beside] == cells[start]
                and root[beside] == NOWHERE
            ):
                root[beside] = name
                stack[depth] = beside
                depth += 1


@njit()
def add_connection(connections, kind, a, b, key, most):
    """Store the connection whose carrier is at ``info.used``, up to ``most`` of a pair.

    Connections of the same pair and kind with a larger carrier are dropped.
    """
    info = connections.info[0]
    first, following = connections.first, connections.following
    new = np.int64(info.used)
    if new + 1 >= following.size:
        info.is_complete = False
        return
    if a > b:
        a, b = b, a
    is_first = first[kind, a, b] == NO_CONNECTION
    last = drop_wider(connections, kind, a, b, new)
    if connections.number[kind, a, b] >= most:
        return
    if kind == FULL and is_first:
        add_partners(connections, a, b)
    # Appended, so that the smallest carriers, found first, are tried first.
    following[new] = NO_CONNECTION
    if last == NO_CONNECTION:
        first[kind, a, b] = new
    else:
        following[last] = new
    connections.number[kind, a, b] += 1
    connections.ends[new, 0] = a
    connections.ends[new, 1] = b
    connections.key[new] = key
    connections.status[new] = WAITING
    queue_connection(connections, new)
    info.used += 1


@njit_inlined()
def drop_wider(connections, kind, a, b, new):
    """Drop the connections of a pair that contain the carrier of ``new``.

    Returns:
        The last connection of the pair that is left, or ``NO_CONNECTION``.
    """
    carrier, first, following = (
        connections.carrier,
        connections.first,
        connections.following,
    )
    last = np.int64(NO_CONNECTION)
    connection = np.int64(first[kind, a, b])
    while connection != NO_CONNECTION:
        after = np.int64(following[connection])
        if contains(carrier, connection, new):
            connections.status[connection] = DROPPED
            connections.number[kind, a, b] -= 1
            if last == NO_CONNECTION:
                first[kind, a, b] = after
            else:
                following[last] = after
        else:
            last = connection
        connection = after
    return last


@njit_inlined()
def contains(carrier, connection, other):
    """Return whether a connection needs every cell that another one needs."""
    outside = np.uint64(0)
    for w in range(carrier.shape[1]):
        outside |= carrier[other, w] & ~carrier[connection, w]
    return outside == 0


@njit_inlined()
def add_partners(connections, a, b):
    """Note two endpoints as partners of each other."""
    partner, partners = connections.partner, connections.partner_count
    partner[a, partners[a]] = b
    partners[a] += 1
    partner[b, partners[b]] = a
    partners[b] += 1


@njit_inlined()
def queue_connection(connections, connection):
    """Queue a connection to be combined."""
    info = connections.info[0]
    connections.scratch.queue[info.queued] = connection
    info.queued += 1


@njit()
def connect_neighbours(connections, neighbours, width, colour):
    """Add a full connection without carrier between all adjacent endpoints."""
    count = np.int64(connections.info[0].cell_count)
    last = (count // width if colour == RED else width) - 1
    for cell in range(count):
        a = np.int64(connections.root[cell])
        if a == NOWHERE:
            continue
        for k in range(6):
            beside = neighbours[cell, k]
            if beside < cell:
                b = np.int64(connections.root[beside])
                if b not in (NOWHERE, a):
                    add_adjacent(connections, a, b)
        row = row_from_edge(cell, width, colour)
        if row == 0 and a != count:
            add_adjacent(connections, a, count)
        if row == last and a != count + 1:
            add_adjacent(connections, a, count + 1)


@njit()
def add_adjacent(connections, a, b):
    """Add the full connection of two adjacent endpoints."""
    connections.carrier[connections.info[0].used] = 0
    add_connection(connections, FULL, a, b, NOWHERE, 1)


@njit()
def clear_connections(connections):
    """Remove all connections."""
    info = connections.info[0]
    info.used = 0
    info.queued = 0
    info.taken = 0
    info.cell_count = connections.root.size - 2
    info.is_complete = True
    connections.first[:] = NO_CONNECTION
    connections.number[:] = 0
    connections.partner_count[:] = 0
