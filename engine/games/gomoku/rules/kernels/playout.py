"""Gomoku playouts that complete lines and block lines of the other side.

In random playouts a single four often decides; with answers to fours the results
depend on threats rather than on chance.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from engine.core.kernels import game_api
from engine.core.kernels.game_api import DRAW, ONGOING, implements
from engine.core.kernels.jit import get_python_function, njit_inlined
from engine.core.kernels.jit import njit_lean as njit
from engine.core.kernels.rng import next_below
from engine.games.gomoku.rules.kernels.state import (
    FREESTYLE_RULE,
    RENJU_RULE,
    WHITE,
    GomokuState,
    find_winner,
    has_line,
    put_stone,
)

NO_CELL = -1


@njit()
def runs(mask, length):
    """Return the start bits of runs of ``length`` set bits; all bits for length 0."""
    found = ~np.int64(0)
    for k in range(length):
        found &= mask >> k
    return found


@njit_inlined()
def find_completions(own, length):
    """Return the bits that complete a run of ``length`` set bits.

    A run with a gap at index j is a run of j bits, the gap, and a run of the rest.
    """
    found = np.int64(0)
    for gap in range(length):
        found |= (runs(own, gap) & (runs(own, length - 1 - gap) >> (gap + 1))) << gap
    return found & ~own


def make_completion_table() -> npt.NDArray[np.int16]:
    """Return ``find_completions`` of every window around a stone, for every length."""
    table = np.zeros((LONGEST - SHORTEST + 1, 1 << (2 * LONGEST - 1)), np.int16)
    completing = get_python_function(find_completions)
    for length in range(SHORTEST, LONGEST + 1):
        for window in range(1 << (2 * length - 1)):
            table[length - SHORTEST, window] = completing(window, length)
    return table


SHORTEST = 4
LONGEST = 6
"""Winning line lengths that a game may have."""

COMPLETIONS = make_completion_table()
"""``[3, 2048]`` by length and window."""


@njit()
def locate_cell(state, line, place):
    """Return the cell at bit ``place`` of ``line``; see ``GomokuState.line_of``."""
    width = state.stride[1]
    height = state.cells.size // width
    if line < height:
        return line * width + place
    line -= height
    if line < width:
        return place * width + line
    line -= width
    diagonals = height + width - 1
    if line < diagonals:
        return (line + place - width + 1) * width + place
    return (line - diagonals - place) * width + place


@njit()
def wins_with(state, own, place, colour):
    """Return whether a bit at ``place`` makes a winning run, which is no overline."""
    rule = state.info[0].rule
    if rule == FREESTYLE_RULE or (rule == RENJU_RULE and colour == WHITE):
        return True
    return has_line(
        np.uint32(own | (np.int64(1) << place)), state.info[0].line_length, True
    )


@njit()
def first_winning_cell(state, line, own, found, colour):
    """Return the first cell among the bits ``found`` where ``colour`` wins."""
    place = 0
    while found >> place != 0:
        if (found >> place) & 1 and wins_with(state, own, place, colour):
            return locate_cell(state, line, place)
        place += 1
    return NO_CELL


@njit()
def free_places(state, line):
    """Return the bits of the empty cells of a line."""
    return np.int64(
        state.on_board[line] & ~(state.lines[0, line] | state.lines[1, line])
    )


@njit_inlined()
def find_completion(state, colour):
    """Return a cell that completes any line of ``colour``, or ``NO_CELL``."""
    length = state.info[0].line_length
    for line in range(state.on_board.size):
        own = np.int64(state.lines[colour - 1, line])
        crowd = own
        for _ in range(length - 2):
            crowd &= crowd - 1
        if crowd != 0:
            found = find_completions(own, length) & free_places(state, line)
            cell = first_winning_cell(state, line, own, found, colour)
            if cell != NO_CELL:
                return cell
    return NO_CELL


@njit_inlined()
def find_completion_beside(state, cell, colour):
    """Return a cell that completes a line with the stone on ``cell``, or ``NO_CELL``.

    Only cells within one line length of the stone matter, so a look-up table covers
    each direction.
    """
    reach = state.info[0].line_length - 1
    every = (1 << (2 * reach + 1)) - 1
    for k in range(4):
        line = state.line_of[cell, k]
        place = state.place_on[cell, k]
        own = np.int64(state.lines[colour - 1, line])
        window = ((own << reach) >> place) & every
        found = np.int64(COMPLETIONS[reach + 1 - SHORTEST, window])
        if found != 0:
            found = ((found << place) >> reach) & free_places(state, line)
            winning = first_winning_cell(state, line, own, found, colour)
            if winning != NO_CELL:
                return winning
    return NO_CELL


@implements(game_api.informed_playout, GomokuState)
def informed_playout(state, rng):
    """See ``game_api.informed_playout``.

    The side to move completes a line if possible, else blocks a line of the other side,
    else plays a random move.
    """
    colour = state.info[0].to_move
    win = find_completion(state, colour)
    danger = find_completion(state, 3 - colour)
    while state.info[0].empty_count > 0:
        cell = win if win != NO_CELL else danger
        if cell == NO_CELL:
            cell = state.empties[next_below(rng, state.info[0].empty_count)]
        put_stone(state, cell, colour)
        winner = find_winner(state, cell, colour)
        if winner != ONGOING:
            return winner
        # Cells where this side may complete a line next. The other side's are searched
        # again, because one stone cannot stop two fours.
        other_win = NO_CELL
        if danger != NO_CELL:
            other_win = find_completion(state, 3 - colour)
        win = other_win
        danger = find_completion_beside(state, cell, colour)
        colour = 3 - colour
    return DRAW


@implements(game_api.write_owners, GomokuState)
def write_owners(state, owners):
    """See ``game_api.write_owners``."""
    for cell in range(state.cells.size):
        owners[cell] = state.cells[cell]
