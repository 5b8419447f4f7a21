"""Two-distance: moves that a side needs between its edges if the best one is blocked.

A cell next to an edge has distance 1 from it. Any other cell has one more than the
second nearest of its empty neighbours, since the opponent takes the nearest. Cells
adjacent to the same chain of the side are neighbours.

Source: van Rijswijck 2000, "Computer Hex: are bees better than fruitflies?".
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.core.kernels.jit import njit_lean as njit
from engine.games.hex.rules.kernels.state import count_bits

FAR = 40
"""Distance between edges that can no longer be joined."""

OWN = 0
EMPTY = 1
LEFT = 2
CHAIN = 3
NEAR = 4
ONCE = 5
TWICE = 6
SETS = 7

FIRST_EDGE = 1
LAST_EDGE = 2


class Distances(NamedTuple):
    """Buffers for one side's distances; a set of cells is a bit row for each board row.

    For Blue rows are columns, so the edges always are the first and last row.

    sets: ``[SETS, S]`` uint32, ``S`` the longer side, see ``OWN`` to ``TWICE``.
    rings: ``[K, S]`` uint32, the empty cells adjacent to each chain.
    edges: ``[K]`` int32, the edges that each chain touches.
    lone: ``[K, 2]`` int32, cells that are the only near one of a chain, and the chain.
    distance: ``[2, S * S]`` int32, of each cell to the first and to the last edge.
    """

    sets: np.ndarray
    rings: np.ndarray
    edges: np.ndarray
    lone: np.ndarray
    distance: np.ndarray


def new_distances(cell_count: int) -> Distances:
    """Return buffers for boards of ``cell_count`` cells of any shape."""
    side = min(cell_count, 32)
    return Distances(
        np.zeros((SETS, side), np.uint32),
        np.zeros((cell_count, side), np.uint32),
        np.zeros(cell_count, np.int32),
        np.zeros((cell_count, 2), np.int32),
        np.zeros((2, cell_count), np.int32),
    )


@njit()
def two_distance(work, cells, height, width, colour):
    """Return the smallest sum of a cell's two-distances to both edges of a colour.

    The result is 0 if a chain joins the edges, and at most ``FAR``.
    """
    if colour == 2:
        height, width = width, height
    write_sets(work.sets, cells, height, width, colour)
    chains = find_rings(work, height)
    for k in range(chains):
        if work.edges[k] == FIRST_EDGE | LAST_EDGE:
            return 0
    measure_from(work, height, width, chains, 0)
    measure_from(work, height, width, chains, 1)
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
            place = row * width + column if colour == 1 else column * height + row
            if cells[place] == colour:
                own |= one << np.uint32(column)
            elif cells[place] == 0:
                empty |= one << np.uint32(column)
        sets[OWN, row] = own
        sets[EMPTY, row] = empty


@njit()
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
    left, chain = work.sets[LEFT], work.sets[CHAIN]
    for row in range(height):
        left[row] = work.sets[OWN, row]
    chains = 0
    for start in range(height):
        while left[start] != 0:
            chain[:height] = 0
            chain[start] = left[start] & (~left[start] + np.uint32(1))
            low, high = start, start
            is_growing = True
            while is_growing:
                is_growing = False
                for row in range(low, min(high + 2, height)):
                    wider = chain[row] | (beside(chain, row, height) & left[row])
                    if wider != chain[row]:
                        chain[row] = wider
                        is_growing = True
                        high = max(high, row)
                if low > 0 and beside(chain, low - 1, height) & left[low - 1]:
                    low -= 1
                    is_growing = True
            edges = FIRST_EDGE if chain[0] != 0 else 0
            if chain[height - 1] != 0:
                edges |= LAST_EDGE
            work.edges[chains] = edges
            for row in range(height):
                ring = beside(chain, row, height) & work.sets[EMPTY, row]
                work.rings[chains, row] = ring
                left[row] &= ~chain[row]
            chains += 1
    return chains


@njit()
def measure_from(work, height, width, chains, edge):
    """Write the distance of every cell to one edge, ``FAR`` where there is no path."""
    sets, rings, distance = work.sets, work.rings, work.distance[edge]
    near, twice = sets[NEAR], sets[TWICE]
    name = FIRST_EDGE if edge == 0 else LAST_EDGE
    distance[: height * width] = FAR
    twice[:height] = 0
    row = 0 if edge == 0 else height - 1
    twice[row] = sets[EMPTY, row]
    for k in range(chains):
        if work.edges[k] & name:
            for row in range(height):
                twice[row] |= rings[k, row]
    near[:height] = 0
    step = 1
    while take_reached(sets, distance, height, width, step):
        step += 1
        for row in range(height):
            count_beside(sets, row, height)
        jump_over_chains(work, height, width, chains, name)


@njit()
def take_reached(sets, distance, height, width, step):
    """Set the distance of cells reached twice; return whether any is new."""
    is_any = False
    for row in range(height):
        new = sets[TWICE, row] & sets[EMPTY, row] & ~sets[NEAR, row]
        sets[NEAR, row] |= new
        place = row * width
        is_any |= new != 0
        while new != 0:
            if new & np.uint32(1):
                distance[place] = step
            new >>= np.uint32(1)
            place += 1
    return is_any


@njit()
def count_beside(sets, row, height):
    """Write the cells of a row adjacent to one, and to two or more, near cells."""
    one = np.uint32(1)
    here = sets[NEAR, row]
    left, right = here << one, here >> one
    once, twice = left | right, left & right
    if row > 0:
        above = sets[NEAR, row - 1]
        twice |= (once & above) | ((once | above) & (above >> one))
        once |= above | (above >> one)
    if row < height - 1:
        below = sets[NEAR, row + 1]
        twice |= (once & below) | ((once | below) & (below << one))
        once |= below | (below << one)
    sets[ONCE, row] = once
    sets[TWICE, row] = twice


@njit()
def jump_over_chains(work, height, width, chains, name):
    """Count near cells across a chain as neighbours, each of them once."""
    sets, rings, lone = work.sets, work.rings, work.lone
    one = np.uint32(1)
    found = 0
    for k in range(chains):
        if work.edges[k] & name:
            continue
        total = 0
        place = 0
        for row in range(height):
            touching = rings[k, row] & sets[NEAR, row]
            if touching != 0:
                total += count_bits(touching)
                place = row * width + count_bits((touching & (~touching + one)) - one)
        if total > 1:
            for row in range(height):
                sets[TWICE, row] |= rings[k, row]
        elif total == 1:
            lone[found, 0] = place
            lone[found, 1] = k
            found += 1
    for n in range(found):
        place, k = lone[n]
        bit = one << np.uint32(place % width)
        for row in range(height):
            ring = rings[k, row] & ~counted_beside(bit, row - place // width)
            for m in range(n):
                if lone[m, 0] == place:
                    ring &= ~rings[lone[m, 1], row]
            sets[TWICE, row] |= sets[ONCE, row] & ring
            sets[ONCE, row] |= ring


@njit()
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
