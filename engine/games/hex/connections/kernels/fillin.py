"""Dead, captured and inferior cells of a Hex board.

All three follow from the ring of six places around a cell. A cell is *dead* if, for
every filling of the empty places, each side's places in the ring form one run: every
path through the cell has a detour. Two empty neighbours are *captured* by a side that
can answer either one with the other so that the first one is dead.

Source: Bjornsson, Hayward, Johanson and van Rijswijck 2007, "Dead cell analysis in Hex
and the Shannon game".
"""

from __future__ import annotations

import itertools

import numpy as np

from engine.core.kernels.jit import njit_inlined
from engine.core.kernels.jit import njit_lean as njit
from engine.games.hex.rules.constants import BEYOND, BLUE, EMPTY, RED

RING = 6

POWERS = 3 ** np.arange(RING)
"""Weight of each place of the ring in the ring number."""

NO_OWNER = 3
"""Owner of a dead cell."""


def _runs(ring: tuple[int, ...], colour: int) -> int:
    """Return the number of runs of ``colour`` around a ring."""
    return sum(
        ring[k] == colour and ring[k - 1] != colour for k in range(len(ring))
    ) or int(colour in ring)


def _dead_rings() -> np.ndarray:
    """Return for each ring number whether the centre is dead.

    Places of a ring are ``EMPTY``, ``RED`` or ``BLUE``.
    """
    dead = np.zeros(3**RING, np.bool_)
    for ring in itertools.product((EMPTY, RED, BLUE), repeat=RING):
        choices = [(RED, BLUE) if content == EMPTY else (content,) for content in ring]
        number = sum(
            content * weight for content, weight in zip(ring, POWERS, strict=True)
        )
        dead[number] = all(
            _runs(filled, RED) <= 1 for filled in itertools.product(*choices)
        )
    return dead


DEAD = _dead_rings()


@njit()
def ring_number(cells, neighbours, cell):
    """Return the number of the ring around ``cell``; a corner's place counts as red.

    Both edges meet beyond an obtuse corner, so its owner adds no run.
    """
    number = 0
    for k in range(RING):
        content = cells[neighbours[cell, k]]
        if content == BEYOND:
            content = RED
        number += content * POWERS[k]
    return number


@njit()
def fill_in(cells, neighbours, owners):
    """Fill in dead and captured cells until none is left; return their number.

    The winner of the position stays the same. A dead cell becomes Red's.

    Args:
        cells: The board, changed in place.
        neighbours: ``[N, 6]``.
        owners: ``[N]`` int8, written: the side that has captured a cell, 1 or 2,
            ``NO_OWNER`` for a dead cell, 0 for all others.
    """
    filled = 0
    owners[:] = 0
    is_changed = True
    while is_changed:
        is_changed = False
        for cell in range(owners.size):
            if cells[cell] != EMPTY:
                continue
            number = ring_number(cells, neighbours, cell)
            if DEAD[number]:
                cells[cell] = RED
                owners[cell] = NO_OWNER
                filled += 1
                is_changed = True
            elif fill_captured_pair(cells, neighbours, owners, cell, number):
                filled += 2
                is_changed = True
    return filled


@njit_inlined()
def fill_captured_pair(cells, neighbours, owners, cell, number):
    """Fill in a cell and its first neighbour that a side has captured with it, if any.

    ``number`` is that of the ring around the cell. Returns whether there is one.
    """
    for k in range(RING):
        other = neighbours[cell, k]
        if other >= owners.size or cells[other] != EMPTY:
            continue
        owner = captured_by(cells, neighbours, number, other, k)
        if owner != EMPTY:
            cells[cell] = owner
            cells[other] = owner
            owners[cell] = owner
            owners[other] = owner
            return True
    return False


@njit()
def captured_by(cells, neighbours, number, other, k):
    """Return the side that has captured a cell and its empty neighbour, or ``EMPTY``.

    Args:
        cells: The board.
        neighbours: ``[N, 6]``.
        number: Number of the ring around the cell.
        other: The neighbour, at place ``k`` of that ring.
        k: See ``other``.
    """
    here = POWERS[k]
    there = POWERS[(k + 3) % RING]
    other_number = -1
    for colour in range(RED, BLUE + 1):
        if DEAD[number + colour * here]:
            if other_number < 0:
                other_number = ring_number(cells, neighbours, other)
            if DEAD[other_number + colour * there]:
                return colour
    return EMPTY


@njit()
def mark_inferior(cells, neighbours, count, player, killer):
    """Mark the inferior moves of ``player``.

    A move that one reply makes dead is a pass. Of the others, a move that a different
    move of the player makes dead is no better than that move, which stays.

    Args:
        cells: The board after fill-in.
        neighbours: ``[N, 6]``.
        count: Number of cells.
        player: The side to move.
        killer: ``[N]`` int16, written: the cell whose stone makes the move inferior, or
            -1 for a move to try or a stone.
    """
    killer[:count] = -1
    for turn in range(2):
        side = player if turn == 1 else 3 - player
        for cell in range(count):
            if cells[cell] != EMPTY or killer[cell] >= 0:
                continue
            number = ring_number(cells, neighbours, cell)
            for k in range(RING):
                other = neighbours[cell, k]
                if other >= count or cells[other] != EMPTY:
                    continue
                is_worth = turn == 0 or killer[other] < 0
                if is_worth and DEAD[number + side * POWERS[k]]:
                    killer[cell] = other
                    break
