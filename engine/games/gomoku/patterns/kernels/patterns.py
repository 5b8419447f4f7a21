"""Incremental line patterns: the threat that a stone on each empty cell would make.

A stone changes the half-lines of at most ``8 R`` cells. A table gives the new classes;
a log keeps the old keys, so that ``undo`` needs no look-up. Threat counts and value
sums have one row for each ply: ``undo`` drops a row.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.core.kernels.jit import njit_inlined
from engine.core.kernels.jit import njit_lean as njit
from engine.games.gomoku.patterns.threat_tables import STRAIGHT, WIN
from engine.games.gomoku.rules.kernels.renju import OVERLINE, classify_stone, flip_stone
from engine.games.gomoku.rules.kernels.state import BLACK, WHITE

NO_CELL = -1
"""No cell of the board."""

THREATS = 16
"""Counters of a colour, at least one for each threat of ``threat_tables``."""

SETTING = np.dtype(
    [
        ("turn", np.int32),
        ("ply", np.int32),
        ("empties", np.int32),
        ("logged", np.int32),
        ("reach", np.int32),
        ("length", np.int32),
        ("has_fouls", np.int32),
    ],
    align=True,
)
"""Scalars of a position.

turn: the side to move.
ply: moves made since the root.
empties: number of empty cells.
logged: entries of the log in use.
reach: cells read on each side of a cell, see ``window_radius``.
length: stones in a row that win.
has_fouls: 1 in renju.
"""

PLY = np.dtype(
    [
        ("hash", np.uint64),
        ("threat_counts", np.int32, (2, THREATS)),
        ("moving", np.int32, (2,)),
        ("waiting", np.int32, (2,)),
        ("row_cell", np.int32, (2,)),
        ("log_start", np.int32),
    ],
    align=True,
)
"""State of a ply, which ``undo`` drops; by colour where there are two.

