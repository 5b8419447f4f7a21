"""First visit of a node in the Gomoku search.

A row, a straight four, the transposition table, the evaluation or the VCF solver
decides most nodes at once. For the others the moves are listed.

Source of the futility margins: Heinz 1998, "Extended futility pruning".
"""

from __future__ import annotations

import numpy as np

from engine.core.kernels.jit import njit_inlined
from engine.games.gomoku.alphabeta.kernels.move_ordering import (
    list_all_cells,
    list_answers,
    list_move,
    list_near,
    list_threats,
)
from engine.games.gomoku.alphabeta.kernels.search_state import (
    ALPHA,
    BEST,
    BEST_MOVE,
    BETA,
    DEPTH,
    DEPTH_NOW,
    END,
    ENTER,
    EVALUATION,
    FIRST_ALPHA,
    INFINITE,
    IS_FORCED,
    LEAVE,
    LOWER,
    MATE,
    MAX_PLIES,
    MODE,
    MOVE,
    NEXT,
    PROVEN,
    RESULT,
    ROOT_COUNT,
    START,
    TRIED,
    TRY,
    UPPER,
    evaluate,
    probe_tt,
    store_tt,
)
from engine.games.gomoku.patterns.kernels.patterns import (
    EMPTIES,
    HAS_FOULS,
    NO_CELL,
    TURN,
    find_row_cell,
    find_winning_four,
    is_foul,
    threat_count,
)
from engine.games.gomoku.patterns.threat_tables import (
    FOUR,
    FOUR_AND_THREE,
    STRAIGHT,
    STRONG_FOUR,
    THREE,
    TWO_THREES,
    WIN,
)
from engine.games.gomoku.threats.kernels.vcf import WIN_PLIES, solve_vcf


@njit_inlined()
def return_value(search, value):
    """Return the value of the current position to its parent."""
    search.info[RESULT] = value
    search.info[MODE] = LEAVE


@njit_inlined()
def open_frame(search, ply, alpha, beta, depth):
    """Initialise the stack frame of a position that was just reached."""
    frame = search.frames[ply]
    frame[ALPHA] = alpha
    frame[BETA] = beta
    frame[FIRST_ALPHA] = alpha
    frame[DEPTH] = depth
    search.pv_length[ply] = 0
    search.info[DEPTH_NOW] = ply
    search.info[MODE] = ENTER


@njit_inlined()
def may_have_vcf(state, colour):
    """Return whether ``colour`` has a four that builds a further threat."""
    return (
        threat_count(state, colour, STRONG_FOUR)
        + threat_count(state, colour, FOUR_AND_THREE)
        > 0
    )


@njit_inlined()
def wins_by_two_threes(state, colour):
    """Return whether ``colour`` to move wins by two open threes.

    One stone stops one of them, since two lines share only one cell. A side without a
    four
    still has none after a stone that stops a three.
    """
    return (
        threat_count(state, colour, TWO_THREES) > 0
        and state.info[HAS_FOULS] == 0
        and threat_count(state, 3 - colour, FOUR) == 0
        and threat_count(state, 3 - colour, STRONG_FOUR) == 0
        and threat_count(state, 3 - colour, FOUR_AND_THREE) == 0
        and threat_count(state, 3 - colour, STRAIGHT) == 0
    )


@njit_inlined()
def causes_cutoff(bound, value, is_trusted, alpha, beta):
    """Return whether a transposition table value ends the search of a node.

    Args:
        bound: ``LOWER``, ``UPPER`` or ``EXACT``.
        value: Stored value, for the side to move.
        is_trusted: Whether the value may cut off outside a proof.
        alpha: Lower end of the window.
        beta: Upper end of the window.

    A proven value inside the window ends PV nodes, too. It counts as exact; a search
    looks
    for a shorter win only if its window excludes the value.
    """
    if bound != UPPER and value > PROVEN and value > alpha:
        return True
    if bound != LOWER and value < -PROVEN and value < beta:
        return True
    if bound == LOWER:
        return is_trusted and value >= beta
    if bound == UPPER:
        return is_trusted and value <= alpha
    return is_trusted


