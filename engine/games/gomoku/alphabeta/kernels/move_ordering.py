"""Move generation and move ordering of the Gomoku search.

When a row or a straight four threatens, only answers are listed; else the empty cells
near stones. The score of a move combines the own pattern, the opponent's pattern that
it blocks, killers and history.
"""

from __future__ import annotations

import numpy as np

from engine.core.kernels.jit import njit_inlined
from engine.core.kernels.jit import njit_lean as njit
from engine.games.gomoku.patterns.kernels.patterns import NO_CELL, is_foul
from engine.games.gomoku.patterns.threat_tables import FOUR, THREE

TABLE_MOVE = 1 << 30
KILLER = 1500
"""Scores of the table move and of a killer move."""

HISTORY_LIMIT = 1 << 13
HISTORY_SHIFT = 4
"""Maximum history weight of a move, and its right shift in the score."""

DEFENCE_SHARE = 3
"""Weight of the opponent's pattern; the own pattern has weight 4."""


@njit()
def near_stones(state, near):
    """Write the bits of the cells near stones, one word for each board row.

    Near means within two rows and columns, or three steps along a line.
    """
    height = near.shape[1]
    for row in range(height):
        taken = np.int64(state.lines[0, row] | state.lines[1, row])
        near[0, row] = taken
        wide = taken | (taken << 1) | (taken >> 1) | (taken << 2) | (taken >> 2)
        near[1, row] = wide
    for row in range(height):
        taken = near[0, row]
        found = near[1, row] | (taken << 3) | (taken >> 3)
        for step in (-2, -1, 1, 2):
            if 0 <= row + step < height:
                found |= near[1, row + step]
        for step in (-3, 3):
            if 0 <= row + step < height:
                there = near[0, row + step]
                found |= there | (there << 3) | (there >> 3)
        near[2, row] = found & ~taken & np.int64(state.on_board[row])


@njit()
def list_move(search, at, cell, order):
    """Append a move and its score at index ``at``."""
    search.moves[at] = cell
    search.orders[at] = order
    return at + 1


@njit_inlined()
def previous_move(search, ply):
    """Return the move that led to a frame, or ``NO_CELL`` at the root."""
    return np.int64(search.frames[ply - 1].move) if ply > 0 else np.int64(NO_CELL)


@njit()
def score_move(state, search, ply, cell, previous):
    """Return the ordering score of a move."""
    frame = search.frames[ply]
    if cell == frame.table_move:
        return TABLE_MOVE
    colour = state.info[0].turn
    own = np.int64(search.order_by_key[state.keys[colour - 1, cell]])
    other = np.int64(search.order_by_key[state.keys[2 - colour, cell]])
    order = 4 * own + DEFENCE_SHARE * other + np.int64(search.jitter[cell])
    if frame.killers[0] == cell or frame.killers[1] == cell:
        order += KILLER
    order += np.int64(search.history[colour - 1, cell]) >> HISTORY_SHIFT
    if previous >= 0:
        order += np.int64(search.replies[previous, cell]) >> HISTORY_SHIFT
    return order


@njit()
def list_answers(state, search, ply, start):
    """List the answers to a straight four that threatens: fours and blocking cells.

    A stone stops a four only on a cell where the attacker would also make one.
    """
    colour = state.info[0].turn
    previous = previous_move(search, ply)
    at = start
    for cell in range(state.cells.size):
        is_answer = (
            state.threats[colour - 1, cell] >= FOUR
            or state.threats[2 - colour, cell] >= FOUR
        )
        if state.cells[cell] == 0 and is_answer and not is_foul(state, cell, colour):
            order = score_move(state, search, ply, cell, previous)
            at = list_move(search, at, cell, order)
    return at


@njit()
def list_threats(state, search, ply, start):
    """List the cells where a stone makes an open three or a four."""
    colour = state.info[0].turn
    previous = previous_move(search, ply)
    at = start
    for cell in range(state.cells.size):
        is_threat = state.threats[colour - 1, cell] >= THREE
        if is_threat and not is_foul(state, cell, colour):
            order = score_move(state, search, ply, cell, previous)
            at = list_move(search, at, cell, order)
    return at


@njit()
def list_near(state, search, ply, start):
    """List the empty cells near stones, or the centre of an empty board.

    Fouls are included: most moves are never tried, and the foul check costs time.
    """
    height = search.near.shape[1]
    width = state.cells.size // height
    previous = previous_move(search, ply)
    near_stones(state, search.near)
    at = start
    for row in range(height):
        bits = search.near[2, row]
        first = row * width
        while bits != 0:
            low = bits & -bits
            bits ^= low
            cell = first + np.int64(search.place_of_bit[low % 37])
            order = score_move(state, search, ply, cell, previous)
            at = list_move(search, at, cell, order)
    if at == start and state.info[0].empties == state.cells.size:
        at = list_centre(state, search, start)
    return at


@njit()
def list_centre(state, search, start):
    """List the nine cells in the middle of the board."""
    height = search.near.shape[1]
    width = state.cells.size // height
    middle = (height // 2) * width + width // 2
    at = start
    for step in range(9):
        cell = middle + (step // 3 - 1) * width + step % 3 - 1
        at = list_move(search, at, cell, np.int64(search.jitter[cell]))
    return at


@njit()
def list_all_cells(state, search, start):
    """List every empty cell that is not a foul, in random order."""
    colour = state.info[0].turn
    at = start
    for cell in range(state.cells.size):
        if state.cells[cell] == 0 and not is_foul(state, cell, colour):
            at = list_move(search, at, cell, np.int64(search.jitter[cell]))
    return at


@njit()
def pick_next(search, at, end):
    """Move the best remaining move to index ``at`` and return it."""
    best = at
    for k in range(at + 1, end):
        if search.orders[k] > search.orders[best]:
            best = k
    move = search.moves[best]
    order = search.orders[best]
    search.moves[best] = search.moves[at]
    search.orders[best] = search.orders[at]
    search.moves[at] = move
    search.orders[at] = order
    return np.int64(move)


@njit()
def update_history(values, k, cell, bonus):
    """Move a history value towards ``bonus``; it stays within ``HISTORY_LIMIT``."""
    value = np.int64(values[k, cell])
    values[k, cell] = value + bonus - value * abs(bonus) // HISTORY_LIMIT


@njit()
def record_cutoff(state, search, ply):
    """Update killers and history for a cutoff by the last move tried."""
    frame = search.frames[ply]
    if frame.killers[0] != frame.move:
        frame.killers[1] = frame.killers[0]
        frame.killers[0] = frame.move
    own = state.info[0].turn - 1
    previous = previous_move(search, ply)
    depth = max(np.int64(frame.depth), 1)
    bonus = min(32 * depth * depth, HISTORY_LIMIT // 4)
    for k in range(frame.start, frame.start + frame.tried):
        cell = np.int64(search.moves[k])
        change = bonus if cell == frame.move else -bonus
        update_history(search.history, own, cell, change)
        if previous >= 0:
            update_history(search.replies, previous, cell, change)
