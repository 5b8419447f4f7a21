"""Links after a move, from those before it: a few times faster than from nothing.

A stone of the other side breaks the links that need its cell. A stone of the own side
shortens carriers, makes semi links full, and joins endpoints. What is left as it was
needs no second look; what changed, and pairs that lost a link, get one.
"""

from __future__ import annotations

import numpy as np

from engine.core.kernels.jit import njit_lean as njit
from engine.games.hex.connections.kernels.hsearch import (
    close_links,
    has_narrower,
    join_links,
)
from engine.games.hex.connections.kernels.virtual_connections import (
    CELLS,
    DONE,
    DROPPED,
    MOST_EDGE_SEMIS,
    MOST_FULLS,
    MOST_SEMIS,
    NO_LINK,
    NOWHERE,
    QUEUED,
    USED,
    WAITING,
    clear_links,
    find_chains,
    keep_link,
)

GONE = 0
SAME = 1
CHANGED = 2


@njit()
def update_links(links, before, cells, cells_before, neighbours, width, colour):
    """Find the links of ``colour`` on a board with more stones than before.

    Args:
        links: written.
        before: links of the same colour on the board ``cells_before``.
        cells: the board, with every stone of ``cells_before``.
        cells_before: the earlier board.
        neighbours: ``[N, 6]``.
        width: columns of the board.
        colour: whose links.
    """
    clear_links(links)
    find_chains(links, cells, neighbours, width, colour)
    mark_new_stones(links, cells, cells_before, colour)
    for link in range(before.info[USED]):
        links.fate[link] = fate_of(links, before, link)
    copy_links(links, before)
    adapt_links(links, before)
    restore_pairs(links, before, cells)
    close_links(links, cells)


@njit()
def mark_new_stones(links, cells, cells_before, colour):
    """Write the cells taken since: own ones to ``common[0]``, others to ``[1]``."""
    own, other = links.common[0], links.common[1]
    own[:] = 0
    other[:] = 0
    for cell in range(links.root.size - 2):
        if cells[cell] != cells_before[cell]:
            bit = np.uint64(1) << np.uint64(cell & 63)
            if cells[cell] == colour:
                own[cell >> 6] |= bit
            else:
                other[cell >> 6] |= bit


@njit()
def fate_of(links, before, link):
    """Return whether a link is ``GONE``, the ``SAME`` as before, or ``CHANGED``."""
    own, other = links.common[0], links.common[1]
    carrier, root = before.carrier, links.root
    a, b = before.ends[link, 0], before.ends[link, 1]
    if root[a] == root[b] or root[a] == NOWHERE or root[b] == NOWHERE:
        return GONE
    is_changed = root[a] != a or root[b] != b
    for w in range(carrier.shape[1]):
        if carrier[link, w] & other[w]:
            return GONE
        is_changed |= carrier[link, w] & own[w] != 0
    count = root.size - 2
    for end in (a, b):
        if end < count and own[end >> 6] >> np.uint64(end & 63) & np.uint64(1):
            is_changed = True
    return CHANGED if is_changed else SAME


@njit()
def copy_links(links, before):
    """Take over the links that stayed the same, in their order."""
    info, following, first = links.info, links.following, links.first
    number, partner, partners = links.number, links.partner, links.partner_count
    last = links.queue
    for link in range(before.info[USED]):
        if before.status[link] == DROPPED or links.fate[link] != SAME:
            continue
        new = info[USED]
        a, b = before.ends[link, 0], before.ends[link, 1]
        kind = 0 if before.key[link] == NOWHERE else 1
        for w in range(links.carrier.shape[1]):
            links.carrier[new, w] = before.carrier[link, w]
        if first[kind, a, b] == NO_LINK:
            first[kind, a, b] = new
            if kind == 0:
                partner[a, partners[a]] = b
                partners[a] += 1
                partner[b, partners[b]] = a
                partners[b] += 1
        else:
            following[last[first[kind, a, b]]] = new
        # While copying, the queue knows the last link of each list by its first.
        last[first[kind, a, b]] = new
        following[new] = NO_LINK
        number[kind, a, b] += 1
        links.ends[new, 0] = a
        links.ends[new, 1] = b
        links.key[new] = before.key[link]
        links.status[new] = DONE
        info[USED] += 1


@njit()
def adapt_links(links, before):
    """Take over the links that changed; dropped ones too, if nothing narrower is left.

    A semi link whose key was taken is a full one now.
    """
    info, first, carrier = links.info, links.first, links.carrier
    own = links.common[0]
    count = np.int64(links.root.size - 2)
    for link in range(before.info[USED]):
        fate = links.fate[link]
        if fate == GONE or (fate == SAME and before.status[link] != DROPPED):
            continue
        a = np.int64(links.root[before.ends[link, 0]])
        b = np.int64(links.root[before.ends[link, 1]])
        a, b = min(a, b), max(a, b)
        new = info[USED]
        for w in range(carrier.shape[1]):
            carrier[new, w] = before.carrier[link, w] & ~own[w]
        key = np.int64(before.key[link])
        if key != NOWHERE and own[key >> 6] >> np.uint64(key & 63) & np.uint64(1):
            key = np.int64(NOWHERE)
        kind = 0 if key == NOWHERE else 1
        if has_narrower(carrier, links.following, first[0, a, b], new):
            continue
        most = MOST_FULLS
        if kind == 1:
            if has_narrower(carrier, links.following, first[1, a, b], new):
                continue
            most = MOST_EDGE_SEMIS if a >= count else MOST_SEMIS
        keep_link(links, kind, a, b, key, most)


@njit()
def restore_pairs(links, before, cells):
    """Look again at every pair that lost a link to the other side."""
    info, status, root = links.info, links.status, links.root
    links.rounds[0] += 1
    this_round = links.rounds[0]
    for link in range(before.info[USED]):
        a = np.int64(root[before.ends[link, 0]])
        b = np.int64(root[before.ends[link, 1]])
        if before.status[link] == DROPPED or links.fate[link] != GONE:
            continue
        if a in (b, NOWHERE) or b == NOWHERE:
            continue
        a, b = min(a, b), max(a, b)
        if links.seen[a, b] == this_round:
            continue
        links.seen[a, b] = this_round
        semi = links.first[1, a, b]
        while semi != NO_LINK:
            if status[semi] == DONE:
                status[semi] = WAITING
                links.queue[info[QUEUED]] = semi
                info[QUEUED] += 1
            semi = links.following[semi]
        join_again(links, cells, a, b)


@njit()
def join_again(links, cells, a, b):
    """Apply the and-rule to the links of ``a`` and ``b`` that stayed the same."""
    info, first, following = links.info, links.first, links.following
    carrier, status = links.carrier, links.status
    count = np.int64(info[CELLS])
    one = np.uint64(1)
    words = carrier.shape[1]
    partners = links.partner_count[a]
    for p in range(partners):
        middle = np.int64(links.partner[a, p])
        if middle == b or middle >= count:
            continue
        low = first[0, min(middle, b), max(middle, b)]
        if low == NO_LINK:
            continue
        kind = 0 if cells[middle] != 0 else 1
        most = MOST_FULLS if kind == 0 else MOST_SEMIS
        if a >= count:
            most = MOST_EDGE_SEMIS
        near = first[0, min(a, middle), max(a, middle)]
        while near != NO_LINK:
            left = near
            near = following[near]
            right_next = low
            while right_next != NO_LINK:
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
                if shared != 0 or links.number[kind, a, b] >= most:
                    continue
                join_links(links, kind, a, b, left, right, middle, most)
