"""Incremental H-search: connections after a move from the connections before it.

An opposing stone breaks the connections that need its cell. An own stone shortens
carriers, makes semi connections full, and merges endpoints. Unchanged connections are
copied; changed ones and pairs that lost a connection are processed again. This is a
few times faster than a search from scratch.
"""

from __future__ import annotations

import numpy as np

from engine.core.kernels.jit import njit_inlined
from engine.core.kernels.jit import njit_lean as njit
from engine.games.hex.connections.kernels.hsearch import (
    apply_rules,
    are_disjoint,
    combine_connections,
    has_narrower,
    kind_across,
    most_combined,
    needs_cell,
)
from engine.games.hex.connections.kernels.virtual_connections import (
    DONE,
    DROPPED,
    FULL,
    MAX_EDGE_SEMI,
    MAX_FULL,
    MAX_SEMI,
    NO_CONNECTION,
    NOWHERE,
    SEMI,
    WAITING,
    add_connection,
    add_partners,
    clear_connections,
    find_chains,
    has_cell,
    queue_connection,
)

BROKEN = 0
UNCHANGED = 1
CHANGED = 2
"""Effect of a move on a connection."""


@njit()
def update_connections(
    connections, before, cells, cells_before, neighbours, width, colour
):
    """Find the connections of ``colour`` on a board with more stones than before.

    Args:
        connections: Written.
        before: Connections of the same colour on the board ``cells_before``.
        cells: The board, with every stone of ``cells_before``.
        cells_before: The earlier board.
        neighbours: ``[N, 6]``.
        width: Columns of the board.
        colour: Colour of the connections.
    """
    clear_connections(connections)
    find_chains(connections, cells, neighbours, width, colour)
    mark_new_stones(connections, cells, cells_before, colour)
    for connection in range(before.info[0].used):
        status = connection_status(connections, before, connection)
        connections.scratch.update_status[connection] = status
    copy_unchanged(connections, before)
    copy_changed(connections, before)
    recheck_pairs(connections, before, cells)
    apply_rules(connections, cells)


@njit()
def mark_new_stones(connections, cells, cells_before, colour):
    """Write the cells of new own stones and of new opposing ones as sets."""
    own, other = connections.scratch.new_own, connections.scratch.new_other
    own[:] = 0
    other[:] = 0
    for cell in range(connections.root.size - 2):
        if cells[cell] != cells_before[cell]:
            bit = np.uint64(1) << np.uint64(cell & 63)
            if cells[cell] == colour:
                own[cell >> 6] |= bit
            else:
                other[cell >> 6] |= bit


@njit()
def connection_status(connections, before, connection):
    """Return whether a connection is ``BROKEN``, ``UNCHANGED`` or ``CHANGED``."""
    own, other = connections.scratch.new_own, connections.scratch.new_other
    carrier, root = before.carrier, connections.root
    a, b = before.ends[connection, 0], before.ends[connection, 1]
    if root[a] == root[b] or root[a] == NOWHERE or root[b] == NOWHERE:
        return BROKEN
    is_changed = root[a] != a or root[b] != b
    for w in range(carrier.shape[1]):
        if carrier[connection, w] & other[w]:
            return BROKEN
        is_changed |= carrier[connection, w] & own[w] != 0
    count = root.size - 2
    for end in (a, b):
        if end < count and has_cell(own, end):
            is_changed = True
    return CHANGED if is_changed else UNCHANGED


@njit()
def copy_unchanged(connections, before):
    """Copy the unchanged connections in their order."""
    status, update_status = before.status, connections.scratch.update_status
    for connection in range(before.info[0].used):
        if status[connection] != DROPPED and update_status[connection] == UNCHANGED:
            append_copy(connections, before, connection)


@njit_inlined()
def append_copy(connections, before, connection):
    """Append a copy of a connection to the list of its pair."""
    info = connections.info[0]
    first, following = connections.first, connections.following
    # While copying, the queue maps the first connection of each list to its last.
    last = connections.scratch.queue
    new = info.used
    a, b = before.ends[connection, 0], before.ends[connection, 1]
    kind = FULL if before.key[connection] == NOWHERE else SEMI
    for w in range(connections.carrier.shape[1]):
        connections.carrier[new, w] = before.carrier[connection, w]
    if first[kind, a, b] == NO_CONNECTION:
        first[kind, a, b] = new
        if kind == FULL:
            add_partners(connections, a, b)
    else:
        following[last[first[kind, a, b]]] = new
    last[first[kind, a, b]] = new
    following[new] = NO_CONNECTION
    connections.number[kind, a, b] += 1
    connections.ends[new, 0] = a
    connections.ends[new, 1] = b
    connections.key[new] = before.key[connection]
    connections.status[new] = DONE
    info.used += 1


