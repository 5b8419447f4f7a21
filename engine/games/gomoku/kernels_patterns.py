"""Gomoku for search: what a stone would make of every empty cell, kept up to date.

A stone changes the looks of at most ``8 R`` cells; their classes come from a table,
and the old ones are noted, so that taking back restores them without looking. Counts
of threats and sums of values are kept a row for each ply: taking back drops a row.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.core.jit import njit_lean as njit
from engine.core.kernels_rng import new_rng, next_word
from engine.games.gomoku.kernels import (
    BLACK,
    EXACT_RULE,
    FREESTYLE_RULE,
    LINE_LENGTH,
    RENJU_RULE,
    RULE,
    TO_MOVE,
    WHITE,
    GomokuState,
)
from engine.games.gomoku.kernels_classes import (
    STRAIGHT,
    WIN,
    line_classes,
    reach_of,
    threats,
)
from engine.games.gomoku.kernels_renju import OVERLINE, flip_stone, verdict
from engine.games.gomoku.kernels_values import cell_values

NO_CELL = -1
"""No cell of the board."""

TURN = 0
PLY = 1
EMPTIES = 2
REACH = 3
HAS_FOULS = 4
LOGGED = 5
LENGTH = 6
"""Places in ``info``."""

WHITE_COUNTS = 16
SUM_MOVING = 32
SUM_WAITING = 34
LAST_ROW = 36
STATISTICS = 40
"""Places in a row of ``stats``: counts of Black's threats, then White's, sums of values
of either colour if it is to move and if it is not, the cell of its newest row."""

TOP_BIT = 31
"""The highest bit of a line's mask, which is bit 0 of the mirrored one."""

BEYOND_MIRRORED = 0xFFFFFFFF << (TOP_BIT + 1)
"""What follows the first cell of a line in the mirrored mask: no cells."""

CELL_BITS = 9
"""A board has at most 22 x 22 cells."""


class PatternState(NamedTuple):
    """A mutable position; ``N`` cells, ``L`` lines, ``S`` looks of a side.

    info: ``[7]`` int32, see ``TURN`` to ``LENGTH``.
    hashes: ``[N + 1]`` uint64, the position's hash by ply.
    stats: ``[N + 1, 40]`` int32, see ``STATISTICS``.
    log: ``[(N + 1) * 64]`` uint32, keys before they changed: cell, colour, key.
    log_start: ``[N + 1]`` int32, where a ply's part of ``log`` begins.
    lines, mirrored: ``[2, L]`` uint32, a bit for each stone, and the same backwards.
    cells: ``[N]`` int8, 0 empty, 1 Black, 2 White.
    keys: ``[2, N]`` uint16, the classes of the four lines of a cell by colour.
    threats: ``[2, N]`` uint8, what a stone would threaten; kept for empty cells.
    line_of, place_on, bit_of, on_board, stride: see ``GomokuState``.
    off_mirrored: ``[L]`` uint64, the mirrored bits beyond the board.
    classes: ``[2, S * S]`` uint8 by colour, see ``kernels_classes``.
    threat_of: ``[65536]`` uint8 by key.
    value_of: ``[2, 65536]`` int16 by key: value of a cell to the side that moves, and
        to the one that waits.
    zobrist: ``[2, N]`` uint64.
    """

    info: np.ndarray
    hashes: np.ndarray
    stats: np.ndarray
    log: np.ndarray
    log_start: np.ndarray
    lines: np.ndarray
    mirrored: np.ndarray
    cells: np.ndarray
    keys: np.ndarray
    threats: np.ndarray
    line_of: np.ndarray
    place_on: np.ndarray
    bit_of: np.ndarray
    on_board: np.ndarray
    stride: np.ndarray
    off_mirrored: np.ndarray
    classes: np.ndarray
    threat_of: np.ndarray
    value_of: np.ndarray
    zobrist: np.ndarray


def patterns_of(state: GomokuState) -> PatternState:
    """Return the patterns of a position."""
    length = int(state.info[LINE_LENGTH])
    rule = int(state.info[RULE])
    reach = reach_of(length, exact=rule != FREESTYLE_RULE)
    exact = [rule in {EXACT_RULE, RENJU_RULE}, rule == EXACT_RULE]
    count, line_count = state.cells.size, state.on_board.size
    patterns = PatternState(
        info=np.zeros(7, np.int32),
        hashes=np.zeros(count + 1, np.uint64),
        stats=np.zeros((count + 1, STATISTICS), np.int32),
        log=np.zeros((count + 1) * 64, np.uint32),
        log_start=np.zeros(count + 1, np.int32),
        lines=np.zeros((2, line_count), np.uint32),
        mirrored=np.zeros((2, line_count), np.uint32),
        cells=np.zeros(count, np.int8),
        keys=np.zeros((2, count), np.uint16),
        threats=np.zeros((2, count), np.uint8),
        line_of=state.line_of,
        place_on=state.place_on,
        bit_of=state.bit_of,
        on_board=state.on_board,
        stride=state.stride,
        off_mirrored=_mirror(~state.on_board) | np.uint64(BEYOND_MIRRORED),
        classes=np.stack([line_classes(length, reach, exact=e) for e in exact]),
        threat_of=threats(),
        value_of=cell_values(),
        zobrist=_zobrist(count),
    )
    patterns.info[REACH] = reach
    patterns.info[LENGTH] = length
    patterns.info[HAS_FOULS] = rule == RENJU_RULE
    set_up(patterns, state.cells, int(state.info[TO_MOVE]))
    return patterns


