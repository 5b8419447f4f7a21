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
from engine.core.kernels.records import new_records
from engine.games.gomoku.patterns.kernels.patterns import (
    NO_CELL,
    find_row_cell,
    find_winning_four,
    is_foul,
    play,
    position_hash,
    threat_count,
    undo,
)
from engine.games.gomoku.patterns.threat_tables import (
    FOUR,
    FOUR_AND_THREE,
    STRONG_FOUR,
    WIN,
)

RUNNING = 0
WON = 1
FAILED = 2
ABORTED = 3
"""Values of ``status``."""

PROGRESS = np.dtype(
    [
        ("status", np.int64),
        ("level", np.int64),
        ("nodes", np.int64),
        ("node_limit", np.int64),
        ("win_plies", np.int64),
        ("win_level", np.int64),
    ],
    align=True,
)
"""Progress and result of a search.

status: ``RUNNING``, ``WON``, ``FAILED`` or ``ABORTED``.
level: the current level.
nodes: fours tried.
node_limit: limit of fours.
win_plies: length of the win.
win_level: number of answered fours in the winning line.
"""

LEVEL = np.dtype(
    [
        ("start", np.int32),
        ("next", np.int32),
        ("end", np.int32),
        ("attack", np.int32),
        ("reply", np.int32),
        ("is_incomplete", np.int32),
    ],
    align=True,
)
"""A position before a four.

start, next, end: its fours, and the next one to try, as indices into ``fours``.
attack, reply: the current four and its answer.
is_incomplete: whether a branch below was cut.
"""

ENTRY = np.dtype(
    [
        ("key", np.uint64),
        ("node_limit", np.int32),
        ("move", np.int16),
        ("is_win", np.int16),
    ],
    align=True,
)
"""An entry of the transposition table.

key: hash of the position.
node_limit: limit of fours with which a search failed.
move: the winning four.
is_win: 1 for a win, 0 for a failure.
"""

ANY_NODE_LIMIT = (1 << 24) - 1
"""Node limit of a failure that holds for every limit."""


class VcfSearch(NamedTuple):
    """Memory of a VCF search.

    info: ``[1]`` record of the type ``PROGRESS``.
    levels: ``[N + 1]`` records of the type ``LEVEL``.
    fours: ``[N * 16]`` int16, stack of the fours of all levels.
    table: ``[K]`` records of the type ``ENTRY``; K is a power of two.
    refutations: ``[N]`` int8, 1 for cells that may refute a win; see
        ``refutations.mark_refutations``.
    """

    info: np.ndarray
    levels: np.ndarray
    fours: np.ndarray
    table: np.ndarray
    refutations: np.ndarray


