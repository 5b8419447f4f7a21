"""VCF solver: victory by continuous fours.

Every four has one answer, so the tree is narrow. The search keeps its own stack: it can
pause between two fours, resume or abort, and it restores the position. The
transposition table stores failures with their node limit and wins with their move.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.core.kernels.jit import njit_inlined
from engine.core.kernels.jit import njit_lean as njit
from engine.games.gomoku.patterns.kernels.patterns import (
    CELL_BITS,
    LOGGED,
    NO_CELL,
    PLY,
    TURN,
    find_row_cell,
    find_winning_four,
    is_foul,
    play,
    threat_count,
    undo,
)
from engine.games.gomoku.patterns.threat_tables import (
    FOUR,
    FOUR_AND_THREE,
    STRONG_FOUR,
    WIN,
)

LEVEL = 0
STATUS = 1
NODES_USED = 2
WIN_PLIES = 3
NODE_LIMIT = 4
WIN_LEVEL = 5
"""Indices of ``info``: current level, search status, fours tried, length of the win in
plies, limit of fours, number of answered fours in the winning line.
"""

RUNNING = 0
WON = 1
FAILED = 2
ABORTED = 3
"""Values of ``info[STATUS]``."""

START = 0
NEXT = 1
END = 2
ATTACK = 3
REPLY = 4
IS_INCOMPLETE = 5
LEVEL_FIELDS = 6
"""Columns of ``levels``: range of the level in ``fours``, current four and its answer,
whether a branch below was cut.
"""

ENTRY_MOVE = np.uint64(0x3FF)
ENTRY_WIN = np.uint64(1 << 10)
ENTRY_LIMIT_SHIFT = np.uint64(11)
"""Bit fields of an entry of ``table``."""

PASSED = np.uint64(0x9E3779B97F4A7C15)
"""XOR mask for the hash of a position in which the side to move has passed."""

ANY_NODE_LIMIT = (1 << 24) - 1
"""Node limit of a failure that holds for every limit."""


class VcfSearch(NamedTuple):
    """Memory of a VCF search.

    info: ``[6]`` int64, see ``LEVEL`` to ``WIN_LEVEL``.
    levels: ``[N, 6]`` int32, see ``START`` to ``IS_INCOMPLETE``.
    fours: ``[N * 16]`` int16, stack of the fours of all levels.
    table: ``[K, 2]`` uint64, transposition table: hash and entry; K is a power of two.
    refutations: ``[N]`` int8, 1 for cells that may refute a win; see
        ``mark_refutations``.
    """

    info: np.ndarray
    levels: np.ndarray
    fours: np.ndarray
    table: np.ndarray
    refutations: np.ndarray


def new_vcf_search(cells: int, table_size: int) -> VcfSearch:
    """Return memory for ``cells`` cells and ``table_size`` table entries."""
    return VcfSearch(
        info=np.zeros(6, np.int64),
        levels=np.zeros((cells + 1, LEVEL_FIELDS), np.int32),
        fours=np.zeros(cells * 16, np.int16),
        table=np.zeros((table_size, 2), np.uint64),
        refutations=np.zeros(cells, np.int8),
    )


@njit_inlined()
def list_fours(state, work, colour, start):
    """List the cells where ``colour`` makes a four, strongest threats first."""
    end = start
    for cell in range(state.cells.size):
        threat = state.threats[colour - 1, cell]
        if threat < FOUR or is_foul(state, cell, colour):
            continue
        k = end
        while k > start and state.threats[colour - 1, work.fours[k - 1]] < threat:
            work.fours[k] = work.fours[k - 1]
            k -= 1
        work.fours[k] = cell
        end += 1
    return end


@njit_inlined()
def open_level(state, work, level):
    """Examine a position before a four; return ``WON``, ``FAILED`` or ``RUNNING``.

    A ``RUNNING`` level has its fours listed. A win stores its length in ``WIN_PLIES``.
    """
    colour = state.info[TURN]
    fields = work.levels[level]
    fields[IS_INCOMPLETE] = 0
    start = 0 if level == 0 else work.levels[level - 1, END]
    fields[START] = start
    fields[NEXT] = start
    fields[END] = start
    fields[ATTACK] = NO_CELL
    if threat_count(state, colour, WIN) > 0:
        fields[ATTACK] = find_row_cell(state, colour)
        work.info[WIN_PLIES] = 2 * level + 1
        return WON
    to_stop = threat_count(state, 3 - colour, WIN)
    if to_stop > 1:
        return FAILED
    if to_stop == 1:
        cell = find_row_cell(state, 3 - colour)
        if state.threats[colour - 1, cell] >= FOUR and not is_foul(state, cell, colour):
            work.fours[start] = cell
            fields[END] = start + 1
        return RUNNING
    cell = find_winning_four(state, colour)
    if cell != NO_CELL:
        fields[ATTACK] = cell
        work.info[WIN_PLIES] = 2 * level + 3
        return WON
    fours = threat_count(state, colour, FOUR)
    fours += threat_count(state, colour, STRONG_FOUR)
    fours += threat_count(state, colour, FOUR_AND_THREE)
    if fours == 0:
        return FAILED
    return probe_table(state, work, level, start)


@njit_inlined()
def probe_table(state, work, level, start):
    """Look the position up in the transposition table; on a miss, list its fours."""
    colour = state.info[TURN]
    fields = work.levels[level]
    key = state.hashes[state.info[1]]
    slot = np.int64(key & np.uint64(work.table.shape[0] - 1))
    if work.table[slot, 0] == key:
        word = work.table[slot, 1]
        move = np.int64(word & ENTRY_MOVE)
        if word & ENTRY_WIN != 0:
            if state.threats[colour - 1, move] >= FOUR:
                work.fours[start] = move
                fields[END] = start + 1
                return RUNNING
        elif np.int64(word >> ENTRY_LIMIT_SHIFT) >= work.info[NODE_LIMIT]:
            fields[IS_INCOMPLETE] = np.int64(word >> ENTRY_LIMIT_SHIFT) < ANY_NODE_LIMIT
            return FAILED
    if start + state.cells.size >= work.fours.size:
        fields[IS_INCOMPLETE] = 1
        return FAILED
    fields[END] = list_fours(state, work, colour, start)
    return RUNNING


@njit_inlined()
def store_in_table(state, work, is_win, move, node_limit):
    """Store the result of the current position in the transposition table."""
    key = state.hashes[state.info[1]]
    slot = np.int64(key & np.uint64(work.table.shape[0] - 1))
    word = np.uint64(node_limit) << ENTRY_LIMIT_SHIFT
    if is_win:
        word = ENTRY_WIN | np.uint64(move)
    work.table[slot, 0] = key
    work.table[slot, 1] = word


@njit_inlined()
def undo_level(state, work):
    """Undo the last four and its answer."""
    level = work.info[LEVEL] - 1
    work.info[LEVEL] = level
    undo(state, work.levels[level, REPLY])
    undo(state, work.levels[level, ATTACK])


@njit_inlined()
def try_four(state, work, level):
    """Play a level's next four and its answer; return ``WON`` if it has no answer.

    ``RUNNING`` means that the next level is open, ``FAILED`` that no four is left.
    """
    fields = work.levels[level]
    colour = state.info[TURN]
    while fields[NEXT] < fields[END]:
        attack = np.int64(work.fours[fields[NEXT]])
        fields[NEXT] += 1
        fields[ATTACK] = attack
        work.info[NODES_USED] += 1
        play(state, attack)
        answers = threat_count(state, colour, WIN)
        if answers > 0 and threat_count(state, 3 - colour, WIN) == 0:
            reply = find_row_cell(state, colour)
            if answers > 1 or is_foul(state, reply, 3 - colour):
                undo(state, attack)
                work.info[WIN_PLIES] = 2 * level + 3
                return WON
            play(state, reply)
            fields[REPLY] = reply
            work.info[LEVEL] = level + 1
            return RUNNING
        undo(state, attack)
    return FAILED


@njit()
def start_vcf(state, work, node_limit):
    """Start a VCF search for the side to move, with at most ``node_limit`` fours."""
    work.info[LEVEL] = 0
    work.info[WIN_LEVEL] = 0
    work.info[NODES_USED] = 0
    work.info[NODE_LIMIT] = node_limit
    work.info[STATUS] = open_level(state, work, 0)


@njit()
def resume_vcf(state, work, quota):
    """Try up to ``quota`` more fours and return the search status."""
    until = work.info[NODES_USED] + quota
    while work.info[STATUS] == RUNNING and work.info[NODES_USED] < until:
        level = work.info[LEVEL]
        if work.info[NODES_USED] >= work.info[NODE_LIMIT]:
            abort_vcf(state, work)
            break
        found = try_four(state, work, level)
        if found == RUNNING:
            found = open_level(state, work, level + 1)
            if found == FAILED:
                work.levels[level, IS_INCOMPLETE] |= work.levels[
                    level + 1, IS_INCOMPLETE
                ]
                undo_level(state, work)
                found = RUNNING
        elif found == FAILED:
            is_incomplete = work.levels[level, IS_INCOMPLETE]
            node_limit = work.info[NODE_LIMIT] if is_incomplete else ANY_NODE_LIMIT
            store_in_table(state, work, False, 0, node_limit)
            if level == 0:
                work.info[STATUS] = FAILED
                break
            work.levels[level - 1, IS_INCOMPLETE] |= is_incomplete
            undo_level(state, work)
            found = RUNNING
        if found == WON:
            claim_win(state, work)
    return work.info[STATUS]


@njit()
def claim_win(state, work):
    """Return to the root: every answer was forced, so every level is won."""
    work.info[WIN_LEVEL] = work.info[LEVEL]
    while work.info[LEVEL] > 0:
        undo_level(state, work)
        store_in_table(state, work, True, work.levels[work.info[LEVEL], ATTACK], 0)
    work.info[STATUS] = WON


@njit()
def abort_vcf(state, work):
    """Return to the root without a result; store the node limit for each level."""
    while work.info[LEVEL] > 0:
        undo_level(state, work)
        store_in_table(state, work, False, 0, work.info[NODE_LIMIT])
    if work.info[STATUS] == RUNNING:
        work.info[STATUS] = ABORTED


@njit()
def solve_vcf(state, work, node_limit):
    """Return whether the side to move wins by VCF; ``WIN_PLIES`` has the length."""
    start_vcf(state, work, node_limit)
    return resume_vcf(state, work, node_limit + 1) == WON


@njit()
def pass_turn(state):
    """Pass the turn; a second call undoes it."""
    state.info[TURN] = 3 - state.info[TURN]
    state.hashes[state.info[PLY]] ^= PASSED


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
    for k in range(start, state.info[LOGGED]):
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
    colour = np.int64(state.info[TURN])
    other = 3 - colour
    for cell in range(state.cells.size):
        work.refutations[cell] = state.threats[other - 1, cell] >= FOUR
    last = work.info[WIN_LEVEL]
    for level in range(last):
        attack = np.int64(work.levels[level, ATTACK])
        reply = np.int64(work.levels[level, REPLY])
        work.refutations[attack] = 1
        work.refutations[reply] = 1
        play(state, attack)
        start = state.info[LOGGED]
        play(state, reply)
        mark_changed_threats(state, work, other, FOUR, start)
    attack = np.int64(work.levels[last, ATTACK])
    work.refutations[attack] = 1
    if state.threats[colour - 1, attack] < WIN:
        start = state.info[LOGGED]
        play(state, attack)
        mark_changed_threats(state, work, colour, WIN, start)
        undo(state, attack)
    for level in range(last - 1, -1, -1):
        undo(state, np.int64(work.levels[level, REPLY]))
        undo(state, np.int64(work.levels[level, ATTACK]))


@njit()
def opponent_has_vcf(state, work, node_limit):
    """Return whether the opponent would win by VCF; mark the possible refutations."""
    pass_turn(state)
    found = solve_vcf(state, work, node_limit)
    if found:
        mark_refutations(state, work)
    pass_turn(state)
    return found
