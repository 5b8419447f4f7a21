"""Memory of a PUCT search: moves as edges, evaluated positions as nodes.

A position has more than a hundred moves, most of which are never visited. Its policy is
a row of 2 bytes a cell. Every formula selects the unvisited move with the highest prior
before any other one. So only this move and the visited ones are *expanded*: edges of 20
bytes that never change their index. Its first visit expands the next move.

The row of a position that was visited once may be overwritten; the next visit then
evaluates the position again. The second visit expands the first edge and reserves the
row until all edges are expanded.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.core.kernels.game_api import is_legal, move_space
from engine.core.kernels.jit import njit_inlined
from engine.core.kernels.jit import njit_lean as njit
from engine.core.kernels.records import new_records
from engine.core.kernels.rng import next_below
from engine.search.kernels.search_tree import NO_ENTRY, ROOT

NO_NODE = -1
NO_EDGE = NO_ENTRY
NO_MOVE = -1
NO_ROW = -1
NOT_IN_BATCH = -1

FIRST_EDGES = 8
"""Edges of a node that are allocated first; few nodes need the others."""

PRIOR_ONE = 65534
"""Fixed-point prior of probability 1; at least 1 part, so that all moves are tried."""

NO_PRIOR = 0
"""Entry of a row for an illegal, proven losing or expanded move; prior of an excluded
edge."""

SPECIAL_SHARE = 0.5
"""Prior of a move without a cell, which a policy does not cover.

This move is Hex's swap, which is right after about every other first move.
"""


EDGE = np.dtype(
    [
        ("visits", np.int32),
        ("value", np.float32),
        ("node", np.int32),
        ("move", np.int16),
        ("prior", np.uint16),
        ("squares", np.float32),
    ],
    align=True,
)
"""An expanded edge, 20 bytes.

visits: simulations through it, those in flight included.
value: sum of their results for the side that makes the move, less the virtual losses;
    infinite once the result is proven.
node: the position after the move, or ``NO_NODE``.
move: move index.
prior: fixed-point probability in units of 1 / ``PRIOR_ONE``.
squares: sum of the squares of its results.
"""

NODE = np.dtype(
    [
        ("network_value", np.float32),
        ("first_edge", np.int32),
        ("more_edges", np.int32),
        ("row", np.int32),
        ("edge_count", np.int16),
        ("expanded_count", np.int16),
        ("batch_row", np.int16),
        ("in_flight", np.int16),
        ("solver_called", np.int8),
    ],
    align=True,
)
"""An evaluated position, 28 bytes.

network_value: value of the evaluator, for the side to move.
first_edge: index of its first edges, or ``NO_EDGE`` before the second visit.
more_edges: index of the edges from ``FIRST_EDGES`` on, or ``NO_EDGE``; those of the
    root follow the first ones.
row: the row of its policy, or ``NO_ROW``.
edge_count: number of moves without proven losing ones; the root includes them, without
    a prior.
expanded_count: number of expanded edges. No prior left in the row exceeds theirs.
batch_row: row of the position in a batch in flight, or ``NOT_IN_BATCH``.
in_flight: simulations through it that wait for an evaluation.
solver_called: 1 once the game's solver has been applied; a copied subtree keeps it.
"""

INFO = np.dtype(
    [
        ("edges_used", np.int32),
        ("nodes_used", np.int32),
        ("next_row", np.int32),
        ("rows_in_use", np.int32),
        ("deepest", np.int32),
    ],
    align=True,
)
"""State of the pools.

