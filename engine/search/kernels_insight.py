"""What a game knows of positions, put into the tree of a network-guided search.

Between two batches the driver asks for a node that was visited often enough, has it
judged without search, and settles it or leaves out moves that cannot win.
"""

from __future__ import annotations

import numpy as np

from engine.core.jit import njit_lean as njit
from engine.search.kernels_edges import (
    JUDGED,
    NO_EDGE,
    NO_NODE,
    PRIOR_ONE,
    open_all_edges,
)
from engine.search.kernels_guided import PATHS, add_proof

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
            if tree.nodes[node].row != JUDGED:
                most = tree.edges[edge].visits
                found = depth
                way = at
                break
    for depth in range(found + 1):
        work.path[depth] = work.paths[way, depth]
    return found


@njit()
def narrow_node(tree, node, is_wanted):
    """Leave a node only the moves that are wanted, and mark it as judged.

    The others lose for certain, so that they are never chosen and stand in the way of
    no proof; their share of the priors goes to those that are left.

    Args:
        tree: Changed in place.
        node: One with edges.
        is_wanted: ``[A]`` bool, by move.

    Returns:
        Whether a move is left that is not known to lose.
    """
    open_all_edges(tree, node)
    start = np.int64(tree.nodes[node].first_edge)
    end = start + tree.nodes[node].edge_count
    total = 0
    is_open = False
    for edge in range(start, end):
        if is_wanted[tree.moves[edge]]:
            total += np.int64(tree.priors[edge])
            is_open |= tree.edges[edge].value != -np.inf
        else:
            tree.edges[edge].value = -np.inf
            tree.priors[edge] = 0
    for edge in range(start, end):
        if tree.priors[edge] > 0:
            share = np.int64(tree.priors[edge]) * PRIOR_ONE // total
            tree.priors[edge] = max(share, np.int64(1))
    tree.nodes[node].row = JUDGED
    return is_open


@njit()
def settle_node(tree, path, depth, value):
    """Mark the node at ``path[depth]`` as judged, and as proven where it is.

    Args:
        tree: Changed in place.
        path: The edges from the root on.
        depth: Place of the node.
        value: 1 if the side wins that made the last move, -1 if it loses.
    """
    tree.nodes[tree.edges[path[depth]].node].row = JUDGED
    add_proof(tree, path, depth, value)
