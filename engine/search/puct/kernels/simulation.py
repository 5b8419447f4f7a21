"""The compiled part of a network-guided search: select a batch, expand, back up.

A batch is filled by simulations that each walk to a position nobody has judged yet. On
their way they leave virtual losses, so that the next one goes elsewhere. Games that end
and proven results need no evaluator and are backed up at once.
"""

from __future__ import annotations

import numpy as np

from engine.core.kernels.game_api import (
    DRAW,
    ONGOING,
    copy_state,
    is_legal,
    play,
    playout,
    result,
    stone_on,
    to_move,
)
from engine.core.kernels.jit import njit_inlined
from engine.core.kernels.jit import njit_lean as njit
from engine.search.puct.kernels.edge_tree import (
    DEEPEST,
    NO_EDGE,
    NO_NODE,
    NOT_WAITING,
    ROOT,
    add_node,
    all_are_open,
    edge_at,
    has_policy,
    keep_policy,
    make_edges,
    open_all_edges,
    open_edge,
)
from engine.search.puct.kernels.scores import select_edge

MAX_VISITS = 1 << 24
"""A search ends there: sums of results in float32 are no longer good enough."""

LEAVES = 0
PATHS = 1
MEETINGS = 2
ASKED = 3
"""Places in ``info``: positions to judge, simulations that wait for them, how many of
these met a position that another one had found before, and the place on ``path`` of a
node whose moves are to be judged before a simulation goes on, or ``NOBODY``."""

NOBODY = -1

WALKED = 0
WAITS = 1
BLOCKED = 2
"""What became of a simulation: backed up, on the batch, or in need of the batch's
answer before it can go on."""


@njit()
def set_state(target, source):
    """Make ``target`` equal to ``source``, a state of the same size and rules."""
    copy_state(target, source)


@njit()
def play_move(state, move):
    """Play a legal move on a state that a search stands at."""
    play(state, move)


@njit_inlined()
def result_for(winner, player):
    """Return a result as ``player`` sees it: 1, -1, or 0 for a draw."""
    if winner == DRAW:
        return np.float32(0)
    return np.float32(1) if winner == player else np.float32(-1)


@njit()
def select_leaves(
    tree, root_state, state, work, rules, rng, playout_rng, batch, most, stop
):
    """Begin up to ``most`` simulations and return how many.

    The positions they ended at stand in ``work``, ``info[LEAVES]`` of them;
    ``back_up_leaves`` ends the simulations. It begins no more when the batch is full
    or must be answered first, and when the root is proven.

    Args:
        tree: Grown in place; no batch may be under way.
        root_state: Kernel state of the root; left as it is.
        state: Another state of the same game, used as scratch.
        work: The batch.
        rules: How the tree grows.
        rng: Random state that tells equals apart.
        playout_rng: Random state of the playouts.
        batch: Positions to judge at most.
        most: Simulations to begin.
        stop: ``[1]`` int32; another thread sets it to end the search.
    """
    work.info[:] = 0
    work.info[ASKED] = NOBODY
    for done in range(most):
        if stop[0] != 0 or tree.edges[ROOT].visits >= MAX_VISITS:
            return done
        if np.isinf(tree.edges[ROOT].value) or work.info[LEAVES] == batch:
            return done
        if work.info[MEETINGS] > rules.meetings:
            return done
        fate = walk(tree, root_state, state, work, rules, rng, playout_rng)
        if fate == BLOCKED:
            return done
    return most


