"""State of the Gomoku alpha-beta search: parameters, stack frames, transposition table.

One stack frame for each ply replaces the local variables of a recursive search.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.core.kernels.jit import njit_inlined
from engine.games.gomoku.patterns.kernels.cell_values import (
    FITTED_UNITS,
    threat_count_index,
)
from engine.games.gomoku.patterns.kernels.liu_evaluation import liu_evaluation
from engine.games.gomoku.patterns.kernels.patterns import (
    LENGTH,
    NO_CELL,
    PLY,
    SUM_MOVING,
    SUM_WAITING,
    TURN,
    WHITE_COUNTS,
)

MATE = 30_000
"""Value of a row with the next stone; one less for each ply until then."""

PROVEN = 29_000
"""Values beyond this are proven."""

INFINITE = 32_000

EVALUATION_LIMIT = 20_000

MAX_PLIES = 160
"""Maximum ply of the search."""

ALPHA = 0
BETA = 1
DEPTH = 2
BEST = 3
BEST_MOVE = 4
MOVE = 5
NEXT = 6
END = 7
START = 8
EVALUATION = 9
STAGE = 10
FIRST_ALPHA = 11
IS_FORCED = 12
CHILD_DEPTH = 13
REDUCTION = 14
NODES_BEFORE = 15
TRIED = 16
FRAME_FIELDS = 17
"""Columns of a stack frame."""

WHOLE = 0
NARROW = 1
REDUCED = 2
"""Values of ``STAGE``: the window of the move being searched."""

MODE = 0
DEPTH_NOW = 1
NODES = 2
RESULT = 3
SLOT_AGE = 4
ROOT_COUNT = 5
INFO_FIELDS = 6
"""Indices of ``info``; ``DEPTH_NOW`` is the ply of the current frame."""

ENTER = 0
TRY = 1
LEAVE = 2
DONE = 3
"""Values of ``info[MODE]``."""

UPPER = 1
LOWER = 2
EXACT = 3
"""Bound types of a transposition table entry."""


class SearchParams(NamedTuple):
    """Parameters of a search; flags are 0 or 1.

    prunes: alpha-beta cutoffs and all other pruning.
    detects_threats: recognises straight fours and answers them.
    detects_double_threes: recognises two open threes that cannot be answered.
    vcf_node_limit: limit of the VCF solver at a node, in fours tried; 0 turns it off.
    extends_forced_moves: a forced answer does not reduce the depth.
    reduces_late_moves: late move reductions.
    uses_history: cutoffs update killers and history.
    prunes_late_moves: late move pruning of quiet moves near the leaves.
    futility: futility pruning, reverse futility pruning and razoring.
    evaluation: 0 none, 1 the fitted values, 2 equation (9) of LIU-2022.
    threats_only: the side to move at the root plays threats only and the other side
        only
        answers; every other position has value 0.
    zone_reduction: plies by which an edge move is reduced; twice that in corners.
    lists_all_cells: every empty cell is a move, not only cells near stones.
    noise: maximum random change of an evaluation.
    extends_threats: a leaf with a straight four of the opponent is searched one ply
        deeper.
    futility_base, futility_slope: margin of futility pruning for quiet moves; the slope
        is
        per ply of depth.
    reverse_futility_slope: margin above beta, per ply of depth.
    razor_base, razor_slope: margin of razoring below alpha.
    late_move_base, late_move_slope: quiet moves tried before late move pruning; the
        slope
        is per depth squared, in quarters.
    reduction_base, reduction_slope: hundredths of a ply, and the divisor of the product
        of
        logarithms, in hundredths.
    """

    prunes: int = 1
    detects_threats: int = 1
    detects_double_threes: int = 1
    vcf_node_limit: int = 40
    extends_forced_moves: int = 1
    reduces_late_moves: int = 1
    uses_history: int = 1
    prunes_late_moves: int = 1
    futility: int = 1
    evaluation: int = 1
    threats_only: int = 0
    zone_reduction: int = 0
    lists_all_cells: int = 0
    noise: int = 0
    extends_threats: int = 0
    futility_base: int = 40
    futility_slope: int = 45
    reverse_futility_slope: int = 60
    razor_base: int = 50
    razor_slope: int = 150
    late_move_base: int = 4
    late_move_slope: int = 2
    reduction_base: int = 50
    reduction_slope: int = 160


class SearchState(NamedTuple):
    """Memory of a search on a board of ``N`` cells; ``P`` plies.

    info: ``[6]`` int64, see ``MODE`` to ``ROOT_COUNT``.
    frames: ``[P, 17]`` int32, see ``ALPHA`` to ``TRIED``.
    moves, orders: ``[P * M]`` int16 and int32, the moves of all frames and their
        scores.
    root_values, root_nodes: ``[N]`` int64, by root move.
    pv: ``[P, P]`` int16; pv_length: ``[P]`` int32.
    killers: ``[P, 2]`` int16.
    history: ``[2, N]`` int32.
    replies: ``[N, N]`` int32, counter-move history by the opponent's last move.
    table: ``[T, 2]`` uint64, transposition table; T is a power of two.
    order_by_key: ``[65536]`` int16.
    evaluation_table: ``[2048]`` int16, see ``cell_values``.
    jitter: ``[N]`` int16, random part of a move's score.
    near: ``[3, H]`` int64, scratch of ``near_stones``.
    zones: ``[N]`` int8, see ``liu_evaluation``.
    place_of_bit: ``[37]`` int8, index of a bit by its remainder modulo 37.
    reductions: ``[64, 64]`` int8 by depth and move number.
    """

    info: np.ndarray
    frames: np.ndarray
    moves: np.ndarray
    orders: np.ndarray
    root_values: np.ndarray
    root_nodes: np.ndarray
    pv: np.ndarray
    pv_length: np.ndarray
    killers: np.ndarray
    history: np.ndarray
    replies: np.ndarray
    table: np.ndarray
    order_by_key: np.ndarray
    evaluation_table: np.ndarray
    jitter: np.ndarray
    near: np.ndarray
    zones: np.ndarray
    place_of_bit: np.ndarray
    reductions: np.ndarray


@njit_inlined()
def evaluate(state, search, params):
    """Return the static evaluation of the current position for the side to move."""
    if params.evaluation == 0:
        return np.int64(0)
    if params.evaluation == 2:
        return liu_evaluation(state, search.zones, state.info[LENGTH])
    row = state.info[PLY]
    own = state.info[TURN] - 1
    counts = state.stats[row]
    mix = threat_count_index(counts, own * WHITE_COUNTS, (1 - own) * WHITE_COUNTS)
    value = np.int64(counts[SUM_MOVING + own] - counts[SUM_WAITING + 1 - own])
    value = (value + search.evaluation_table[mix]) // FITTED_UNITS
    if params.noise > 0:
        mixed = state.hashes[row] * np.uint64(0x9E3779B97F4A7C15)
        mixed ^= np.uint64(search.jitter[0]) * np.uint64(0x94D049BB133111EB)
        spread = np.uint64(2 * params.noise + 1)
        value += np.int64((mixed >> np.uint64(40)) % spread) - params.noise
    return min(max(value, -EVALUATION_LIMIT), EVALUATION_LIMIT)


@njit_inlined()
def probe_tt(state, search, ply):
    """Probe the transposition table: bound (0 on a miss), value, depth and move."""
    key = state.hashes[state.info[PLY]]
    slot = np.int64(key & np.uint64(search.table.shape[0] - 2))
    for k in (slot, slot + 1):
        if search.table[k, 0] == key:
            word = search.table[k, 1]
            value = np.int64(word & np.uint64(0xFFFF)) - 32768
            depth = np.int64((word >> np.uint64(16)) & np.uint64(0xFF)) - 8
            bound = np.int64((word >> np.uint64(24)) & np.uint64(3))
            move = np.int64((word >> np.uint64(26)) & np.uint64(0x3FF)) - 1
            if value > PROVEN:
                value -= ply
            elif value < -PROVEN:
                value += ply
            return bound, value, depth, move
    return np.int64(0), np.int64(0), np.int64(0), np.int64(NO_CELL)


@njit_inlined()
def store_tt(state, search, ply, bound, value, depth, move):
    """Store a value in the transposition table.

    It replaces the entry of the same position, else the shallower or older of two.
    """
    key = state.hashes[state.info[PLY]]
    slot = np.int64(key & np.uint64(search.table.shape[0] - 2))
    if value > PROVEN:
        value += ply
    elif value < -PROVEN:
        value -= ply
    age = search.info[SLOT_AGE]
    target = slot
    if search.table[slot, 0] != key:
        other = search.table[slot, 1]
        is_old = np.int64((other >> np.uint64(36)) & np.uint64(0xFF)) != age
        other_depth = np.int64((other >> np.uint64(16)) & np.uint64(0xFF)) - 8
        if search.table[slot + 1, 0] == key or not (is_old or other_depth <= depth):
            target = slot + 1
    search.table[target, 0] = key
    search.table[target, 1] = (
        np.uint64(value + 32768)
        | (np.uint64(max(depth, -8) + 8) << np.uint64(16))
        | (np.uint64(bound) << np.uint64(24))
        | (np.uint64(move + 1) << np.uint64(26))
        | (np.uint64(age) << np.uint64(36))
    )
