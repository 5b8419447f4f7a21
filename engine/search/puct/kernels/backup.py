"""Back-up of a PUCT search: results, proofs and virtual losses on the paths."""

from __future__ import annotations

import numpy as np

from engine.core.kernels.jit import njit_inlined
from engine.core.kernels.jit import njit_lean as njit
from engine.search.kernels.search_tree import get_parent_proof
from engine.search.puct.kernels.edge_tree import (
    NO_NODE,
    NOT_IN_BATCH,
    all_expanded,
    store_policy,
)

OTHER_BATCH = -1
"""Row of a simulation that reached a leaf of another batch in flight."""


@njit()
def back_up_leaves(tree, work, params, policies, values):
    """Store the evaluations of a batch and back them up.

    Simulations that wait for another batch are undone.

    Args:
        tree: Changed in place.
        work: The batch, as ``select_leaves`` left it.
        params: Parameters of the search.
        policies: ``[L, N]`` float32 for the ``L`` positions of the batch; negative
            for proven losing moves.
        values: ``[L]`` float32 in [-1, 1], for the side to move; infinite where the
            result is proven.

    Source: LIU-2022, equations (5) to (7).
    """
    for row in range(work.info[0].leaf_count):
        node = np.int64(work.nodes[row])
        if node == NO_NODE:
            continue
        tree.nodes[node].batch_row = NOT_IN_BATCH
        tree.nodes[node].network_value = clip_value(values[row])
        store_policy(tree, node, policies[row])
    lost = np.float32(params.virtual_loss)
    for at in range(work.info[0].path_count):
        depth = work.lengths[at] - 1
        add_in_flight(tree, work.paths[at], depth, lost, -1)
        if work.rows[at] == OTHER_BATCH:
            continue
        certain = values[work.rows[at]]
        value = clip_value(certain)
        if params.uses_playouts != 0:
            value = work.results[at]
        back_up_result(tree, work.paths[at], depth, value)
        if depth > 0 and np.isinf(certain):
            back_up_proof(tree, work.paths[at], depth, -certain)


@njit_inlined()
def clip_value(value):
    """Return an evaluator's value clipped to [-1, 1]."""
    return min(max(value, np.float32(-1)), np.float32(1))


@njit_inlined()
def add_in_flight(tree, path, depth, virtual_loss, count):
    """Add ``count`` simulations in flight to a path, or remove them if < 0.

    Each one is a visit and a virtual loss.
    """
    for d in range(depth + 1):
        edge = np.int64(path[d])
        tree.edges[edge].visits += count
        tree.edges[edge].value -= count * virtual_loss
        node = np.int64(tree.edges[edge].node)
        if node != NO_NODE:
            tree.nodes[node].in_flight += count


@njit_inlined()
def back_up_result(tree, path, depth, value):
    """Add a result and a visit to every edge of a path.

    Args:
        tree: Changed in place.
        path: The edges from the root on.
        depth: Index of the last edge.
        value: The result for the side to move after the last edge.
    """
    for d in range(depth, -1, -1):
        value = -value
        tree.edges[path[d]].visits += 1
        tree.edges[path[d]].value += value
        tree.edges[path[d]].squares += value * value


@njit()
def back_up_proof(tree, path, depth, value):
    """Mark the last edge of a path as proven, and every edge that follows from it.

    ``value`` is the result for the side that made the last move.
    """
    proof = np.inf if value > 0 else -np.inf
    tree.edges[path[depth]].value = proof
    for d in range(depth - 1, -1, -1):
        edge = np.int64(path[d])
        is_complete = all_expanded(tree, np.int64(tree.edges[edge].node))
        proof = get_parent_proof(tree, edge, proof, is_complete)
        if proof == 0:
            return
        tree.edges[edge].value = proof
