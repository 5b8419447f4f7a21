"""Hex playouts: random ones, and ones that save bridges.

A random playout needs no order of moves: on a full board exactly one side is connected,
and it keeps its connection from the move that joins the edges. The playout deals the
empty cells at random and flood-fills Red's stones from the top.
"""

from __future__ import annotations

import numpy as np

from engine.core.kernels import game_api
from engine.core.kernels.game_api import implements
from engine.core.kernels.jit import njit_lean as njit
from engine.core.kernels.rng import next_below, next_word
from engine.games.hex.rules.constants import BLUE, EMPTY, RED
from engine.games.hex.rules.kernels.state import (
    NO_CELL,
    HexState,
    count_bits,
    swap_is_open,
)


@njit()
def spread_in_row(reached, row):
    """Return ``reached`` extended to the full runs of stones of ``row`` around it."""
    while True:
        wider = (reached | (reached << np.uint32(1)) | (reached >> np.uint32(1))) & row
        if wider == reached:
            return reached
        reached = wider


@njit()
def joins_top_and_bottom(rows, reached):
    """Return whether the stones in ``rows`` join the first row to the last.

    Args:
        rows: ``[H]`` uint32, a bit for each stone.
        reached: ``[H]`` uint32, scratch; the flood fill sweeps down and up until it is
        stable.
    """
    last = rows.size - 1
    reached[0] = rows[0]
    reached[1:] = 0
    while True:
        for r in range(1, last + 1):
            above = reached[r - 1]
            touched = (above | (above >> np.uint32(1))) & rows[r]
            reached[r] = spread_in_row(reached[r] | touched, rows[r])
        if reached[last] != 0:
            return True
        grown = False
        for r in range(last - 1, 0, -1):
            below = reached[r + 1]
            touched = (below | (below << np.uint32(1))) & rows[r] & ~reached[r]
            if touched != 0:
                reached[r] = spread_in_row(reached[r] | touched, rows[r])
                grown = True
        if not grown:
            return False


@njit()
def deal_empty_cells(state, rng):
    """Assign Red its share of the empty cells; every choice is equally likely.

    One coin flip for each cell gives about the share; random cells then change owner
    until it is exact. Coins are fair and corrections uniform, so every set of the right
    size has the same probability.
    """
    info = state.info[0]
    height = state.red_rows.size
    width = info.width
    missing = (info.empty_count + (info.to_move == RED)) // 2
    coins = np.uint64(0)
    for r in range(height):
        coins = next_word(rng) if r % 2 == 0 else coins >> np.uint64(32)
        dealt = np.uint32(coins) & state.empty_rows[r]
        state.red_rows[r] |= dealt
        missing -= count_bits(dealt)
    while missing != 0:
        r = next_below(rng, height)
        bit = np.uint32(1) << np.uint32(next_below(rng, width))
        if state.empty_rows[r] & bit == 0:
            continue
        is_red = state.red_rows[r] & bit != 0
        if missing > 0 and not is_red:
            state.red_rows[r] |= bit
            missing -= 1
        elif missing < 0 and is_red:
            state.red_rows[r] &= ~bit
            missing += 1


@njit()
def maybe_swap(state, rng):
    """Swap with the probability of any other legal move."""
    if swap_is_open(state) and next_below(rng, game_api.legal_count(state)) == 0:
        game_api.play(state, state.info[0].cell_count)


@implements(game_api.playout, HexState)
def playout(state, rng):
    """See ``game_api.playout``."""
    if state.info[0].has_swap != 0:
        maybe_swap(state, rng)
    deal_empty_cells(state, rng)
    state.info[0].empty_count = 0
    return RED if joins_top_and_bottom(state.red_rows, state.empty_rows) else BLUE


@njit()
def bridge_reply(state, cell, colour, rng):
    """Return the cell where ``colour`` saves a bridge from the stone on ``cell``.

    A bridge joins two stones by two empty cells that touch both; if one is taken, the
    other still joins. Around the taken cell, stone, empty cell and stone follow each
    other clockwise. Without such a bridge the result is ``NO_CELL``.
    """
    own = 0
    empty = 0
    for k in range(6):
        content = state.cells[state.neighbours[cell, k]]
        own |= (content == colour) << k
        empty |= (content == EMPTY) << k
    own |= own << 6
    empty |= empty << 6
    middles = (own << 1) & empty & (own >> 1)
    middles = (middles | (middles >> 6)) & 63
    if middles == 0:
        return NO_CELL
    k = next_below(rng, 6)
    while not (middles >> k) & 1:
        k = (k + 1) % 6
    return state.neighbours[cell, k]


@implements(game_api.informed_playout, HexState)
def informed_playout(state, rng):
    """See ``game_api.informed_playout``: random moves, but bridges are saved.

    Source: Huang, Arneson, Hayward, Mueller and Pawlewicz 2013, "MoHex 2.0: a
    pattern-based MCTS Hex player", section 3, the save-bridge pattern.
    """
    if state.info[0].has_swap != 0:
        maybe_swap(state, rng)
    info = state.info[0]
    width = info.width
    deck = state.deck
    left = 0
    for cell in range(info.cell_count):
        if state.cells[cell] == EMPTY:
            deck[left] = cell
            left += 1
    colour = info.to_move
    last = info.last_cell
    for _ in range(info.empty_count):
        cell = NO_CELL
        if last != NO_CELL:
            cell = bridge_reply(state, last, colour, rng)
        while cell == NO_CELL:
            k = next_below(rng, left)
            left -= 1
            if state.cells[deck[k]] == EMPTY:
                cell = deck[k]
            deck[k] = deck[left]
        state.cells[cell] = colour
        if colour == RED:
            row = cell // width
            state.red_rows[row] |= np.uint32(1) << np.uint32(cell - row * width)
        last = cell
        colour = 3 - colour
    info.empty_count = 0
    return RED if joins_top_and_bottom(state.red_rows, state.empty_rows) else BLUE


@implements(game_api.write_owners, HexState)
def write_owners(state, owners):
    """See ``game_api.write_owners``."""
    info = state.info[0]
    width = info.width
    is_full = info.empty_count == 0
    for cell in range(info.cell_count):
        owners[cell] = state.cells[cell]
    if is_full:
        for r in range(state.red_rows.size):
            row = state.red_rows[r]
            for c in range(width):
                owners[r * width + c] = BLUE - ((row >> np.uint32(c)) & np.uint32(1))
