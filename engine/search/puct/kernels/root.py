"""Root of a PUCT search: expansion, noise, move ordering and move choice."""

from __future__ import annotations

import numpy as np

from engine.core.kernels.game_api import is_legal, legal_count, move_space
from engine.core.kernels.jit import njit_inlined
from engine.core.kernels.jit import njit_lean as njit
from engine.core.kernels.rng import next_below, next_unit
from engine.search.kernels.search_tree import ROOT, find_child, get_proof, is_better
from engine.search.puct.kernels.edge_tree import (
    NO_EDGE,
    NO_NODE,
    NO_PRIOR,
    PRIOR_ONE,
    edge_at,
    expand_all_edges,
    has_policy,
    init_edges,
    set_edge,
)
from engine.search.puct.kernels.noise import mix_noise
from engine.search.puct.kernels.scores import EXCLUDED, score_edges

COLDEST = 0.01
"""Temperature below which the most visited move is chosen with certainty."""

LEAST_SHARE = 0.15
"""Visits from which on the lower bound of a move counts, of those of the best one."""

LEAST_VISITS = 2
"""Visits of a move whose results have a variance."""

SURE_VARIANCE = 0.25
"""Variance of one result that is added: a few results may agree by chance."""


@njit_inlined()
def edges_of_root(tree):
    """Return the first index and the number of the root's edges."""
    node = np.int64(tree.edges[ROOT].node)
    return np.int64(tree.nodes[node].first_edge), np.int64(tree.nodes[node].edge_count)


@njit()
def add_noise(tree, work, share, concentration, rng):
    """Mix a Dirichlet sample into the priors of the moves that are not excluded."""
    _, count = edges_of_root(tree)
    mix_noise(work.root_priors, count, share, concentration, rng, work.scores)


@njit_inlined()
def swap_edges(tree, priors, first, a, b):
    """Exchange two edges of the root, with their priors."""
    one, other = tree.edges[first + a], tree.edges[first + b]
    visits, value, node = one.visits, one.value, one.node
    move, prior, squares = one.move, one.prior, one.squares
    one.visits, one.value, one.node = other.visits, other.value, other.node
    one.move, one.prior, one.squares = other.move, other.prior, other.squares
    other.visits, other.value, other.node = visits, value, node
    other.move, other.prior, other.squares = move, prior, squares
    priors[a], priors[b] = priors[b], priors[a]


@njit_inlined()
def is_considered_before(tree, priors, first, a, b):
    """Return whether edge ``a`` precedes ``b``: visited first, then by prior."""
    one_is_tried = tree.edges[first + a].visits > 0
    if one_is_tried != (tree.edges[first + b].visits > 0):
        return one_is_tried
    return priors[a] > priors[b]


@njit()
def order_moves(tree, work, rng):
    """Order the root's edges: visited ones first, the others by their priors.

    Ties are broken at random. The search considers only the first ``root_width`` edges.
    """
    first, count = edges_of_root(tree)
    priors = work.root_priors
    for k in range(1, count):
        at = k
        while at > 0 and is_considered_before(tree, priors, first, at, at - 1):
            swap_edges(tree, priors, first, at, at - 1)
            at -= 1
    tried = 0
    start = 0
    for k in range(count):
        tried += tree.edges[first + k].visits > 0
        if is_considered_before(tree, priors, first, start, k):
            start = k
        # Each edge of the tie is equally likely to be the last one.
        if k > start:
            other = start + next_below(rng, k - start + 1)
            swap_edges(tree, priors, first, k, other)
    work.root_info[0].root_width = tried + 1


@njit_inlined()
def ranks_before(tree, work, by_score, a, b):
    """Return whether a visited edge of the root ranks before ``b``, or equally high.

    Proofs count first, then the score if ``by_score``, visits and results.
    """
    first, _ = edges_of_root(tree)
    if by_score and get_proof(tree, a) == get_proof(tree, b):
        score_a, score_b = work.scores[a - first], work.scores[b - first]
        if score_a != score_b:
            return score_a > score_b
    return not is_better(tree, b, a)


@njit()
def visit_weight(visits, most, temperature):
    """Return the weight of a move relative to the most visited: (N / most)^(1 / T).

    Source: LIU-2022, equation (8).
    """
    if temperature < COLDEST:
        return np.float64(visits == most)
    return (np.float64(visits) / np.float64(most)) ** (1.0 / temperature)


