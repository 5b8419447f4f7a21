"""H-search: virtual connections of one colour by the and-rule and the or-rule.

Two connections with disjoint carriers join at a common stone (and-rule, full) or at a
common empty cell (and-rule, semi: the cell must be taken). Semi connections whose
carriers have no common cell make a full one (or-rule).

Source: Anshelevich 2002, "A hierarchical approach to computer Hex".
"""

from __future__ import annotations

import numpy as np

from engine.core.kernels.jit import njit_inlined
from engine.core.kernels.jit import njit_lean as njit
from engine.games.hex.connections.kernels.virtual_connections import (
    CELLS,
    DONE,
    DROPPED,
    MAX_COMBINED,
    MAX_EDGE_SEMI,
    MAX_FULL,
    MAX_SEMI,
    NO_CONNECTION,
    NOWHERE,
    QUEUED,
    TAKEN,
    USED,
    WAITING,
    add_connection,
    clear_connections,
    connect_neighbours,
    find_chains,
)


@njit()
def has_narrower(carrier, following, connection, new):
    """Return whether ``new`` contains the carrier of a connection in a list."""
    while connection != NO_CONNECTION:
        outside = np.uint64(0)
        for w in range(carrier.shape[1]):
            outside |= carrier[connection, w] & ~carrier[new, w]
        if outside == 0:
            return True
        connection = following[connection]
    return False


@njit_inlined()
def combine_connections(connections, kind, a, b, one, other, middle, most):
    """Add the combination of ``one`` and ``other`` unless a narrower one is known.

    They meet at ``middle``; ``a`` and ``b``, the smaller first, are their other ends.
    """
    carrier, first, following = (
        connections.carrier,
        connections.first,
        connections.following,
    )
    new = connections.info[USED]
    for w in range(carrier.shape[1]):
        carrier[new, w] = carrier[one, w] | carrier[other, w]
    if kind == 1:
        carrier[new, middle >> 6] |= np.uint64(1) << np.uint64(middle & 63)
    is_known = has_narrower(carrier, following, first[0, a, b], new)
    if kind == 1 and not is_known:
        is_known = has_narrower(carrier, following, first[1, a, b], new)
    if not is_known:
        add_connection(connections, kind, a, b, middle if kind == 1 else NOWHERE, most)


@njit()
def apply_and_rule(connections, cells, connection):
    """Combine a full connection with all processed full ones at its endpoints."""
    info, first, number = connections.info, connections.first, connections.number
    carrier, following, status = (
        connections.carrier,
        connections.following,
        connections.status,
    )
    partner, partners, ends = (
        connections.partner,
        connections.partner_count,
        connections.ends,
    )
    count = np.int64(info[CELLS])
    words = carrier.shape[1]
    one = np.uint64(1)
    for side in range(2):
        middle = np.int64(ends[connection, side])
        other = np.int64(ends[connection, 1 - side])
        if middle >= count:
            continue
        kind = 0 if cells[middle] != 0 else 1
        other_word, other_bit = other >> 6, one << np.uint64(other & 63)
        for p in range(partners[middle]):
            far = np.int64(partner[middle, p])
            if far == other:
                continue
            if (
                far < count
                and carrier[connection, far >> 6] >> np.uint64(far & 63) & one
            ):
                continue
            a, b = min(other, far), max(other, far)
            most = MAX_FULL if kind == 0 else MAX_SEMI
            if a >= count:
                most = MAX_EDGE_SEMI
            if number[kind, a, b] >= most:
                continue
            second = first[0, min(middle, far), max(middle, far)]
            while second != NO_CONNECTION:
                candidate = second
                second = following[second]
                if status[candidate] != DONE:
                    continue
                shared = np.uint64(0)
                for w in range(words):
                    shared |= carrier[connection, w] & carrier[candidate, w]
                if other < count:
                    shared |= carrier[candidate, other_word] & other_bit
                if shared != 0:
                    continue
                combine_connections(
                    connections, kind, a, b, connection, candidate, middle, most
                )


@njit()
def apply_or_rule(connections, connection):
    """Combine a semi connection with processed ones of the same endpoints.

    All sets of up to ``MAX_COMBINED`` are tried in which each member reduces the common
    cells; then one set of any size, chosen greedily. Between the edges only the latter.
    """
    info, first = connections.info, connections.first
    carrier, following, status = (
        connections.carrier,
        connections.following,
        connections.status,
    )
    words = carrier.shape[1]
    a, b = (
        np.int64(connections.ends[connection, 0]),
        np.int64(connections.ends[connection, 1]),
    )
    common, together, chosen = (
        connections.common,
        connections.together,
        connections.chosen,
    )
    for w in range(words):
        common[0, w] = carrier[connection, w]
        together[0, w] = carrier[connection, w]
    depth = 0 if a < info[CELLS] else -1
    chosen[0] = first[1, a, b]
    while depth >= 0:
        candidate = chosen[depth]
        if candidate == NO_CONNECTION:
            depth -= 1
            continue
        chosen[depth] = following[candidate]
        if status[candidate] != DONE:
            continue
        left = np.uint64(0)
        gone = np.uint64(0)
        for w in range(words):
            shared = common[depth, w] & carrier[candidate, w]
            left |= shared
            gone |= shared ^ common[depth, w]
            common[depth + 1, w] = shared
        if gone == 0:
            continue
        for w in range(words):
            together[depth + 1, w] = together[depth, w] | carrier[candidate, w]
        if left == 0:
            new = info[USED]
            for w in range(words):
                carrier[new, w] = together[depth + 1, w]
            if not has_narrower(carrier, following, first[0, a, b], new):
                add_connection(connections, 0, a, b, NOWHERE, MAX_FULL)
        elif depth + 2 < MAX_COMBINED:
            chosen[depth + 1] = chosen[depth]
            depth += 1
    candidate = first[1, a, b]
    left = np.uint64(1)
    while candidate != NO_CONNECTION and left != 0:
        left = np.uint64(0)
        gone = np.uint64(0)
        for w in range(words):
            shared = common[0, w] & carrier[candidate, w]
            left |= shared
            gone |= shared ^ common[0, w]
        if gone != 0 and status[candidate] == DONE:
            for w in range(words):
                common[0, w] &= carrier[candidate, w]
                together[0, w] |= carrier[candidate, w]
        else:
            left = np.uint64(1)
        candidate = following[candidate]
    if left == 0:
        new = info[USED]
        for w in range(words):
            carrier[new, w] = together[0, w]
        if not has_narrower(carrier, following, first[0, a, b], new):
            add_connection(connections, 0, a, b, NOWHERE, MAX_FULL)


@njit()
def build_connections(connections, cells, neighbours, width, colour):
    """Find the connections of ``colour`` on the board ``cells``."""
    clear_connections(connections)
    find_chains(connections, cells, neighbours, width, colour)
    connect_neighbours(connections, neighbours, width, colour)
    apply_rules(connections, cells)


@njit()
def apply_rules(connections, cells):
    """Apply both rules until they find nothing new."""
    info = connections.info
    while info[TAKEN] < info[QUEUED]:
        connection = np.int64(connections.queue[info[TAKEN]])
        info[TAKEN] += 1
        if connections.status[connection] == DROPPED:
            continue
        if connections.key[connection] == NOWHERE:
            apply_and_rule(connections, cells, connection)
        else:
            apply_or_rule(connections, connection)
        if connections.status[connection] == WAITING:
            connections.status[connection] = DONE
