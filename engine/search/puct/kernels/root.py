"""Chance at the root of a network-guided search, and how its moves stand."""

from __future__ import annotations

import numpy as np

from engine.core.kernels.jit import njit_inlined
from engine.core.kernels.jit import njit_lean as njit
from engine.core.kernels.rng import next_below, next_gamma, next_unit
from engine.search.puct.kernels.edge_tree import ROOT
from engine.search.puct.kernels.scores import LEFT_OUT, score_edges

COLDEST = 0.01
"""Temperature below which the most visited move is as good as certain."""


@njit_inlined()
def edges_of_root(tree):
    """Return where the edges of the root begin, and how many there are."""
    node = np.int64(tree.edges[ROOT].node)
    return np.int64(tree.nodes[node].first_edge), np.int64(tree.nodes[node].edge_count)


@njit()
def add_noise(tree, work, share, concentration, rng):
    """Replace a part of the priors of moves not left out by a Dirichlet sample.

    Sources: BLOG-MCTS (share 0.25, concentration 0.03); Silver et al. 2017, Methods.
    """
    _, count = edges_of_root(tree)
    noise, priors = work.scores, work.root_priors
    total = 0.0
    for k in range(count):
        if priors[k] != LEFT_OUT:
            noise[k] = next_gamma(rng, concentration)
            total += noise[k]
    if total <= 0:
        return
    for k in range(count):
        if priors[k] != LEFT_OUT:
            priors[k] = (1 - share) * priors[k] + share * noise[k] / total


@njit_inlined()
def swap_edges(tree, priors, first, a, b):
    """Let two edges of the root change places, with their priors."""
    one, other = tree.edges[first + a], tree.edges[first + b]
    visits, value, node = one.visits, one.value, one.node
    move, prior = one.move, one.prior
    one.visits, one.value, one.node = other.visits, other.value, other.node
    one.move, one.prior = other.move, other.prior
    other.visits, other.value, other.node = visits, value, node
    other.move, other.prior = move, prior
    priors[a], priors[b] = priors[b], priors[a]


@njit_inlined()
def is_looked_at_before(tree, priors, first, a, b):
    """Say whether an edge was tried and the other was not, or has the higher prior."""
    one_is_tried = tree.edges[first + a].visits > 0
    if one_is_tried != (tree.edges[first + b].visits > 0):
        return one_is_tried
    return priors[a] > priors[b]


@njit()
def arrange(tree, work, rng):
    """Put the moves that were tried first, the others by their priors.

    Chance tells equals apart. The next search looks at the first ones only.
    """
    first, count = edges_of_root(tree)
    priors = work.root_priors
    for k in range(1, count):
        at = k
        while at > 0 and is_looked_at_before(tree, priors, first, at, at - 1):
            swap_edges(tree, priors, first, at, at - 1)
            at -= 1
    tried = 0
    start = 0
    for k in range(count):
        tried += tree.edges[first + k].visits > 0
        if is_looked_at_before(tree, priors, first, start, k):
            start = k
        # Each of so many equals is as likely to be the last one of them.
        if k > start:
            other = start + next_below(rng, k - start + 1)
            swap_edges(tree, priors, first, k, other)
    work.root_open[0] = tried + 1


@njit_inlined()
def is_better(tree, work, by_score, first, a, b):
    """Say whether a visited move ranks before another one, or as high.

    Proofs count first, then the score where it does, visits and results.
    """
    one, other = tree.edges[first + a], tree.edges[first + b]
    if np.isinf(one.value) or np.isinf(other.value):
        proof = one.value if np.isinf(one.value) else np.float32(0)
        rival = other.value if np.isinf(other.value) else np.float32(0)
        if proof != rival:
            return proof > rival
    if by_score and work.scores[a] != work.scores[b]:
        return work.scores[a] > work.scores[b]
    if one.visits != other.visits:
        return one.visits > other.visits
    return one.value >= other.value


@njit()
def visit_weight(visits, most, temperature):
    """Return how likely a move is beside the most visited one: (N / most)^(1 / T).

    Source: LIU-2022, equation (8).
    """
    if temperature < COLDEST:
        return np.float64(visits == most)
    return (np.float64(visits) / np.float64(most)) ** (1.0 / temperature)


@njit()
def choose(tree, work, rules, by_score, temperature, rng):
    """Choose a move of the root, with a temperature of 0 the best one.

    Returns:
        The number of its edge, and that of the most visited one. Before any was
        visited, both are the one of the highest prior.
    """
    first, count = edges_of_root(tree)
    if by_score:
        score_edges(tree, work, ROOT, rules)
    best = most = likely = -1
    for k in range(count):
        if work.root_priors[k] < 0:
            continue
        if likely < 0 or work.root_priors[k] > work.root_priors[likely]:
            likely = k
        visits = tree.edges[first + k].visits
        if visits == 0:
            continue
        if best < 0 or is_better(tree, work, by_score, first, k, best):
            best = k
        if most < 0 or (
            visits > tree.edges[first + most].visits
            or (
                visits == tree.edges[first + most].visits
                and is_better(tree, work, by_score, first, k, most)
            )
        ):
            most = k
    if best < 0:
        return max(likely, 0), max(likely, 0)
    if temperature > 0 and not np.isinf(tree.edges[first + best].value):
        best = drawn_by_visits(tree, work, first, count, temperature, rng)
    return best, most


@njit_inlined()
def drawn_by_visits(tree, work, first, count, temperature, rng):
    """Draw a visited move that is not known to lose; there is one."""
    most = 0
    for k in range(count):
        if work.root_priors[k] >= 0 and tree.edges[first + k].value != -np.inf:
            most = max(most, tree.edges[first + k].visits)
    weights = work.scores
    total = np.float64(0)
    last = 0
    for k in range(count):
        weights[k] = 0
        visits = tree.edges[first + k].visits
        is_open = work.root_priors[k] >= 0 and tree.edges[first + k].value != -np.inf
        if is_open and visits > 0:
            weights[k] = visit_weight(visits, most, temperature)
            total += weights[k]
            last = k
    left = next_unit(rng) * total
    for k in range(count):
        left -= weights[k]
        if left < 0:
            return k
    return last
