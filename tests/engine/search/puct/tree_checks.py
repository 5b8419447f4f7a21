"""What is true of every tree of a network search between two searches."""

import numpy as np

from engine.search.kernels.search_tree import ROOT
from engine.search.puct.kernels.edge_tree import (
    NO_EDGE,
    NO_NODE,
    NOT_IN_BATCH,
    edge_at,
)


def used_nodes(tree):
    return tree.nodes[: tree.info["nodes_used"][0]]


def children_of(tree, edge):
    """Return the expanded edges after one."""
    node = int(tree.edges["node"][edge])
    if node == NO_NODE or tree.nodes["first_edge"][node] == NO_EDGE:
        return []
    count = int(tree.nodes["expanded_count"][node])
    return [int(edge_at(tree, node, k)) for k in range(count)]


def edges_in(tree):
    """Yield every edge of a tree."""
    waiting = [ROOT]
    while waiting:
        edge = waiting.pop()
        yield edge
        waiting += children_of(tree, edge)


def check_nothing_is_in_flight(tree):
    """Check that no virtual loss is left, and that visits are consistent."""
    nodes = used_nodes(tree)
    assert np.all(nodes["in_flight"] == 0)
    assert np.all(nodes["batch_row"] == NOT_IN_BATCH)
    for edge in edges_in(tree):
        visits, value, *_, squares = tree.edges[edge].tolist()
        assert not np.isnan(value)
        assert squares <= visits * (1 + 1e-5)
        if np.isfinite(value):
            assert squares * visits >= value * value * (1 - 1e-4) - 1e-6
        below = int(tree.edges["visits"][children_of(tree, edge)].sum())
        assert below == 0 or tree.edges["visits"][edge] > below
