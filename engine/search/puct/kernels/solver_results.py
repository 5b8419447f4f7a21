"""Results of a game's solver, stored in the tree of a PUCT search.

Between two batches the driver takes a node above the visit threshold and runs the
solver on it. It then sets a proven value or excludes moves that cannot win.
"""

from __future__ import annotations

import numpy as np

from engine.core.kernels.jit import njit_inlined
from engine.core.kernels.jit import njit_lean as njit
from engine.search.puct.kernels.backup import back_up_proof
from engine.search.puct.kernels.edge_tree import (
    NO_EDGE,
    NO_NODE,
    NO_PRIOR,
    NO_ROW,
    PRIOR_ONE,
    edge_at,
    expand_edge,
)
from engine.search.puct.kernels.scores import NO_DEPTH


@njit()
def find_node_to_solve(tree, work, solver_visits):
    """Find the most visited unsolved node on the paths of the last batch.

    Simulations that wait for other batches do not count as visits.

    Args:
        tree: Not changed.
        work: The last batch; the path to the node is written to its ``path``.
        solver_visits: Visit threshold of the solver.

    Returns:
        The depth of the node on ``path``, or ``NO_DEPTH``; never the root's.
    """
    most = solver_visits - 1
    found = NO_DEPTH
    way = 0
    for at in range(work.info[0].path_count):
        for depth in range(1, work.lengths[at]):
            edge = np.int64(work.paths[at, depth])
            node = np.int64(tree.edges[edge].node)
            if node == NO_NODE or tree.nodes[node].first_edge == NO_EDGE:
                break
            visits = tree.edges[edge].visits - tree.nodes[node].in_flight
            if visits <= most or np.isinf(tree.edges[edge].value):
                break
            if tree.nodes[node].solver_called == 0:
                most = visits
                found = depth
                way = at
                break
    for depth in range(found + 1):
        work.path[depth] = work.paths[way, depth]
    return found


@njit()
def restrict_moves(tree, node, is_wanted, rng):
    """Restrict a node to some of its moves and mark it as solved.

    The other moves become proven losses: selection skips them and they block no proof.
    The remaining moves share their priors.

    Args:
        tree: Changed in place.
        node: A node with edges.
        is_wanted: ``[A]`` bool, by move.
        rng: Random state for ties.

    Returns:
        Whether a move remains that is not proven to lose.
    """
    tree.nodes[node].solver_called = 1
    row = np.int64(tree.nodes[node].row)
    opened = np.int64(tree.nodes[node].expanded_count)
    total = 0
    may_win = False
    for k in range(opened):
        edge = edge_at(tree, node, k)
        if is_wanted[tree.edges[edge].move]:
            total += np.int64(tree.edges[edge].prior)
            may_win |= tree.edges[edge].value != -np.inf
        else:
            tree.edges[edge].value = -np.inf
            tree.edges[edge].prior = NO_PRIOR
    closed = 0
    if row != NO_ROW:
        for move in range(tree.policies.shape[1]):
            if not is_wanted[move]:
                tree.policies[row, move] = NO_PRIOR
            total += np.int64(tree.policies[row, move])
            closed += tree.policies[row, move] != NO_PRIOR
    for k in range(opened):
        edge = edge_at(tree, node, k)
        tree.edges[edge].prior = rescale_prior(tree.edges[edge].prior, total)
    if row != NO_ROW:
        for move in range(tree.policies.shape[1]):
            tree.policies[row, move] = rescale_prior(tree.policies[row, move], total)
        tree.nodes[node].edge_count = opened + closed
        if closed == 0:
            tree.nodes[node].row = NO_ROW
            tree.info[0].rows_in_use -= 1
        elif tree.edges[edge_at(tree, node, opened - 1)].prior == NO_PRIOR:
            expand_edge(tree, node, rng)
    return may_win or closed > 0


@njit_inlined()
def rescale_prior(prior, total):
    """Return a prior scaled so that priors with the sum ``total`` sum to one."""
    if prior == NO_PRIOR:
        return np.int64(NO_PRIOR)
    return max(np.int64(prior) * PRIOR_ONE // total, np.int64(1))


@njit()
def set_proven_value(tree, path, depth, value):
    """Mark the node at ``path[depth]`` as solved and back up its proven value.

    Args:
        tree: Changed in place.
        path: The edges from the root on.
        depth: Index of the node.
        value: 1 if the side wins that made the last move, -1 if it loses.
    """
    tree.nodes[tree.edges[path[depth]].node].solver_called = 1
    back_up_proof(tree, path, depth, value)
