"""Results of a game's solver, stored in the tree of the playout search.

The search pauses at a node that reaches the visit threshold. The driver then runs the
solver, excludes the moves that cannot win and sets priors for the others.
"""

from __future__ import annotations

import numpy as np

from engine.core.kernels.jit import njit_inlined
from engine.core.kernels.jit import njit_lean as njit
from engine.search.kernels.search_tree import ROOT

SOLVED_SHARE = 50
"""Smallest share of the root's visits at which the solver runs on a node: one in 50.

It bounds the time of the solver in a long search.
"""


@njit_inlined()
def find_node_to_solve(tree, work, depth, visits):
    """Set ``work.node_to_solve`` to the first unsolved node above the visit threshold.

    The threshold is ``visits``, or ``SOLVED_SHARE`` of the root's visits if that is
    more. The node is marked as solved.

    Returns:
        Whether there is such a node.
    """
    visits = max(visits, tree.visits[ROOT] // SOLVED_SHARE)
    for d in range(1, depth):
        node = work.path[d]
        if tree.visits[node] < visits:
            return False
        if tree.solver_called[node] == 0 and np.isfinite(tree.value[node]):
            tree.solver_called[node] = 1
            work.node_to_solve[0] = d
            return True
    return False


@njit()
def restrict_moves(tree, node, is_wanted):
    """Restrict a node to the children of some moves.

    The other children become proven wins of the other side: selection skips them and
    they block no proof. One visit avoids the product of infinity and zero.

    Args:
        tree: Changed in place.
        node: A node with all its children.
        is_wanted: ``[A]`` bool, by move.
    """
    start = tree.first_child[node]
    for child in range(start, start + tree.child_count[node]):
        if not is_wanted[tree.move[child]] and np.isfinite(tree.value[child]):
            tree.value[child] = np.inf
            tree.visits[child] = max(tree.visits[child], 1)


@njit()
def set_child_priors(tree, node, value_deficit, weight):
    """Set priors for the children of a node as RAVE results.

    Every child that is not proven gets ``weight`` RAVE results. Their mean is the best
    RAVE mean of all children minus the value deficit of its move.

    Args:
        tree: Changed in place.
        node: A node with all its children.
        value_deficit: ``[A]`` float32, by move, in results from -1 to 1.
        weight: Number of RAVE results that the prior counts for.

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
            outcome = max(best - value_deficit[tree.move[child]], np.float32(-1.0))
            tree.rave_visits[child] += weight
            tree.rave_value[child] += weight * outcome
