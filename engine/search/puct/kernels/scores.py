"""Selection formulas of a PUCT search, compiled, and its parameters."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.core.kernels.jit import njit_inlined
from engine.core.kernels.jit import njit_lean as njit
from engine.core.kernels.records import new_records
from engine.core.kernels.rng import next_below
from engine.search.kernels.search_tree import ROOT
from engine.search.puct.kernels.edge_tree import (
    NO_EDGE,
    NO_NODE,
    NOT_IN_BATCH,
    PRIOR_ONE,
    all_expanded,
    edge_at,
    expand_edge,
)

PART = np.float32(1 / PRIOR_ONE)
"""The unit of priors."""

PUCT = 0
ZHANG = 1
"""Formulas of ``score_edges``."""

EXCLUDED = -1.0
"""Prior of an excluded move of the root."""


class PuctParams(NamedTuple):
    """Parameters of a PUCT search.

    formula: ``PUCT`` or ``ZHANG``.
    exploration: c_puct, or ZHANG's eta.
    counts_node: 1 to use the visits of the node instead of the sum over its moves
        (PUCT) or of the visits of the move (ZHANG).
    mix: ZHANG's lambda.
    result_weight: weight of the search results in ZHANG's Q: lambda or 1.
    first_play: first-play urgency: value of an unvisited move, or its reduction.
    is_relative: 1 to subtract ``first_play`` from the value of the node.
    virtual_loss: loss that each simulation in flight adds to its edges.
    uses_playouts: 1 to back up random playouts, 0 for the evaluator's values.
    proves: 1 to back up proven wins and losses.
    collisions: largest number of collisions in a batch.
    evaluates_children: 1 to evaluate all children of a node at its second visit.
    noise_everywhere: share of noise in the equal priors of every leaf of a search
        without an evaluator; 0 for none.
    noise_concentration: alpha of this Dirichlet noise.
    bound_deviations: standard errors of the lower bounds by which a move is chosen; 0
        chooses it by visits.
    """

    formula: int
    exploration: float
    counts_node: int
    mix: float
    result_weight: float
    first_play: float
    is_relative: int
    virtual_loss: float
    uses_playouts: int
    proves: int
    collisions: int
    evaluates_children: int
    noise_everywhere: float
    noise_concentration: float
    bound_deviations: float


WORK_INFO = np.dtype(
    [
        ("leaf_count", np.int32),
        ("path_count", np.int32),
        ("collisions", np.int32),
        ("blocked_depth", np.int32),
    ],
    align=True,
)
"""State of a batch.

leaf_count: positions of the batch.
path_count: simulations that wait for the evaluations of the batch.
collisions: of these, simulations that reached a leaf already in this or another batch.
blocked_depth: depth on ``path`` of a node whose children need evaluations before its
    simulation can continue, or ``NO_DEPTH``.
"""

ROOT_INFO = np.dtype([("root_width", np.int32), ("is_even", np.bool_)], align=True)
"""State of the root.

root_width: number of root edges that selection considers: the visited ones and one
    more, if they are ordered by their priors.