@njit()
def choose_move(tree, work, params, by_score, temperature, rng):
    """Choose a move of the root: the best one at temperature 0, else a random one.

    The best one is that with the highest lower bound if ``params`` have deviations,
    with the highest score if ``by_score``, else with the most visits.

    Returns:
        The numbers of the chosen edge and of the most visited edge. Without visits,
        both are the edge with the highest prior.
    """
    first, count = edges_of_root(tree)
    if by_score:
        score_edges(tree, work, ROOT, params)
    best = most = likely = -1
    for k in range(count):
        if work.root_priors[k] < 0:
            continue
        if likely < 0 or work.root_priors[k] > work.root_priors[likely]:
            likely = k
        visits = tree.edges[first + k].visits
        if visits == 0:
            continue
        if best < 0 or ranks_before(tree, work, by_score, first + k, first + best):
            best = k
        if most < 0 or (
            visits > tree.edges[first + most].visits
            or (
                visits == tree.edges[first + most].visits
                and ranks_before(tree, work, by_score, first + k, first + most)
            )
        ):
            most = k
    if best < 0:
        return max(likely, 0), max(likely, 0)
    best = find_highest_bound(tree, work, params.bound_deviations, best)
    if temperature > 0 and not np.isinf(tree.edges[first + best].value):
        best = draw_by_visits(tree, work, first, count, temperature, rng)
    return best, most


@njit_inlined()
def lower_bound(tree, edge, deviations):
    """Return the mean result of a visited edge, less its standard error times a factor.

    Source: Leela Zero and KataGo, lower confidence bounds (LCB).
    """
    visits = np.float64(tree.edges[edge].visits)
    mean = tree.edges[edge].value / visits
    variance = max(tree.edges[edge].squares / visits - mean * mean, 0.0)
    variance = (variance * visits + SURE_VARIANCE) / (visits + 1)
    return mean - deviations * np.sqrt(variance / visits)


@njit_inlined()
def find_highest_bound(tree, work, deviations, best):
    """Return the edge with the highest lower bound among those with enough visits.

    It is ``best``, the number of the best edge by visits, if that is proven or without
    deviations.
    """
    first, count = edges_of_root(tree)
    if deviations == 0 or np.isinf(tree.edges[first + best].value):
        return best
    least = max(LEAST_SHARE * tree.edges[first + best].visits, LEAST_VISITS)
    found, highest = best, lower_bound(tree, first + best, deviations)
    for k in range(count):
        is_open = work.root_priors[k] >= 0 and not np.isinf(tree.edges[first + k].value)
        if is_open and tree.edges[first + k].visits >= least:
            bound = lower_bound(tree, first + k, deviations)
            if bound > highest:
                found, highest = k, bound
    return found


@njit_inlined()
def draw_by_visits(tree, work, first, count, temperature, rng):
    """Draw a visited move that is not proven to lose, by visits; one must exist."""
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


@njit()
def expand_root(tree, work, root_state):
    """Expand all edges of the root and set its priors; return whether it is done.

    It fails as long as the root has no evaluation.
    """
    node = np.int64(tree.edges[ROOT].node)
    if node == NO_NODE:
        return False
    if tree.nodes[node].first_edge == NO_EDGE and not (
        has_policy(tree, node)
        and init_edges(tree, node, root_state, work.cells.shape[1])
    ):
        return False
    expand_all_edges(tree, node)
    add_lost_moves(tree, node, root_state)
    set_root_priors(tree, work)
    return True


@njit()
def add_lost_moves(tree, node, state):
    """Add edges for proven losing moves to a root whose other edges are expanded."""
    opened = np.int64(tree.nodes[node].expanded_count)
    count = np.int64(tree.nodes[node].edge_count)
    if opened < count or count == legal_count(state):
        return
    for move in range(move_space(state)):
        if is_legal(state, move) and find_child(tree, ROOT, move) == NO_EDGE:
            edge = edge_at(tree, node, count)
            set_edge(tree, edge, np.int64(move), np.int64(NO_PRIOR))
            tree.edges[edge].value = -np.inf
            count += 1
            tree.nodes[node].edge_count = tree.nodes[node].expanded_count = count


@njit()
def set_root_priors(tree, work):
    """Set ``work.root_priors`` to the priors of the edges, without noise."""
    node = np.int64(tree.edges[ROOT].node)
    for k in range(tree.nodes[node].expanded_count):
        parts = tree.edges[edge_at(tree, node, k)].prior
        prior = np.float32(parts) / np.float32(PRIOR_ONE)
        work.root_priors[k] = EXCLUDED if parts == NO_PRIOR else prior
