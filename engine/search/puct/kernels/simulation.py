"""Simulations of a PUCT search: select a batch of leaves, expand, back up.

Each simulation descends to a position without an evaluation. It leaves virtual losses
on its path, so that the next simulation takes another one. Finished games and proven
results need no evaluator and are backed up at once.
"""

from __future__ import annotations

from typing import Any, NamedTuple

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
from engine.core.kernels.rng import RandomState
from engine.search.kernels.search_tree import MAX_VISITS, ROOT
from engine.search.puct.kernels.backup import (
    OTHER_BATCH,
    add_in_flight,
    back_up_leaves,
    back_up_proof,
    back_up_result,
)
from engine.search.puct.kernels.edge_tree import (
    NO_EDGE,
    NO_NODE,
    NOT_IN_BATCH,
    add_node,
    all_expanded,
    edge_at,
    expand_all_edges,
    expand_edge,
    has_policy,
    init_edges,
)
from engine.search.puct.kernels.noise import mix_noise
from engine.search.puct.kernels.scores import (
    EXCLUDED,
    NO_DEPTH,
    PuctParams,
    PuctWorkspace,
    select_edge,
)


class SearchBuffers(NamedTuple):
    """Buffers of a search, which later searches on such a board may reuse.

    root_state: kernel state of the root.
    state: another kernel state, used as scratch.
    work: buffers of the kernels.
    params: parameters of the search.
    rng: random state for ties.
    playout_rng: random state of the playouts.
    choice_rng: random state of noise and move choice at the root.
    """

    root_state: Any
    state: Any
    work: PuctWorkspace
    params: PuctParams
    rng: RandomState
    playout_rng: RandomState
    choice_rng: RandomState


DESCENT_DONE = 0
DESCENT_QUEUED = 1
DESCENT_BLOCKED = 2
DESCENT_REPEATED = 3
"""Outcomes of a descent: backed up, added to the batch, blocked until the batch is
evaluated, or at a leaf of another batch in flight."""


@njit()
def set_state(target, source):
    """Copy ``source``, a state of the same size and rules, to ``target``."""
    copy_state(target, source)


@njit()
def play_move(state, move):
    """Play a legal move on a kernel state."""
    play(state, move)


@njit_inlined()
def begin_batch(work):
    """Reset the state of the batch."""
    info = work.info[0]
    info.leaf_count = 0
    info.path_count = 0
    info.collisions = 0
    info.blocked_depth = NO_DEPTH


@njit_inlined()
def result_for(winner, player):
    """Return the result for ``player``: 1, -1, or 0 for a draw."""
    if winner == DRAW:
        return np.float32(0)
    return np.float32(1) if winner == player else np.float32(-1)


@njit()
def select_leaves(tree, search, batch, most, stop):
    """Begin up to ``most`` simulations and return how many.

    Their ``info[0].leaf_count`` leaves are written to ``work``; ``back_up_leaves``
    completes the simulations. Selection ends when the batch is full, when a simulation
    needs the evaluations of the batch, and when the root is proven.

    Batches of other workspaces may be in flight. A descent to one of their leaves is no
    simulation; its virtual losses remain until ``back_up_leaves``.

    Args:
        tree: Grown in place.
        search: Buffers of the search, with the batch; ``root_state`` is not changed.
        batch: Largest number of leaves.
        most: Simulations to begin.
        stop: ``[1]`` int32; another thread sets it to end the search.
    """
    work = search.work
    begin_batch(work)
    done = 0
    while done < most:
        if stop[0] != 0 or tree.edges[ROOT].visits >= MAX_VISITS:
            return done
        if np.isinf(tree.edges[ROOT].value) or work.info[0].leaf_count == batch:
            return done
        if work.info[0].collisions > search.params.collisions:
            return done
        outcome = descend(tree, search)
        if outcome == DESCENT_BLOCKED:
            return done
        done += outcome != DESCENT_REPEATED
    return done


@njit_inlined()
def descend(tree, search):
    """Descend from the root to the end of a simulation; return the outcome."""
    state, work, params = search.state, search.work, search.params
    copy_state(state, search.root_state)
    path = work.path
    edge = np.int64(ROOT)
    path[0] = ROOT
    depth = 0
    while True:
        if depth > 0 and result(state) != ONGOING:
            value = result_for(result(state), to_move(state))
            back_up_result(tree, path, depth, value)
            if params.proves != 0 and result(state) != DRAW:
                back_up_proof(tree, path, depth, -value)
            return DESCENT_DONE
        if np.isinf(tree.edges[edge].value):
            value = np.float32(-1) if tree.edges[edge].value > 0 else np.float32(1)
            back_up_result(tree, path, depth, value)
            return DESCENT_DONE
        node = np.int64(tree.edges[edge].node)
        if node == NO_NODE or tree.nodes[node].batch_row != NOT_IN_BATCH:
            return add_to_batch(tree, search, depth)
        if tree.edges[edge].visits == 0:
            return end_at_known_node(tree, search, depth)
        if tree.nodes[node].first_edge == NO_EDGE:
            if not has_policy(tree, node):
                return add_to_batch(tree, search, depth)
            if not init_edges(tree, node, state, work.cells.shape[1]):
                return end_at_known_node(tree, search, depth)
            if params.evaluates_children != 0:
                expand_all_edges(tree, node)
                work.info[0].blocked_depth = depth
                return DESCENT_BLOCKED
            expand_edge(tree, node, search.rng)
        after = select_edge(tree, work, edge, params, search.rng)
        if after == NO_EDGE and not all_expanded(tree, node):
            return end_at_known_node(tree, search, depth)
        if after == NO_EDGE:
            return DESCENT_BLOCKED
        edge = after
        play(state, tree.edges[edge].move)
        depth += 1
        path[depth] = edge
        tree.info[0].deepest = max(tree.info[0].deepest, depth)


