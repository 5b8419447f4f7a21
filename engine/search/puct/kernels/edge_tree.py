"""The memory of a network-guided search: moves as edges, judged positions as nodes.

A position has more than a hundred moves, of which most are never tried. Its policy
stands in a row, 2 bytes a cell. Of moves never tried no formula takes another than the
one with the highest prior, so only that one is *open*, beside those that were tried:
an edge of 16 bytes, which never moves. When it is taken, the next one is opened.

The row of a position that was visited once may be written over, and is asked for again
then; the second visit opens its first edge and keeps the row until all are open.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.core.kernels.game_api import is_legal, move_space
from engine.core.kernels.jit import njit_inlined
from engine.core.kernels.jit import njit_lean as njit
from engine.core.kernels.rng import next_below

ROOT = 0
"""The edge that leads to the root."""

NO_NODE = -1
NO_EDGE = -1
NO_MOVE = -1
NO_ROW = -1
NOT_WAITING = -1

FIRST_EDGES = 8
"""Edges of a node that get their place at once; few nodes need the others."""

EDGES_USED = 0
NODES_USED = 1
NEXT_ROW = 2
DEEPEST = 3
ROWS_KEPT = 4
"""Places in ``header``; the last counts rows of positions visited twice or more."""

PRIOR_ONE = 65534
"""The prior of a certain move; none is below 1, so that every move has its turn."""

NO_PRIOR = 0
"""Stands in a row for what is no move, loses for certain or is open already; the prior
of an edge that was left out."""

SPECIAL_SHARE = 0.5
"""The prior of a move without a cell, of which a policy knows nothing.

It is Hex's swap, which is right after about every other first move.
"""


EDGE = np.dtype(
    [
        ("visits", np.int32),
        ("value", np.float32),
        ("node", np.int32),
        ("move", np.int16),
        ("prior", np.uint16),
    ],
    align=True,
)
"""An open edge, 16 bytes.

visits: simulations through it, those under way included.
value: sum of their results for the side that makes the move, less the virtual losses;
    infinite once the result is proven.
node: the position after the move, or ``NO_NODE``.
move: its index.
prior: parts of ``PRIOR_ONE``.
"""

NODE = np.dtype(
    [
        ("own_value", np.float32),
        ("first_edge", np.int32),
        ("more_edges", np.int32),
        ("row", np.int32),
        ("edge_count", np.int16),
        ("open_count", np.int16),
        ("slot", np.int16),
        ("is_judged", np.int8),
    ],
    align=True,
)
"""A judged position, 24 bytes.

own_value: what the evaluator said, for the side to move.
first_edge: where its first edges stand, or ``NO_EDGE`` before the second visit.
more_edges: where those from ``FIRST_EDGES`` on stand, or ``NO_EDGE``; the root's follow
    the first ones.
row: the row of its policy, or ``NO_ROW``.
edge_count: its moves, but those that lose for certain; the root has them too, without
    a prior.