is_even: whether the root's moves are visited equally often.
"""

NO_DEPTH = -1


class PuctWorkspace(NamedTuple):
    """Buffers for a batch of ``B`` simulations; ``N`` cells, ``A`` move indices.

    path: ``[A + 2]`` int32, edges of the current simulation.
    paths: ``[B, A + 2]`` int32, edges of the simulations in flight.
    lengths: ``[B]`` int32, number of edges on each of these paths.
    rows: ``[B]`` int16, row of the leaf that each simulation waits for, or
        ``backup.OTHER_BATCH``.
    results: ``[B]`` float32, results of playouts, for the side to move at the leaf.
    nodes: ``[B]`` int32, nodes to evaluate; ``NO_NODE`` where the pool was full.
    cells, to_move, last_move, legal: the batch, see ``evaluation.LeafBatch``.
    scores: ``[A]`` float32, scores of the edges of one node.
    root_priors: ``[A]`` float32, priors of the root's edges, with noise, or
        ``EXCLUDED``.
    info: ``[1]`` record of the type ``WORK_INFO``.
    root_info: ``[1]`` record of the type ``ROOT_INFO``.
    """

    path: np.ndarray
    paths: np.ndarray
    lengths: np.ndarray
    rows: np.ndarray
    results: np.ndarray
    nodes: np.ndarray
    cells: np.ndarray
    to_move: np.ndarray
    last_move: np.ndarray
    legal: np.ndarray
    scores: np.ndarray
    root_priors: np.ndarray
    info: np.ndarray
    root_info: np.ndarray


def new_puct_workspace(batch: int, cell_count: int, action_count: int) -> PuctWorkspace:
    """Return the workspace of a search.

    Args:
        batch: Largest number of simulations in flight.
        cell_count: Cells of the board.
        action_count: Move indices of the game.
    """
    longest = action_count + 2
    root_info = new_records(1, ROOT_INFO)
    root_info["root_width"] = action_count
    return PuctWorkspace(
        path=np.zeros(longest, np.int32),
        paths=np.zeros((batch, longest), np.int32),
        lengths=np.zeros(batch, np.int32),
        rows=np.zeros(batch, np.int16),
        results=np.zeros(batch, np.float32),
        nodes=np.zeros(batch, np.int32),
        cells=np.zeros((batch, cell_count), np.int8),
        to_move=np.zeros(batch, np.int8),
        last_move=np.zeros(batch, np.int16),
        legal=np.zeros((batch, cell_count), np.bool_),
        scores=np.zeros(action_count, np.float32),
        root_priors=np.zeros(action_count, np.float32),
        info=new_records(1, WORK_INFO),
        root_info=root_info,
    )


def new_batch_workspace(work: PuctWorkspace) -> PuctWorkspace:
    """Return a workspace for another batch, which shares the root and scratch arrays.

    It has the last move of the root.
    """
    own = ("paths", "lengths", "rows", "results", "nodes", "info")
    leaves = ("cells", "to_move", "last_move", "legal")
    return work._replace(**{name: getattr(work, name).copy() for name in own + leaves})


@njit_inlined()
def count_considered(tree, work, node):
    """Return the number of edges of a node that selection considers."""
    count = np.int64(tree.nodes[node].expanded_count)
    if node == tree.edges[ROOT].node:
        return min(count, np.int64(work.root_info[0].root_width))
    return count


@njit_inlined()
def get_prior(tree, work, edge, is_root, k):
    """Return the prior of an edge, the ``k``-th of its node.

    The root has its own priors in the workspace.
    """
    if is_root:
        return work.root_priors[k]
    return np.float32(tree.edges[edge].prior) * PART


@njit_inlined()
def first_play_urgency(tree, work, edge, params):
    """Return the value of an unvisited move after ``edge``: first-play urgency (FPU).

    The relative form is the node's value without simulations in flight, reduced by
    ``first_play`` times the square root of the sum of the visited moves' priors.

    Source: Leela Zero, ``UCTNode::uct_select_child``.
    """
    if params.is_relative == 0:
        return np.float32(params.first_play)
    node = np.int64(tree.edges[edge].node)
    count = count_considered(tree, work, node)
    tried = np.float32(0)
    if node == tree.edges[ROOT].node:
        for k in range(count):
            if tree.edges[edge_at(tree, node, k)].visits > 0:
                tried += max(work.root_priors[k], np.float32(0))
    else:
        parts = 0
        for k in range(count):
            after = np.uint64(edge_at(tree, node, k))
            is_tried = tree.edges[after].visits > 0
            parts += is_tried * np.int64(tree.edges[after].prior)
        tried = np.float32(parts) * PART
    in_flight = np.int64(tree.nodes[node].in_flight)
    value = tree.edges[edge].value + np.float32(params.virtual_loss * in_flight)
    mean = -value / np.float32(max(tree.edges[edge].visits - in_flight, 1))
    return np.float32(mean - params.first_play * np.sqrt(tried))


@njit_inlined()
def get_mean(tree, edge, untried):
    """Return the mean result of a move; ``untried`` without visits or a proof."""
    visits, value = tree.edges[edge].visits, tree.edges[edge].value
    mean = value / np.float32(max(visits, 1))
    return mean if (visits > 0) | (value == -np.inf) else untried


@njit_inlined()
def score_by_puct(tree, work, edge, params):
    """Write Q + c P sqrt(sum of N) / (1 + N) for each expanded edge after ``edge``.

    Sources: LIU-2022, equation (4). With ``counts_node`` the sum is the node's own N,
    and c = 5 is BLOG-MCTS's q + c p / (n + 1), c = 5 sqrt(N).
    """
    node = np.int64(tree.edges[edge].node)
    count = count_considered(tree, work, node)
    total = 0
    for k in range(count):
        total += tree.edges[edge_at(tree, node, k)].visits
    if params.counts_node != 0:
        total = tree.edges[edge].visits
    spread = np.float32(params.exploration * np.sqrt(np.float64(total)))
    untried = first_play_urgency(tree, work, edge, params)
    is_root = node == tree.edges[ROOT].node
    for k in range(count):
        after = np.uint64(edge_at(tree, node, k))
        visits = np.float32(tree.edges[after].visits)
        mean = get_mean(tree, after, untried)
        prior = get_prior(tree, work, after, is_root, k)
        work.scores[k] = mean + spread * prior / (np.float32(1) + visits)


@njit_inlined()
def score_by_zhang(tree, work, edge, params):
    """Write Q + u for each expanded edge after ``edge``, as win rates in [0, 1].

    Q = (1 - lambda) V + w W / N, with W / N = V while N = 0 and the weight
    w = lambda, or 1 as printed, and u = eta P / (1 + N); with ``counts_node`` that N is
    the node's. V is the evaluation of the position after the move; before it exists,
    ``first_play_urgency``.

    Source: ZHANG-HEX, equations (5) to (7).
    """
    node = np.int64(tree.edges[edge].node)
    is_root = node == tree.edges[ROOT].node
    mix, weight = np.float32(params.mix), np.float32(params.result_weight)
    untried = first_play_urgency(tree, work, edge, params)
    one = np.float32(1)
    half = np.float32(0.5)
    for k in range(count_considered(tree, work, node)):
        after = np.uint64(edge_at(tree, node, k))
        visits = tree.edges[after].visits
        below = tree.edges[after].node
        own = untried
        if below != NO_NODE and tree.nodes[below].batch_row == NOT_IN_BATCH:
            own = -tree.nodes[below].network_value
        mean = get_mean(tree, after, own)
        quality = (one - mix) * own + weight * mean
        if np.isinf(mean):
            quality = mean
        counted = tree.edges[edge].visits if params.counts_node != 0 else visits
        prior = get_prior(tree, work, after, is_root, k)
        bonus = np.float32(params.exploration) * prior
        # A win rate is half + half * value, and both win rates have their weights.
        base = half + half * (weight - mix)
        work.scores[k] = base + half * quality + bonus / np.float32(1 + counted)


@njit()
def score_edges(tree, work, edge, params):
    """Write the score of each expanded edge after ``edge`` to ``work.scores``."""
    if params.formula == ZHANG:
        score_by_zhang(tree, work, edge, params)
    else:
        score_by_puct(tree, work, edge, params)
    if edge == ROOT:
        root = np.int64(tree.edges[ROOT].node)
        for k in range(count_considered(tree, work, root)):
            after = edge_at(tree, root, k)
            if work.root_info[0].is_even and not np.isinf(tree.edges[after].value):
                work.scores[k] = -np.float32(tree.edges[after].visits)
            if work.root_priors[k] < 0:
                work.scores[k] = -np.inf


@njit_inlined()
def find_highest(tree, work, node, count, rng):
    """Return the number of the edge with the highest score among the first ``count``.

    Ties are broken by prior, then at random.
    """
    is_root = node == tree.edges[ROOT].node
    scores = work.scores
    best, ties = 0, 1
    for k in range(1, count):
        if scores[k] < scores[best]:
            continue
        gain = np.float32(1)
        if scores[k] == scores[best]:
            before = get_prior(tree, work, edge_at(tree, node, best), is_root, best)
            gain = get_prior(tree, work, edge_at(tree, node, k), is_root, k) - before
        if gain > 0:
            best, ties = k, 1
        elif gain == 0:
            ties += 1
            if next_below(rng, np.int64(ties)) == 0:
                best = k
    return best


@njit_inlined()
def select_edge(tree, work, edge, params, rng):
    """Return the edge after ``edge`` with the highest score; ``NO_EDGE`` if all lose.

    Selecting the last expanded edge expands the next one.
    """
    score_edges(tree, work, edge, params)
    node = np.int64(tree.edges[edge].node)
    count = count_considered(tree, work, node)
    best = find_highest(tree, work, node, count, rng)
    if work.scores[best] == -np.inf:
        return np.int64(NO_EDGE)
    if best == count - 1:
        if node == tree.edges[ROOT].node:
            work.root_info[0].root_width = count + 1
        elif not all_expanded(tree, node):
            expand_edge(tree, node, rng)
    return edge_at(tree, node, best)
