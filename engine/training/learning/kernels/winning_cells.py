"""Winning cells of many positions, by the rules of any game."""

from __future__ import annotations

from engine.core.kernels.game_api import (
    ONGOING,
    copy_state,
    is_legal,
    play,
    result,
    to_move,
)
from engine.core.kernels.jit import njit_lean as njit

OWN, OTHER = 1, 2
"""Contents of a cell relative to the side to move."""


@njit()
def mark_winning_cells(empty, state, trial, cells, sides, wins):
    """Mark the cells on which the side to move wins with its next stone.

    The stones of a position are placed in turns, each side's in ascending order. A
    position that this does not reach gets no marks.

    Args:
        empty: State of the empty board.
        state: State of the same setup, overwritten.
        trial: Another one, overwritten.
        cells: ``[S, N]`` int8, relative to the side to move; see ``Samples``.
        sides: ``[S]`` int8, side to move: 1 or 2.
        wins: ``[S, N]`` bool, all false; written.
    """
    for row in range(cells.shape[0]):
        copy_state(state, empty)
        if not _place_stones(state, cells[row], sides[row]):
            continue
        for cell in range(cells.shape[1]):
            if cells[row, cell] == 0 and is_legal(state, cell):
                copy_state(trial, state)
                play(trial, cell)
                wins[row, cell] = result(trial) == sides[row]


@njit()
def _place_stones(state, cells, side):
    """Play the stones of a position; return whether it is reached and unfinished.

    Args:
        state: State of the empty board; the stones are added.
        cells: ``[N]`` int8, relative to the side to move.
        side: The side to move.
    """
    stones = 0
    for cell in range(cells.size):
        stones += cells[cell] != 0
    next_own, next_other = 0, 0
    for _ in range(stones):
        is_own = to_move(state) == side
        wanted = OWN if is_own else OTHER
        cell = next_own if is_own else next_other
        while cell < cells.size and cells[cell] != wanted:
            cell += 1
        if cell == cells.size or not is_legal(state, cell):
            return False
        play(state, cell)
        if result(state) != ONGOING:
            return False
        if is_own:
            next_own = cell + 1
        else:
            next_other = cell + 1
    return to_move(state) == side
