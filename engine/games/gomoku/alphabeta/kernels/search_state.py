"""State of the Gomoku alpha-beta search: parameters and stack frames.

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
from engine.games.gomoku.value_network.kernels.accumulator import (
    Accumulator,
    add_stone,
    infer_value,
    remove_stone,
)

EVALUATION_LIMIT = 20_000

NO_EVALUATION = 0
FITTED_VALUES = 1
LIU_EVALUATION = 2
VALUE_NETWORK = 3
"""Values of the parameter ``evaluation``."""

LOG_ODDS_UNIT = 400
"""Evaluation of a position whose log-odds of a win are 1."""

MAX_PLIES = 160
"""Maximum ply of the search."""

VISIT = 0
TRY = 1
LEAVE = 2
DONE = 3
"""Values of ``mode``: the next step of the search."""

WHOLE = 0
NARROW = 1
REDUCED = 2
"""Values of ``stage``: the window of the move being searched."""

CONTROL = np.dtype(
    [
        ("mode", np.int64),
        ("ply", np.int64),
        ("nodes", np.int64),
        ("result", np.int64),
        ("age", np.int64),
        ("root_count", np.int64),
    ],
    align=True,
)
"""Scalars of a search.

mode: the next step, ``VISIT`` to ``DONE``.
ply: the ply of the current frame.
nodes: moves made since the root was set.
result: the value that a finished node returns.
age: number of the search, from 1 on, for the transposition table.
root_count: number of root moves.
"""

FRAME = np.dtype(
    [
        ("alpha", np.int32),
        ("beta", np.int32),
        ("first_alpha", np.int32),
        ("depth", np.int32),
        ("best", np.int32),
        ("best_move", np.int32),
        ("move", np.int32),
        ("start", np.int32),
        ("next", np.int32),
        ("end", np.int32),
        ("tried", np.int32),
        ("evaluation", np.int32),
        ("stage", np.int32),
        ("child_depth", np.int32),
        ("nodes_before", np.int32),
        ("table_move", np.int32),
        ("forced", np.int32),
        ("is_threatened", np.int32),
        ("is_forced", np.int32),
        ("pv_length", np.int32),
        ("killers", np.int32, (2,)),
    ],
    align=True,
)
"""The local variables of a recursive search, one frame for each ply.