hash: Zobrist hash.
threat_counts: number of cells where a stone makes each threat.
moving, waiting: sum of the cell values for the side to move and for the other one.
row_cell: the newest cell that completes a row; it may be outdated.
log_start: start of the move's entries in the log.
"""

VALUES = np.dtype([("moving", np.int16), ("waiting", np.int16)], align=True)
"""Value of a cell for the side to move and for the waiting side."""

OFF_BOARD = np.uint64(3)
"""Two-bit code of a cell off the board in the word of a line: a stone of both sides."""

LAST_BIT = np.uint64(63)
"""Mask for shift counts: words rotate by shifts modulo 64."""

CELL_BITS = 9
"""Bits of a cell index; a board has at most 22 x 22 cells."""


class PatternState(NamedTuple):
    """A mutable position; ``N`` cells, ``L`` lines, ``S`` half-line masks of a side.

    info: ``[1]`` record of the type ``SETTING``.
    plies: ``[N + 1]`` records of the type ``PLY``.
    log: ``[(N + 1) * 64]`` uint32, old keys: cell, colour, key.
    lines: ``[2, L]`` uint32, a bit for each stone.
    words: ``[L]`` uint64, two bits for each of 32 cells: 0 empty, 1 Black, 2 White, 3
        off the board.
    cells: ``[N]`` int8, 0 empty, 1 Black, 2 White.
    keys: ``[2, N]`` uint16, threat classes of the four lines of a cell, by colour.
    threats: ``[2, N]`` uint8, threat of a stone on the cell; valid for empty cells.
    line_of, place_on, bit_of, on_board, stride: see ``GomokuState``.
    half_lines: ``[2, 4 ** R]`` uint32, by the cells before and after; see
        ``half_line_masks``.
    classes: ``[2, S * S]`` uint8 by colour, see ``threat_classes``.
    threat_of: ``[65536]`` uint8 by key.
    value_of: ``[65536]`` records of the type ``VALUES``, by key.
    zobrist: ``[2, N]`` uint64.
    """

    info: np.ndarray
    plies: np.ndarray
    log: np.ndarray
    lines: np.ndarray
    words: np.ndarray
    cells: np.ndarray
    keys: np.ndarray
    threats: np.ndarray
    line_of: np.ndarray
    place_on: np.ndarray
    bit_of: np.ndarray
    on_board: np.ndarray
    stride: np.ndarray
    half_lines: np.ndarray
    classes: np.ndarray
    threat_of: np.ndarray
    value_of: np.ndarray
    zobrist: np.ndarray


@njit_inlined()
def look_up_classes(state, line, place):
    """Return the threat classes of a black and of a white stone on one line of a cell.

    The cell at ``place`` must be empty.
    """
    reach = np.uint64(state.info[0].reach)
    word = state.words[line]
    turn = np.uint64(2 * (np.int64(place) - state.info[0].reach)) & LAST_BIT
    window = (word >> turn) | (word << ((np.uint64(64) - turn) & LAST_BIT))
    side = (np.uint64(1) << (reach + reach)) - np.uint64(1)
    after = window >> (reach + reach + np.uint64(2))
    half_lines = state.half_lines[0, window & side] + state.half_lines[1, after & side]
    return (
        state.classes[0, half_lines & np.uint32(0xFFFF)],
        state.classes[1, half_lines >> np.uint32(16)],
    )


@njit_inlined()
def count_cell(state, row, colour, cell, sign):
    """Add ``sign`` times the threat and the values of a cell to the sums of a ply."""
    own = colour - 1
    key = state.keys[own, cell]
    sums = state.plies[row]
    sums.threat_counts[own, state.threat_of[key]] += sign
    sums.moving[own] += sign * state.value_of[key].moving
    sums.waiting[own] += sign * state.value_of[key].waiting


@njit_inlined()
def update_cell(state, row, colour, cell, k, found):
    """Set the class of one line of an empty cell; log the old key."""
    own = colour - 1
    shift = 4 * k
    key = np.int64(state.keys[own, cell])
    if (key >> shift) & 15 == found:
        return
    new_key = (key & ~(15 << shift)) | (np.int64(found) << shift)
    logged = state.info[0].logged
    state.log[logged] = np.uint32(cell | (own << CELL_BITS) | (key << 16))
    state.info[0].logged = logged + 1
    state.keys[own, cell] = new_key
    threat = state.threat_of[new_key]
    state.threats[own, cell] = threat
    sums = state.plies[row]
    sums.threat_counts[own, state.threat_of[key]] -= 1
    sums.threat_counts[own, threat] += 1
    before, after = state.value_of[key], state.value_of[new_key]
    sums.moving[own] += after.moving - before.moving
    sums.waiting[own] += after.waiting - before.waiting
    if threat == WIN:
        sums.row_cell[own] = cell


@njit_inlined()
def update_line(state, row, cell, k):
    """Update the empty cells of a line that see ``cell``."""
    line = state.line_of[cell, k]
    place = state.place_on[cell, k]
    stride = state.stride[k]
    word = state.words[line]
    reach = state.info[0].reach
    for direction in (-1, 1):
        met = 0
        for step in range(1, reach + 1):
            there = place + direction * step
            stone = (word >> (np.uint64(2 * there) & LAST_BIT)) & OFF_BOARD
            met |= np.int64(stone)
            if met == 3:
                break
            if stone == 0:
                black, white = look_up_classes(state, line, there)
                other = cell + direction * step * stride
                update_cell(state, row, BLACK, other, k, black)
                update_cell(state, row, WHITE, other, k, white)


@njit_inlined()
def place_stone(state, cell, colour):
    """Toggle the bits of a stone in the masks of its lines."""
    for k in range(4):
        line = state.line_of[cell, k]
        state.lines[colour - 1, line] ^= state.bit_of[cell, k]
        place = np.uint64(2 * state.place_on[cell, k])
        state.words[line] ^= np.uint64(colour) << place


@njit_inlined()
def copy_sums(after, before):
    """Copy counts, sums and cells of a ply to the next one."""
    for own in range(2):
        for threat in range(THREATS):
            after.threat_counts[own, threat] = before.threat_counts[own, threat]
    for own in range(2):
        after.moving[own] = before.moving[own]
        after.waiting[own] = before.waiting[own]
        after.row_cell[own] = before.row_cell[own]


@njit_inlined()
def clear_sums(sums):
    """Set counts, sums and cells of a ply to 0."""
    for own in range(2):
        for threat in range(THREATS):
            sums.threat_counts[own, threat] = 0
        sums.moving[own] = 0
        sums.waiting[own] = 0
        sums.row_cell[own] = 0


@njit_inlined()
def play(state, cell):
    """Place a stone of the side to move and pass the turn, without a result check."""
    colour = state.info[0].turn
    ply = state.info[0].ply
    row = ply + 1
    copy_sums(state.plies[row], state.plies[ply])
    state.plies[row].log_start = state.info[0].logged
    state.plies[row].hash = state.plies[ply].hash ^ state.zobrist[colour - 1, cell]
    count_cell(state, row, BLACK, cell, -1)
    count_cell(state, row, WHITE, cell, -1)
    state.threats[0, cell] = 0
    state.threats[1, cell] = 0
    state.cells[cell] = colour
    place_stone(state, cell, colour)
    for k in range(4):
        update_line(state, row, cell, k)
    state.info[0].turn = 3 - colour
    state.info[0].ply = row
    state.info[0].empties -= 1


@njit_inlined()
def undo(state, cell):
    """Undo the last move, whose stone is on ``cell``."""
    colour = 3 - state.info[0].turn
    ply = state.info[0].ply
    start = state.plies[ply].log_start
    for k in range(start, state.info[0].logged):
        entry = np.int64(state.log[k])
        other = entry & ((1 << CELL_BITS) - 1)
        own = (entry >> CELL_BITS) & 1
        key = entry >> 16
        state.keys[own, other] = key
        state.threats[own, other] = state.threat_of[key]
    state.info[0].logged = start
    state.info[0].ply = ply - 1
    state.info[0].turn = colour
    state.info[0].empties += 1
    state.cells[cell] = 0
    place_stone(state, cell, colour)
    for own in range(2):
        state.threats[own, cell] = state.threat_of[state.keys[own, cell]]


@njit()
def set_up(state, stones, to_move):
    """Set ``state``, an empty board, to the root position of a search."""
    for cell in range(stones.size):
        colour = stones[cell]
        if colour != 0:
            state.cells[cell] = colour
            place_stone(state, cell, colour)
            state.plies[0].hash ^= state.zobrist[colour - 1, cell]
    empties = 0
    for cell in range(stones.size):
        if stones[cell] != 0:
            continue
        empties += 1
        black_key = np.int64(0)
        white_key = np.int64(0)
        for k in range(4):
            line, place = state.line_of[cell, k], state.place_on[cell, k]
            black, white = look_up_classes(state, line, place)
            black_key |= np.int64(black) << (4 * k)
            white_key |= np.int64(white) << (4 * k)
        for colour, key in ((BLACK, black_key), (WHITE, white_key)):
            state.keys[colour - 1, cell] = key
            state.threats[colour - 1, cell] = state.threat_of[key]
            count_cell(state, 0, colour, cell, 1)
            if state.threat_of[key] == WIN:
                state.plies[0].row_cell[colour - 1] = cell
    state.info[0].turn = to_move
    state.info[0].ply = 0
    state.info[0].empties = empties
    state.info[0].logged = 0


@njit_inlined()
def position_hash(state):
    """Return the Zobrist hash of the current position."""
    return state.plies[state.info[0].ply].hash


@njit_inlined()
def threat_count(state, colour, threat):
    """Return the number of cells where a stone of ``colour`` makes this threat."""
    return state.plies[state.info[0].ply].threat_counts[colour - 1, threat]


@njit_inlined()
def find_row_cell(state, colour):
    """Return a cell where ``colour`` completes a row; at least one must exist."""
    cell = state.plies[state.info[0].ply].row_cell[colour - 1]
    if state.threats[colour - 1, cell] == WIN:
        return cell
    return find_threat(state, colour, WIN)


@njit_inlined()
def find_threat(state, colour, threat):
    """Return the first cell where a stone makes this threat, or ``NO_CELL``."""
    for cell in range(state.cells.size):
        if state.threats[colour - 1, cell] == threat:
            return cell
    return NO_CELL


@njit()
def is_foul(state, cell, colour):
    """Return whether a stone on an empty cell loses by a foul of renju."""
    if colour != BLACK or state.info[0].has_fouls == 0:
        return False
    flip_stone(state, cell)
    found = classify_stone(state, cell)
    flip_stone(state, cell)
    return found >= OVERLINE


@njit_inlined()
def find_winning_four(state, colour):
    """Return a cell where ``colour`` makes a straight four, or ``NO_CELL``.

    That move wins with the next stone, unless the other side can complete a row first
    or has a row to be stopped.
    """
    if threat_count(state, colour, STRAIGHT) == 0:
        return NO_CELL
    if colour != BLACK or state.info[0].has_fouls == 0:
        return find_threat(state, colour, STRAIGHT)
    for cell in range(state.cells.size):
        if state.threats[0, cell] == STRAIGHT and not is_foul(state, cell, colour):
            return cell
    return NO_CELL
