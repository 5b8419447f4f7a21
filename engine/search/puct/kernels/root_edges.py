"""The moves of the root of a network-guided search, all of which are open."""

from __future__ import annotations

import numpy as np

from engine.core.kernels.game_api import is_legal, legal_count, move_space
from engine.core.kernels.jit import njit_lean as njit
from engine.search.puct.kernels.edge_tree import (
    NO_EDGE,
    NO_NODE,
    NO_PRIOR,
    PRIOR_ONE,
    ROOT,
    edge_at,
    has_policy,
    make_edges,
    open_all_edges,
    set_edge,
)
from engine.search.puct.kernels.scores import LEFT_OUT
from engine.search.puct.kernels.subtree import find_edge


@njit()
def open_root(tree, work, root_state):
    """Make the root's edges and priors; say whether it could be done.

    It cannot before the root is judged.
    """
    node = np.int64(tree.edges[ROOT].node)
    if node == NO_NODE:
        return False
    if tree.nodes[node].first_edge == NO_EDGE and not (
        has_policy(tree, node)
        and make_edges(tree, node, root_state, work.cells.shape[1])
    ):
        return False
    open_all_edges(tree, node)
    add_lost_moves(tree, node, root_state)
    set_root_priors(tree, work)
    return True


@njit()
def add_lost_moves(tree, node, state):
    """Give the root, whose edges are open, those of moves that lose for certain."""
    opened = np.int64(tree.nodes[node].open_count)
    count = np.int64(tree.nodes[node].edge_count)
    if opened < count or count == legal_count(state):
        return
    for move in range(move_space(state)):
        if is_legal(state, move) and find_edge(tree, ROOT, move) == NO_EDGE:
            edge = edge_at(tree, node, count)
            set_edge(tree, edge, np.int64(move), np.int64(NO_PRIOR))
            tree.edges[edge].value = -np.inf
            count += 1
            tree.nodes[node].edge_count = tree.nodes[node].open_count = count


@njit()
def set_root_priors(tree, work):
    """Take the root's priors as they are, without noise."""
    node = np.int64(tree.edges[ROOT].node)
    for k in range(tree.nodes[node].open_count):
        parts = tree.edges[edge_at(tree, node, k)].prior
        prior = np.float32(parts) / np.float32(PRIOR_ONE)
        work.root_priors[k] = LEFT_OUT if parts == NO_PRIOR else prior
