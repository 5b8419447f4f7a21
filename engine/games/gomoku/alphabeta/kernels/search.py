"""Principal-variation search for Gomoku, as a machine that can pause at every node.

The machine is in one of three modes: it enters a position, tries a frame's next move,
or leaves a position with its value. So it stops after any number of nodes and goes on
later as if nothing had been.

Sources: Marsland and Campbell 1982 (principal variation); Schaeffer 1989 (history).
"""

from __future__ import annotations

import numpy as np

from engine.core.kernels.jit import njit_inlined
from engine.core.kernels.jit import njit_lean as njit
from engine.games.gomoku.alphabeta.kernels.move_ordering import learn_cutoff, next_best
from engine.games.gomoku.alphabeta.kernels.node import (
    enter,
    is_left_out,
    leave,
    list_moves,
    open_frame,
    reduction_of,
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
    store,
)
from engine.games.gomoku.patterns.kernels.patterns import (
    NO_CELL,
    TURN,
    is_foul,
    play,
    row_cell,
    threat_count,
    undo,
    winning_four,
)
from engine.games.gomoku.patterns.threat_tables import WIN


@njit_inlined()
def try_next(state, search, rules):
    """Play the next move of the frame at work, or leave with its best value."""
    ply = search.info[DEPTH_NOW]
    frame = search.frames[ply]
    colour = state.info[TURN]
    while frame[NEXT] < frame[END]:
        at = np.int64(frame[NEXT])
        move = (
            np.int64(search.moves[at])
            if ply == 0
            else next_best(search, at, frame[END])
        )
        if is_left_out(state, search, rules, frame, move) and ply > 0:
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
        reduction = reduction_of(
            state, search, rules, frame, move, own_threat, other_threat
        )
        frame[NEXT] += 1
        frame[MOVE] = move
        frame[TRIED] += 1
        frame[CHILD_DEPTH] = frame[DEPTH] - 1
        if rules.zone_cut > 0:
            frame[CHILD_DEPTH] -= rules.zone_cut * search.zones[move]
        frame[REDUCTION] = reduction
        frame[NODES_BEFORE] = search.info[NODES]
        search.info[NODES] += 1
        play(state, move)
        if not rules.prunes:
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
    close_frame(state, search, rules, ply)


@njit_inlined()
def close_frame(state, search, rules, ply):
    """Leave with the best value of the moves tried, and remember it."""
    frame = search.frames[ply]
    best = np.int64(frame[BEST])
    if frame[BEST_MOVE] == NO_CELL and best == -INFINITE:
        # Nothing but fouls, or nothing that stops the threat.
        best = -(MATE - ply - 4) if frame[IS_FORCED] else np.int64(0)
    if rules.prunes:
        bound = EXACT
        if best >= frame[BETA]:
            bound = LOWER
        elif best <= frame[FIRST_ALPHA]:
            bound = UPPER
        store(state, search, ply, bound, best, frame[DEPTH], frame[BEST_MOVE])
    leave(search, best)


@njit_inlined()
def take_result(state, search, rules):
    """Give a child's value to its parent, which may want it searched again."""
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
        write_line(search, ply, move)
    if value <= alpha or not rules.prunes:
        return
    frame[ALPHA] = value
    if value >= beta:
        if rules.learns and not frame[IS_FORCED]:
            previous = np.int64(NO_CELL)
            if ply > 0:
                previous = np.int64(search.frames[ply - 1, MOVE])
            learn_cutoff(
                state,
                search,
                ply,
                move,
                max(np.int64(frame[DEPTH]), 1),
                previous,
                np.int64(frame[START]),
                np.int64(frame[TRIED]),
            )
        close_frame(state, search, rules, ply)


@njit_inlined()
def write_line(search, ply, move):
    """Make the frame's best line: the move, then the child's line."""
    length = search.pv_length[ply + 1]
    search.pv[ply, 0] = move
    for k in range(length):
        search.pv[ply, k + 1] = search.pv[ply + 1, k]
    search.pv_length[ply] = length + 1


@njit()
def begin(search, alpha, beta, depth):
    """Start an iteration from the root."""
    open_frame(search, 0, alpha, beta, depth)


@njit()
def go_on(state, search, fours, rules, quota, stop):
    """Search up to ``quota`` more nodes; say whether the iteration is done."""
    until = search.info[NODES] + quota
    while True:
        mode = search.info[MODE]
        if mode == ENTER:
            enter(state, search, fours, rules)
        elif mode == TRY:
            if search.info[NODES] >= until or stop[0] != 0:
                return False
            try_next(state, search, rules)
        elif search.info[DEPTH_NOW] == 0:
            search.info[MODE] = DONE
            return True
        else:
            take_result(state, search, rules)


@njit()
def take_back_all(state, search):
    """Undo the moves of an iteration that is not finished."""
    ply = search.info[DEPTH_NOW]
    while ply > 0:
        ply -= 1
        undo(state, np.int64(search.frames[ply, MOVE]))
    search.info[DEPTH_NOW] = 0


@njit()
def list_root(state, search, rules):
    """List the moves worth searching from the root and return their number."""
    colour = state.info[TURN]
    search.frames[0, START] = 0
    search.frames[0, IS_FORCED] = 0
    forced = np.int64(NO_CELL)
    is_threatened = False
    if threat_count(state, colour, WIN) > 0:
        forced = np.int64(row_cell(state, colour))
    elif rules.knows_threats:
        if threat_count(state, 3 - colour, WIN) > 0:
            forced = np.int64(row_cell(state, 3 - colour))
        else:
            forced = np.int64(winning_four(state, colour))
            is_threatened = winning_four(state, 3 - colour) != NO_CELL
    list_moves(state, search, rules, 0, forced, is_threatened, np.int64(NO_CELL))
    count = 0
    for at in range(search.frames[0, END]):
        move = next_best(search, at, search.frames[0, END])
        if not is_foul(state, move, colour):
            search.moves[count] = move
            count += 1
    return count
