"""VCF solver for a batch of leaves, before the network evaluates them."""

from __future__ import annotations

import numpy as np

from engine.core.kernels.jit import njit_lean as njit
from engine.games.gomoku.patterns.kernels.patterns import (
    clear_sums,
    find_row_cell,
    is_foul,
    place_stone,
    set_up,
    threat_count,
)
from engine.games.gomoku.patterns.threat_tables import WIN
from engine.games.gomoku.threats.kernels.refutations import opponent_has_vcf
from engine.games.gomoku.threats.kernels.vcf import solve_vcf

SECOND_MOVES = np.uint64(0xD6E8FEB86659FD93)
"""Hash mask that distinguishes positions by the side to move."""

OPEN = 0
WON = 1
LOST = -1
"""Result of a position, for the side to move."""


@njit()
def set_position(state, stones, to_move):
    """Set ``state`` to another position of its setup.

    Args:
        state: Pattern state of any position without moves on its stack.
        stones: ``[N]`` int8, 0 for an empty cell, else the side.
        to_move: The side to move.
    """
    for cell in range(stones.size):
        if state.cells[cell] != 0:
            place_stone(state, cell, state.cells[cell])
            state.cells[cell] = 0
        for own in range(2):
            state.keys[own, cell] = 0
            state.threats[own, cell] = 0
    clear_sums(state.plies[0])
    state.plies[0].hash = SECOND_MOVES * np.uint64(to_move - 1)
    set_up(state, stones, to_move)


@njit()
def solve_position(state, work, colour, node_limit, moves):
    """Return the VCF result; restrict ``moves`` to the moves that may be best.

    ``moves`` is unchanged if every cell may hold the best move.
    """
    other = 3 - colour
    if solve_vcf(state, work, node_limit):
        restrict_to(moves, np.int64(work.levels[0].attack))
        return WON
    to_stop = threat_count(state, other, WIN)
    if to_stop > 0:
        reply = np.int64(find_row_cell(state, other))
        if to_stop > 1 or is_foul(state, reply, colour):
            return LOST
        restrict_to(moves, reply)
    elif state.info[0].has_fouls == 0 and opponent_has_vcf(state, work, node_limit):
        for cell in range(moves.size):
            moves[cell] = work.refutations[cell] != 0
    return OPEN


@njit()
def restrict_to(moves, move):
    """Restrict ``moves`` to a single cell."""
    for cell in range(moves.size):
        moves[cell] = cell == move


@njit()
def solve_positions(state, work, stones, to_move, node_limit, verdicts, moves):
    """Solve ``B`` positions of one setup by VCF.

    Args:
        state: Pattern state of any position of the setup; changed.
        work: Memory of the solver.
        stones: ``[B, N]`` int8, 0 for an empty cell, else the side.
        to_move: ``[B]`` int8, the sides to move.
        node_limit: Limit of fours for the VCF search of each side.
        verdicts: ``[B]`` int8, set to ``OPEN``, ``WON`` or ``LOST``.
        moves: ``[B, N]`` bool, the legal cells; restricted to possible best moves.
    """
    for row in range(stones.shape[0]):
        colour = np.int64(to_move[row])
        set_position(state, stones[row], colour)
        verdicts[row] = solve_position(state, work, colour, node_limit, moves[row])
