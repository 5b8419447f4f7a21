"""First visit of a node in the Gomoku search.

A row, a straight four, the transposition table, the evaluation or the VCF solver
decides most nodes at once. For the others the moves are listed.

Source of the futility margins: Heinz 1998, "Extended futility pruning".
"""

from __future__ import annotations

import numpy as np

from engine.core.kernels.jit import njit_inlined
from engine.core.search_values import INFINITE, MATE, PROVEN
from engine.games.gomoku.alphabeta.kernels.move_ordering import (
    list_all_cells,
    list_answers,
    list_move,
    list_near,
    list_threats,
)
from engine.games.gomoku.alphabeta.kernels.search_state import (
    LEAVE,
    MAX_PLIES,
    TRY,
    VISIT,
    evaluate,
)
from engine.games.gomoku.alphabeta.kernels.transposition_table import (
    LOWER,
    UPPER,
    probe_tt,
    store_tt,
)
from engine.games.gomoku.patterns.kernels.patterns import (
    NO_CELL,
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
from engine.games.gomoku.threats.kernels.vcf import solve_vcf

VCF_DEPTH = 60
"""Depth of a win by VCF in the transposition table: no search goes deeper."""

MARGIN_DEPTH = 6
"""Largest depth at which an evaluation far outside the window prunes."""


@njit_inlined()
def decide(search, value):
    """Return the value of the current position to its parent; return True."""
    search.info[0].result = value
    search.info[0].mode = LEAVE
    return True


@njit_inlined()
def open_frame(search, ply, alpha, beta, depth):
    """Initialise the stack frame of a position that was just reached."""
    frame = search.frames[ply]
    frame.alpha = alpha
    frame.beta = beta
    frame.first_alpha = alpha
    frame.depth = depth
    frame.pv_length = 0
    search.info[0].ply = ply
    search.info[0].mode = VISIT


@njit_inlined()
def reset_frame(search, ply):
    """Reset what the first visit of a position decides."""
    frame = search.frames[ply]
    start = 0 if ply == 0 else search.frames[ply - 1].end
    frame.start = start
    frame.next = start
    frame.tried = 0
    frame.best = -INFINITE
    frame.best_move = NO_CELL
    frame.table_move = NO_CELL
    frame.forced = NO_CELL
    frame.is_threatened = 0
    frame.is_forced = 0


@njit_inlined()
def is_pv(frame):
    """Return whether the window of a frame holds more than one value."""
    return frame.beta - frame.alpha > 1


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
    four still has none after a stone that stops a three.
    """
    return (
        threat_count(state, colour, TWO_THREES) > 0
        and state.info[0].has_fouls == 0
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
    looks for a shorter win only if its window excludes the value.
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
    """Decide the current position, or list its moves.

    Each step returns whether the position is decided.
    """
    ply = search.info[0].ply
    reset_frame(search, ply)
    if ply == 0:
        start_root(state, search, params)
    elif not (
        decide_by_rules(state, search, params, ply)
        or decide_by_threats(state, search, params, ply)
        or decide_by_table(state, search, params, ply)
        or decide_leaf(state, search, vcf, params, ply)
        or decide_by_margins(search, params, ply)
    ):
        list_moves(state, search, params, ply)
        reduce_internally(search, params, ply)


@njit_inlined()
def start_root(state, search, params):
    """Start trying the root moves, which are listed already."""
    frame = search.frames[0]
    frame.end = search.info[0].root_count
    frame.evaluation = evaluate(state, search, params)
    search.info[0].mode = TRY


@njit_inlined()
def decide_by_rules(state, search, params, ply):
    """Decide by a row of the side to move, a full board, or a shorter win elsewhere."""
    if threat_count(state, state.info[0].turn, WIN) > 0:
        return decide(search, MATE - ply - 1)
    if state.info[0].empties == 0:
        return decide(search, 0)
    alpha = search.frames[ply].alpha
    if params.prunes and alpha >= MATE - ply - 3:
        return decide(search, alpha)
    return False


@njit_inlined()
def decide_by_threats(state, search, params, ply):
    """Decide by rows and straight fours of both sides, or note which threatens."""
    frame = search.frames[ply]
    if params.detects_threats:
        if threat_count(state, 3 - state.info[0].turn, WIN) > 0:
            if decide_by_row(state, search, params, ply):
                return True
        elif decide_by_four(state, search, params, ply):
            return True
    is_quiet = frame.forced == NO_CELL and not frame.is_threatened
    if params.threats_only and ply % 2 == 1 and is_quiet:
        return decide(search, 0)
    return False


@njit_inlined()
def decide_by_row(state, search, params, ply):
    """Decide by a row of the opponent that no move stops; else note the answer."""
    frame = search.frames[ply]
    colour = state.info[0].turn
    forced = find_row_cell(state, 3 - colour)
    is_lost = threat_count(state, 3 - colour, WIN) > 1
    if is_lost or is_foul(state, forced, colour):
        return decide(search, -(MATE - ply - 2))
    frame.forced = forced
    if params.extends_forced_moves:
        frame.depth = max(frame.depth + 1, 1)
    return False


@njit_inlined()
def decide_by_four(state, search, params, ply):
    """Decide by a straight four or two open threes of the side to move.

    Otherwise note whether a straight four of the opponent threatens.
    """
    colour = state.info[0].turn
    if find_winning_four(state, colour) != NO_CELL:
        return decide(search, MATE - ply - 3)
    if find_winning_four(state, 3 - colour) != NO_CELL:
        search.frames[ply].is_threatened = 1
    elif params.detects_double_threes and wins_by_two_threes(state, colour):
        return decide(search, MATE - ply - 5)
    return False


@njit_inlined()
def decide_by_table(state, search, params, ply):
    """Decide by the transposition table; else note its move."""
    if not params.prunes:
        return False
    frame = search.frames[ply]
    bound, value, depth, move = probe_tt(state, search, ply)
    frame.table_move = move
    is_trusted = not is_pv(frame) and (depth >= frame.depth or abs(value) > PROVEN)
    if bound != 0 and causes_cutoff(bound, value, is_trusted, frame.alpha, frame.beta):
        return decide(search, value)
    return False


@njit_inlined()
def is_evaluated(frame, ply):
    """Return whether the search of a position depends on its evaluation.

    A forced answer is searched in any case, and margins are for low depths.
    """
    is_near_leaves = frame.forced == NO_CELL and frame.depth <= MARGIN_DEPTH
    return is_near_leaves or ply >= MAX_PLIES


@njit_inlined()
def decide_leaf(state, search, vcf, params, ply):
    """Decide a leaf by its evaluation, and any node by the VCF solver."""
    frame = search.frames[ply]
    evaluation = np.int64(0)
    if is_evaluated(frame, ply):
        evaluation = evaluate(state, search, params)
    frame.evaluation = evaluation
    if frame.depth <= 0 and frame.is_threatened and params.extends_threats:
        frame.depth = 1
    is_leaf = (frame.depth <= 0 and frame.forced == NO_CELL) or ply >= MAX_PLIES
    if is_leaf and evaluation >= frame.beta:
        return decide(search, evaluation)
    if decide_by_vcf(state, search, vcf, params, ply):
        return True
    return is_leaf and decide(search, evaluation)


@njit_inlined()
def decide_by_vcf(state, search, vcf, params, ply):
    """Decide by a win by continuous fours; store it in the transposition table."""
    if params.vcf_node_limit == 0 or search.frames[ply].forced != NO_CELL:
        return False
    if not may_have_vcf(state, state.info[0].turn):
        return False
    if not solve_vcf(state, vcf, params.vcf_node_limit):
        return False
    value = MATE - ply - vcf.info[0].win_plies
    store_tt(state, search, ply, LOWER, value, VCF_DEPTH, NO_CELL)
    return decide(search, value)


@njit_inlined()
def decide_by_margins(search, params, ply):
    """Decide by an evaluation far outside the window, near the leaves."""
    frame = search.frames[ply]
    if not params.futility or is_pv(frame):
        return False
    if frame.forced != NO_CELL or frame.is_threatened:
        return False
    depth = np.int64(frame.depth)
    evaluation = np.int64(frame.evaluation)
    surplus = evaluation - params.reverse_futility_slope * depth
    if depth <= MARGIN_DEPTH and surplus >= frame.beta and abs(frame.beta) < PROVEN:
        return decide(search, evaluation)
    hope = evaluation + params.razor_base + params.razor_slope * depth
    if depth <= 3 and hope <= frame.alpha:
        return decide(search, evaluation)
    return False


@njit_inlined()
def list_moves(state, search, params, ply):
    """List the moves of the current frame and switch to trying them."""
    frame = search.frames[ply]
    start = np.int64(frame.start)
    if frame.forced != NO_CELL:
        frame.end = list_move(search, start, frame.forced, 0)
        frame.is_forced = 1
    elif params.threats_only and ply % 2 == 0:
        frame.end = list_threats(state, search, ply, start)
    elif frame.is_threatened:
        frame.end = list_answers(state, search, ply, start)
        frame.is_forced = 1
    elif params.lists_all_cells:
        frame.end = list_all_cells(state, search, start)
    else:
        frame.end = list_near(state, search, ply, start)
    search.info[0].mode = TRY


@njit_inlined()
def reduce_internally(search, params, ply):
    """Reduce the depth of a node whose best move is not known from the table.

    The next iteration has one, and finds a cutoff sooner (internal iterative
    reductions). Few answers to a threat need no order.
    """
    frame = search.frames[ply]
    is_known = not params.uses_table or frame.is_forced or frame.table_move != NO_CELL
    if 0 < params.internal_reduction_depth <= frame.depth and not is_known:
        frame.depth -= 1


@njit_inlined()
def is_pruned(state, params, frame, move):
    """Return whether late move pruning or futility pruning skips a quiet move."""
    if frame.tried == 0 or frame.is_forced or frame.best < -PROVEN:
        return False
    own = state.info[0].turn - 1
    if state.threats[own, move] >= THREE or state.threats[1 - own, move] >= THREE:
        return False
    depth = frame.depth
    if params.prunes_late_moves and depth <= 8:
        most = params.late_move_base + params.late_move_slope * depth * depth // 4
        if is_pv(frame):
            most *= 2
        if frame.tried >= most:
            return True
    if params.futility and depth <= 5:
        margin = params.futility_base + params.futility_slope * depth
        return frame.evaluation + margin <= frame.alpha
    return False


@njit_inlined()
def compute_reduction(state, search, params, frame, move):
    """Return the late move reduction of a move, in plies."""
    depth = frame.depth
    tried = frame.tried
    if not params.reduces_late_moves or depth < 2 or tried < 2 or frame.is_forced:
        return 0
    own = state.info[0].turn - 1
    if state.threats[own, move] >= FOUR:
        return 0
    reduction = np.int64(search.reductions[min(depth, 63), min(tried, 63)])
    if is_pv(frame):
        reduction -= 1
    if state.threats[own, move] >= THREE or state.threats[1 - own, move] >= THREE:
        reduction -= 1
    reduction -= np.int64(search.history[own, move]) // 4096
    return min(max(reduction, 0), depth - 1)
