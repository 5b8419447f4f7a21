"""Virtual connections of one colour: what they are and where they are kept.

A *link* joins two endpoints: empty cells, chains of stones, edges. A *full* link holds
even if the other side moves first, a *semi* link if the own side does. Its carrier are
the empty cells it needs. ``kernels_hsearch`` makes long links of short ones.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.core.kernels.jit import njit_lean as njit

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
