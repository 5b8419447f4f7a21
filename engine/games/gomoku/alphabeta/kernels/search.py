"""Principal variation search for Gomoku, a state machine that can pause anywhere.

The machine visits a position, tries the next move of a frame, or returns a value. It
can stop after any number of nodes and resume later.

Sources: Marsland and Campbell 1982 (principal variation); Schaeffer 1989 (history).
"""

from __future__ import annotations

import numpy as np

from engine.core.kernels.jit import njit_inlined
from engine.core.kernels.jit import njit_lean as njit
from engine.games.gomoku.alphabeta.kernels.move_ordering import pick_next, record_cutoff
from engine.games.gomoku.alphabeta.kernels.node import (
    compute_reduction,
    is_pruned,
    list_moves,
    open_frame,
    return_value,
    visit_node,
)
from engine.games.gomoku.alphabeta.kernels.search_state import (
    ALPHA,
    BEST,
    BEST_MOVE,
    BETA,
    CHILD_DEPTH,
    DEPTH,
    DEPTH_NOW,
    DONE,
    END,
    ENTER,
    EXACT,
    FIRST_ALPHA,
    INFINITE,
    IS_FORCED,
    LOWER,
    MATE,
    MODE,
    MOVE,
    NARROW,
    NEXT,
    NODES,
    NODES_BEFORE,
    REDUCED,
    REDUCTION,
    RESULT,
    STAGE,
    START,
    TRIED,
    TRY,
    UPPER,
    WHOLE,
    store_tt,
)
from engine.games.gomoku.patterns.kernels.patterns import (
    NO_CELL,
    TURN,
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
    ply = search.info[DEPTH_NOW]
    frame = search.frames[ply]
    colour = state.info[TURN]
    while frame[NEXT] < frame[END]:
        at = np.int64(frame[NEXT])
        move = (
            np.int64(search.moves[at])
            if ply == 0
            else pick_next(search, at, frame[END])
        )
        if is_pruned(state, search, params, frame, move) and ply > 0:
            frame[NEXT] += 1
            continue
        if is_foul(state, move, colour):
            search.moves[at] = search.moves[frame[START] + frame[TRIED]]
            frame[NEXT] += 1
            continue
        search.moves[at] = search.moves[frame[START] + frame[TRIED]]
        search.moves[frame[START] + frame[TRIED]] = move
        own_threat = state.threats[colour - 1, move]
        other_threat = state.threats[2 - colour, move]
        reduction = compute_reduction(
            state, search, params, frame, move, own_threat, other_threat
        )
        frame[NEXT] += 1
        frame[MOVE] = move
        frame[TRIED] += 1
        frame[CHILD_DEPTH] = frame[DEPTH] - 1
        if params.zone_reduction > 0:
            frame[CHILD_DEPTH] -= params.zone_reduction * search.zones[move]
        frame[REDUCTION] = reduction
        frame[NODES_BEFORE] = search.info[NODES]
        search.info[NODES] += 1
        play(state, move)
        if not params.prunes:
            frame[STAGE] = WHOLE
            open_frame(search, ply + 1, -INFINITE, INFINITE, frame[CHILD_DEPTH])
        elif frame[TRIED] == 1:
            frame[STAGE] = WHOLE
            open_frame(search, ply + 1, -frame[BETA], -frame[ALPHA], frame[CHILD_DEPTH])
        else:
            frame[STAGE] = REDUCED if reduction > 0 else NARROW
            open_frame(
                search,
                ply + 1,
                -frame[ALPHA] - 1,
                -frame[ALPHA],
                frame[CHILD_DEPTH] - reduction,
            )
        return
    finish_node(state, search, params, ply)


@njit_inlined()
def finish_node(state, search, params, ply):
    """Return the best value of the moves tried; store it in the transposition table."""
    frame = search.frames[ply]
    best = np.int64(frame[BEST])
    if frame[BEST_MOVE] == NO_CELL and best == -INFINITE:
        # Every move is a foul, or no move stops the threat.
        best = -(MATE - ply - 4) if frame[IS_FORCED] else np.int64(0)
    if params.prunes:
        bound = EXACT
        if best >= frame[BETA]:
            bound = LOWER
        elif best <= frame[FIRST_ALPHA]:
            bound = UPPER
        store_tt(state, search, ply, bound, best, frame[DEPTH], frame[BEST_MOVE])
    return_value(search, best)


@njit_inlined()
def receive_child_value(state, search, params):
    """Pass the child's value to its parent; re-search if the window requires it."""
    child = search.info[DEPTH_NOW]
    ply = child - 1
    frame = search.frames[ply]
    value = -search.info[RESULT]
    alpha = np.int64(frame[ALPHA])
    beta = np.int64(frame[BETA])
    if value > alpha:
        if frame[STAGE] == REDUCED:
            frame[STAGE] = NARROW
            open_frame(search, child, -alpha - 1, -alpha, frame[CHILD_DEPTH])
            return
        if frame[STAGE] == NARROW and value < beta and beta - alpha > 1:
            frame[STAGE] = WHOLE
            open_frame(search, child, -beta, -alpha, frame[CHILD_DEPTH])
            return
    move = np.int64(frame[MOVE])
    undo(state, move)
    search.info[DEPTH_NOW] = ply
    search.info[MODE] = TRY
    if ply == 0:
        search.root_values[move] = value
        search.root_nodes[move] += search.info[NODES] - frame[NODES_BEFORE]
    if value <= frame[BEST]:
        return
    frame[BEST] = value
    if value > alpha or (ply == 0 and frame[TRIED] == 1):
        frame[BEST_MOVE] = move
        write_pv(search, ply, move)
    if value <= alpha or not params.prunes:
        return
    frame[ALPHA] = value
    if value >= beta:
        if params.uses_history and not frame[IS_FORCED]:
            previous = np.int64(NO_CELL)
            if ply > 0:
                previous = np.int64(search.frames[ply - 1, MOVE])
            record_cutoff(
                state,
                search,
                ply,
                move,
                max(np.int64(frame[DEPTH]), 1),
                previous,
                np.int64(frame[START]),
                np.int64(frame[TRIED]),
            )
        finish_node(state, search, params, ply)


@njit_inlined()
def write_pv(search, ply, move):
    """Write the principal variation of a frame: the move, then the child's line."""
    length = search.pv_length[ply + 1]
    search.pv[ply, 0] = move
    for k in range(length):
        search.pv[ply, k + 1] = search.pv[ply + 1, k]
    search.pv_length[ply] = length + 1


@njit()
def start_iteration(search, alpha, beta, depth):
    """Start an iteration at the root."""
    open_frame(search, 0, alpha, beta, depth)


@njit()
def resume_iteration(state, search, vcf, params, quota, stop):
    """Search up to ``quota`` more nodes; return whether the iteration is finished."""
    until = search.info[NODES] + quota
    while True:
        mode = search.info[MODE]
        if mode == ENTER:
            visit_node(state, search, vcf, params)
        elif mode == TRY:
            if search.info[NODES] >= until or stop[0] != 0:
                return False
            try_next_move(state, search, params)
        elif search.info[DEPTH_NOW] == 0:
            search.info[MODE] = DONE
            return True
        else:
            receive_child_value(state, search, params)


@njit()
def undo_all(state, search):
    """Undo the moves of an unfinished iteration."""
    ply = search.info[DEPTH_NOW]
    while ply > 0:
        ply -= 1
        undo(state, np.int64(search.frames[ply, MOVE]))
    search.info[DEPTH_NOW] = 0


@njit()
def list_root(state, search, params):
    """List the root moves, best first, and return their number."""
    colour = state.info[TURN]
    search.frames[0, START] = 0
    search.frames[0, IS_FORCED] = 0
    forced = np.int64(NO_CELL)
    is_threatened = False
    if threat_count(state, colour, WIN) > 0:
        forced = np.int64(find_row_cell(state, colour))
    elif params.detects_threats:
        if threat_count(state, 3 - colour, WIN) > 0:
            forced = np.int64(find_row_cell(state, 3 - colour))
        else:
            forced = np.int64(find_winning_four(state, colour))
            is_threatened = find_winning_four(state, 3 - colour) != NO_CELL
    list_moves(state, search, params, 0, forced, is_threatened, np.int64(NO_CELL))
    count = 0
    for at in range(search.frames[0, END]):
        move = pick_next(search, at, search.frames[0, END])
        if not is_foul(state, move, colour):
            search.moves[count] = move
            count += 1
    return count
