"""Principal variation search for Gomoku, a state machine that can pause anywhere.

The machine visits a position, tries the next move of a frame, or returns a value. It
can stop after any number of nodes and resume later.

Sources: Marsland and Campbell 1982 (principal variation); Schaeffer 1989 (history).
"""

from __future__ import annotations

import numpy as np

from engine.core.kernels.jit import njit_inlined
from engine.core.kernels.jit import njit_lean as njit
from engine.core.search_values import INFINITE, MATE
from engine.games.gomoku.alphabeta.kernels.move_ordering import pick_next, record_cutoff
from engine.games.gomoku.alphabeta.kernels.node import (
    compute_reduction,
    decide,
    is_pruned,
    is_pv,
    list_moves,
    open_frame,
    reset_frame,
    visit_node,
)
from engine.games.gomoku.alphabeta.kernels.search_state import (
    DONE,
    NARROW,
    REDUCED,
    TRY,
    VISIT,
    WHOLE,
    return_to,
)
from engine.games.gomoku.alphabeta.kernels.transposition_table import (
    EXACT,
    LOWER,
    UPPER,
    store_tt,
)
from engine.games.gomoku.patterns.kernels.patterns import (
    NO_CELL,
    find_row_cell,
    find_winning_four,
    is_foul,
    play,
    threat_count,
    undo,
)
from engine.games.gomoku.patterns.threat_tables import WIN


@njit_inlined()
def try_next_move(state, search, params):
    """Play the next move of the current frame, or finish the node."""
    ply = search.info[0].ply
    move = choose_move(state, search, params, ply)
    if move == NO_CELL:
        finish_node(state, search, params, ply)
    else:
        search_move(state, search, params, ply, move)


@njit_inlined()
def choose_move(state, search, params, ply):
    """Return the next move that is neither pruned nor a foul, or ``NO_CELL``.

    It is put behind the moves tried before.
    """
    frame = search.frames[ply]
    while frame.next < frame.end:
        at = np.int64(frame.next)
        frame.next += 1
        move = np.int64(search.moves[at])
        if ply > 0:
            move = pick_next(search, at, np.int64(frame.end))
            if is_pruned(state, params, frame, move):
                continue
        place = frame.start + frame.tried
        search.moves[at] = search.moves[place]
        if not is_foul(state, move, state.info[0].turn):
            search.moves[place] = move
            return move
    return np.int64(NO_CELL)


@njit_inlined()
def search_move(state, search, params, ply, move):
    """Play a move and open its frame."""
    frame = search.frames[ply]
    reduction = compute_reduction(state, search, params, frame, move)
    frame.move = move
    frame.tried += 1
    frame.child_depth = frame.depth - 1
    if params.zone_reduction > 0:
        frame.child_depth -= params.zone_reduction * search.zones[move]
    frame.nodes_before = search.info[0].nodes
    search.info[0].nodes += 1
    is_row = state.threats[state.info[0].turn - 1, move] == WIN
    play(state, move)
    open_child(search, params, ply, reduction)
    if is_row:
        # Only at the root: other nodes with such a move are decided before.
        decide(search, -(MATE - ply - 1))


@njit_inlined()
def open_child(search, params, ply, reduction):
    """Open the frame of the current move with the first window for it."""
    frame = search.frames[ply]
    if not params.prunes:
        frame.stage = WHOLE
        open_frame(search, ply + 1, -INFINITE, INFINITE, frame.child_depth)
    elif frame.tried == 1 or not params.uses_null_windows:
        frame.stage = WHOLE
        open_frame(search, ply + 1, -frame.beta, -frame.alpha, frame.child_depth)
    else:
        frame.stage = REDUCED if reduction > 0 else NARROW
        depth = frame.child_depth - reduction
        open_frame(search, ply + 1, -frame.alpha - 1, -frame.alpha, depth)


@njit_inlined()
def finish_node(state, search, params, ply):
    """Return the best value of the moves tried; store it in the transposition table."""
    frame = search.frames[ply]
    best = np.int64(frame.best)
    if frame.best_move == NO_CELL and best == -INFINITE:
        # Every move is a foul, or no move stops the threat.
        best = -(MATE - ply - 4) if frame.is_forced else np.int64(0)
    if params.threats_only and ply % 2 == 0:
        # The attacker may also make a move that is no threat, which is not searched.
        best = max(best, np.int64(0))
    if params.prunes and params.uses_table:
        bound = EXACT
        if best >= frame.beta:
            bound = LOWER
        elif best <= frame.first_alpha:
            bound = UPPER
        store_tt(state, search, ply, bound, best, frame.depth, frame.best_move)
    decide(search, best)


