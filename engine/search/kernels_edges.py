"""The memory of a network-guided search: moves as edges, judged positions as nodes.

An edge is a move that may be played from a node: 16 bytes. Its node is made when the
position after it is judged. A position has more than a hundred moves and most are
judged only once, so the policy waits in a ring of rows, 2 bytes a cell, until the
second visit makes edges of it; a row that was written over is asked for again.

Of moves never tried no formula takes another than the one with the highest prior. So
only that one of them is open, beside those that were tried: a visit looks at a few
edges, which never move, and opens the next one when the last is taken.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np

from engine.core.jit import njit_inlined
from engine.core.jit import njit_lean as njit
from engine.core.kernel_api import is_legal, legal_count, move_space
from engine.core.kernels_rng import next_below

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


Records: TypeAlias = Any
"""``np.recarray``, of whose fields NumPy's annotations know nothing."""

EDGE = np.dtype(
    [
        ("visits", np.int32),
        ("value", np.float32),
        ("node", np.int32),
    ]
)
"""What the simulations through an edge have brought, 12 bytes.

visits: simulations through it, those under way included.
value: sum of their results for the side that makes the move, less the virtual losses;
    infinite once the result is proven.
node: the position after the move, or ``NO_NODE``.
"""

NODE = np.dtype(
    [
        ("own_value", np.float32),
        ("first_edge", np.int32),
        ("row", np.int32),
        ("edge_count", np.int16),
        ("open_count", np.int16),
        ("slot", np.int16),
    ],
    align=True,
)
"""A judged position, 20 bytes.

own_value: what the evaluator said, for the side to move.
first_edge: where its edges stand, or ``NO_EDGE`` before the second visit.
row: the row of the policy, ``NO_ROW`` or ``JUDGED``.
edge_count: its moves.
open_count: edges at the front that are open. Of the others only moves and priors are
    set; no prior is above those of open ones.
slot: the place in the batch that will judge it, or ``NOT_WAITING``.
"""


class EdgeTree(NamedTuple):
    """A pool of ``E`` edges and one of ``M`` nodes; ``R`` rows of ``N`` cells.

    edges: ``[E]`` records of the type ``EDGE``.
    moves: ``[E]`` int16, the index of each edge's move.
    priors: ``[E]`` uint16, parts of ``PRIOR_ONE``.
    nodes: ``[M]`` records of the type ``NODE``.
    policies: ``[R, N]`` uint16, parts of ``PRIOR_ONE`` by cell, or ``LOSES``.
    row_owner: ``[R]`` int32, the node whose policy a row holds.
    header: ``[4]`` int32, see ``EDGES_USED`` to ``DEEPEST``.
    """

    edges: Records
    moves: np.ndarray
    priors: np.ndarray
    nodes: Records
    policies: np.ndarray
    row_owner: np.ndarray
    header: np.ndarray


