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
    DONE,
    DROPPED,
    FULL,
    MAX_COMBINED,
    MAX_EDGE_SEMI,
    MAX_FULL,
    MAX_SEMI,
    NO_CONNECTION,
    NOWHERE,
    SEMI,
    WAITING,
    add_connection,
    clear_connections,
    connect_neighbours,
    contains,
    find_chains,
    has_cell,
)
from engine.games.hex.rules.constants import EMPTY


@njit()
def has_narrower(carrier, following, connection, new):
    """Return whether ``new`` contains the carrier of a connection in a list."""
    while connection != NO_CONNECTION:
        if contains(carrier, new, connection):
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
    new = connections.info[0].used
    for w in range(carrier.shape[1]):
        carrier[new, w] = carrier[one, w] | carrier[other, w]
    if kind == SEMI:
        carrier[new, middle >> 6] |= np.uint64(1) << np.uint64(middle & 63)
    is_known = has_narrower(carrier, following, first[FULL, a, b], new)
    if kind == SEMI and not is_known:
        is_known = has_narrower(carrier, following, first[SEMI, a, b], new)
    if not is_known:
        key = middle if kind == SEMI else NOWHERE
        add_connection(connections, kind, a, b, key, most)


@njit_inlined()
def kind_across(cells, middle):
    """Return the kind of a combination at an endpoint: full at a stone."""
    return FULL if cells[middle] != EMPTY else SEMI


@njit_inlined()
def most_combined(kind, a, count):
    """Return the number of combinations of a pair ``a < b`` that are stored."""
    if a >= count:
        return MAX_EDGE_SEMI
    return MAX_FULL if kind == FULL else MAX_SEMI


@njit_inlined()
def needs_cell(connections, connection, end):
    """Return whether an endpoint is a cell of a connection's carrier."""
    is_cell = end < connections.root.size - 2
    return is_cell and has_cell(connections.carrier[connection], end)


@njit_inlined()
def are_disjoint(carrier, one, other):
    """Return whether two connections need no common cell."""
    shared = np.uint64(0)
    for w in range(carrier.shape[1]):
        shared |= carrier[one, w] & carrier[other, w]
    return shared == 0


@njit()
def apply_and_rule(connections, cells, connection):
    """Combine a full connection with all processed full ones at its endpoints."""
    ends = connections.ends
    for side in range(2):
        middle = np.int64(ends[connection, side])
        if middle < connections.info[0].cell_count:
            other = np.int64(ends[connection, 1 - side])
            extend_beyond(connections, cells, connection, middle, other)


@njit_inlined()
def extend_beyond(connections, cells, connection, middle, other):
    """Combine the connection of ``middle`` and ``other`` with all at ``middle``."""
    status, following = connections.status, connections.following
    count = np.int64(connections.info[0].cell_count)
    kind = kind_across(cells, middle)
    for p in range(connections.partner_count[middle]):
        far = np.int64(connections.partner[middle, p])
        if far == other or needs_cell(connections, connection, far):
            continue
        a, b = min(other, far), max(other, far)
        most = most_combined(kind, a, count)
        if connections.number[kind, a, b] >= most:
            continue
        second = connections.first[FULL, min(middle, far), max(middle, far)]
        while second != NO_CONNECTION:
            candidate = second
            second = following[second]
            if (
                status[candidate] == DONE
                and are_disjoint(connections.carrier, connection, candidate)
                and not needs_cell(connections, candidate, other)
            ):
                combine_connections(
                    connections, kind, a, b, connection, candidate, middle, most
                )


@njit()
def apply_or_rule(connections, connection):
    """Combine a semi connection with processed ones of the same endpoints.

    All sets of up to ``MAX_COMBINED`` are tried in which each member reduces the common
    cells; then one set of any size, chosen greedily. Between the edges only the latter.
    """
    carrier, scratch = connections.carrier, connections.scratch
    a = np.int64(connections.ends[connection, 0])
    b = np.int64(connections.ends[connection, 1])
    for w in range(carrier.shape[1]):
        scratch.common[0, w] = carrier[connection, w]
        scratch.together[0, w] = carrier[connection, w]
    if a < connections.info[0].cell_count:
        combine_sets(connections, a, b)
    combine_greedily(connections, a, b)


@njit_inlined()
def combine_sets(connections, a, b):
    """Add the union of each small set of semi connections without a common cell.

    The first member of every set is in the first row of ``common`` and ``together``.
    """
    status, chosen = connections.status, connections.scratch.chosen
    depth = 0
    chosen[0] = connections.first[SEMI, a, b]
    while depth >= 0:
        candidate = chosen[depth]
        if candidate == NO_CONNECTION:
            depth -= 1
            continue
        chosen[depth] = connections.following[candidate]
        if status[candidate] != DONE:
            continue
        is_less, is_left = intersect(connections, depth, candidate)
        if not is_less:
            continue
        unite(connections, depth, candidate, depth + 1)
        if not is_left:
            add_union(connections, depth + 1, a, b)
        elif depth + 2 < MAX_COMBINED:
            chosen[depth + 1] = chosen[depth]
            depth += 1


@njit_inlined()
def combine_greedily(connections, a, b):
    """Add the union of all semi connections of which each reduces the common cells."""
    common = connections.scratch.common
    candidate = connections.first[SEMI, a, b]
    is_left = True
    while candidate != NO_CONNECTION and is_left:
        is_less, is_any = intersect(connections, 0, candidate)
        if is_less and connections.status[candidate] == DONE:
            for w in range(common.shape[1]):
                common[0, w] = common[1, w]
            unite(connections, 0, candidate, 0)
            is_left = is_any
        candidate = connections.following[candidate]
    if not is_left:
        add_union(connections, 0, a, b)


@njit_inlined()
def intersect(connections, depth, candidate):
    """Write the cells of a row of ``common`` that a candidate needs, to the next row.

    Returns:
        Whether they are fewer, and whether any is left.
    """
    common, carrier = connections.scratch.common, connections.carrier
    left = np.uint64(0)
    gone = np.uint64(0)
    for w in range(carrier.shape[1]):
        shared = common[depth, w] & carrier[candidate, w]
        left |= shared
        gone |= shared ^ common[depth, w]
        common[depth + 1, w] = shared
    return gone != 0, left != 0


@njit_inlined()
def unite(connections, depth, candidate, target):
    """Write a row of ``together`` with the cells of a candidate to another row."""
    together, carrier = connections.scratch.together, connections.carrier
    for w in range(carrier.shape[1]):
        together[target, w] = together[depth, w] | carrier[candidate, w]


@njit_inlined()
def add_union(connections, depth, a, b):
    """Add a full connection that needs a row of ``together``, unless one needs less."""
    carrier, together = connections.carrier, connections.scratch.together
    new = connections.info[0].used
    for w in range(carrier.shape[1]):
        carrier[new, w] = together[depth, w]
    known = connections.first[FULL, a, b]
    if not has_narrower(carrier, connections.following, known, new):
        add_connection(connections, FULL, a, b, NOWHERE, MAX_FULL)


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
    info = connections.info[0]
    status = connections.status
    while info.taken < info.queued:
        connection = np.int64(connections.scratch.queue[info.taken])
        info.taken += 1
        if status[connection] == DROPPED:
            continue
        if connections.key[connection] == NOWHERE:
            apply_and_rule(connections, cells, connection)
        else:
            apply_or_rule(connections, connection)
        if status[connection] == WAITING:
            status[connection] = DONE