alpha, beta: the window; first_alpha: its lower end at first.
depth: plies left.
best, best_move: value and move of the best move so far.
move: the move being searched.
start, next, end: the moves, and the next one to try, as indices into ``moves``.
tried: number of moves tried; they come first.
evaluation: static evaluation.
stage: the window of ``move``, ``WHOLE`` to ``REDUCED``.
child_depth: depth of the child without reduction.
nodes_before: nodes before ``move``.
table_move: move of the transposition table.
forced: the answer to a row that threatens, or ``NO_CELL``.
is_threatened: whether a straight four of the opponent threatens.
is_forced: whether the moves only answer a threat.
pv_length: length of the principal variation.
killers: the last two moves that caused a cutoff at this ply.
"""

ROOT_MOVE = np.dtype([("value", np.int64), ("nodes", np.int64)], align=True)
"""Last value of a root move, and the nodes spent below it."""


class SearchParams(NamedTuple):
    """Parameters of a search; flags are 0 or 1.

    prunes: alpha-beta cutoffs and all other pruning.
    detects_threats: recognises straight fours and answers them.
    detects_double_threes: recognises two open threes that cannot be answered.
    vcf_node_limit: limit of the VCF solver at a node, in fours tried; 0 turns it off.
    extends_forced_moves: a forced answer does not reduce the depth.
    reduces_late_moves: late move reductions.
    uses_history: cutoffs update killers and history.
    uses_null_windows: moves after the first are searched with a null window first.
    uses_table: results are stored in the transposition table.
    prunes_late_moves: late move pruning of quiet moves near the leaves.
    futility: futility pruning, reverse futility pruning and razoring.
    evaluation: 0 none, 1 the fitted values, 2 equation (9) of LIU-2022, 3 the value
        network; rows of another length than five have the fitted values.
    threats_only: the side to move at the root plays threats only and the other side
        only answers; every other position has value 0.
    zone_border: percentage of each side that is not core, at either end.
    zone_reduction: plies by which an edge move is reduced; twice that in corners.
    lists_all_cells: every empty cell is a move, not only cells near stones.
    noise: maximum random change of an evaluation.
    extends_threats: a leaf with a straight four of the opponent is searched one ply
        deeper.
    futility_base: margin of futility pruning for quiet moves.
    futility_slope: increase of that margin for each ply of depth.
    reverse_futility_slope: margin of reverse futility pruning, for each ply of depth.
    razor_base: margin of razoring below alpha.
    razor_slope: increase of that margin for each ply of depth.
    late_move_base: quiet moves tried before late move pruning.
    late_move_slope: increase of that number, in quarters of the depth squared.
    internal_reduction_depth: least depth at which a node without a table move is
        searched one ply less deep (internal iterative reductions); 0: never.
    reduction_base: late move reduction without its second part, in hundredths of a ply.
    reduction_slope: hundredths of the divisor of the second part, the logarithm of the
        depth times that of the number of the move.
    """

    prunes: int = 1
    detects_threats: int = 1
    detects_double_threes: int = 1
    vcf_node_limit: int = 40
    extends_forced_moves: int = 1
    reduces_late_moves: int = 1
    uses_history: int = 1
    uses_null_windows: int = 1
    uses_table: int = 1
    prunes_late_moves: int = 1
    futility: int = 1
    evaluation: int = FITTED_VALUES
    threats_only: int = 0
    zone_border: int = 20
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
    internal_reduction_depth: int = 0
    reduction_base: int = 50
    reduction_slope: int = 160


class SearchState(NamedTuple):
    """Memory of a search on a board of ``N`` cells; ``P`` plies.

    info: ``[1]`` record of the type ``CONTROL``.
    frames: ``[P]`` records of the type ``FRAME``.
    moves, orders: ``[P * M]`` int16 and int32, the moves of all frames and their
        scores.
    root_moves: ``[N]`` records of the type ``ROOT_MOVE``.
    pv: ``[P, P]`` int16, principal variation by ply.
    history: ``[2, N]`` int32.
    replies: ``[N, N]`` int32, counter-move history by the opponent's last move.
    table: ``[T]`` records of the type ``transposition_table.ENTRY``; T is a power of
        two.
    order_by_key: ``[65536]`` int16.
    evaluation_table: ``[2048]`` int16, see ``cell_values``.
    jitter: ``[N]`` int16, random part of a move's score.
    near: ``[3, H]`` int64, scratch of ``near_stones``.
    zones: ``[N]`` int8, see ``liu_evaluation``.
    place_of_bit: ``[37]`` int8, index of a bit by its remainder modulo 37.
    reductions: ``[64, 64]`` int8 by depth and move number.
    network: sums of the value network, for the position of its last evaluation or one
        before it on the current line of play.
    """

    info: np.ndarray
    frames: np.ndarray
    moves: np.ndarray
    orders: np.ndarray
    root_moves: np.ndarray
    pv: np.ndarray
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
    network: Accumulator


@njit_inlined()
def evaluate(state, search, params):
    """Return the static evaluation of the current position for the side to move."""
    if params.evaluation == NO_EVALUATION:
        return np.int64(0)
    if params.evaluation == LIU_EVALUATION:
        return liu_evaluation(state, search.zones, state.info[0].length)
    if params.evaluation == VALUE_NETWORK:
        return limit_evaluation(evaluate_by_network(state, search))
    own = state.info[0].turn - 1
    sums = state.plies[state.info[0].ply]
    mix = threat_count_index(sums.threat_counts, own)
    value = np.int64(sums.moving[own] - sums.waiting[1 - own])
    value = (value + search.evaluation_table[mix]) // FITTED_UNITS
    if params.noise > 0:
        mixed = sums.hash * np.uint64(0x9E3779B97F4A7C15)
        mixed ^= np.uint64(search.jitter[0]) * np.uint64(0x94D049BB133111EB)
        spread = np.uint64(2 * params.noise + 1)
        value += np.int64((mixed >> np.uint64(40)) % spread) - params.noise
    return limit_evaluation(value)


@njit_inlined()
def limit_evaluation(value):
    """Return a value within the limits of evaluations."""
    return min(max(value, -EVALUATION_LIMIT), EVALUATION_LIMIT)


@njit_inlined()
def evaluate_by_network(state, search):
    """Return the value of the network; first, add the stones played since the last."""
    network, ply = search.network, state.info[0].ply
    counted = np.int64(network.progress[0].counted)
    while counted < ply:
        colour = find_mover(state, counted)
        move = np.int64(search.frames[counted].move)
        counted += 1
        add_stone(network, state.stride, counted, move, colour)
    network.progress[0].counted = ply
    return np.int64(infer_value(network, ply, state.info[0].turn) * LOG_ODDS_UNIT)


@njit_inlined()
def return_to(state, search, ply):
    """Remove the stones played from ``ply`` on from the network's sums.

    The position must be that of ``ply`` again.
    """
    network = search.network
    counted = np.int64(network.progress[0].counted)
    while counted > ply:
        counted -= 1
        colour = find_mover(state, counted)
        move = np.int64(search.frames[counted].move)
        remove_stone(network, state.stride, move, colour)
        network.progress[0].counted = counted


@njit_inlined()
def find_mover(state, ply):
    """Return the side that moves at a ply of the current line of play."""
    turn = state.info[0].turn
    return 3 - turn if (state.info[0].ply - ply) & 1 else turn
