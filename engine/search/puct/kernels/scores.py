"""What a network-guided search expects of a move: the papers' formulas, compiled."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.core.kernels.jit import njit_inlined
from engine.core.kernels.jit import njit_lean as njit
from engine.core.kernels.rng import next_below
from engine.search.puct.kernels.edge_tree import (
    NO_EDGE,
    NO_NODE,
    NOT_WAITING,
    PRIOR_ONE,
    ROOT,
    all_are_open,
    edge_at,
    open_edge,
)

PART = np.float32(1 / PRIOR_ONE)
"""The unit of priors."""

PUCT = 0
ZHANG = 1
"""Formulas of ``score_edges``."""

LEFT_OUT = -1.0
"""Prior of a move of the root that shall not be played."""


class Rules(NamedTuple):
    """How the tree grows.

    formula: ``PUCT`` or ``ZHANG``.
    exploration: c_puct, or ZHANG's eta.
    counts_node: 1 to count the visits of the node where the formula counts those of its
        moves (PUCT) or of the move (ZHANG).
    mix: ZHANG's lambda.
    first_play: what a move never tried is worth, or how much less than the node.
    is_relative: 1 if ``first_play`` is taken from the node's value.
    virtual_loss: what a simulation under way counts as lost.
    plays_out: 1 to back up random playouts, 0 for the evaluator's values.
    proves: 1 to back up proven wins and losses.
    meetings: most simulations of a batch that may wait for another one's position.
    judges_moves: 1 to have the positions after all moves of a node judged at once.
    """

    formula: int
    exploration: float
    counts_node: int
    mix: float
    first_play: float
    is_relative: int
    virtual_loss: float
    plays_out: int
    proves: int
    meetings: int
    judges_moves: int


class Workspace(NamedTuple):
    """Room for a batch of ``B`` simulations; ``N`` cells, ``A`` move indices.

    path: ``[A + 2]`` int32, edges of the simulation at work.
    paths: ``[B, A + 2]`` int32, edges of those that wait.
    lengths: ``[B]`` int32, edges on each of them.
    slots: ``[B]`` int16, the position each waits for.
    results: ``[B]`` float32, how a playout ended, for the side to move at its leaf.
    nodes: ``[B]`` int32, the nodes to judge, ``NO_NODE`` where the pool had no room.
    cells, to_move, last_move, legal: the batch, see ``evaluation.LeafBatch``.
    scores: ``[A]`` float32, of the edges of one node.
    root_priors: ``[A]`` float32, of the root's edges, with noise, or ``LEFT_OUT``.
    root_open: ``[1]`` int32, edges of the root that are looked at: all that were tried
        and one more, where they are in the order of their priors.
    is_even: ``[1]`` bool, whether the root's moves are visited equally often.
    info: ``[4]`` int32, see ``LEAVES`` to ``ASKED``.
    """

    path: np.ndarray
    paths: np.ndarray
    lengths: np.ndarray
    slots: np.ndarray
    results: np.ndarray
    nodes: np.ndarray
    cells: np.ndarray
    to_move: np.ndarray
    last_move: np.ndarray
    legal: np.ndarray
    scores: np.ndarray
    root_priors: np.ndarray
    root_open: np.ndarray
    is_even: np.ndarray
    info: np.ndarray


def new_workspace(batch: int, cell_count: int, action_count: int) -> Workspace:
    """Return the workspace of a search."""
    longest = action_count + 2
    return Workspace(
        path=np.zeros(longest, np.int32),
        paths=np.zeros((batch, longest), np.int32),
        lengths=np.zeros(batch, np.int32),
        slots=np.zeros(batch, np.int16),
        results=np.zeros(batch, np.float32),
        nodes=np.zeros(batch, np.int32),
        cells=np.zeros((batch, cell_count), np.int8),
        to_move=np.zeros(batch, np.int8),
        last_move=np.zeros(batch, np.int16),
        legal=np.zeros((batch, cell_count), np.bool_),
        scores=np.zeros(action_count, np.float32),
        root_priors=np.zeros(action_count, np.float32),
        root_open=np.full(1, action_count, np.int32),
        is_even=np.zeros(1, np.bool_),
        info=np.zeros(4, np.int32),
    )


@njit_inlined()
def count_of(tree, work, node):
    """Return how many edges of a node are looked at."""
    count = np.int64(tree.nodes[node].open_count)
    if node == tree.edges[ROOT].node:
        return min(count, np.int64(work.root_open[0]))
    return count


@njit_inlined()
def prior_of(tree, work, edge, is_root, k):
    """Return the prior of an edge, the ``k``-th of its node.

    The root, where ``is_root``, has its own.
    """
    if is_root:
        return work.root_priors[k]
    return np.float32(tree.edges[edge].prior) * PART


@njit_inlined()
def worth_untried(tree, work, edge, rules):
    """Return what a move never tried after ``edge`` is taken to be worth.

    Relative to the node it is less by ``first_play`` times the root of the priors
    that were tried.

    Source: Leela Zero, ``UCTNode::uct_select_child``.
    """
    if rules.is_relative == 0:
        return np.float32(rules.first_play)
    node = np.int64(tree.edges[edge].node)
    count = count_of(tree, work, node)
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
    mean = -tree.edges[edge].value / np.float32(max(tree.edges[edge].visits, 1))
    return np.float32(mean - rules.first_play * np.sqrt(tried))


@njit_inlined()
def mean_of(tree, edge, untried):
    """Return the mean result of a move; of one never tried, what is known of it."""
    visits, value = tree.edges[edge].visits, tree.edges[edge].value
    mean = value / np.float32(max(visits, 1))
    return mean if (visits > 0) | (value == -np.inf) else untried


@njit_inlined()
def score_by_puct(tree, work, edge, rules):
    """Write Q + c P sqrt(sum of N) / (1 + N) of each open edge after ``edge``.

    Sources: LIU-2022, equation (4). With ``counts_node`` the sum is the node's own N,
    and c = 5 is BLOG-MCTS's q + c p / (n + 1), c = 5 sqrt(N).
    """
    node = np.int64(tree.edges[edge].node)
    count = count_of(tree, work, node)
    total = 0
    for k in range(count):
        total += tree.edges[edge_at(tree, node, k)].visits
    if rules.counts_node != 0:
        total = tree.edges[edge].visits
    spread = np.float32(rules.exploration * np.sqrt(np.float64(total)))
    untried = worth_untried(tree, work, edge, rules)
    is_root = node == tree.edges[ROOT].node
    for k in range(count):
        after = np.uint64(edge_at(tree, node, k))
        visits = np.float32(tree.edges[after].visits)
        mean = mean_of(tree, after, untried)
        prior = prior_of(tree, work, after, is_root, k)
        work.scores[k] = mean + spread * prior / (np.float32(1) + visits)


@njit_inlined()
def score_by_zhang(tree, work, edge, rules):
    """Write Q + u of each open edge after ``edge``, as chances to win in [0, 1].

    Q = (1 - lambda) V + lambda W / N, with W / N = V while N = 0, and
    u = eta P / (1 + N); with ``counts_node`` that N is the node's. V is what the
    evaluator said of the position after the move, ``worth_untried`` until it did.

    Source: ZHANG-HEX, equations (5) to (7).
    """
    node = np.int64(tree.edges[edge].node)
    is_root = node == tree.edges[ROOT].node
    mix = np.float32(rules.mix)
    untried = worth_untried(tree, work, edge, rules)
    one = np.float32(1)
    half = np.float32(0.5)
    for k in range(count_of(tree, work, node)):
        after = np.uint64(edge_at(tree, node, k))
        visits = tree.edges[after].visits
        below = tree.edges[after].node
        own = untried
        if below != NO_NODE and tree.nodes[below].slot == NOT_WAITING:
            own = -tree.nodes[below].own_value
        mean = mean_of(tree, after, own)
        quality = (one - mix) * own + mix * mean
        if np.isinf(mean):
            quality = mean
        counted = tree.edges[edge].visits if rules.counts_node != 0 else visits
        prior = prior_of(tree, work, after, is_root, k)
        bonus = np.float32(rules.exploration) * prior
        work.scores[k] = half + half * quality + bonus / np.float32(1 + counted)


@njit()
def score_edges(tree, work, edge, rules):
    """Write what each open edge after ``edge`` promises to ``work.scores``."""
    if rules.formula == ZHANG:
        score_by_zhang(tree, work, edge, rules)
    else:
        score_by_puct(tree, work, edge, rules)
    if edge == ROOT:
        root = np.int64(tree.edges[ROOT].node)
        for k in range(count_of(tree, work, root)):
            after = edge_at(tree, root, k)
            if work.is_even[0] and not np.isinf(tree.edges[after].value):
                work.scores[k] = -np.float32(tree.edges[after].visits)
            if work.root_priors[k] < 0:
                work.scores[k] = -np.inf


@njit_inlined()
def select_edge(tree, work, edge, rules, rng):
    """Return the edge after ``edge`` that promises most, or ``NO_EDGE``: all lose.

    Of equals the one with the higher prior comes first, then chance decides. When the
    last open edge is taken, the next one is opened.
    """
    score_edges(tree, work, edge, rules)
    node = np.int64(tree.edges[edge].node)
    is_root = node == tree.edges[ROOT].node
    count = count_of(tree, work, node)
    scores = work.scores
    best = next_below(rng, count)
    for k in range(count):
        if scores[k] > scores[best] or (
            scores[k] == scores[best]
            and prior_of(tree, work, edge_at(tree, node, k), is_root, k)
            > prior_of(tree, work, edge_at(tree, node, best), is_root, best)
        ):
            best = k
    if scores[best] == -np.inf:
        return np.int64(NO_EDGE)
    if best == count - 1:
        if is_root:
            work.root_open[0] = count + 1
        elif not all_are_open(tree, node):
            open_edge(tree, node, rng)
    return edge_at(tree, node, best)