def _mirror(masks: np.ndarray) -> np.ndarray:
    """Return 32-bit masks with their bits in reverse."""
    octets = np.ascontiguousarray(masks).view(np.uint8).reshape(-1, 4)
    bits = np.unpackbits(octets, axis=1, bitorder="little")[:, ::-1]
    return np.packbits(bits, axis=1, bitorder="little").view(np.uint32).reshape(-1)


def _zobrist(count: int) -> np.ndarray:
    """Return a random word for each stone; the same in every process."""
    rng = new_rng(20)
    words = [next_word(rng) for _ in range(2 * count)]
    return np.array(words, np.uint64).reshape(2, count)


@njit()
def look(own, blocked, top):
    """Return one side's look: own stones up to the first obstacle, and its bit."""
    obstacles = blocked | top
    first = obstacles & (~obstacles + np.uint64(1))
    return (own & (first - np.uint64(1))) | first


@njit()
def line_class(state, colour, line, place):
    """Return what a stone of ``colour`` would make of a line through an empty cell."""
    reach = np.uint64(state.info[REACH])
    top = np.uint64(1) << reach
    own = colour - 1
    up = np.uint64(place + 1)
    down = np.uint64(TOP_BIT + 1 - place)
    blocked = np.uint64(state.lines[1 - own, line] | ~state.on_board[line])
    after = look(
        np.uint64(state.lines[own, line]) >> up,
        blocked >> up,
        top,
    )
    blocked = np.uint64(state.mirrored[1 - own, line]) | state.off_mirrored[line]
    before = look(
        np.uint64(state.mirrored[own, line]) >> down,
        blocked >> down,
        top,
    )
    return state.classes[own, (before << (reach + np.uint64(1))) | after]


@njit()
def count_cell(state, row, colour, cell, sign):
    """Add what a cell offers a colour to a row of statistics, or take it away."""
    key = state.keys[colour - 1, cell]
    state.stats[row, (colour - 1) * WHITE_COUNTS + state.threat_of[key]] += sign
    state.stats[row, SUM_MOVING + colour - 1] += sign * state.value_of[0, key]
    state.stats[row, SUM_WAITING + colour - 1] += sign * state.value_of[1, key]


@njit()
def update_cell(state, row, colour, cell, k, place):
    """Look again at one line of an empty cell, and note what changed."""
    own = colour - 1
    line = state.line_of[cell, k]
    found = line_class(state, colour, line, place)
    shift = 4 * k
    key = np.int64(state.keys[own, cell])
    if (key >> shift) & 15 == found:
        return
    new_key = (key & ~(15 << shift)) | (np.int64(found) << shift)
    logged = state.info[LOGGED]
    state.log[logged] = np.uint32(cell | (own << CELL_BITS) | (key << 16))
    state.info[LOGGED] = logged + 1
    state.keys[own, cell] = new_key
    threat = state.threat_of[new_key]
    state.threats[own, cell] = threat
    counts = own * WHITE_COUNTS
    state.stats[row, counts + state.threat_of[key]] -= 1
    state.stats[row, counts + threat] += 1
    state.stats[row, SUM_MOVING + own] += (
        state.value_of[0, new_key] - state.value_of[0, key]
    )
    state.stats[row, SUM_WAITING + own] += (
        state.value_of[1, new_key] - state.value_of[1, key]
    )
    if threat == WIN:
        state.stats[row, LAST_ROW + own] = cell


@njit()
def update_line(state, row, cell, k):
    """Look again at the empty cells of a line that see ``cell``."""
    line = state.line_of[cell, k]
    place = state.place_on[cell, k]
    stride = state.stride[k]
    on_board = state.on_board[line]
    black = state.lines[0, line]
    white = state.lines[1, line]
    reach = state.info[REACH]
    for direction in (-1, 1):
        black_sees = True
        white_sees = True
        for step in range(1, reach + 1):
            there = place + direction * step
            if there < 0:
                break
            bit = np.uint32(1) << np.uint32(there)
            if on_board & bit == 0:
                break
            if black & bit != 0:
                white_sees = False
            elif white & bit != 0:
                black_sees = False
            else:
                other = cell + direction * step * stride
                if black_sees:
                    update_cell(state, row, BLACK, other, k, there)
                if white_sees:
                    update_cell(state, row, WHITE, other, k, there)
            if not (black_sees or white_sees):
                break


