"""What a game knows of positions, put into the tree of a network-guided search.

Between two batches the driver asks for a node that was visited often enough, has it
judged without search, and settles it or leaves out moves that cannot win.
"""

from __future__ import annotations

import numpy as np

from engine.core.kernels.jit import njit_inlined
from engine.core.kernels.jit import njit_lean as njit
from engine.search.puct.kernels.edge_tree import (
    NO_EDGE,
    NO_NODE,
    NO_PRIOR,
    NO_ROW,
    PRIOR_ONE,
    ROWS_KEPT,
    edge_at,
    open_edge,
)
from engine.search.puct.kernels.simulation import PATHS, add_proof

NO_DEPTH = -1
"""Where no node is ripe."""


@njit()
def find_ripe(tree, work, ripe_visits):
    """Find the most visited node that is to be judged, on the ways of the last batch.

    Args:
        tree: Left as it is; no batch may be under way.
        work: The last batch; the way to the node is written to its ``path``.
        ripe_visits: A node with fewer visits is not judged yet.

    Returns:
        The place of the node on ``path``, or ``NO_DEPTH``; never the root's.
    """
    most = ripe_visits - 1
    found = NO_DEPTH
    way = 0
    for at in range(work.info[PATHS]):
        for depth in range(1, work.lengths[at]):
            edge = np.int64(work.paths[at, depth])
            if tree.edges[edge].visits <= most or np.isinf(tree.edges[edge].value):
                break
            node = np.int64(tree.edges[edge].node)
            if node == NO_NODE or tree.nodes[node].first_edge == NO_EDGE:
                break
            if tree.nodes[node].is_judged == 0:
                most = tree.edges[edge].visits
                found = depth
                way = at
                break
    for depth in range(found + 1):
        work.path[depth] = work.paths[way, depth]
    return found


@njit()
def narrow_node(tree, node, is_wanted, rng):
    """Leave a node only the moves that are wanted, and mark it as judged.

    The others lose for certain, so that they are never chosen and stand in the way of
    no proof; their share of the priors goes to those that are left.

    Args:
        tree: Changed in place.
        node: One with edges.
        is_wanted: ``[A]`` bool, by move.
        rng: Random state that tells equals apart.

    Returns:
        Whether a move is left that is not known to lose.
    """
    tree.nodes[node].is_judged = 1
    row = np.int64(tree.nodes[node].row)
    opened = np.int64(tree.nodes[node].open_count)
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
        tree.edges[edge].prior = shared(tree.edges[edge].prior, total)
    if row != NO_ROW:
        for move in range(tree.policies.shape[1]):
            tree.policies[row, move] = shared(tree.policies[row, move], total)
        tree.nodes[node].edge_count = opened + closed
        if closed == 0:
            tree.nodes[node].row = NO_ROW
            tree.header[ROWS_KEPT] -= 1
        elif tree.edges[edge_at(tree, node, opened - 1)].prior == NO_PRIOR:
            open_edge(tree, node, rng)
    return may_win or closed > 0


@njit_inlined()
def shared(prior, total):
    """Return a prior as a part of those that add up to ``total``."""
    if prior == NO_PRIOR:
        return np.int64(NO_PRIOR)
    return max(np.int64(prior) * PRIOR_ONE // total, np.int64(1))


@njit()
def settle_node(tree, path, depth, value):
    """Mark the node at ``path[depth]`` as judged, and as proven where it is.

    Args:
        tree: Changed in place.
        path: The edges from the root on.
        depth: Place of the node.
        value: 1 if the side wins that made the last move, -1 if it loses.
    """
    tree.nodes[tree.edges[path[depth]].node].is_judged = 1
    add_proof(tree, path, depth, value)
