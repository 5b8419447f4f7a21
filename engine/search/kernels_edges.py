"""The memory of a network-guided search: moves as edges, judged positions as nodes.

An edge is a move that may be played from a node: 16 bytes. Its node is made when the
position after it is judged. A position has more than a hundred moves and most are
judged only once, so the policy waits in a ring of rows, 2 bytes a cell, until the
second visit makes edges of it; a row that was written over is asked for again.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.core.jit import njit_inlined
from engine.core.jit import njit_lean as njit
from engine.core.kernel_api import is_legal, legal_count, move_space

ROOT = 0
"""The edge that leads to the root."""

NO_NODE = -1
NO_EDGE = -1
NO_MOVE = -1
NO_ROW = -1
NOT_WAITING = -1

JUDGED = -2
"""In place of a policy's row: the node has edges, and what its game knows of it was
used. A copied tree keeps that."""

EDGES_USED = 0
NODES_USED = 1
NEXT_ROW = 2
DEEPEST = 3

PRIOR_ONE = 65534
"""The prior of a certain move; none is below 1, so that every move has its turn, but
those that were left out since they cannot win."""

LOSES = 65535
"""What stands in a policy for a move that certainly loses."""

SPECIAL_SHARE = 0.5
"""The prior of a move without a cell, of which a policy knows nothing.

