"""What a game knows of positions, put into a tree that grows by playouts.

The search notes a node that was visited often enough and pauses; its driver has it
judged without search, leaves out the moves that cannot win and orders the others.
"""

from __future__ import annotations

import numpy as np

from engine.core.kernels.jit import njit_inlined
from engine.core.kernels.jit import njit_lean as njit
from engine.search.uct.kernels.node_pool import ROOT

JUDGED_SHARE = 50
"""A node with a smaller share of the root's visits than one in so many is not judged.

It bounds the time that judgements take of a long search.
"""


@njit_inlined()
def find_ripe(tree, work, depth, visits):
    """Note the first node on the path that is ripe; say whether there is one.

    It has just come to ``visits`` of its own, or to its share of the root's if that is
    more: no node jumps over a number that grows more slowly than its own visits.
    """
    visits = max(visits, tree.visits[ROOT] // JUDGED_SHARE)
    for d in range(1, depth):
        node = work.path[d]
        if tree.visits[node] == visits and np.isfinite(tree.value[node]):
            work.ripe[0] = d
            return True
    return False


@njit()
def narrow_node(tree, node, is_wanted):
    """Leave a node only the children whose moves are wanted.

    The others become wins of the other side: they are never chosen, and stand in the
    way of no proof. One visit keeps the infinity out of a product with zero.

    Args:
        tree: changed in place.
        node: one with all its children.
        is_wanted: ``[A]`` bool, by move.
    """
    start = tree.first_child[node]
    for child in range(start, start + tree.child_count[node]):
        if not is_wanted[tree.move[child]] and np.isfinite(tree.value[child]):
            tree.value[child] = np.inf
            tree.visits[child] = max(tree.visits[child], 1)


@njit()
def prefer_children(tree, node, shortfall, weight):
    """Put the children of a node into an order, as if simulations had shown it.

    Every child that is not proven gets ``weight`` RAVE results as good as those of the
    best one so far, less its shortfall.

    Args:
        tree: changed in place.
        node: one with all its children.
        shortfall: ``[A]`` float32, by move, in results from -1 to 1.
        weight: simulations that the order counts for.

    Source: Gelly and Silver 2011, section 5.2, "heuristic prior knowledge".
    """
    start = tree.first_child[node]
    end = start + tree.child_count[node]
    best = np.float32(-1.0)
    is_seen = False
    for child in range(start, end):
        if tree.rave_visits[child] > 0 and np.isfinite(tree.value[child]):
            mean = tree.rave_value[child] / np.float32(tree.rave_visits[child])
            best = max(best, mean)
            is_seen = True
    if not is_seen:
        best = np.float32(0.0)
    for child in range(start, end):
        if np.isfinite(tree.value[child]):
            outcome = max(best - shortfall[tree.move[child]], np.float32(-1.0))
            tree.rave_visits[child] += weight
            tree.rave_value[child] += weight * outcome
