"""Incremental H-search: connections after a move from the connections before it.

An opposing stone breaks the connections that need its cell. An own stone shortens
carriers, makes semi connections full, and merges endpoints. Unchanged connections are
copied; changed ones and pairs that lost a connection are processed again. This is a
few times faster than a search from scratch.
"""

from __future__ import annotations

import numpy as np

from engine.core.kernels.jit import njit_lean as njit
from engine.games.hex.connections.kernels.hsearch import (
    apply_rules,
    combine_connections,
    has_narrower,
)
from engine.games.hex.connections.kernels.virtual_connections import (
    CELLS,
    DONE,
    DROPPED,
    MAX_EDGE_SEMI,
    MAX_FULL,
    MAX_SEMI,
    NO_CONNECTION,
    NOWHERE,
    QUEUED,
    USED,
    WAITING,
    add_connection,
    clear_connections,
    find_chains,
)

BROKEN = 0
UNCHANGED = 1
CHANGED = 2


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
    for connection in range(before.info[USED]):
        connections.update_status[connection] = connection_status(
            connections, before, connection
        )
    copy_unchanged(connections, before)
    copy_changed(connections, before)
    recheck_pairs(connections, before, cells)
    apply_rules(connections, cells)


@njit()
def mark_new_stones(connections, cells, cells_before, colour):
    """Write the cells of new own stones to ``common[0]``, of others to ``[1]``."""
    own, other = connections.common[0], connections.common[1]
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
    own, other = connections.common[0], connections.common[1]
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
        if end < count and own[end >> 6] >> np.uint64(end & 63) & np.uint64(1):
            is_changed = True
    return CHANGED if is_changed else UNCHANGED


@njit()
def copy_unchanged(connections, before):
    """Copy the unchanged connections in their order."""
    info, following, first = connections.info, connections.following, connections.first
    number, partner, partners = (
        connections.number,
        connections.partner,
        connections.partner_count,
    )
    last = connections.queue
    for connection in range(before.info[USED]):
        if (
            before.status[connection] == DROPPED
            or connections.update_status[connection] != UNCHANGED
        ):
            continue
        new = info[USED]
        a, b = before.ends[connection, 0], before.ends[connection, 1]
        kind = 0 if before.key[connection] == NOWHERE else 1
        for w in range(connections.carrier.shape[1]):
            connections.carrier[new, w] = before.carrier[connection, w]
        if first[kind, a, b] == NO_CONNECTION:
            first[kind, a, b] = new
            if kind == 0:
                partner[a, partners[a]] = b
                partners[a] += 1
                partner[b, partners[b]] = a
                partners[b] += 1
        else:
            following[last[first[kind, a, b]]] = new
        # While copying, the queue maps the first connection of each list to its last.
        last[first[kind, a, b]] = new
        following[new] = NO_CONNECTION
        number[kind, a, b] += 1
        connections.ends[new, 0] = a
        connections.ends[new, 1] = b
        connections.key[new] = before.key[connection]
        connections.status[new] = DONE
        info[USED] += 1


@njit()
def copy_changed(connections, before):
    """Copy the changed connections; also dropped ones if no narrower one is left.

    A semi connection whose key cell has an own stone becomes a full one.
    """
    info, first, carrier = connections.info, connections.first, connections.carrier
    own = connections.common[0]
    count = np.int64(connections.root.size - 2)
    for connection in range(before.info[USED]):
        update_status = connections.update_status[connection]
        if update_status == BROKEN or (
            update_status == UNCHANGED and before.status[connection] != DROPPED
        ):
            continue
        a = np.int64(connections.root[before.ends[connection, 0]])
        b = np.int64(connections.root[before.ends[connection, 1]])
        a, b = min(a, b), max(a, b)
        new = info[USED]
        for w in range(carrier.shape[1]):
            carrier[new, w] = before.carrier[connection, w] & ~own[w]
        key = np.int64(before.key[connection])
        if key != NOWHERE and own[key >> 6] >> np.uint64(key & 63) & np.uint64(1):
            key = np.int64(NOWHERE)
        kind = 0 if key == NOWHERE else 1
        if has_narrower(carrier, connections.following, first[0, a, b], new):
            continue
        most = MAX_FULL
        if kind == 1:
            if has_narrower(carrier, connections.following, first[1, a, b], new):
                continue
            most = MAX_EDGE_SEMI if a >= count else MAX_SEMI
        add_connection(connections, kind, a, b, key, most)


@njit()
def recheck_pairs(connections, before, cells):
    """Queue the semi connections of every pair that lost a connection."""
    info, status, root = connections.info, connections.status, connections.root
    connections.rounds[0] += 1
    this_round = connections.rounds[0]
    for connection in range(before.info[USED]):
        a = np.int64(root[before.ends[connection, 0]])
        b = np.int64(root[before.ends[connection, 1]])
        if (
            before.status[connection] == DROPPED
            or connections.update_status[connection] != BROKEN
        ):
            continue
        if a in (b, NOWHERE) or b == NOWHERE:
            continue
        a, b = min(a, b), max(a, b)
        if connections.seen[a, b] == this_round:
            continue
        connections.seen[a, b] = this_round
        semi = connections.first[1, a, b]
        while semi != NO_CONNECTION:
            if status[semi] == DONE:
                status[semi] = WAITING
                connections.queue[info[QUEUED]] = semi
                info[QUEUED] += 1
            semi = connections.following[semi]
        reapply_and_rule(connections, cells, a, b)


@njit()
def reapply_and_rule(connections, cells, a, b):
    """Apply the and-rule to the unchanged connections of ``a`` and ``b``."""
    info, first, following = connections.info, connections.first, connections.following
    carrier, status = connections.carrier, connections.status
    count = np.int64(info[CELLS])
    one = np.uint64(1)
    words = carrier.shape[1]
    partners = connections.partner_count[a]
    for p in range(partners):
        middle = np.int64(connections.partner[a, p])
        if middle == b or middle >= count:
            continue
        low = first[0, min(middle, b), max(middle, b)]
        if low == NO_CONNECTION:
            continue
        kind = 0 if cells[middle] != 0 else 1
        most = MAX_FULL if kind == 0 else MAX_SEMI
        if a >= count:
            most = MAX_EDGE_SEMI
        near = first[0, min(a, middle), max(a, middle)]
        while near != NO_CONNECTION:
            left = near
            near = following[near]
            right_next = low
            while right_next != NO_CONNECTION:
                right = right_next
                right_next = following[right]
                if status[left] != DONE or status[right] != DONE:
                    continue
                shared = np.uint64(0)
                for w in range(words):
                    shared |= carrier[left, w] & carrier[right, w]
                if b < count:
                    shared |= carrier[left, b >> 6] >> np.uint64(b & 63) & one
                if a < count:
                    shared |= carrier[right, a >> 6] >> np.uint64(a & 63) & one
                if shared != 0 or connections.number[kind, a, b] >= most:
                    continue
                combine_connections(connections, kind, a, b, left, right, middle, most)