edges_used: edges in use.
nodes_used: nodes in use.
next_row: row of the ring that is tried first for the next policy.
rows_in_use: rows of positions that were visited twice or more.
deepest: depth of the longest path.
"""


class EdgeTree(NamedTuple):
    """A pool of ``E`` edges and one of ``M`` nodes; ``R`` rows for ``A`` move indices.

    edges: ``[E]`` records of the type ``EDGE``.
    nodes: ``[M]`` records of the type ``NODE``.
    policies: ``[R, A]`` uint16, in units of 1 / ``PRIOR_ONE``, or ``NO_PRIOR``; a ring
        buffer of rows.
    row_owner: ``[R]`` int32, the node whose policy a row holds.
    info: ``[1]`` record of the type ``INFO``.
    """

    edges: np.ndarray
    nodes: np.ndarray
    policies: np.ndarray
    row_owner: np.ndarray
    info: np.ndarray


def new_edge_trees(
    count: int, edges: int, nodes: int, rows: int, action_count: int
) -> list[EdgeTree]:
    """Return ``count`` trees of a root each, in shared blocks of memory.

    NumPy requests huge pages for large blocks, which saves misses of the translation
    look-aside buffer.
    """
    pools = EdgeTree(
        new_records((count, edges), EDGE),
        new_records((count, nodes), NODE),
        np.zeros((count, rows, action_count), np.uint16),
        np.zeros((count, rows), np.int32),
        new_records((count, 1), INFO),
    )
    trees = [EdgeTree(*parts) for parts in zip(*pools, strict=True)]
    for tree in trees:
        clear_tree(tree)
    return trees


@njit()
def clear_tree(tree):
    """Reset a tree to an unvisited edge to the root."""
    info = tree.info[0]
    info.edges_used = 1
    info.nodes_used = 0
    info.next_row = 0
    info.rows_in_use = 0
    info.deepest = 0
    set_edge(tree, np.int64(ROOT), np.int64(NO_MOVE), np.int64(PRIOR_ONE))


@njit_inlined()
def set_edge(tree, edge, move, prior):
    """Set an edge to an unvisited one."""
    tree.edges[edge].visits = 0
    tree.edges[edge].value = 0
    tree.edges[edge].node = NO_NODE
    tree.edges[edge].move = move
    tree.edges[edge].prior = prior
    tree.edges[edge].squares = 0


@njit_inlined()
def edge_at(tree, node, k):
    """Return the ``k``-th edge of a node."""
    if k < FIRST_EDGES:
        return np.int64(tree.nodes[node].first_edge) + k
    return np.int64(tree.nodes[node].more_edges) + k - FIRST_EDGES


@njit_inlined()
def add_node(tree, edge):
    """Create the node of an edge; return it, or ``NO_NODE`` when the pool is full."""
    node = np.int64(tree.info[0].nodes_used)
    if node == tree.nodes.size:
        return NO_NODE
    tree.info[0].nodes_used = node + 1
    tree.edges[edge].node = node
    tree.nodes[node].network_value = 0
    tree.nodes[node].first_edge = NO_EDGE
    tree.nodes[node].more_edges = NO_EDGE
    tree.nodes[node].row = NO_ROW
    tree.nodes[node].edge_count = 0
    tree.nodes[node].expanded_count = 0
    tree.nodes[node].batch_row = NOT_IN_BATCH
    tree.nodes[node].in_flight = 0
    tree.nodes[node].solver_called = 0
    return node


@njit_inlined()
def has_policy(tree, node):
    """Return whether the row of a node still holds its policy."""
    row = tree.nodes[node].row
    return row >= 0 and tree.row_owner[row] == node


@njit_inlined()
def is_row_in_use(tree, row):
    """Return whether a row belongs to a node with edges, which still needs it."""
    owner = tree.row_owner[row]
    return (
        owner < tree.info[0].nodes_used
        and tree.nodes[owner].row == row
        and tree.nodes[owner].first_edge != NO_EDGE
    )


@njit_inlined()
def allocate_policy_row(tree, node):
    """Allocate the next free policy row of the ring buffer for a node."""
    row = np.int64(tree.info[0].next_row)
    while is_row_in_use(tree, row):
        row = (row + 1) % tree.row_owner.size
    tree.info[0].next_row = (row + 1) % tree.row_owner.size
    tree.nodes[node].row = row
    tree.row_owner[row] = node
    return row


@njit_inlined()
def store_policy(tree, node, policy):
    """Store ``policy`` in a row, which may be overwritten before the next visit.

    Args:
        tree: Changed in place.
        node: The node.
        policy: ``[N]`` probabilities; negative for proven losing moves.
    """
    row = np.uint64(allocate_policy_row(tree, node))
    for cell in range(np.uint64(policy.size)):
        parts = np.int32(policy[cell] * np.float32(PRIOR_ONE) + np.float32(0.5))
        kept = max(parts, np.int32(1))
        tree.policies[row, cell] = kept if policy[cell] >= 0 else NO_PRIOR


@njit_inlined()
def init_edges(tree, node, state, cells):
    """Prepare the row of a node for expansion; return whether the pools have space.

    No edge is expanded yet. A move without a cell, from ``cells`` on, gets the prior
    ``SPECIAL_SHARE``, and the others share the rest.
    """
    rows = tree.row_owner.size
    if tree.info[0].rows_in_use >= rows // 2:
        return False
    row = np.uint64(tree.nodes[node].row)
    share = 1.0
    count = 0
    for move in range(cells, move_space(state)):
        tree.policies[row, move] = NO_PRIOR
        if is_legal(state, move):
            tree.policies[row, move] = np.int64(PRIOR_ONE * SPECIAL_SHARE)
            share -= SPECIAL_SHARE
            count += 1
    for move in range(cells):
        prior = tree.policies[row, move] if is_legal(state, move) else np.uint16(0)
        tree.policies[row, move] = prior
        count += prior != NO_PRIOR
    if share < 1:
        for move in range(cells):
            prior = tree.policies[row, move]
            if prior != NO_PRIOR:
                tree.policies[row, move] = max(np.int64(prior * share), np.int64(1))
    if count == 0 or not allocate_first_edges(tree, node, count):
        return False
    tree.info[0].rows_in_use += 1
    return True


@njit_inlined()
def allocate_first_edges(tree, node, count):
    """Allocate the first edges of a node of ``count`` moves; return whether they fit.

    The root gets a contiguous block for all moves of the board.
    """
    start = tree.info[0].edges_used
    is_root = node == tree.edges[ROOT].node
    taken = tree.policies.shape[1] if is_root else min(count, FIRST_EDGES)
    if start + taken > tree.edges.size:
        return False
    tree.info[0].edges_used = start + taken
    tree.nodes[node].first_edge = start
    tree.nodes[node].more_edges = start + FIRST_EDGES if is_root else NO_EDGE
    tree.nodes[node].edge_count = count
    return True


@njit_inlined()
def allocate_more_edges(tree, node):
    """Allocate the remaining edges of a node; return whether they fit."""
    start = tree.info[0].edges_used
    taken = max(tree.nodes[node].edge_count - FIRST_EDGES, 0)
    if start + taken > tree.edges.size:
        return False
    tree.info[0].edges_used = start + taken
    tree.nodes[node].more_edges = start
    return True


@njit_inlined()
def expand_edge(tree, node, rng):
    """Expand the edge with the highest prior left; break ties at random."""
    row = np.uint64(tree.nodes[node].row)
    moves = np.uint64(tree.policies.shape[1])
    highest = np.uint16(0)
    for move in range(moves):
        highest = max(highest, tree.policies[row, move])
    equals = 0
    for move in range(moves):
        equals += tree.policies[row, move] == highest
    before = next_below(rng, np.int64(equals)) if equals > 1 else 0
    chosen = np.uint64(0)
    while tree.policies[row, chosen] != highest or before > 0:
        before -= tree.policies[row, chosen] == highest
        chosen += np.uint64(1)
    expand_move(tree, node, chosen)


@njit_inlined()
def expand_move(tree, node, move):
    """Expand the edge of a move, if the pool has space."""
    k = np.int64(tree.nodes[node].expanded_count)
    needs_place = k == FIRST_EDGES and tree.nodes[node].more_edges == NO_EDGE
    if needs_place and not allocate_more_edges(tree, node):
        return
    row = np.int64(tree.nodes[node].row)
    prior = np.int64(tree.policies[row, move])
    tree.policies[row, move] = NO_PRIOR
    set_edge(tree, edge_at(tree, node, k), np.int64(move), prior)
    tree.nodes[node].expanded_count = k + 1
    if k + 1 == tree.nodes[node].edge_count:
        tree.nodes[node].row = NO_ROW
        tree.info[0].rows_in_use -= 1


@njit()
def expand_all_edges(tree, node):
    """Expand every edge of a node, as far as the pool has space."""
    row = np.int64(tree.nodes[node].row)
    if row == NO_ROW:
        return
    for move in range(tree.policies.shape[1]):
        if tree.policies[row, move] != NO_PRIOR:
            expand_move(tree, node, np.int64(move))


@njit_inlined()
def all_expanded(tree, node):
    """Return whether every edge of a node is expanded."""
    return tree.nodes[node].expanded_count == tree.nodes[node].edge_count
