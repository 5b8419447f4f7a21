"""What a network-guided search expects of a move: the papers' formulas, compiled."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.core.jit import njit_inlined
from engine.core.jit import njit_lean as njit
from engine.core.kernels_rng import next_below
from engine.search.kernels_edges import (
    NO_EDGE,
    NO_NODE,
    NOT_WAITING,
    PRIOR_ONE,
    ROOT,
)

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
        is_even=np.zeros(1, np.bool_),
        info=np.zeros(4, np.int32),
    )


@njit_inlined()
def prior_of(tree, work, start, is_root, k):
    """Return the prior of edge number ``k`` of those from ``start`` on.

    The root, where ``is_root``, has its own.
    """
    if is_root:
        return work.root_priors[k]
    return np.float32(tree.prior[start + k]) / np.float32(PRIOR_ONE)


@njit_inlined()
def worth_untried(tree, work, edge, rules):
    """Return what a move never tried after ``edge`` is taken to be worth.

    Relative to the node it is less by ``first_play`` times the root of the priors
    that were tried.

    Source: Leela Zero, ``UCTNode::uct_select_child``.
    """
    if rules.is_relative == 0:
        return np.float32(rules.first_play)
    node = np.int64(tree.node[edge])
    start = np.uint64(tree.first_edge[node])
    count = np.uint64(tree.edge_count[node])
    tried = np.float32(0)
    if node == tree.node[ROOT]:
        for k in range(count):
            if tree.visits[start + k] > 0:
                tried += max(work.root_priors[k], np.float32(0))
    else:
        parts = 0
        for k in range(count):
            parts += (tree.visits[start + k] > 0) * np.int64(tree.prior[start + k])
        tried = np.float32(parts) / np.float32(PRIOR_ONE)
    mean = -tree.value[edge] / np.float32(max(tree.visits[edge], 1))
    return np.float32(mean - rules.first_play * np.sqrt(tried))


@njit_inlined()
def mean_of(tree, edge, untried):
    """Return the mean result of a move; of one never tried, what is known of it."""
    visits, value = tree.visits[edge], tree.value[edge]
    mean = value / np.float32(max(visits, 1))
    return mean if (visits > 0) | (value == -np.inf) else untried


@njit_inlined()
def score_by_puct(tree, work, edge, rules):
    """Write Q + c P sqrt(sum of N) / (1 + N) of each edge after ``edge``.

    Sources: LIU-2022, equation (4). With ``counts_node`` the sum is the node's own N,
    and c = 5 is BLOG-MCTS's q + c p / (n + 1), c = 5 sqrt(N).
    """
    node = np.int64(tree.node[edge])
    start = np.uint64(tree.first_edge[node])
    count = np.uint64(tree.edge_count[node])
    total = 0
    for k in range(count):
        total += tree.visits[start + k]
    if rules.counts_node != 0:
        total = tree.visits[edge]
    spread = np.float32(rules.exploration * np.sqrt(np.float64(total)))
    untried = worth_untried(tree, work, edge, rules)
    is_root = node == tree.node[ROOT]
    for k in range(count):
        visits = np.float32(tree.visits[start + k])
        mean = mean_of(tree, start + k, untried)
        prior = prior_of(tree, work, start, is_root, k)
        work.scores[k] = mean + spread * prior / (np.float32(1) + visits)


@njit_inlined()
def score_by_zhang(tree, work, edge, rules):
    """Write Q + u of each edge after ``edge``, as chances to win in [0, 1].

    Q = (1 - lambda) V + lambda W / N, with W / N = V while N = 0, and
    u = eta P / (1 + N); with ``counts_node`` that N is the node's. V is what the
    evaluator said of the position after the move, ``worth_untried`` until it did.

    Source: ZHANG-HEX, equations (5) to (7).
    """
    node = np.int64(tree.node[edge])
    start = np.uint64(tree.first_edge[node])
    is_root = node == tree.node[ROOT]
    mix = np.float32(rules.mix)
    untried = worth_untried(tree, work, edge, rules)
    one = np.float32(1)
    half = np.float32(0.5)
    for k in range(np.uint64(tree.edge_count[node])):
        visits = tree.visits[start + k]
        after = tree.node[start + k]
        own = untried
        if after != NO_NODE and tree.slot[after] == NOT_WAITING:
            own = -tree.own_value[after]
        mean = mean_of(tree, start + k, own)
        quality = (one - mix) * own + mix * mean
        if np.isinf(mean):
            quality = mean
        counted = tree.visits[edge] if rules.counts_node != 0 else visits
        prior = prior_of(tree, work, start, is_root, k)
        bonus = np.float32(rules.exploration) * prior
        work.scores[k] = half + half * quality + bonus / np.float32(1 + counted)


@njit()
def score_edges(tree, work, edge, rules):
    """Write what each edge after ``edge`` promises to ``work.scores``."""
    if rules.formula == ZHANG:
        score_by_zhang(tree, work, edge, rules)
    else:
        score_by_puct(tree, work, edge, rules)
    if edge == ROOT:
        start = tree.first_edge[tree.node[ROOT]]
        for k in range(tree.edge_count[tree.node[ROOT]]):
            if work.is_even[0] and not np.isinf(tree.value[start + k]):
                work.scores[k] = -np.float32(tree.visits[start + k])
            if work.root_priors[k] < 0:
                work.scores[k] = -np.inf


@njit_inlined()
def select_edge(tree, work, edge, rules, rng):
    """Return the edge after ``edge`` that promises most, or ``NO_EDGE``: all lose.

    Of equals the one with the higher prior comes first, then chance decides.
    """
    score_edges(tree, work, edge, rules)
    node = np.int64(tree.node[edge])
    start = np.uint64(tree.first_edge[node])
    is_root = node == tree.node[ROOT]
    count = np.uint64(tree.edge_count[node])
    scores = work.scores
    best = np.uint64(next_below(rng, np.int64(count)))
    for k in range(count):
        if scores[k] > scores[best] or (
            scores[k] == scores[best]
            and prior_of(tree, work, start, is_root, k)
            > prior_of(tree, work, start, is_root, best)
        ):
            best = k
    if scores[best] == -np.inf:
        return np.int64(NO_EDGE)
    return np.int64(start + best)