open_count: edges that are open. No prior left in the row is above theirs.
slot: the place in the batch that will judge it, or ``NOT_WAITING``.
is_judged: 1 once what its game knows of it was used. A copied tree keeps that.
"""


class EdgeTree(NamedTuple):
    """A pool of ``E`` edges and one of ``M`` nodes; ``R`` rows for ``A`` move indices.

    edges: ``[E]`` records of the type ``EDGE``.
    nodes: ``[M]`` records of the type ``NODE``.
    policies: ``[R, A]`` uint16, parts of ``PRIOR_ONE``, or ``NO_PRIOR``.
    row_owner: ``[R]`` int32, the node whose policy a row holds.
    header: ``[5]`` int32, see ``EDGES_USED`` to ``ROWS_KEPT``.
    """

    edges: np.ndarray
    nodes: np.ndarray
    policies: np.ndarray
    row_owner: np.ndarray
    header: np.ndarray


def new_edge_trees(
    count: int, edges: int, nodes: int, rows: int, action_count: int
) -> list[EdgeTree]:
    """Return so many trees that hold their roots only and share blocks of memory.

    NumPy asks for large pages for large blocks, so that a processor seldom has to look
    up where a tree lies.
    """
    pools = EdgeTree(
        np.zeros((count, edges), EDGE),
        np.zeros((count, nodes), NODE),
        np.zeros((count, rows, action_count), np.uint16),
        np.zeros((count, rows), np.int32),
        np.zeros((count, 5), np.int32),
    )
    trees = [EdgeTree(*parts) for parts in zip(*pools, strict=True)]
    for tree in trees:
        clear_tree(tree)
    return trees


@njit()
def clear_tree(tree):
    """Forget everything but an unvisited edge to the root."""
    tree.header[:] = 0
    tree.header[EDGES_USED] = 1
    set_edge(tree, np.int64(ROOT), np.int64(NO_MOVE), np.int64(PRIOR_ONE))


@njit_inlined()
def set_edge(tree, edge, move, prior):
    """Make an edge one that was never tried."""
    tree.edges[edge].visits = 0
    tree.edges[edge].value = 0
    tree.edges[edge].node = NO_NODE
    tree.edges[edge].move = move
    tree.edges[edge].prior = prior


@njit_inlined()
def edge_at(tree, node, k):
    """Return the ``k``-th edge of a node."""
    if k < FIRST_EDGES:
        return np.int64(tree.nodes[node].first_edge) + k
    return np.int64(tree.nodes[node].more_edges) + k - FIRST_EDGES


@njit_inlined()
def add_node(tree, edge):
    """Give an edge the node it leads to; return it, or ``NO_NODE`` without room."""
    node = np.int64(tree.header[NODES_USED])
    if node == tree.nodes.size:
        return NO_NODE
    tree.header[NODES_USED] = node + 1
    tree.edges[edge].node = node
    tree.nodes[node].own_value = 0
    tree.nodes[node].first_edge = NO_EDGE
    tree.nodes[node].more_edges = NO_EDGE
    tree.nodes[node].row = NO_ROW
    tree.nodes[node].edge_count = 0
    tree.nodes[node].open_count = 0
    tree.nodes[node].slot = NOT_WAITING
    tree.nodes[node].is_judged = 0
    return node


@njit_inlined()
def has_policy(tree, node):
    """Say whether the policy of a node is still at hand."""
    row = tree.nodes[node].row
    return row >= 0 and tree.row_owner[row] == node


@njit_inlined()
def is_kept(tree, row):
    """Say whether a row belongs to a node with edges, which still needs it."""
    owner = tree.row_owner[row]
    return (
        owner < tree.header[NODES_USED]
        and tree.nodes[owner].row == row
        and tree.nodes[owner].first_edge != NO_EDGE
    )


@njit_inlined()
def take_row(tree, node):
    """Give a node the next row of the ring that nobody needs for certain."""
    row = np.int64(tree.header[NEXT_ROW])
    while is_kept(tree, row):
        row = (row + 1) % tree.row_owner.size
    tree.header[NEXT_ROW] = (row + 1) % tree.row_owner.size
    tree.nodes[node].row = row
    tree.row_owner[row] = node
    return row


@njit_inlined()
def keep_policy(tree, node, policy):
    """Keep ``policy``, ``[N]``, until the node's next visit.

    It consists of probabilities, negative ones for moves that certainly lose.
    """
    row = np.uint64(take_row(tree, node))
    for cell in range(np.uint64(policy.size)):
        parts = np.int32(policy[cell] * np.float32(PRIOR_ONE) + np.float32(0.5))
        kept = max(parts, np.int32(1))
        tree.policies[row, cell] = kept if policy[cell] >= 0 else NO_PRIOR


@njit_inlined()
def make_edges(tree, node, state, cells):
    """Let the row of a node stand for its moves; say whether there is room.

    None of them is open yet. A move without a cell, from ``cells`` on, gets
    ``SPECIAL_SHARE``, and the others the rest.
    """
    rows = tree.row_owner.size
    if tree.header[ROWS_KEPT] >= rows // 2:
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
    if count == 0 or not take_first_edges(tree, node, count):
        return False
    tree.header[ROWS_KEPT] += 1
    return True


@njit_inlined()
def take_first_edges(tree, node, count):
    """Give a node of ``count`` moves its first edges; say whether there is room.

    The root gets a place for every move there is, one after the other.
    """
    start = tree.header[EDGES_USED]
    is_root = node == tree.edges[ROOT].node
    taken = tree.policies.shape[1] if is_root else min(count, FIRST_EDGES)
    if start + taken > tree.edges.size:
        return False
    tree.header[EDGES_USED] = start + taken
    tree.nodes[node].first_edge = start
    tree.nodes[node].more_edges = start + FIRST_EDGES if is_root else NO_EDGE
    tree.nodes[node].edge_count = count
    return True


@njit_inlined()
def take_more_edges(tree, node):
    """Give a node the rest of its edges; say whether there is room."""
    start = tree.header[EDGES_USED]
    taken = max(tree.nodes[node].edge_count - FIRST_EDGES, 0)
    if start + taken > tree.edges.size:
        return False
    tree.header[EDGES_USED] = start + taken
    tree.nodes[node].more_edges = start
    return True


@njit_inlined()
def open_edge(tree, node, rng):
    """Open the edge with the highest prior left; chance tells equals apart."""
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
    open_move(tree, node, chosen)


@njit_inlined()
def open_move(tree, node, move):
    """Open the edge of a move, if there is room."""
    k = np.int64(tree.nodes[node].open_count)
    needs_place = k == FIRST_EDGES and tree.nodes[node].more_edges == NO_EDGE
    if needs_place and not take_more_edges(tree, node):
        return
    row = np.int64(tree.nodes[node].row)
    prior = np.int64(tree.policies[row, move])
    tree.policies[row, move] = NO_PRIOR
    set_edge(tree, edge_at(tree, node, k), np.int64(move), prior)
    tree.nodes[node].open_count = k + 1
    if k + 1 == tree.nodes[node].edge_count:
        tree.nodes[node].row = NO_ROW
        tree.header[ROWS_KEPT] -= 1


@njit()
def open_all_edges(tree, node):
    """Open every edge of a node, as far as there is room."""
    row = np.int64(tree.nodes[node].row)
    if row == NO_ROW:
        return
    for move in range(tree.policies.shape[1]):
        if tree.policies[row, move] != NO_PRIOR:
            open_move(tree, node, np.int64(move))


@njit_inlined()
def all_are_open(tree, node):
    """Say whether every edge of a node is open."""
    return tree.nodes[node].open_count == tree.nodes[node].edge_count