@njit_inlined()
def visit_node(state, search, vcf, params):
    """Evaluate the current position, or list its moves."""
    ply = search.info[DEPTH_NOW]
    frame = search.frames[ply]
    colour = state.info[TURN]
    other = 3 - colour
    start = 0 if ply == 0 else search.frames[ply - 1, END]
    frame[START] = start
    frame[NEXT] = start
    frame[TRIED] = 0
    frame[BEST] = -INFINITE
    frame[BEST_MOVE] = NO_CELL
    frame[IS_FORCED] = 0
    if ply == 0:
        frame[END] = search.info[ROOT_COUNT]
        frame[EVALUATION] = evaluate(state, search, params)
        search.info[MODE] = TRY
        return
    if threat_count(state, colour, WIN) > 0:
        return_value(search, MATE - ply - 1)
        return
    if state.info[EMPTIES] == 0:
        return_value(search, 0)
        return
    if params.prunes and frame[ALPHA] >= MATE - ply - 3:
        return_value(search, frame[ALPHA])  # a shorter win is known
        return
    forced = NO_CELL
    is_threatened = False
    if params.detects_threats:
        to_stop = threat_count(state, other, WIN)
        if to_stop > 0:
            forced = find_row_cell(state, other)
            if to_stop > 1 or is_foul(state, forced, colour):
                return_value(search, -(MATE - ply - 2))
                return
        else:
            if find_winning_four(state, colour) != NO_CELL:
                return_value(search, MATE - ply - 3)
                return
            is_threatened = find_winning_four(state, other) != NO_CELL
            if (
                params.detects_double_threes
                and not is_threatened
                and wins_by_two_threes(state, colour)
            ):
                return_value(search, MATE - ply - 5)
                return
    if params.threats_only and ply % 2 == 1 and forced == NO_CELL and not is_threatened:
        return_value(search, 0)
        return
    if forced != NO_CELL and params.extends_forced_moves:
        frame[DEPTH] = max(frame[DEPTH] + 1, 1)
    depth = np.int64(frame[DEPTH])
    alpha = np.int64(frame[ALPHA])
    beta = np.int64(frame[BETA])
    is_pv = beta - alpha > 1
    table_move = np.int64(NO_CELL)
    if params.prunes:
        bound, value, known_depth, table_move = probe_tt(state, search, ply)
        is_trusted = not is_pv and (known_depth >= depth or abs(value) > PROVEN)
        if bound != 0 and causes_cutoff(bound, value, is_trusted, alpha, beta):
            return_value(search, value)
            return
    evaluation = evaluate(state, search, params)
    frame[EVALUATION] = evaluation
    if depth <= 0 and is_threatened and params.extends_threats:
        depth = np.int64(1)
        frame[DEPTH] = 1
    is_leaf = (depth <= 0 and forced == NO_CELL) or ply >= MAX_PLIES
    if is_leaf and evaluation >= beta:
        return_value(search, evaluation)
        return
    if (
        params.vcf_node_limit > 0
        and forced == NO_CELL
        and may_have_vcf(state, colour)
        and solve_vcf(state, vcf, params.vcf_node_limit)
    ):
        value = MATE - ply - vcf.info[WIN_PLIES]
        store_tt(state, search, ply, LOWER, value, 60, NO_CELL)
        return_value(search, value)
        return
    if is_leaf:
        return_value(search, evaluation)
        return
    if params.futility and not is_pv and forced == NO_CELL:
        margin = params.reverse_futility_slope * depth
        if (
            not is_threatened
            and depth <= 6
            and evaluation - margin >= beta
            and abs(beta) < PROVEN
        ):
            return_value(search, evaluation)
            return
        if (
            not is_threatened
            and depth <= 3
            and evaluation + params.razor_base + params.razor_slope * depth <= alpha
        ):
            return_value(search, evaluation)
            return
    list_moves(state, search, params, ply, forced, is_threatened, table_move)


@njit_inlined()
def list_moves(state, search, params, ply, forced, is_threatened, table_move):
    """List the moves of the current frame and switch to trying them."""
    frame = search.frames[ply]
    start = frame[START]
    previous = np.int64(search.frames[ply - 1, MOVE]) if ply > 0 else np.int64(NO_CELL)
    if forced != NO_CELL:
        frame[END] = list_move(search, start, forced, 0)
        frame[IS_FORCED] = 1
    elif params.threats_only and ply % 2 == 0:
        frame[END] = list_threats(state, search, ply, start, table_move, previous)
    elif is_threatened:
        frame[END] = list_answers(state, search, ply, start, table_move, previous)
        frame[IS_FORCED] = 1
    elif params.lists_all_cells:
        frame[END] = list_all_cells(state, search, start)
    else:
        frame[END] = list_near(state, search, ply, start, table_move, previous)
    search.info[MODE] = TRY


@njit_inlined()
def is_pruned(state, search, params, frame, move):
    """Return whether late move pruning or futility pruning skips a quiet move."""
    if frame[TRIED] == 0 or frame[IS_FORCED] or frame[BEST] < -PROVEN:
        return False
    depth = frame[DEPTH]
    colour = state.info[TURN]
    if (
        state.threats[colour - 1, move] >= THREE
        or state.threats[2 - colour, move] >= THREE
    ):
        return False
    if params.prunes_late_moves and depth <= 8:
        most = params.late_move_base + params.late_move_slope * depth * depth // 4
        if frame[BETA] - frame[ALPHA] > 1:
            most *= 2
        if frame[TRIED] >= most:
            return True
    if params.futility and depth <= 5:
        margin = params.futility_base + params.futility_slope * depth
        return frame[EVALUATION] + margin <= frame[ALPHA]
    return False


@njit_inlined()
def compute_reduction(state, search, params, frame, move, own_threat, other_threat):
    """Return the late move reduction of a move, in plies."""
    depth = frame[DEPTH]
    tried = frame[TRIED]
    if not params.reduces_late_moves or depth < 2 or tried < 2 or frame[IS_FORCED]:
        return 0
    if own_threat >= FOUR:
        return 0
    reduction = np.int64(search.reductions[min(depth, 63), min(tried, 63)])
    if frame[BETA] - frame[ALPHA] > 1:
        reduction -= 1
    if own_threat >= THREE or other_threat >= THREE:
        reduction -= 1
    colour = state.info[TURN]
    reduction -= np.int64(search.history[colour - 1, move]) // 4096
    return min(max(reduction, 0), depth - 1)
