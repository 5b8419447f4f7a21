"""Wins by fours alone: every four has one answer, so that the tree is a thin one.

The walk keeps its own stack: it can pause between two fours and go on, or be given
up, and leaves the position as it found it. What failed is remembered together with
the effort spent; what won, with the move.
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
    is_foul,
    play,
    row_cell,
    threat_count,
    undo,
    winning_four,
)
from engine.games.gomoku.patterns.threat_tables import (
    FOUR,
    FOUR_AND_THREE,
    STRONG_FOUR,
    WIN,
)

LEVEL = 0
STATUS = 1
SPENT = 2
PLIES = 3
EFFORT = 4
WON_AT = 5
"""Places in ``info``: fours played to reach here, how the walk stands, fours tried,
length of the win, fours allowed, fours with an answer in the line that won."""

RUNNING = 0
WON = 1
FAILED = 2
GIVEN_UP = 3
"""What stands at ``info[STATUS]``."""

START = 0
NEXT = 1
END = 2
ATTACK = 3
REPLY = 4
IS_CUT = 5
LEVEL_FIELDS = 6
"""Columns of ``levels``: the part of ``fours`` that belongs to a level, the four being
tried and its answer, whether something below was left out."""

KNOWN_MOVE = np.uint64(0x3FF)
KNOWN_WIN = np.uint64(1 << 10)
KNOWN_EFFORT_SHIFT = np.uint64(11)
"""Parts of what ``known`` says of a position."""

PASSED = np.uint64(0x9E3779B97F4A7C15)
"""What the hash of a position is mixed with while the other side is asked."""

ANY_EFFORT = (1 << 24) - 1
"""Effort of a failure that no larger effort can mend."""


class FourSearch(NamedTuple):
    """The walk's memory.

    info: ``[6]`` int64, see ``LEVEL`` to ``WON_AT``.
    levels: ``[N, 6]`` int32, see ``START`` to ``IS_CUT``.
    fours: ``[N * 16]`` int16, the fours of all levels.
    known: ``[K, 2]`` uint64, hashes and what is known; K is a power of two.
    spoils: ``[N]`` int8, 1 for the cells that may spoil a win, see ``mark_spoilers``.
    """

    info: np.ndarray
    levels: np.ndarray
    fours: np.ndarray
    known: np.ndarray
    spoils: np.ndarray


def new_four_search(cells: int, table_size: int) -> FourSearch:
    """Return the memory for boards of ``cells`` and ``table_size`` known positions."""
    return FourSearch(
        info=np.zeros(6, np.int64),
        levels=np.zeros((cells + 1, LEVEL_FIELDS), np.int32),
        fours=np.zeros(cells * 16, np.int16),
        known=np.zeros((table_size, 2), np.uint64),
        spoils=np.zeros(cells, np.int8),
    )


@njit_inlined()
def list_fours(state, work, colour, start):
    """Write the cells where ``colour`` makes a four, the most promising first."""
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
    """Look at the position before a four; return ``WON``, ``FAILED`` or ``RUNNING``.

    A ``RUNNING`` level has its fours listed. The length of a win stands in ``PLIES``.
    """
    colour = state.info[TURN]
    fields = work.levels[level]
    fields[IS_CUT] = 0
    start = 0 if level == 0 else work.levels[level - 1, END]
    fields[START] = start
    fields[NEXT] = start
    fields[END] = start
    fields[ATTACK] = NO_CELL
    if threat_count(state, colour, WIN) > 0:
        fields[ATTACK] = row_cell(state, colour)
        work.info[PLIES] = 2 * level + 1
        return WON
    to_stop = threat_count(state, 3 - colour, WIN)
    if to_stop > 1:
        return FAILED
    if to_stop == 1:
        cell = row_cell(state, 3 - colour)
        if state.threats[colour - 1, cell] >= FOUR and not is_foul(state, cell, colour):
            work.fours[start] = cell
            fields[END] = start + 1
        return RUNNING
    cell = winning_four(state, colour)
    if cell != NO_CELL:
        fields[ATTACK] = cell
        work.info[PLIES] = 2 * level + 3
        return WON
    fours = threat_count(state, colour, FOUR)
    fours += threat_count(state, colour, STRONG_FOUR)
    fours += threat_count(state, colour, FOUR_AND_THREE)
    if fours == 0:
        return FAILED
    return recall(state, work, level, start)


@njit_inlined()
def recall(state, work, level, start):
    """Use what is known of the position, else list its fours."""
    colour = state.info[TURN]
    fields = work.levels[level]
    key = state.hashes[state.info[1]]
    slot = np.int64(key & np.uint64(work.known.shape[0] - 1))
    if work.known[slot, 0] == key:
        word = work.known[slot, 1]
        move = np.int64(word & KNOWN_MOVE)
        if word & KNOWN_WIN != 0:
            if state.threats[colour - 1, move] >= FOUR:
                work.fours[start] = move
                fields[END] = start + 1
                return RUNNING
        elif np.int64(word >> KNOWN_EFFORT_SHIFT) >= work.info[EFFORT]:
            fields[IS_CUT] = np.int64(word >> KNOWN_EFFORT_SHIFT) < ANY_EFFORT
            return FAILED
    if start + state.cells.size >= work.fours.size:
        fields[IS_CUT] = 1
        return FAILED
    fields[END] = list_fours(state, work, colour, start)
    return RUNNING


@njit_inlined()
def remember(state, work, is_win, move, effort):
    """Note how the walk from the position at hand ended."""
    key = state.hashes[state.info[1]]
    slot = np.int64(key & np.uint64(work.known.shape[0] - 1))
    word = np.uint64(effort) << KNOWN_EFFORT_SHIFT
    if is_win:
        word = KNOWN_WIN | np.uint64(move)
    work.known[slot, 0] = key
    work.known[slot, 1] = word


@njit_inlined()
def step_back(state, work):
    """Take back the last four and its answer."""
    level = work.info[LEVEL] - 1
    work.info[LEVEL] = level
    undo(state, work.levels[level, REPLY])
    undo(state, work.levels[level, ATTACK])


@njit_inlined()
def try_four(state, work, level):
    """Play the level's next four and its answer; return ``WON`` if there is none.

    After ``RUNNING`` the next level is open. After ``FAILED`` there was no four left.
    """
    fields = work.levels[level]
    colour = state.info[TURN]
    while fields[NEXT] < fields[END]:
        attack = np.int64(work.fours[fields[NEXT]])
        fields[NEXT] += 1
        fields[ATTACK] = attack
        work.info[SPENT] += 1
        play(state, attack)
        answers = threat_count(state, colour, WIN)
        if answers > 0 and threat_count(state, 3 - colour, WIN) == 0:
            reply = row_cell(state, colour)
            if answers > 1 or is_foul(state, reply, 3 - colour):
                undo(state, attack)
                work.info[PLIES] = 2 * level + 3
                return WON
            play(state, reply)
            fields[REPLY] = reply
            work.info[LEVEL] = level + 1
            return RUNNING
        undo(state, attack)
    return FAILED


@njit()
def begin_fours(state, work, effort):
    """Start the walk for the side to move, with at most ``effort`` fours."""
    work.info[LEVEL] = 0
    work.info[WON_AT] = 0
    work.info[SPENT] = 0
    work.info[EFFORT] = effort
    work.info[STATUS] = open_level(state, work, 0)


@njit()
def go_on_with_fours(state, work, quota):
    """Try up to ``quota`` more fours and return how the walk stands."""
    until = work.info[SPENT] + quota
    while work.info[STATUS] == RUNNING and work.info[SPENT] < until:
        level = work.info[LEVEL]
        if work.info[SPENT] >= work.info[EFFORT]:
            give_up(state, work)
            break
        found = try_four(state, work, level)
        if found == RUNNING:
            found = open_level(state, work, level + 1)
            if found == FAILED:
                work.levels[level, IS_CUT] |= work.levels[level + 1, IS_CUT]
                step_back(state, work)
                found = RUNNING
        elif found == FAILED:
            is_cut = work.levels[level, IS_CUT]
            effort = work.info[EFFORT] if is_cut else ANY_EFFORT
            remember(state, work, False, 0, effort)
            if level == 0:
                work.info[STATUS] = FAILED
                break
            work.levels[level - 1, IS_CUT] |= is_cut
            step_back(state, work)
            found = RUNNING
        if found == WON:
            claim_win(state, work)
    return work.info[STATUS]


@njit()
def claim_win(state, work):
    """Go back to the start: each answer was forced, so every level has won."""
    work.info[WON_AT] = work.info[LEVEL]
    while work.info[LEVEL] > 0:
        step_back(state, work)
        remember(state, work, True, work.levels[work.info[LEVEL], ATTACK], 0)
    work.info[STATUS] = WON


@njit()
def give_up(state, work):
    """Go back to the start without a verdict, but note the effort."""
    while work.info[LEVEL] > 0:
        step_back(state, work)
        remember(state, work, False, 0, work.info[EFFORT])
    if work.info[STATUS] == RUNNING:
        work.info[STATUS] = GIVEN_UP


@njit()
def wins_by_fours(state, work, effort):
    """Say whether the side to move wins by fours; see ``PLIES`` for how."""
    begin_fours(state, work, effort)
    return go_on_with_fours(state, work, effort + 1) == WON


@njit()
def pass_turn(state):
    """Let the side to move pass, or take that back."""
    state.info[TURN] = 3 - state.info[TURN]
    state.hashes[state.info[PLY]] ^= PASSED


@njit()
def mark_noted(state, work, colour, least, start):
    """Mark the cells that changed, by the log from ``start`` on, and threaten now.

    Args:
        state: The position.
        work: Its marks.
        colour: Whose threats count.
        least: The weakest threat that does.
        start: Where the log of what changed begins.
    """
    for k in range(start, state.info[LOGGED]):
        entry = np.int64(state.log[k])
        cell = entry & ((1 << CELL_BITS) - 1)
        own = (entry >> CELL_BITS) & 1
        if own == colour - 1 and state.threats[own, cell] >= least:
            work.spoils[cell] = 1


@njit()
def mark_spoilers(state, work):
    """Mark the cells where the other side may spoil the win by fours just found.

    A stone elsewhere changes nothing: the fours, their answers and the last rows are
    as they were, and no answer comes to threaten a row. Not so in renju, where a stone
    may change what is a foul.
    """
    colour = np.int64(state.info[TURN])
    other = 3 - colour
    for cell in range(state.cells.size):
        work.spoils[cell] = state.threats[other - 1, cell] >= FOUR
    last = work.info[WON_AT]
    for level in range(last):
        attack = np.int64(work.levels[level, ATTACK])
        reply = np.int64(work.levels[level, REPLY])
        work.spoils[attack] = 1
        work.spoils[reply] = 1
        play(state, attack)
        start = state.info[LOGGED]
        play(state, reply)
        mark_noted(state, work, other, FOUR, start)
    attack = np.int64(work.levels[last, ATTACK])
    work.spoils[attack] = 1
    if state.threats[colour - 1, attack] < WIN:
        start = state.info[LOGGED]
        play(state, attack)
        mark_noted(state, work, colour, WIN, start)
        undo(state, attack)
    for level in range(last - 1, -1, -1):
        undo(state, np.int64(work.levels[level, REPLY]))
        undo(state, np.int64(work.levels[level, ATTACK]))


@njit()
def is_threatened_by_fours(state, work, effort):
    """Say whether the other side would win by fours, and mark what may spoil that."""
    pass_turn(state)
    found = wins_by_fours(state, work, effort)
    if found:
        mark_spoilers(state, work)
    pass_turn(state)
    return found