@njit()
def place_stone(state, cell, colour):
    """Set or clear a stone's bits in the masks of its lines."""
    for k in range(4):
        line = state.line_of[cell, k]
        state.lines[colour - 1, line] ^= state.bit_of[cell, k]
        mirrored = np.uint32(TOP_BIT - state.place_on[cell, k])
        state.mirrored[colour - 1, line] ^= np.uint32(1) << mirrored


@njit()
def play(state, cell):
    """Put a stone of the side to move and pass the turn, without judging it."""
    colour = state.info[TURN]
    ply = state.info[PLY]
    row = ply + 1
    for k in range(STATISTICS):
        state.stats[row, k] = state.stats[ply, k]
    state.log_start[row] = state.info[LOGGED]
    state.hashes[row] = state.hashes[ply] ^ state.zobrist[colour - 1, cell]
    count_cell(state, row, BLACK, cell, -1)
    count_cell(state, row, WHITE, cell, -1)
    state.threats[0, cell] = 0
    state.threats[1, cell] = 0
    state.cells[cell] = colour
    place_stone(state, cell, colour)
    for k in range(4):
        update_line(state, row, cell, k)
    state.info[TURN] = 3 - colour
    state.info[PLY] = row
    state.info[EMPTIES] -= 1


@njit()
def undo(state, cell):
    """Take back the last stone, which stands on ``cell``."""
    colour = 3 - state.info[TURN]
    ply = state.info[PLY]
    start = state.log_start[ply]
    for k in range(start, state.info[LOGGED]):
        entry = np.int64(state.log[k])
        other = entry & ((1 << CELL_BITS) - 1)
        own = (entry >> CELL_BITS) & 1
        key = entry >> 16
        state.keys[own, other] = key
        state.threats[own, other] = state.threat_of[key]
    state.info[LOGGED] = start
    state.info[PLY] = ply - 1
    state.info[TURN] = colour
    state.info[EMPTIES] += 1
    state.cells[cell] = 0
    place_stone(state, cell, colour)
    for own in range(2):
        state.threats[own, cell] = state.threat_of[state.keys[own, cell]]


@njit()
def set_up(state, stones, to_move):
    """Make ``state``, an empty board, the root of a search."""
    for cell in range(stones.size):
        colour = stones[cell]
        if colour != 0:
            state.cells[cell] = colour
            place_stone(state, cell, colour)
            state.hashes[0] ^= state.zobrist[colour - 1, cell]
    empties = 0
    for cell in range(stones.size):
        if stones[cell] != 0:
            continue
        empties += 1
        for colour in (BLACK, WHITE):
            key = np.int64(0)
            for k in range(4):
                line = state.line_of[cell, k]
                place = state.place_on[cell, k]
                found = np.int64(line_class(state, colour, line, place))
                key |= found << (4 * k)
            state.keys[colour - 1, cell] = key
            state.threats[colour - 1, cell] = state.threat_of[key]
            count_cell(state, 0, colour, cell, 1)
            if state.threat_of[key] == WIN:
                state.stats[0, LAST_ROW + colour - 1] = cell
    state.info[TURN] = to_move
    state.info[PLY] = 0
    state.info[EMPTIES] = empties
    state.info[LOGGED] = 0


@njit()
def threat_count(state, colour, threat):
    """Return on how many cells a stone of ``colour`` would be that threat."""
    return state.stats[state.info[PLY], (colour - 1) * WHITE_COUNTS + threat]


@njit()
def row_cell(state, colour):
    """Return a cell where ``colour`` completes a row; there must be one."""
    cell = state.stats[state.info[PLY], LAST_ROW + colour - 1]
    if state.threats[colour - 1, cell] == WIN:
        return cell
    return first_with(state, colour, WIN)


@njit()
def first_with(state, colour, threat):
    """Return the first cell where a stone would be that threat, or ``NO_CELL``."""
    for cell in range(state.cells.size):
        if state.threats[colour - 1, cell] == threat:
            return cell
    return NO_CELL


@njit()
def is_foul(state, cell, colour):
    """Say whether a stone on an empty cell would lose by a foul of renju."""
    if colour != BLACK or state.info[HAS_FOULS] == 0:
        return False
    flip_stone(state, cell)
    found = verdict(state, cell)
    flip_stone(state, cell)
    return found >= OVERLINE


@njit()
def winning_four(state, colour):
    """Return a cell where ``colour`` makes two rows possible at once, or ``NO_CELL``.

    Whoever plays there wins with the next stone, unless the other side wins or must
    be stopped first.
    """
    if threat_count(state, colour, STRAIGHT) == 0:
        return NO_CELL
    if colour != BLACK or state.info[HAS_FOULS] == 0:
        return first_with(state, colour, STRAIGHT)
    for cell in range(state.cells.size):
        if state.threats[0, cell] == STRAIGHT and not is_foul(state, cell, colour):
            return cell
    return NO_CELL