@njit_inlined()
def walk(tree, root_state, state, work, rules, rng, playout_rng):
    """Walk from the root to where a simulation ends, and say what became of it."""
    copy_state(state, root_state)
    path = work.path
    edge = np.int64(ROOT)
    path[0] = ROOT
    depth = 0
    while True:
        if depth > 0 and result(state) != ONGOING:
            value = result_for(result(state), to_move(state))
            add_result(tree, path, depth, value, np.float32(0), 1)
            if rules.proves != 0 and result(state) != DRAW:
                add_proof(tree, path, depth, -value)
            return WALKED
        if np.isinf(tree.edges[edge].value):
            value = np.float32(-1) if tree.edges[edge].value > 0 else np.float32(1)
            add_result(tree, path, depth, value, np.float32(0), 1)
            return WALKED
        node = np.int64(tree.edges[edge].node)
        if node == NO_NODE or tree.nodes[node].slot != NOT_WAITING:
            return wait_for(tree, state, work, rules, depth, playout_rng)
        if tree.edges[edge].visits == 0:
            return end_here(tree, state, path, depth, rules, playout_rng)
        if tree.nodes[node].first_edge == NO_EDGE:
            if not has_policy(tree, node):
                return wait_for(tree, state, work, rules, depth, playout_rng)
            if not make_edges(tree, node, state, work.cells.shape[1]):
                return end_here(tree, state, path, depth, rules, playout_rng)
            if rules.judges_moves != 0:
                open_all_edges(tree, node)
                work.info[ASKED] = depth
                return BLOCKED
            open_edge(tree, node, rng)
        after = select_edge(tree, work, edge, rules, rng)
        if after == NO_EDGE and not all_are_open(tree, node):
            return end_here(tree, state, path, depth, rules, playout_rng)
        if after == NO_EDGE:
            return BLOCKED
        edge = after
        play(state, tree.edges[edge].move)
        depth += 1
        path[depth] = edge
        tree.header[DEEPEST] = max(tree.header[DEEPEST], depth)


@njit_inlined()
def end_here(tree, state, path, depth, rules, playout_rng):
    """End the simulation at work at a position that is judged already."""
    value = tree.nodes[tree.edges[path[depth]].node].own_value
    if rules.plays_out != 0:
        value = play_out(state, playout_rng)
    add_result(tree, path, depth, value, np.float32(0), 1)
    return WALKED


@njit()
def write_moves(tree, root_state, state, path, depth, work):
    """Make a node after every move of the one at ``path[depth]``, to be judged.

    The positions stand in ``work``, which has room for all; ``back_up_leaves`` takes
    the answers. A game that ends needs none.
    """
    work.info[:] = 0
    node = np.int64(tree.edges[path[depth]].node)
    for k in range(tree.nodes[node].open_count):
        edge = edge_at(tree, node, k)
        copy_state(state, root_state)
        for d in range(1, depth + 1):
            play(state, tree.edges[path[d]].move)
        play(state, tree.edges[edge].move)
        after = np.int64(add_node(tree, edge))
        if after == NO_NODE:
            return
        if result(state) != ONGOING:
            tree.nodes[after].own_value = result_for(result(state), to_move(state))
            continue
        slot = work.info[LEAVES]
        work.info[LEAVES] = slot + 1
        work.nodes[slot] = after
        write_leaf(work, slot, state, tree.edges[edge].move)


@njit_inlined()
def wait_for(tree, state, work, rules, depth, playout_rng):
    """Let the simulation at work wait for the position of ``state`` to be judged."""
    edge = np.int64(work.path[depth])
    node = np.int64(tree.edges[edge].node)
    if node != NO_NODE and tree.nodes[node].slot != NOT_WAITING:
        if depth == 0:
            return BLOCKED
        slot = tree.nodes[node].slot
        work.info[MEETINGS] += 1
    else:
        if node == NO_NODE:
            node = np.int64(add_node(tree, edge))
        slot = work.info[LEAVES]
        work.info[LEAVES] = slot + 1
        work.nodes[slot] = node
        if node != NO_NODE:
            tree.nodes[node].slot = slot
        write_leaf(work, slot, state, tree.edges[edge].move)
    at = work.info[PATHS]
    work.info[PATHS] = at + 1
    work.slots[at] = slot
    work.lengths[at] = depth + 1
    for d in range(depth + 1):
        on_way = work.path[d]
        work.paths[at, d] = on_way
        tree.edges[on_way].visits += 1
        tree.edges[on_way].value -= np.float32(rules.virtual_loss)
    if rules.plays_out != 0:
        work.results[at] = play_out(state, playout_rng)
    return WAITS


@njit_inlined()
def play_out(state, rng):
    """Play a random game to its end and return its result for the side to move."""
    player = to_move(state)
    return result_for(playout(state, rng), player)