@njit_inlined()
def end_at_known_node(tree, search, depth):
    """End the simulation at an evaluated position and back up its value."""
    path = search.work.path
    value = tree.nodes[tree.edges[path[depth]].node].network_value
    if search.params.uses_playouts != 0:
        value = play_out(search.state, search.playout_rng)
    back_up_result(tree, path, depth, value)
    return DESCENT_DONE


@njit()
def write_children(tree, root_state, state, path, depth, work):
    """Create the children of the node at ``path[depth]`` and write their positions.

    The positions go to ``work``, which holds as many as there are moves;
    ``back_up_leaves`` stores their evaluations. Finished games need none.
    """
    begin_batch(work)
    node = np.int64(tree.edges[path[depth]].node)
    for k in range(tree.nodes[node].expanded_count):
        edge = edge_at(tree, node, k)
        copy_state(state, root_state)
        for d in range(1, depth + 1):
            play(state, tree.edges[path[d]].move)
        play(state, tree.edges[edge].move)
        after = np.int64(add_node(tree, edge))
        if after == NO_NODE:
            return
        if result(state) != ONGOING:
            tree.nodes[after].network_value = result_for(result(state), to_move(state))
            continue
        row = work.info[0].leaf_count
        work.info[0].leaf_count = row + 1
        work.nodes[row] = after
        write_leaf(work, row, state, tree.edges[edge].move)


@njit_inlined()
def add_to_batch(tree, search, depth):
    """Add the simulation to the batch, to wait for the evaluation of its state.

    A leaf that is already in this or another batch is a collision and adds no position.
    """
    work, params = search.work, search.params
    edge = np.int64(work.path[depth])
    node = np.int64(tree.edges[edge].node)
    outcome = DESCENT_QUEUED
    if node != NO_NODE and tree.nodes[node].batch_row != NOT_IN_BATCH:
        if depth == 0:
            return DESCENT_BLOCKED
        row = np.int64(tree.nodes[node].batch_row)
        work.info[0].collisions += 1
        if row >= work.info[0].leaf_count or work.nodes[row] != node:
            row = np.int64(OTHER_BATCH)
            outcome = DESCENT_REPEATED
    else:
        if node == NO_NODE:
            node = np.int64(add_node(tree, edge))
        row = np.int64(work.info[0].leaf_count)
        work.info[0].leaf_count = row + 1
        work.nodes[row] = node
        if node != NO_NODE:
            tree.nodes[node].batch_row = row
        write_leaf(work, row, search.state, tree.edges[edge].move)
    at = work.info[0].path_count
    work.info[0].path_count = at + 1
    work.rows[at] = row
    work.lengths[at] = depth + 1
    for d in range(depth + 1):
        work.paths[at, d] = work.path[d]
    add_in_flight(tree, work.path, depth, np.float32(params.virtual_loss), 1)
    if params.uses_playouts != 0:
        work.results[at] = play_out(search.state, search.playout_rng)
    return outcome


@njit_inlined()
def play_out(state, rng):
    """Play a random game and return its result for the side to move in ``state``."""
    player = to_move(state)
    return result_for(playout(state, rng), player)


@njit_inlined()
def write_leaf(work, row, state, move):
    """Write the position of ``state``, reached by ``move``, into the batch.

    The driver has written the last move of the root.
    """
    player = to_move(state)
    work.to_move[row] = player
    count = work.cells.shape[1]
    if move >= 0:
        work.last_move[row] = move if move < count else -1
    for cell in range(count):
        stone = stone_on(state, cell)
        if stone != 0:
            stone = 1 if stone == player else 2
        work.cells[row, cell] = stone
        work.legal[row, cell] = is_legal(state, cell)


@njit()
def simulate_with_playouts(tree, search, policies, count, stop):
    """Run ``count`` simulations with equal priors and playouts, without an evaluator.

    Args:
        tree: See ``select_leaves``.
        search: Likewise; its parameters have ``uses_playouts``.
        policies: ``[B, N]`` float32, scratch.
        count: Simulations to run.
        stop: Likewise.

    Returns:
        The number of simulations that were run.
    """
    work, params = search.work, search.params
    for done in range(count):
        one = select_leaves(tree, search, 1, 1, stop)
        if one == 0:
            return done
        leaves = work.info[0].leaf_count
        for row in range(leaves):
            legal = 0
            for cell in range(policies.shape[1]):
                legal += work.legal[row, cell]
            share = np.float32(1.0 / max(legal, 1))
            for cell in range(policies.shape[1]):
                policies[row, cell] = share if work.legal[row, cell] else EXCLUDED
            if params.noise_everywhere > 0:
                mix_noise(
                    policies[row],
                    policies.shape[1],
                    params.noise_everywhere,
                    params.noise_concentration,
                    search.choice_rng,
                    work.scores,
                )
        back_up_leaves(tree, work, params, policies[:leaves], work.results[:leaves])
    return count
