"""Principal variation and subtree copy of a PUCT tree."""

from __future__ import annotations

import numpy as np

from engine.core.kernels.jit import njit_lean as njit
from engine.search.puct.kernels.edge_tree import (
    EDGES_USED,
    NO_EDGE,
    NO_NODE,
    ROOT,
    ROWS_IN_USE,
    add_node,
    all_expanded,
    allocate_first_edges,
    allocate_more_edges,
    allocate_policy_row,
    clear_tree,
    edge_at,
    has_policy,
)


@njit()
def find_edge(tree, edge, move):
    """Return the expanded edge of ``move`` after ``edge``, or ``NO_EDGE``."""
    node = tree.edges[edge].node
    if node == NO_NODE:
        return NO_EDGE
    for k in range(tree.nodes[node].expanded_count):
        after = edge_at(tree, node, k)
        if tree.edges[after].move == move:
            return after
    return NO_EDGE


@njit()
def is_better(tree, a, b):
    """Return whether edge ``a`` is better to play than ``b``: proof, visits, value."""
    rank_a = np.float32(0) if np.isfinite(tree.edges[a].value) else tree.edges[a].value
    rank_b = np.float32(0) if np.isfinite(tree.edges[b].value) else tree.edges[b].value
    if rank_a != rank_b:
        return rank_a > rank_b
    if tree.edges[a].visits != tree.edges[b].visits:
        return tree.edges[a].visits > tree.edges[b].visits
    return tree.edges[a].value > tree.edges[b].value


@njit()
def best_line(tree, edge, moves):
    """Write the best line after ``edge`` to ``moves``; return its length."""
    length = 0
    while length < moves.size:
        node = tree.edges[edge].node
        if node == NO_NODE:
            break
        best = np.int64(NO_EDGE)
        for k in range(tree.nodes[node].expanded_count):
            after = edge_at(tree, node, k)
            is_tried = tree.edges[after].visits > 0 and tree.edges[after].prior > 0
            if is_tried and (best == NO_EDGE or is_better(tree, after, best)):
                best = after
        if best == NO_EDGE:
            break
        moves[length] = tree.edges[best].move
        length += 1
        edge = best
    return length


@njit()
def copy_subtree(target, source, edge):
    """Copy the subtree of ``edge`` to ``target``, a tree of at least the same size.

    Edges are copied breadth first; an edge refers to the node of ``source`` until that
    node is copied.
    """
    clear_tree(target)
    target.edges[ROOT] = source.edges[edge]
    at = np.int64(0)
    while at < target.header[EDGES_USED]:
        old = np.int64(target.edges[at].node)
        if old != NO_NODE:
            copy_node(target, at, source, old)
        at += 1


@njit()
def copy_node(target, edge, source, old):
    """Copy the node ``old`` with its edges and its policy to ``edge`` of ``target``."""
    node = add_node(target, edge)
    target.nodes[node].network_value = source.nodes[old].network_value
    target.nodes[node].solver_called = source.nodes[old].solver_called
    count = np.int64(source.nodes[old].edge_count)
    if count > 0:
        first = np.int64(target.header[EDGES_USED])
        allocate_first_edges(target, node, count)
        if edge != ROOT and source.nodes[old].more_edges != NO_EDGE:
            allocate_more_edges(target, node)
        for place in range(first, target.header[EDGES_USED]):
            target.edges[place].node = NO_NODE
        for k in range(source.nodes[old].expanded_count):
            new = edge_at(target, node, k)
            target.edges[new] = source.edges[edge_at(source, old, k)]
        target.nodes[node].expanded_count = source.nodes[old].expanded_count
        target.header[ROWS_IN_USE] += not all_expanded(source, old)
    if has_policy(source, old):
        row = allocate_policy_row(target, node)
        old_row = source.nodes[old].row
        for move in range(target.policies.shape[1]):
            target.policies[row, move] = source.policies[old_row, move]