def new_vcf_search(cells: int, table_size: int) -> VcfSearch:
    """Return memory for ``cells`` cells and ``table_size`` table entries."""
    return VcfSearch(
        info=new_records(1, PROGRESS),
        levels=new_records(cells + 1, LEVEL),
        fours=np.zeros(cells * 16, np.int16),
        table=new_records(table_size, ENTRY),
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

    A ``RUNNING`` level has its fours listed. A win stores its length in ``win_plies``.
    """
    colour = state.info[0].turn
    node = work.levels[level]
    node.is_incomplete = 0
    start = 0 if level == 0 else work.levels[level - 1].end
    node.start = start
    node.next = start
    node.end = start
    node.attack = NO_CELL
    if threat_count(state, colour, WIN) > 0:
        node.attack = find_row_cell(state, colour)
        work.info[0].win_plies = 2 * level + 1
        return WON
    to_stop = threat_count(state, 3 - colour, WIN)
    if to_stop > 1:
        return FAILED
    if to_stop == 1:
        cell = find_row_cell(state, 3 - colour)
        if state.threats[colour - 1, cell] >= FOUR and not is_foul(state, cell, colour):
            work.fours[start] = cell
            node.end = start + 1
        return RUNNING
    cell = find_winning_four(state, colour)
    if cell != NO_CELL:
        node.attack = cell
        work.info[0].win_plies = 2 * level + 3
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
    node = work.levels[level]
    entry = work.table[find_slot(state, work)]
    if entry.key == position_hash(state):
        if entry.is_win:
            if state.threats[state.info[0].turn - 1, entry.move] >= FOUR:
                work.fours[start] = entry.move
                node.end = start + 1
                return RUNNING
        elif entry.node_limit >= work.info[0].node_limit:
            node.is_incomplete = entry.node_limit < ANY_NODE_LIMIT
            return FAILED
    if start + state.cells.size >= work.fours.size:
        node.is_incomplete = 1
        return FAILED
    node.end = list_fours(state, work, state.info[0].turn, start)
    return RUNNING


@njit_inlined()
def find_slot(state, work):
    """Return the index of the current position in the transposition table."""
    return np.int64(position_hash(state) & np.uint64(work.table.size - 1))


@njit_inlined()
def store_failure(state, work, node_limit):
    """Store that no win was found with a limit of fours."""
    entry = work.table[find_slot(state, work)]
    entry.key = position_hash(state)
    entry.is_win = 0
    entry.move = 0
    entry.node_limit = node_limit


@njit_inlined()
def store_win(state, work, move):
    """Store that ``move`` wins the current position."""
    entry = work.table[find_slot(state, work)]
    entry.key = position_hash(state)
    entry.is_win = 1
    entry.move = move
    entry.node_limit = 0


@njit_inlined()
def undo_level(state, work):
    """Undo the last four and its answer."""
    level = work.info[0].level - 1
    work.info[0].level = level
    undo(state, work.levels[level].reply)
    undo(state, work.levels[level].attack)


@njit_inlined()
def try_four(state, work, level):
    """Play a level's next four and its answer; return ``WON`` if it has no answer.

    ``RUNNING`` means that the next level is open, ``FAILED`` that no four is left.
    """
    node = work.levels[level]
    colour = state.info[0].turn
    while node.next < node.end:
        attack = np.int64(work.fours[node.next])
        node.next += 1
        node.attack = attack
        work.info[0].nodes += 1
        play(state, attack)
        answers = threat_count(state, colour, WIN)
        if answers > 0 and threat_count(state, 3 - colour, WIN) == 0:
            reply = find_row_cell(state, colour)
            if answers > 1 or is_foul(state, reply, 3 - colour):
                undo(state, attack)
                work.info[0].win_plies = 2 * level + 3
                return WON
            play(state, reply)
            node.reply = reply
            work.info[0].level = level + 1
            return RUNNING
        undo(state, attack)
    return FAILED


@njit()
def start_vcf(state, work, node_limit):
    """Start a VCF search for the side to move, with at most ``node_limit`` fours."""
    work.info[0].level = 0
    work.info[0].win_level = 0
    work.info[0].nodes = 0
    work.info[0].node_limit = node_limit
    work.info[0].status = open_level(state, work, 0)


@njit()
def resume_vcf(state, work, quota):
    """Try up to ``quota`` more fours and return the search status."""
    until = work.info[0].nodes + quota
    while work.info[0].status == RUNNING and work.info[0].nodes < until:
        level = work.info[0].level
        if work.info[0].nodes >= work.info[0].node_limit:
            abort_vcf(state, work)
            break
        found = try_four(state, work, level)
        if found == RUNNING:
            found = open_level(state, work, level + 1)
            if found == FAILED:
                fail_branch(state, work, work.levels[level + 1].is_incomplete)
        elif found == FAILED:
            close_level(state, work, level)
        if found == WON:
            claim_win(state, work)
    return work.info[0].status


@njit_inlined()
def fail_branch(state, work, is_incomplete):
    """Return to the level above: the last four does not win."""
    undo_level(state, work)
    work.levels[work.info[0].level].is_incomplete |= is_incomplete


@njit_inlined()
def close_level(state, work, level):
    """Store that no four of a level wins; at level 0 the search has failed."""
    is_incomplete = work.levels[level].is_incomplete
    node_limit = work.info[0].node_limit if is_incomplete else ANY_NODE_LIMIT
    store_failure(state, work, node_limit)
    if level == 0:
        work.info[0].status = FAILED
    else:
        fail_branch(state, work, is_incomplete)


@njit()
def claim_win(state, work):
    """Return to the root: every answer was forced, so every level is won."""
    work.info[0].win_level = work.info[0].level
    while work.info[0].level > 0:
        undo_level(state, work)
        store_win(state, work, work.levels[work.info[0].level].attack)
    work.info[0].status = WON


@njit()
def abort_vcf(state, work):
    """Return to the root without a result; store the node limit for each level."""
    while work.info[0].level > 0:
        undo_level(state, work)
        store_failure(state, work, work.info[0].node_limit)
    if work.info[0].status == RUNNING:
        work.info[0].status = ABORTED


@njit()
def solve_vcf(state, work, node_limit):
    """Return whether the side to move wins by VCF; ``win_plies`` has the length."""
    start_vcf(state, work, node_limit)
    return resume_vcf(state, work, node_limit + 1) == WON
