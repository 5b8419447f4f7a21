"""Restriction of the playout search's root to some moves.

The search itself has no restriction: the other moves become children that are proven
to lose, which selection skips.
"""

from __future__ import annotations

import numpy as np

from engine.core.kernels.game_api import is_legal, legal_count, move_space
from engine.core.kernels.jit import njit_inlined
from engine.core.kernels.jit import njit_lean as njit
from engine.core.kernels.rng import next_below
from engine.search.kernels.search_tree import ROOT
from engine.search.uct.kernels.node_pool import NO_MOVE, NO_NODE, append_child
from engine.search.uct.kernels.solver_results import restrict_moves
from engine.search.uct.kernels.tree import add_all_children, pick_unvisited_move


@njit()
def restrict_root(tree, state, steps, is_wanted, rng):
    """Exclude unwanted children of the root, and those that the search adds next.

    With RAVE all children exist afterwards. Without it the root adds a child for each
    visit in an order of its own: the next one is then a wanted move.

    Args:
        tree: Changed in place.
        state: Kernel state of the root; not changed.
        steps: Strides of ``tree.UctWorkspace``.
        is_wanted: ``[A]`` bool, by move.
        rng: Random state.

    Returns:
        Whether the root has all its children.
    """
    if tree.child_count[ROOT] == 0:
        if tree.rave_visits.size > 0:
            add_all_children(tree, ROOT, state)
        else:
            first = draw_unwanted_move(state, is_wanted, rng)
            if first != NO_MOVE:
                append_child(tree, ROOT, first)
    restrict_moves(tree, ROOT, is_wanted)
    while 0 < tree.child_count[ROOT] < legal_count(state):
        move = pick_unvisited_move(tree, ROOT, state, steps, rng)
        if is_wanted[move]:
            return False
        child = append_child(tree, ROOT, move)
        if child == NO_NODE:
            return True
        tree.value[child] = np.inf
        tree.visits[child] = 1
    return True


@njit_inlined()
def draw_unwanted_move(state, is_wanted, rng):
    """Return a legal move that is not wanted, or ``NO_MOVE``."""
    space = move_space(state)
    start = next_below(rng, space)
    for k in range(space):
        move = (start + k) % space
        if is_legal(state, move) and not is_wanted[move]:
            return move
    return NO_MOVE
