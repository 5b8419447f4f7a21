"""H-search: virtual connections of one colour, built by the and-rule and the or-rule.

A *link* joins two endpoints: empty cells, chains of stones, edges. A *full* link holds
even if the other side moves first, a *semi* link if the own side does. Its carrier are
the empty cells it needs. Links through a common stone, or through a common empty cell
with disjoint carriers, make longer ones (a semi link in the second case: the cell must
be taken); semi links whose carriers share no cell make a full one.

Source: Anshelevich 2002, "A hierarchical approach to computer Hex".
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.core.jit import njit_lean as njit

NO_LINK = -1
NOWHERE = -1

USED = 0
QUEUED = 1
TAKEN = 2
CELLS = 3
IS_COMPLETE = 4

WAITING = 0
DONE = 1
DROPPED = 2

MOST_FULLS = 10
"""Full links kept for a pair; a longer list finds little more, see docs/engines.md."""

MOST_SEMIS = 12
"""Semi links kept for a pair."""

MOST_EDGE_SEMIS = 96
"""Semi links kept between the two edges; their common cells are the must-play."""

LINKS_PER_CELL = 160
"""Room for links; the most seen on boards of all sizes was half of it."""

MOST_JOINED = 4
"""Semi links that one full link may be made of."""


SCRATCH_COUNT = 7
"""Last fields of ``Links``, which are scratch."""


class Links(NamedTuple):
    """Links of one colour; ``E = N + 2`` endpoints: the cells, then its two edges.

    info: ``[8]`` int32, see ``USED`` to ``IS_COMPLETE``.
    root: ``[E]`` int16, the endpoint that stands for a cell: itself if empty, one cell
        of its chain or an edge if of the colour, ``NOWHERE`` if of the other one.
    partner: ``[E, E]`` int16, the endpoints an endpoint has full links with.
    partner_count: ``[E]`` int16.
    first: ``[2, E, E]`` int32, first full and first semi link of a pair ``a < b``.
    number: ``[2, E, E]`` int8, how many of each.
    carrier: ``[L, W]`` uint64, a bit for each empty cell a link needs.
    following: ``[L]`` int32, the next link of the same pair and kind.
    ends: ``[L, 2]`` int16.
    key: ``[L]`` int16, the cell to take for a semi link; ``NOWHERE`` for a full one.
    status: ``[L]`` int8, ``WAITING``, ``DONE`` or ``DROPPED``.

    The others are scratch, which boards may share:

    queue: ``[L]`` int32, links in the order they were found.
    fate: ``[L]`` int8, what a move did to the links before it, see ``kernels_relinks``.
    seen: ``[E, E]`` int32, the round in which a pair was last looked at again.
    rounds: ``[1]`` int32, the last round.
    common: ``[MOST_JOINED, W]`` uint64, of the or-rule, as the next two.
    together: ``[MOST_JOINED, W]`` uint64.
    chosen: ``[MOST_JOINED]`` int32.
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
    fate: np.ndarray
    seen: np.ndarray
    rounds: np.ndarray
    common: np.ndarray
    together: np.ndarray
    chosen: np.ndarray


