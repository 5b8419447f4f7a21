"""H-search: virtual connections of one colour, built by the and-rule and the or-rule.

Links through a common stone, or through a common empty cell with disjoint carriers,
make longer ones (a semi link in the second case: the cell must be taken); semi links
whose carriers share no cell make a full one.

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
    MOST_EDGE_SEMIS,
    MOST_FULLS,
    MOST_JOINED,
    MOST_SEMIS,
    NO_LINK,
    NOWHERE,
    QUEUED,
    TAKEN,
    USED,
    WAITING,
    clear_links,
    find_chains,
    keep_link,
    link_neighbours,
)


@njit()
def has_narrower(carrier, following, link, new):
    """Say whether the carrier ``new`` holds that of ``link`` or of one following it."""
    while link != NO_LINK:
        outside = np.uint64(0)
        for w in range(carrier.shape[1]):
            outside |= carrier[link, w] & ~carrier[new, w]
        if outside == 0:
            return True
        link = following[link]
    return False


@njit_inlined()
def join_links(links, kind, a, b, one, other, middle, most):
    """Keep what ``one`` and ``other`` make together, unless a narrower link is known.

    They meet in ``middle``; ``a`` and ``b``, the smaller first, are their other ends.
    """
    carrier, first, following = links.carrier, links.first, links.following
    new = links.info[USED]
    for w in range(carrier.shape[1]):
        carrier[new, w] = carrier[one, w] | carrier[other, w]
    if kind == 1:
        carrier[new, middle >> 6] |= np.uint64(1) << np.uint64(middle & 63)
    is_known = has_narrower(carrier, following, first[0, a, b], new)
    if kind == 1 and not is_known:
        is_known = has_narrower(carrier, following, first[1, a, b], new)
    if not is_known:
        keep_link(links, kind, a, b, middle if kind == 1 else NOWHERE, most)


@njit()
def apply_and_rule(links, cells, link):
    """Join a full link with every known full link that it shares an end with."""
    info, first, number = links.info, links.first, links.number
    carrier, following, status = links.carrier, links.following, links.status
    partner, partners, ends = links.partner, links.partner_count, links.ends
    count = np.int64(info[CELLS])
    words = carrier.shape[1]
    one = np.uint64(1)
    for side in range(2):
        middle = np.int64(ends[link, side])
        other = np.int64(ends[link, 1 - side])
        if middle >= count:
            continue
        kind = 0 if cells[middle] != 0 else 1
        other_word, other_bit = other >> 6, one << np.uint64(other & 63)
        for p in range(partners[middle]):
            far = np.int64(partner[middle, p])
            if far == other:
                continue
            if far < count and carrier[link, far >> 6] >> np.uint64(far & 63) & one:
                continue
            a, b = min(other, far), max(other, far)
            most = MOST_FULLS if kind == 0 else MOST_SEMIS
            if a >= count:
                most = MOST_EDGE_SEMIS
            if number[kind, a, b] >= most:
                continue
            second = first[0, min(middle, far), max(middle, far)]
            while second != NO_LINK:
                candidate = second
                second = following[second]
                if status[candidate] != DONE:
                    continue
                shared = np.uint64(0)
                for w in range(words):
                    shared |= carrier[link, w] & carrier[candidate, w]
                if other < count:
                    shared |= carrier[candidate, other_word] & other_bit
                if shared != 0:
                    continue
                join_links(links, kind, a, b, link, candidate, middle, most)


@njit()
def apply_or_rule(links, link):
    """Make full links of a semi link and known ones of the same ends.

    All sets of up to ``MOST_JOINED`` are tried, each further one leaving fewer common
    cells; then one set of any size, taken greedily. Between the edges only the latter.
    """
    info, first = links.info, links.first
    carrier, following, status = links.carrier, links.following, links.status
    words = carrier.shape[1]
    a, b = np.int64(links.ends[link, 0]), np.int64(links.ends[link, 1])
    common, together, chosen = links.common, links.together, links.chosen
    for w in range(words):
        common[0, w] = carrier[link, w]
        together[0, w] = carrier[link, w]
    depth = 0 if a < info[CELLS] else -1
    chosen[0] = first[1, a, b]
    while depth >= 0:
        candidate = chosen[depth]
        if candidate == NO_LINK:
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
                keep_link(links, 0, a, b, NOWHERE, MOST_FULLS)
        elif depth + 2 < MOST_JOINED:
            chosen[depth + 1] = chosen[depth]
            depth += 1
    candidate = first[1, a, b]
    left = np.uint64(1)
    while candidate != NO_LINK and left != 0:
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
            keep_link(links, 0, a, b, NOWHERE, MOST_FULLS)


@njit()
def build_links(links, cells, neighbours, width, colour):
    """Find the links of ``colour`` on the board ``cells``."""
    clear_links(links)
    find_chains(links, cells, neighbours, width, colour)
    link_neighbours(links, neighbours, width, colour)
    close_links(links, cells)


@njit()
def close_links(links, cells):
    """Apply both rules until they find nothing new."""
    info = links.info
    while info[TAKEN] < info[QUEUED]:
        link = np.int64(links.queue[info[TAKEN]])
        info[TAKEN] += 1
        if links.status[link] == DROPPED:
            continue
        if links.key[link] == NOWHERE:
            apply_and_rule(links, cells, link)
        else:
            apply_or_rule(links, link)
        if links.status[link] == WAITING:
            links.status[link] = DONE
