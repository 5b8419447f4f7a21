"""Moves that may refute a VCF win of the other side.

A position whose opponent would win by VCF, if it passed, has few moves worth a search.
"""

from __future__ import annotations

import numpy as np

from engine.core.kernels.jit import njit_lean as njit
from engine.games.gomoku.patterns.kernels.patterns import CELL_BITS, play, undo
from engine.games.gomoku.patterns.threat_tables import FOUR, WIN
from engine.games.gomoku.threats.kernels.vcf import solve_vcf

PASSED = np.uint64(0x9E3779B97F4A7C15)
"""XOR mask for the hash of a position in which the side to move has passed."""


@njit()
def pass_turn(state):
    """Pass the turn; a second call undoes it."""
    state.info[0].turn = 3 - state.info[0].turn
    state.plies[state.info[0].ply].hash ^= PASSED


@njit()
def mark_changed_threats(state, work, colour, least, start):
    """Mark cells that changed since log index ``start`` and hold a threat.

    Args:
        state: The position.
        work: Memory of the search; its ``refutations`` are written.
        colour: Side whose threats count.
        least: Weakest threat that counts.
        start: Log index of the first change.
    """
    for k in range(start, state.info[0].logged):
        entry = np.int64(state.log[k])
        cell = entry & ((1 << CELL_BITS) - 1)
        own = (entry >> CELL_BITS) & 1
        if own == colour - 1 and state.threats[own, cell] >= least:
            work.refutations[cell] = 1


@njit()
def mark_refutations(state, work):
    """Mark the cells where the other side may refute the VCF win just found.

    A stone on any other cell changes neither the fours nor their answers nor the last
    rows, and no answer becomes a threat. This does not hold in renju, where a stone may
    change which cells are fouls.
    """
    colour = np.int64(state.info[0].turn)
    other = 3 - colour
    for cell in range(state.cells.size):
        work.refutations[cell] = state.threats[other - 1, cell] >= FOUR
    last = work.info[0].win_level
    for level in range(last):
        attack = np.int64(work.levels[level].attack)
        reply = np.int64(work.levels[level].reply)
        work.refutations[attack] = 1
        work.refutations[reply] = 1
        play(state, attack)
        start = state.info[0].logged
        play(state, reply)
        mark_changed_threats(state, work, other, FOUR, start)
    attack = np.int64(work.levels[last].attack)
    work.refutations[attack] = 1
    if state.threats[colour - 1, attack] < WIN:
        start = state.info[0].logged
        play(state, attack)
        mark_changed_threats(state, work, colour, WIN, start)
        undo(state, attack)
    for level in range(last - 1, -1, -1):
        undo(state, np.int64(work.levels[level].reply))
        undo(state, np.int64(work.levels[level].attack))


@njit()
def opponent_has_vcf(state, work, node_limit):
    """Return whether the opponent would win by VCF; mark the possible refutations."""
    pass_turn(state)
    found = solve_vcf(state, work, node_limit)
    if found:
        mark_refutations(state, work)
    pass_turn(state)
    return found