@njit_inlined()
def receive_child_value(state, search, params):
    """Pass the child's value to its parent, unless the child is searched again."""
    ply = search.info[0].ply - 1
    value = -search.info[0].result
    if not search_again(search, ply, value):
        take_back(state, search, ply, value)
        if is_cutoff(search, params, ply, value):
            cut_off(state, search, params, ply)


@njit_inlined()
def search_again(search, ply, value):
    """Open the child again and return True if its value needs a wider window.

    The value of a move that completes a row is exact in every window.
    """
    frame = search.frames[ply]
    is_row = value == MATE - ply - 1
    if value <= frame.alpha or frame.stage == WHOLE or is_row:
        return False
    if frame.stage == REDUCED:
        frame.stage = NARROW
        open_frame(search, ply + 1, -frame.alpha - 1, -frame.alpha, frame.child_depth)
        return True
    if value < frame.beta and is_pv(frame):
        frame.stage = WHOLE
        open_frame(search, ply + 1, -frame.beta, -frame.alpha, frame.child_depth)
        return True
    return False


@njit_inlined()
def take_back(state, search, ply, value):
    """Return to the frame of a move that was searched; at the root, keep its value."""
    frame = search.frames[ply]
    move = np.int64(frame.move)
    undo(state, move)
    return_to(state, search, ply)
    search.info[0].ply = ply
    search.info[0].mode = TRY
    if ply == 0:
        search.root_moves[move].value = value
        search.root_moves[move].nodes += search.info[0].nodes - frame.nodes_before


@njit_inlined()
def is_cutoff(search, params, ply, value):
    """Compare the value of a move with the best one; return whether it is a cutoff."""
    frame = search.frames[ply]
    if value <= frame.best:
        return False
    frame.best = value
    is_above = value > frame.alpha
    if is_above or (ply == 0 and frame.tried == 1):
        frame.best_move = frame.move
        write_pv(search, ply, frame.move)
    if not is_above or not params.prunes:
        return False
    frame.alpha = value
    return value >= frame.beta


@njit_inlined()
def cut_off(state, search, params, ply):
    """Finish a node whose other moves cannot matter."""
    if params.uses_history and not search.frames[ply].is_forced:
        record_cutoff(state, search, ply)
    finish_node(state, search, params, ply)


@njit_inlined()
def write_pv(search, ply, move):
    """Write the principal variation of a frame: the move, then the child's line."""
    length = search.frames[ply + 1].pv_length
    search.pv[ply, 0] = move
    for k in range(length):
        search.pv[ply, k + 1] = search.pv[ply + 1, k]
    search.frames[ply].pv_length = length + 1


@njit()
def start_iteration(search, alpha, beta, depth):
    """Start an iteration at the root."""
    open_frame(search, 0, alpha, beta, depth)


@njit()
def resume_iteration(state, search, vcf, params, quota, stop):
    """Search up to ``quota`` more nodes; return whether the iteration is finished."""
    until = search.info[0].nodes + quota
    while True:
        mode = search.info[0].mode
        if mode == VISIT:
            visit_node(state, search, vcf, params)
        elif mode == TRY:
            if search.info[0].nodes >= until or stop[0] != 0:
                return False
            try_next_move(state, search, params)
        elif search.info[0].ply == 0:
            search.info[0].mode = DONE
            return True
        else:
            receive_child_value(state, search, params)


@njit()
def undo_all(state, search):
    """Undo the moves of an unfinished iteration."""
    ply = search.info[0].ply
    while ply > 0:
        ply -= 1
        undo(state, np.int64(search.frames[ply].move))
    return_to(state, search, 0)
    search.info[0].ply = 0


@njit()
def list_root(state, search, params):
    """List the root moves, best first, and return their number."""
    frame = search.frames[0]
    reset_frame(search, 0)
    colour = state.info[0].turn
    if threat_count(state, colour, WIN) > 0:
        frame.forced = find_row_cell(state, colour)
    elif params.detects_threats:
        if threat_count(state, 3 - colour, WIN) > 0:
            frame.forced = find_row_cell(state, 3 - colour)
        else:
            frame.forced = find_winning_four(state, colour)
            is_threatened = find_winning_four(state, 3 - colour) != NO_CELL
            frame.is_threatened = is_threatened
    list_moves(state, search, params, 0)
    count = 0
    for at in range(frame.end):
        move = pick_next(search, at, np.int64(frame.end))
        if not is_foul(state, move, colour):
            search.moves[count] = move
            count += 1
    return count
