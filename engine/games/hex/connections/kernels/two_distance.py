"""Two-distance: moves that a side needs between its edges if the best one is blocked.

A cell next to an edge has distance 1 from it. Any other cell has one more than the
second nearest of its empty neighbours, since the opponent takes the nearest. Cells
adjacent to the same chain of the side are neighbours.

Source: van Rijswijck 2000, "Computer Hex: are bees better than fruitflies?".
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.core.kernels.jit import njit_inlined
from engine.core.kernels.jit import njit_lean as njit
from engine.core.kernels.records import new_records
from engine.games.hex.rules.constants import BLUE, EMPTY, RED
from engine.games.hex.rules.kernels.state import count_bits

FAR = 40
"""Distance between edges that can no longer be joined."""

FIRST_EDGE = 1
LAST_EDGE = 2
"""Edges of a side, as bits."""

MAX_SIDE = 32
"""Maximum rows of a board, and columns: bits of a bit row."""

SETS = np.dtype(
    [
        ("own", np.uint32, MAX_SIDE),
        ("empty", np.uint32, MAX_SIDE),
        ("left", np.uint32, MAX_SIDE),
        ("chain", np.uint32, MAX_SIDE),
        ("near", np.uint32, MAX_SIDE),
        ("once", np.uint32, MAX_SIDE),
        ("twice", np.uint32, MAX_SIDE),
    ],
    align=True,
)
"""Sets of cells, a bit row for each row of the board.