@njit()
def copy_changed(connections, before):
    """Copy the changed connections; also dropped ones if no narrower one is left."""
    for connection in range(before.info[0].used):
        update_status = connections.scratch.update_status[connection]
        is_dropped = before.status[connection] == DROPPED
        if update_status == CHANGED or (update_status == UNCHANGED and is_dropped):
            shorten_copy(connections, before, connection)


@njit_inlined()
def shorten_copy(connections, before, connection):
    """Add a copy of a connection that needs no cell of a new own stone.

    A semi connection whose key cell has an own stone becomes a full one.
    """
    carrier, root = connections.carrier, connections.root
    first, following = connections.first, connections.following
    own, ends = connections.scratch.new_own, before.ends
    one = np.int64(root[ends[connection, 0]])
    other = np.int64(root[ends[connection, 1]])
    a, b = min(one, other), max(one, other)
    new = connections.info[0].used
    for w in range(carrier.shape[1]):
        carrier[new, w] = before.carrier[connection, w] & ~own[w]
    key = np.int64(before.key[connection])
    if key != NOWHERE and has_cell(own, key):
        key = np.int64(NOWHERE)
    kind = FULL if key == NOWHERE else SEMI
    if has_narrower(carrier, following, first[FULL, a, b], new):
        return
    most = MAX_FULL
    if kind == SEMI:
        if has_narrower(carrier, following, first[SEMI, a, b], new):
            return
        most = MAX_EDGE_SEMI if a >= root.size - 2 else MAX_SEMI
    add_connection(connections, kind, a, b, key, most)


@njit()
def recheck_pairs(connections, before, cells):
    """Recheck every pair of endpoints that lost a connection, once."""
    scratch, root = connections.scratch, connections.root
    scratch.rounds[0] += 1
    this_round = scratch.rounds[0]
    for connection in range(before.info[0].used):
        a = np.int64(root[before.ends[connection, 0]])
        b = np.int64(root[before.ends[connection, 1]])
        is_broken = scratch.update_status[connection] == BROKEN
        if before.status[connection] == DROPPED or not is_broken:
            continue
        if a in (b, NOWHERE) or b == NOWHERE:
            continue
        a, b = min(a, b), max(a, b)
        if scratch.seen[a, b] != this_round:
            scratch.seen[a, b] = this_round
            requeue_pair(connections, a, b)
            reapply_and_rule(connections, cells, a, b)


@njit_inlined()
def requeue_pair(connections, a, b):
    """Queue the processed semi connections of a pair again."""
    status = connections.status
    semi = connections.first[SEMI, a, b]
    while semi != NO_CONNECTION:
        if status[semi] == DONE:
            status[semi] = WAITING
            queue_connection(connections, semi)
        semi = connections.following[semi]


@njit()
def reapply_and_rule(connections, cells, a, b):
    """Apply the and-rule to the unchanged connections of ``a`` and ``b``."""
    first = connections.first
    count = np.int64(connections.info[0].cell_count)
    partners = connections.partner_count[a]
    for p in range(partners):
        middle = np.int64(connections.partner[a, p])
        if middle == b or middle >= count:
            continue
        right = first[FULL, min(middle, b), max(middle, b)]
        if right != NO_CONNECTION:
            left = first[FULL, min(a, middle), max(a, middle)]
            kind = kind_across(cells, middle)
            combine_lists(connections, kind, a, b, left, right, middle)


@njit_inlined()
def combine_lists(connections, kind, a, b, first_left, first_right, middle):
    """Combine the processed connections of two lists.

    Args:
        connections: Changed in place.
        kind: Kind of the combinations.
        a: The smaller end of the combinations.
        b: The larger one.
        first_left: The first connection of ``a`` and ``middle``.
        first_right: The first connection of ``middle`` and ``b``.
        middle: Where they meet.
    """
    following, status = connections.following, connections.status
    most = most_combined(kind, a, np.int64(connections.info[0].cell_count))
    near = first_left
    while near != NO_CONNECTION:
        left = near
        near = following[near]
        far = first_right
        while far != NO_CONNECTION:
            right = far
            far = following[right]
            if status[left] != DONE or status[right] != DONE:
                continue
            if (
                are_disjoint(connections.carrier, left, right)
                and not needs_cell(connections, left, b)
                and not needs_cell(connections, right, a)
                and connections.number[kind, a, b] < most
            ):
                combine_connections(connections, kind, a, b, left, right, middle, most)