def new_edge_tree(edges: int, nodes: int, rows: int, cell_count: int) -> EdgeTree:
    """Return a tree that holds its root only; memory is used as it grows."""
    tree = EdgeTree(
        np.zeros(edges, EDGE).view(np.recarray),
        np.zeros(edges, np.int16),
        np.zeros(edges, np.uint16),
        np.zeros(nodes, NODE).view(np.recarray),
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
    tree.moves[ROOT] = NO_MOVE
    tree.priors[ROOT] = PRIOR_ONE
    reset_edge(tree, np.int64(ROOT))


@njit_inlined()
def reset_edge(tree, edge):
    """Make an edge one that was never tried; without a prior, it loses for certain."""
    tree.edges[edge].visits = 0
    tree.edges[edge].value = (
        np.float32(-np.inf) if tree.priors[edge] == 0 else np.float32(0)
    )
    tree.edges[edge].node = NO_NODE


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
    tree.nodes[node].edge_count = 0
    tree.nodes[node].open_count = 0
    tree.nodes[node].row = NO_ROW
    tree.nodes[node].slot = NOT_WAITING
    return node


@njit_inlined()
def has_policy(tree, node):
    """Say whether the policy of a node is still at hand."""
    row = tree.nodes[node].row
    return row >= 0 and tree.row_owner[row] == node


@njit_inlined()
def take_row(tree, node):
    """Give a node the next row of the ring, whoever had it before."""
    row = np.int64(tree.header[NEXT_ROW])
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
        tree.policies[row, cell] = parts if policy[cell] >= 0 else LOSES


@njit_inlined()
def make_edges(tree, node, state):
    """Make an edge of every legal move by the node's policy; say whether there is room.

    A move without a cell gets ``SPECIAL_SHARE``, and the others the rest. None of them
    is open yet.
    """
    count = legal_count(state)
    start = np.int64(tree.header[EDGES_USED])
    if start + count > tree.edges.size:
        return False
    row = tree.nodes[node].row
    cells = tree.policies.shape[1]
    share = 1.0
    for move in range(cells, move_space(state)):
        if is_legal(state, move):
            share -= SPECIAL_SHARE
    edge = start
    for move in range(move_space(state)):
        if is_legal(state, move):
            tree.moves[edge] = move
            if move >= cells:
                tree.priors[edge] = np.int64(PRIOR_ONE * SPECIAL_SHARE)
            elif tree.policies[row, move] == LOSES:
                tree.priors[edge] = 0
            else:
                prior = np.int64(tree.policies[row, move] * share)
                tree.priors[edge] = max(prior, np.int64(1))
            edge += 1
    tree.header[EDGES_USED] = edge
    tree.nodes[node].first_edge = start
    tree.nodes[node].edge_count = count
    tree.nodes[node].open_count = 0
    return True


@njit_inlined()
def open_edge(tree, node, rng):
    """Open the edge with the highest prior of those left; chance tells equals apart."""
    at = np.uint64(tree.nodes[node].first_edge + tree.nodes[node].open_count)
    end = np.uint64(tree.nodes[node].first_edge + tree.nodes[node].edge_count)
    highest = np.uint16(0)
    for edge in range(at, end):
        highest = max(highest, tree.priors[edge])
    equals = 0
    for edge in range(at, end):
        equals += tree.priors[edge] == highest
    before = next_below(rng, np.int64(equals)) if equals > 1 else 0
    chosen = at
    while tree.priors[chosen] != highest or before > 0:
        before -= tree.priors[chosen] == highest
        chosen += np.uint64(1)
    move = tree.moves[chosen]
    tree.moves[chosen], tree.priors[chosen] = tree.moves[at], tree.priors[at]
    tree.moves[at], tree.priors[at] = move, highest
    reset_edge(tree, at)
    tree.nodes[node].open_count += 1


@njit_inlined()
def open_all_edges(tree, node):
    """Open every edge of a node, so that all of them may be read and changed."""
    start = np.int64(tree.nodes[node].first_edge)
    for edge in range(
        start + tree.nodes[node].open_count, start + tree.nodes[node].edge_count
    ):
        reset_edge(tree, edge)
    tree.nodes[node].open_count = tree.nodes[node].edge_count


@njit()
def find_edge(tree, edge, move):
    """Return the open edge by ``move`` after ``edge``, or ``NO_EDGE``."""
    node = tree.edges[edge].node
    if node == NO_NODE or tree.nodes[node].first_edge == NO_EDGE:
        return NO_EDGE
    start = tree.nodes[node].first_edge
    for after in range(start, start + tree.nodes[node].open_count):
        if tree.moves[after] == move:
            return after
    return NO_EDGE


@njit()
def is_better(tree, a, b):
    """Say whether edge ``a`` is the better one to play: proof, visits, value."""
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
        if node == NO_NODE or tree.nodes[node].first_edge == NO_EDGE:
            break
        start = tree.nodes[node].first_edge
        best = NO_EDGE
        for after in range(start, start + tree.nodes[node].open_count):
            is_tried = tree.edges[after].visits > 0 and tree.priors[after] > 0
            if is_tried and (best == NO_EDGE or is_better(tree, after, best)):
                best = after
        if best == NO_EDGE:
            break
        moves[length] = tree.moves[best]
        length += 1
        edge = best
    return length


@njit()
def copy_subtree(target, source, edge):
    """Make ``edge`` of ``source`` the root of ``target``, a tree no smaller.

    Edges are copied breadth first; until an edge's turn comes, its node is still the
    source's. One that is not open leads to none.
    """
    clear_tree(target)
    copy_edge(target, np.int64(ROOT), source, np.int64(edge))
    at = np.int64(0)
    while at < target.header[EDGES_USED]:
        old = np.int64(target.edges[at].node)
        if old != NO_NODE:
            copy_node(target, at, source, old)
        at += 1


@njit()
def copy_edge(target, target_edge, source, source_edge):
    """Copy an edge to another tree."""
    target.edges[target_edge] = source.edges[source_edge]
    target.moves[target_edge] = source.moves[source_edge]
    target.priors[target_edge] = source.priors[source_edge]


@njit()
def copy_node(target, edge, source, old):
    """Give an edge a copy of the node ``old``, with its edges or else its policy."""
    node = add_node(target, edge)
    target.nodes[node].own_value = source.nodes[old].own_value
    start = np.int64(source.nodes[old].first_edge)
    if start == NO_EDGE:
        if has_policy(source, old):
            row = take_row(target, node)
            old_row = source.nodes[old].row
            for cell in range(target.policies.shape[1]):
                target.policies[row, cell] = source.policies[old_row, cell]
        return
    count = source.nodes[old].edge_count
    first = np.int64(target.header[EDGES_USED])
    for k in range(count):
        target.moves[first + k] = source.moves[start + k]
        target.priors[first + k] = source.priors[start + k]
        target.edges[first + k].node = NO_NODE
    for k in range(source.nodes[old].open_count):
        copy_edge(target, first + k, source, start + k)
    target.nodes[node].first_edge = first
    target.nodes[node].edge_count = count
    target.nodes[node].open_count = source.nodes[old].open_count
    if source.nodes[old].row == JUDGED:
        target.nodes[node].row = JUDGED
    target.header[EDGES_USED] = first + count