It is Hex's swap, which is right after about every other first move.
"""


class EdgeTree(NamedTuple):
    """Pools of ``E`` edges, 16 bytes each, ``M`` nodes likewise, ``R`` rows of ``N``.

    visits: ``[E]`` int32, simulations through the edge, those under way included.
    value: ``[E]`` float32, sum of their results for the side that makes the move, less
        the virtual losses; infinite once the result is proven.
    node: ``[E]`` int32, the position after the move, or ``NO_NODE``.
    move: ``[E]`` int16.
    prior: ``[E]`` uint16, parts of ``PRIOR_ONE``.
    own_value: ``[M]`` float32, what the evaluator said, for the side to move.
    first_edge: ``[M]`` int32, or ``NO_EDGE`` before the second visit.
    edge_count: ``[M]`` int16.
    row: ``[M]`` int32, the row of the policy, ``NO_ROW`` or ``JUDGED``.
    slot: ``[M]`` int16, the place in the batch that will judge it, or ``NOT_WAITING``.
    policies: ``[R, N]`` uint16, parts of ``PRIOR_ONE`` by cell, or ``LOSES``.
    row_owner: ``[R]`` int32, the node whose policy a row holds.
    header: ``[4]`` int32, see ``EDGES_USED`` to ``DEEPEST``.
    """

    visits: np.ndarray
    value: np.ndarray
    node: np.ndarray
    move: np.ndarray
    prior: np.ndarray
    own_value: np.ndarray
    first_edge: np.ndarray
    edge_count: np.ndarray
    row: np.ndarray
    slot: np.ndarray
    policies: np.ndarray
    row_owner: np.ndarray
    header: np.ndarray


def new_edge_tree(edges: int, nodes: int, rows: int, cell_count: int) -> EdgeTree:
    """Return a tree that holds its root only; memory is used as it grows."""
    tree = EdgeTree(
        np.zeros(edges, np.int32),
        np.zeros(edges, np.float32),
        np.zeros(edges, np.int32),
        np.zeros(edges, np.int16),
        np.zeros(edges, np.uint16),
        np.zeros(nodes, np.float32),
        np.zeros(nodes, np.int32),
        np.zeros(nodes, np.int16),
        np.zeros(nodes, np.int32),
        np.zeros(nodes, np.int16),
        np.zeros((rows, cell_count), np.uint16),
        np.zeros(rows, np.int32),
        np.zeros(4, np.int32),
    )
    clear_tree(tree)
    return tree


@njit()
def clear_tree(tree):
    """Forget everything but an unvisited edge to the root."""
    tree.header[:] = 0
    tree.header[EDGES_USED] = 1
    reset_edge(tree, np.int64(ROOT), np.int64(NO_MOVE), np.int64(PRIOR_ONE))


@njit_inlined()
def reset_edge(tree, edge, move, prior):
    """Make an edge one that was never tried."""
    tree.visits[edge] = 0
    tree.value[edge] = 0
    tree.node[edge] = NO_NODE
    tree.move[edge] = move
    tree.prior[edge] = prior


@njit_inlined()
def add_node(tree, edge):
    """Give an edge the node it leads to; return it, or ``NO_NODE`` without room."""
    node = np.int64(tree.header[NODES_USED])
    if node == tree.own_value.size:
        return NO_NODE
    tree.header[NODES_USED] = node + 1
    tree.node[edge] = node
    tree.own_value[node] = 0
    tree.first_edge[node] = NO_EDGE
    tree.edge_count[node] = 0
    tree.row[node] = NO_ROW
    tree.slot[node] = NOT_WAITING
    return node


@njit_inlined()
def has_policy(tree, node):
    """Say whether the policy of a node is still at hand."""
    row = tree.row[node]
    return row >= 0 and tree.row_owner[row] == node


@njit_inlined()
def take_row(tree, node):
    """Give a node the next row of the ring, whoever had it before."""
    row = np.int64(tree.header[NEXT_ROW])
    tree.header[NEXT_ROW] = (row + 1) % tree.row_owner.size
    tree.row[node] = row
    tree.row_owner[row] = node
    return row


@njit_inlined()
def keep_policy(tree, node, policy):
    """Keep ``policy``, ``[N]``, until the node's next visit.

    It consists of probabilities, negative ones for moves that certainly lose.
    """
    row = take_row(tree, node)
    for cell in range(policy.size):
        parts = np.int64(policy[cell] * PRIOR_ONE + 0.5)
        tree.policies[row, cell] = LOSES if policy[cell] < 0 else parts


@njit_inlined()
def make_edges(tree, node, state):
    """Make an edge of every legal move by the node's policy; say whether there is room.

    A move without a cell gets ``SPECIAL_SHARE``, and the others the rest. One that
    certainly loses is a proven loss from the start.
    """
    count = legal_count(state)
    start = np.int64(tree.header[EDGES_USED])
    if start + count > tree.visits.size:
        return False
    row = tree.row[node]
    cells = tree.policies.shape[1]
    share = 1.0
    for move in range(cells, move_space(state)):
        if is_legal(state, move):
            share -= SPECIAL_SHARE
    edge = start
    for move in range(move_space(state)):
        if is_legal(state, move):
            if move < cells:
                prior = np.int64(tree.policies[row, move] * share)
            else:
                prior = np.int64(PRIOR_ONE * SPECIAL_SHARE)
            reset_edge(tree, edge, np.int64(move), max(prior, np.int64(1)))
            if move < cells and tree.policies[row, move] == LOSES:
                tree.value[edge] = -np.inf
                tree.prior[edge] = 0
            edge += 1
    tree.header[EDGES_USED] = edge
    tree.first_edge[node] = start
    tree.edge_count[node] = count
    return True


@njit()
def find_edge(tree, edge, move):
    """Return the edge by ``move`` after ``edge``, or ``NO_EDGE``."""
    node = tree.node[edge]
    if node == NO_NODE or tree.first_edge[node] == NO_EDGE:
        return NO_EDGE
    start = tree.first_edge[node]
    for after in range(start, start + tree.edge_count[node]):
        if tree.move[after] == move:
            return after
    return NO_EDGE


@njit()
def is_better(tree, a, b):
    """Say whether edge ``a`` is the better one to play: proof, visits, value."""
    rank_a = np.float32(0) if np.isfinite(tree.value[a]) else tree.value[a]
    rank_b = np.float32(0) if np.isfinite(tree.value[b]) else tree.value[b]
    if rank_a != rank_b:
        return rank_a > rank_b
    if tree.visits[a] != tree.visits[b]:
        return tree.visits[a] > tree.visits[b]
    return tree.value[a] > tree.value[b]


@njit()
def best_line(tree, edge, moves):
    """Write the best line after ``edge`` to ``moves``; return its length."""
    length = 0
    while length < moves.size:
        node = tree.node[edge]
        if node == NO_NODE or tree.first_edge[node] == NO_EDGE:
            break
        start = tree.first_edge[node]
        best = NO_EDGE
        for after in range(start, start + tree.edge_count[node]):
            is_tried = tree.visits[after] > 0 and tree.prior[after] > 0
            if is_tried and (best == NO_EDGE or is_better(tree, after, best)):
                best = after
        if best == NO_EDGE:
            break
        moves[length] = tree.move[best]
        length += 1
        edge = best
    return length


@njit()
def copy_subtree(target, source, edge):
    """Make ``edge`` of ``source`` the root of ``target``, a tree no smaller.

    Edges are copied breadth first; until an edge's turn comes, its node is still the
    source's.
    """
    clear_tree(target)
    copy_edge(target, np.int64(ROOT), source, np.int64(edge))
    at = np.int64(0)
    while at < target.header[EDGES_USED]:
        old = np.int64(target.node[at])
        if old != NO_NODE:
            copy_node(target, at, source, old)
        at += 1


@njit()
def copy_edge(target, target_edge, source, source_edge):
    """Copy an edge to another tree."""
    target.visits[target_edge] = source.visits[source_edge]
    target.value[target_edge] = source.value[source_edge]
    target.node[target_edge] = source.node[source_edge]
    target.move[target_edge] = source.move[source_edge]
    target.prior[target_edge] = source.prior[source_edge]


@njit()
def copy_node(target, edge, source, old):
    """Give an edge a copy of the node ``old``, with its edges or else its policy."""
    node = add_node(target, edge)
    target.own_value[node] = source.own_value[old]
    start = np.int64(source.first_edge[old])
    if start == NO_EDGE:
        if has_policy(source, old):
            row = take_row(target, node)
            old_row = source.row[old]
            for cell in range(target.policies.shape[1]):
                target.policies[row, cell] = source.policies[old_row, cell]
        return
    count = source.edge_count[old]
    first = np.int64(target.header[EDGES_USED])
    for k in range(count):
        copy_edge(target, first + k, source, start + k)
    target.first_edge[node] = first
    target.edge_count[node] = count
    if source.row[old] == JUDGED:
        target.row[node] = JUDGED
    target.header[EDGES_USED] = first + count
