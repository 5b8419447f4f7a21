"""The tree of a PUCT search as a ``search_tree``: its entries are the edges."""

from __future__ import annotations

import numpy as np

from engine.core.kernels.game_api import implements
from engine.search.kernels import search_tree
from engine.search.kernels.search_tree import ROOT
from engine.search.puct.kernels.edge_tree import (
    NO_EDGE,
    NO_NODE,
    EdgeTree,
    add_node,
    all_expanded,
    allocate_first_edges,
    allocate_more_edges,
    allocate_policy_row,
    clear_tree,
    edge_at,
    has_policy,
)


@implements(search_tree.get_visits, EdgeTree)
def get_visits(tree, entry):
    """See ``search_tree.get_visits``."""
    return tree.edges[entry].visits


@implements(search_tree.get_value, EdgeTree)
def get_value(tree, entry):
    """See ``search_tree.get_value``."""
    return tree.edges[entry].value


@implements(search_tree.get_move, EdgeTree)
def get_move(tree, entry):
    """See ``search_tree.get_move``."""
    return tree.edges[entry].move


@implements(search_tree.count_children, EdgeTree)
def count_children(tree, entry):
    """See ``search_tree.count_children``; it counts expanded edges."""
    node = np.int64(tree.edges[entry].node)
    return np.int64(0) if node == NO_NODE else np.int64(tree.nodes[node].expanded_count)


@implements(search_tree.child_at, EdgeTree)
def child_at(tree, entry, k):
    """See ``search_tree.child_at``."""
    return edge_at(tree, np.int64(tree.edges[entry].node), k)


@implements(search_tree.is_playable, EdgeTree)
def is_playable(tree, entry):
    """See ``search_tree.is_playable``."""
    return tree.edges[entry].visits > 0 and tree.edges[entry].prior > 0


@implements(search_tree.count_entries, EdgeTree)
def count_entries(tree):
    """See ``search_tree.count_entries``."""
    return np.int64(tree.info[0].edges_used)


@implements(search_tree.copy_to_root, EdgeTree)
def copy_to_root(target, source, entry):
    """See ``search_tree.copy_to_root``."""
    clear_tree(target)
    target.edges[ROOT] = source.edges[entry]


@implements(search_tree.copy_children, EdgeTree)
def copy_children(target, entry, source):
    """See ``search_tree.copy_children``; the node and its policy are copied, too."""
    old = np.int64(target.edges[entry].node)
    if old == NO_NODE:
        return
    node = add_node(target, entry)
    target.nodes[node].network_value = source.nodes[old].network_value
    target.nodes[node].solver_called = source.nodes[old].solver_called
    count = np.int64(source.nodes[old].edge_count)
    if count > 0:
        first = np.int64(target.info[0].edges_used)
        allocate_first_edges(target, node, count)
        if entry != ROOT and source.nodes[old].more_edges != NO_EDGE:
            allocate_more_edges(target, node)
        for place in range(first, target.info[0].edges_used):
            target.edges[place].node = NO_NODE
        for k in range(source.nodes[old].expanded_count):
            new = edge_at(target, node, k)
            target.edges[new] = source.edges[edge_at(source, old, k)]
        target.nodes[node].expanded_count = source.nodes[old].expanded_count
        target.info[0].rows_in_use += not all_expanded(source, old)
    if has_policy(source, old):
        row = allocate_policy_row(target, node)
        old_row = source.nodes[old].row
        for move in range(target.policies.shape[1]):
            target.policies[row, move] = source.policies[old_row, move]