@njit_inlined()
def write_leaf(work, slot, state, move):
    """Write the position of ``state``, which ``move`` led to, into the batch.

    The root's last move is known to the driver only, which has written it.
    """
    player = to_move(state)
    work.to_move[slot] = player
    count = work.cells.shape[1]
    if move >= 0:
        work.last_move[slot] = move if move < count else -1
    for cell in range(count):
        stone = stone_on(state, cell)
        if stone != 0:
            stone = 1 if stone == player else 2
        work.cells[slot, cell] = stone
        work.legal[slot, cell] = is_legal(state, cell)


@njit()
def back_up_leaves(tree, work, rules, policies, values):
    """End the simulations of a batch with what the evaluator said.

    Args:
        tree: Changed in place.
        work: The batch, as ``select_leaves`` left it.
        rules: The same ones.
        policies: ``[L, N]`` float32 for the ``L`` positions of the batch; negative
            for moves that certainly lose.
        values: ``[L]`` float32 in [-1, 1], for the side to move; infinite where the
            result is certain.

    Source: LIU-2022, equations (5) to (7).
    """
    for slot in range(work.info[LEAVES]):
        node = np.int64(work.nodes[slot])
        if node == NO_NODE:
            continue
        tree.nodes[node].slot = NOT_WAITING
        tree.nodes[node].own_value = shown(values[slot])
        keep_policy(tree, node, policies[slot])
    lost = np.float32(rules.virtual_loss)
    for at in range(work.info[PATHS]):
        certain = values[work.slots[at]]
        value = shown(certain)
        if rules.plays_out != 0:
            value = work.results[at]
        depth = work.lengths[at] - 1
        add_result(tree, work.paths[at], depth, value, lost, 0)
        if depth > 0 and np.isinf(certain):
            add_proof(tree, work.paths[at], depth, -certain)


@njit_inlined()
def shown(value):
    """Return an evaluator's value as a result in [-1, 1]."""
    return min(max(value, np.float32(-1)), np.float32(1))


@njit_inlined()
def add_result(tree, path, depth, value, refund, visits):
    """Add a result to every edge of a path.

    Args:
        tree: Changed in place.
        path: The edges from the root on.
        depth: Place of the last one.
        value: The result for the side to move after the last one.
        refund: Virtual loss to give back at each edge.
        visits: What to add to their visits.
    """
    for d in range(depth, -1, -1):
        value = -value
        tree.edges[path[d]].visits += visits
        tree.edges[path[d]].value += value + refund


@njit()
def add_proof(tree, path, depth, value):
    """Mark the last edge of a path as proven, and every edge that it proves.

    ``value`` is the result for the side that made its move. A move is a win when all
    answers lose, and it loses when one answer wins.

    Source: Winands, Bjoernsson and Saito 2008, "Monte-Carlo tree search solver".
    """
    tree.edges[path[depth]].value = np.inf if value > 0 else -np.inf
    for d in range(depth - 1, -1, -1):
        if tree.edges[path[d + 1]].value == np.inf:
            tree.edges[path[d]].value = -np.inf
            continue
        node = np.int64(tree.edges[path[d]].node)
        if not all_are_open(tree, node):
            return
        for k in range(tree.nodes[node].open_count):
            if tree.edges[edge_at(tree, node, k)].value != -np.inf:
                return
        tree.edges[path[d]].value = np.inf


@njit()
def simulate_alone(
    tree, root_state, state, work, rules, rng, playout_rng, policies, count, stop
):
    """Run ``count`` simulations with equal priors and playouts; no evaluator is asked.

    Args:
        tree: see ``select_leaves``.
        root_state: likewise.
        state: likewise.
        work: likewise.
        rules: likewise, with ``plays_out``.
        rng: likewise.
        playout_rng: likewise.
        policies: ``[B, N]`` float32, scratch.
        count: Simulations to run.
        stop: likewise.
    """
    for done in range(count):
        one = select_leaves(
            tree, root_state, state, work, rules, rng, playout_rng, 1, 1, stop
        )
        if one == 0:
            return done
        leaves = work.info[LEAVES]
        for slot in range(leaves):
            legal = 0
            for cell in range(policies.shape[1]):
                legal += work.legal[slot, cell]
            share = np.float32(1.0 / max(legal, 1))
            for cell in range(policies.shape[1]):
                policies[slot, cell] = share if work.legal[slot, cell] else 0.0
        back_up_leaves(tree, work, rules, policies[:leaves], work.results[:leaves])
    return count