own: stones of the side.
empty: empty cells.
left: stones whose chain is still to be found.
chain: stones of the chain that grows.
near: empty cells whose distance is known.
once: cells adjacent to a near cell.
twice: cells adjacent to two or more.
"""

LONE_CELL = np.dtype([("place", np.int32), ("chain", np.int32)], align=True)
"""A near cell, the only one adjacent to a chain, and the index of the chain."""


class Distances(NamedTuple):
    """Buffers for one side's distances.

    For Blue rows are columns, so the edges always are the first and last row.

    sets: ``[1]`` record of the type ``SETS``.
    rings: ``[K, S]`` uint32, the empty cells adjacent to each chain, as bit rows.
    edges: ``[K]`` int32, the edges that each chain touches.
    lone: ``[K]`` records of the type ``LONE_CELL``.
    distance: ``[2, N]`` int32, of each cell to the first and to the last edge.
    """

    sets: np.ndarray
    rings: np.ndarray
    edges: np.ndarray
    lone: np.ndarray
    distance: np.ndarray


def new_distances(cell_count: int) -> Distances:
    """Return buffers for boards of ``cell_count`` cells of any shape."""
    side = min(cell_count, MAX_SIDE)
    return Distances(
        new_records(1, SETS),
        np.zeros((cell_count, side), np.uint32),
        np.zeros(cell_count, np.int32),
        new_records(cell_count, LONE_CELL),
        np.zeros((2, cell_count), np.int32),
    )


@njit()
def two_distance(work, cells, height, width, colour):
    """Return the smallest sum of a cell's two-distances to both edges of a colour.

    The result is 0 if a chain joins the edges, and at most ``FAR``.
    """
    if colour == BLUE:
        height, width = width, height
    write_sets(work.sets[0], cells, height, width, colour)
    chains = find_rings(work, height)
    for k in range(chains):
        if work.edges[k] == FIRST_EDGE | LAST_EDGE:
            return 0
    measure_from(work, height, width, chains, FIRST_EDGE)
    measure_from(work, height, width, chains, LAST_EDGE)
    best = FAR
    first, last = work.distance[0], work.distance[1]
    for place in range(height * width):
        best = min(best, first[place] + last[place])
    return best


@njit()
def write_sets(sets, cells, height, width, colour):
    """Write the stones of a colour and the empty cells as bit rows."""
    one = np.uint32(1)
    for row in range(height):
        own = np.uint32(0)
        empty = np.uint32(0)
        for column in range(width):
            place = row * width + column if colour == RED else column * height + row
            if cells[place] == colour:
                own |= one << np.uint32(column)
            elif cells[place] == EMPTY:
                empty |= one << np.uint32(column)
        sets.own[row] = own
        sets.empty[row] = empty


@njit_inlined()
def beside(cells, row, height):
    """Return the cells of a row adjacent to a cell of the set ``cells``."""
    one = np.uint32(1)
    found = (cells[row] << one) | (cells[row] >> one)
    if row > 0:
        found |= cells[row - 1] | (cells[row - 1] >> one)
    if row < height - 1:
        found |= cells[row + 1] | (cells[row + 1] << one)
    return found


@njit()
def find_rings(work, height):
    """Write the ring and the edges of each chain; return the number of chains."""
    sets = work.sets[0]
    for row in range(height):
        sets.left[row] = sets.own[row]
    chains = 0
    for start in range(height):
        while sets.left[start] != 0:
            grow_chain(sets, start, height)
            edges = FIRST_EDGE if sets.chain[0] != 0 else 0
            if sets.chain[height - 1] != 0:
                edges |= LAST_EDGE
            work.edges[chains] = edges
            for row in range(height):
                ring = beside(sets.chain, row, height) & sets.empty[row]
                work.rings[chains, row] = ring
                sets.left[row] &= ~sets.chain[row]
            chains += 1
    return chains


@njit_inlined()
def grow_chain(sets, start, height):
    """Write the chain of the first stone left in a row."""
    for row in range(height):
        sets.chain[row] = 0
    left = sets.left[start]
    sets.chain[start] = left & (~left + np.uint32(1))
    low, high = start, start
    is_growing = True
    while is_growing:
        is_growing = False
        for row in range(low, min(high + 2, height)):
            chain = sets.chain[row]
            wider = chain | (beside(sets.chain, row, height) & sets.left[row])
            if wider != chain:
                sets.chain[row] = wider
                is_growing = True
                high = max(high, row)
        if low > 0 and beside(sets.chain, low - 1, height) & sets.left[low - 1]:
            low -= 1
            is_growing = True


@njit()
def measure_from(work, height, width, chains, edge):
    """Write the distance of every cell to one edge, ``FAR`` where there is no path."""
    sets, rings = work.sets[0], work.rings
    is_first = edge == FIRST_EDGE
    distance = work.distance[0 if is_first else 1]
    distance[: height * width] = FAR
    start = 0 if is_first else height - 1
    for row in range(height):
        sets.near[row] = 0
        sets.twice[row] = sets.empty[row] if row == start else 0
    for k in range(chains):
        if work.edges[k] & edge:
            for row in range(height):
                sets.twice[row] |= rings[k, row]
    step = 1
    while take_reached(sets, distance, height, width, step):
        step += 1
        for row in range(height):
            count_beside(sets, row, height)
        jump_over_chains(work, height, width, chains, edge)


@njit_inlined()
def take_reached(sets, distance, height, width, step):
    """Set the distance of cells reached twice; return whether any is new."""
    is_any = False
    for row in range(height):
        new = sets.twice[row] & sets.empty[row] & ~sets.near[row]
        sets.near[row] |= new
        place = row * width
        is_any |= new != 0
        while new != 0:
            if new & np.uint32(1):
                distance[place] = step
            new >>= np.uint32(1)
            place += 1
    return is_any


@njit_inlined()
def count_beside(sets, row, height):
    """Write the cells of a row adjacent to one, and to two or more, near cells."""
    one = np.uint32(1)
    here = sets.near[row]
    left, right = here << one, here >> one
    once, twice = left | right, left & right
    if row > 0:
        above = sets.near[row - 1]
        twice |= (once & above) | ((once | above) & (above >> one))
        once |= above | (above >> one)
    if row < height - 1:
        below = sets.near[row + 1]
        twice |= (once & below) | ((once | below) & (below << one))
        once |= below | (below << one)
    sets.once[row] = once
    sets.twice[row] = twice


@njit_inlined()
def jump_over_chains(work, height, width, chains, edge):
    """Count near cells across a chain as neighbours, each of them once.

    Chains at the edge do not count.
    """
    sets, rings, lone = work.sets[0], work.rings, work.lone
    found = 0
    for k in range(chains):
        if work.edges[k] & edge:
            continue
        total, place = find_near(sets, rings[k], height, width)
        if total > 1:
            for row in range(height):
                sets.twice[row] |= rings[k, row]
        elif total == 1:
            lone[found].place = place
            lone[found].chain = k
            found += 1
    for n in range(found):
        jump_from(work, n, height, width)


@njit_inlined()
def find_near(sets, ring, height, width):
    """Return the number of near cells in a ring, and the place of one of them."""
    one = np.uint32(1)
    total = 0
    place = 0
    for row in range(height):
        touching = ring[row] & sets.near[row]
        if touching != 0:
            total += count_bits(touching)
            place = row * width + count_bits((touching & (~touching + one)) - one)
    return total, place


@njit_inlined()
def jump_from(work, n, height, width):
    """Count the ``n``-th lone cell as a neighbour of the ring of its chain.

    Neighbours of the cell itself and across earlier chains have counted it already.
    """
    sets, rings, lone = work.sets[0], work.rings, work.lone
    place, chain = lone[n].place, lone[n].chain
    bit = np.uint32(1) << np.uint32(place % width)
    for row in range(height):
        ring = rings[chain, row] & ~counted_beside(bit, row - place // width)
        for m in range(n):
            if lone[m].place == place:
                ring &= ~rings[lone[m].chain, row]
        sets.twice[row] |= sets.once[row] & ring
        sets.once[row] |= ring


@njit_inlined()
def counted_beside(bit, rows_down):
    """Return the cells adjacent to the cell at ``bit``, in a row so far below."""
    one = np.uint32(1)
    if rows_down == 0:
        return (bit << one) | (bit >> one)
    if rows_down == 1:
        return bit | (bit >> one)
    if rows_down == -1:
        return bit | (bit << one)
    return np.uint32(0)