def new_links(
    cell_count: int, capacity: int | None = None, *, beside: Links | None = None
) -> Links:
    """Return room for the links of one colour, for ``capacity`` of them or enough.

    Scratch is shared with ``beside``, which has the same capacity.
    """
    if capacity is None:
        capacity = LINKS_PER_CELL * cell_count
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
            np.zeros((MOST_JOINED, words), np.uint64),
            np.zeros((MOST_JOINED, words), np.uint64),
            np.zeros(MOST_JOINED, np.int32),
        )
    )
    return Links(
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
def find_chains(links, cells, neighbours, width, colour):
    """Write which endpoint stands for each cell; ``queue`` serves as a stack."""
    count = links.info[CELLS]
    height = count // width
    root = links.root
    stack = links.queue
    root[:count] = NOWHERE
    root[count] = count
    root[count + 1] = count + 1
    last = height - 1 if colour == 1 else width - 1
    # Chains at the edges first, so that an edge stands for its whole chain.
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
def keep_link(links, kind, a, b, key, most):
    """Keep the link whose carrier stands at ``USED``, unless there are too many.

    Links of the same pair and kind that it makes superfluous are dropped.
    """
    info, following, status = links.info, links.following, links.status
    first, number, carrier = links.first, links.number, links.carrier
    new = info[USED]
    if new + 1 >= status.size:
        info[IS_COMPLETE] = 0
        return
    if a > b:
        a, b = b, a
    words = carrier.shape[1]
    previous = NO_LINK
    link = first[kind, a, b]
    count = number[kind, a, b]
    is_first = link == NO_LINK
    while link != NO_LINK:
        outside = np.uint64(0)
        for w in range(words):
            outside |= carrier[new, w] & ~carrier[link, w]
        after = following[link]
        if outside == 0:
            status[link] = DROPPED
            count -= 1
            if previous == NO_LINK:
                first[kind, a, b] = after
            else:
                following[previous] = after
        else:
            previous = link
        link = after
    number[kind, a, b] = count
    if count >= most:
        return
    if kind == 0 and is_first:
        partner, partners = links.partner, links.partner_count
        partner[a, partners[a]] = b
        partners[a] += 1
        partner[b, partners[b]] = a
        partners[b] += 1
    # Appended, so that the smallest carriers, found first, are tried first.
    following[new] = NO_LINK
    if previous == NO_LINK:
        first[kind, a, b] = new
    else:
        following[previous] = new
    number[kind, a, b] = count + 1
    links.ends[new, 0] = a
    links.ends[new, 1] = b
    links.key[new] = key
    status[new] = WAITING
    links.queue[info[QUEUED]] = new
    info[QUEUED] += 1
    info[USED] += 1


@njit()
def link_neighbours(links, neighbours, width, colour):
    """Keep a full link without carrier between all endpoints that touch."""
    count = np.int64(links.info[CELLS])
    last = (count // width if colour == 1 else width) - 1
    for cell in range(count):
        a = np.int64(links.root[cell])
        if a == NOWHERE:
            continue
        for k in range(6):
            beside = neighbours[cell, k]
            if beside < cell:
                b = np.int64(links.root[beside])
                if b not in (NOWHERE, a):
                    links.carrier[links.info[USED]] = 0
                    keep_link(links, 0, a, b, NOWHERE, 1)
        along = cell // width if colour == 1 else cell % width
        if along == 0 and a != count:
            links.carrier[links.info[USED]] = 0
            keep_link(links, 0, a, count, NOWHERE, 1)
        if along == last and a != count + 1:
            links.carrier[links.info[USED]] = 0
            keep_link(links, 0, a, count + 1, NOWHERE, 1)


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
                new = info[USED]
                for w in range(words):
                    carrier[new, w] = carrier[link, w] | carrier[candidate, w]
                if kind == 1:
                    carrier[new, middle >> 6] |= one << np.uint64(middle & 63)
                if has_narrower(carrier, following, first[0, a, b], new):
                    continue
                if kind == 1 and has_narrower(carrier, following, first[1, a, b], new):
                    continue
                key = middle if kind == 1 else NOWHERE
                keep_link(links, kind, a, b, key, most)


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
def clear_links(links):
    """Forget all links."""
    info = links.info
    info[USED] = 0
    info[QUEUED] = 0
    info[TAKEN] = 0
    info[CELLS] = links.root.size - 2
    info[IS_COMPLETE] = 1
    links.first[:] = NO_LINK
    links.number[:] = 0
    links.partner_count[:] = 0


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


@njit()
def edges_are_linked(links, kind):
    """Say whether a link of the kind joins the edges."""
    count = links.info[CELLS]
    return links.first[kind, count, count + 1] != NO_LINK
