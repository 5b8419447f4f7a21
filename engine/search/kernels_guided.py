"""The compiled part of a network-guided search: select a batch, expand, back up.

A batch is filled by simulations that each walk to a position nobody has judged yet. On
their way they leave virtual losses, so that the next one goes elsewhere. Games that end
and proven results need no evaluator and are backed up at once.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.core.jit import njit
from engine.core.kernel_api import (
    DRAW,
    ONGOING,
    copy_state,
    is_legal,
    play,
    playout,
    result,
    stone_on,
    to_move,
)
from engine.core.kernels_rng import next_below
from engine.search.kernels_edges import (
    DEEPEST,
    NO_EDGE,
    NO_NODE,
    NOT_WAITING,
    PRIOR_ONE,
    ROOT,
    add_node,
    has_policy,
    keep_policy,
    make_edges,
)

MAX_VISITS = 1 << 24
"""A search ends there: sums of results in float32 are no longer good enough."""

PUCT = 0
ZHANG = 1
"""Formulas of ``score_edges``."""

LEAVES = 0
PATHS = 1
MEETINGS = 2
"""Places in ``info``: positions to judge, simulations that wait for them, and how many
of these met a position that another one had found before."""

LEFT_OUT = -1.0
"""Prior of a move of the root that shall not be played."""

WALKED = 0
WAITS = 1
BLOCKED = 2
"""What became of a simulation: backed up, on the batch, or in need of the batch's
answer before it can go on."""


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
    info: ``[3]`` int32, see ``LEAVES`` to ``MEETINGS``.
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
        info=np.zeros(3, np.int32),
    )


@njit()
def prior_of(tree, work, node, k):
    """Return the prior of the node's edge number ``k``; the root has its own."""
    if node == tree.node[ROOT]:
        return work.root_priors[k]
    prior = np.float32(tree.prior[tree.first_edge[node] + k])
    return prior / np.float32(PRIOR_ONE)


@njit()
def worth_untried(tree, work, edge, rules):
    """Return what a move never tried after ``edge`` is taken to be worth.

    Relative to the node it is less by ``first_play`` times the root of the priors
    that were tried.

    Source: Leela Zero, ``UCTNode::uct_select_child``.
    """
    if rules.is_relative == 0:
        return np.float32(rules.first_play)
    node = np.int64(tree.node[edge])
    start = tree.first_edge[node]
    tried = np.float32(0)
    for k in range(tree.edge_count[node]):
        if tree.visits[start + k] > 0:
            tried += max(prior_of(tree, work, node, k), np.float32(0))
    mean = -tree.value[edge] / np.float32(max(tree.visits[edge], 1))
    return np.float32(mean - rules.first_play * np.sqrt(tried))


@njit()
def score_by_puct(tree, work, edge, rules):
    """Write Q + c P sqrt(sum of N) / (1 + N) of each edge after ``edge``.

    Sources: LIU-2022, equation (4). With ``counts_node`` the sum is the node's own N,
    and c = 5 is BLOG-MCTS's q + c p / (n + 1), c = 5 sqrt(N).
    """
    node = np.int64(tree.node[edge])
    start = tree.first_edge[node]
    count = tree.edge_count[node]
    total = 0
    for after in range(start, start + count):
        total += tree.visits[after]
    if rules.counts_node != 0:
        total = tree.visits[edge]
    spread = np.float32(rules.exploration * np.sqrt(np.float64(total)))
    untried = worth_untried(tree, work, edge, rules)
    for k in range(count):
        visits = np.float32(tree.visits[start + k])
        mean = tree.value[start + k] / visits if visits > 0 else untried
        bonus = spread * prior_of(tree, work, node, k) / (np.float32(1) + visits)
        work.scores[k] = mean + bonus


@njit()
def score_by_zhang(tree, work, edge, rules):
    """Write Q + u of each edge after ``edge``, as chances to win in [0, 1].

    Q = (1 - lambda) V + lambda W / N, with W / N = V while N = 0, and
    u = eta P / (1 + N); with ``counts_node`` that N is the node's. V is what the
    evaluator said of the position after the move, ``worth_untried`` until it did.

    Source: ZHANG-HEX, equations (5) to (7).
    """
    node = np.int64(tree.node[edge])
    start = tree.first_edge[node]
    mix = np.float32(rules.mix)
    untried = worth_untried(tree, work, edge, rules)
    one = np.float32(1)
    half = np.float32(0.5)
    for k in range(tree.edge_count[node]):
        visits = tree.visits[start + k]
        after = tree.node[start + k]
        own = untried
        if after != NO_NODE and tree.slot[after] == NOT_WAITING:
            own = -tree.own_value[after]
        mean = own
        if visits > 0:
            mean = tree.value[start + k] / np.float32(visits)
        quality = (one - mix) * own + mix * mean
        if np.isinf(mean):
            quality = mean
        counted = tree.visits[edge] if rules.counts_node != 0 else visits
        bonus = np.float32(rules.exploration) * prior_of(tree, work, node, k)
        work.scores[k] = half + half * quality + bonus / np.float32(1 + counted)


@njit()
def score_edges(tree, work, edge, rules):
    """Write what each edge after ``edge`` promises to ``work.scores``."""
    if rules.formula == ZHANG:
        score_by_zhang(tree, work, edge, rules)
    else:
        score_by_puct(tree, work, edge, rules)
    if edge == ROOT:
        for k in range(tree.edge_count[tree.node[ROOT]]):
            if work.root_priors[k] < 0:
                work.scores[k] = -np.inf


@njit()
def select_edge(tree, work, edge, rules, rng):
    """Return the edge after ``edge`` that promises most, or ``NO_EDGE``: all lose.

    Of equals the one with the higher prior comes first, then chance decides.
    """
    score_edges(tree, work, edge, rules)
    node = np.int64(tree.node[edge])
    start = tree.first_edge[node]
    count = tree.edge_count[node]
    scores = work.scores
    best = next_below(rng, count)
    for k in range(count):
        if scores[k] > scores[best] or (
            scores[k] == scores[best]
            and prior_of(tree, work, node, k) > prior_of(tree, work, node, best)
        ):
            best = k
    if scores[best] == -np.inf:
        return np.int64(NO_EDGE)
    return np.int64(start + best)


@njit()
def result_for(winner, player):
    """Return a result as ``player`` sees it: 1, -1, or 0 for a draw."""
    if winner == DRAW:
        return np.float32(0)
    return np.float32(1) if winner == player else np.float32(-1)


@njit()
def select_leaves(
    tree, root_state, state, work, rules, rng, playout_rng, batch, most, stop
):
    """Begin up to ``most`` simulations and return how many.

    The positions they ended at stand in ``work``, ``info[LEAVES]`` of them;
    ``back_up_leaves`` ends the simulations. It begins no more when the batch is full
    or must be answered first, and when the root is proven.

    Args:
        tree: Grown in place; no batch may be under way.
        root_state: Kernel state of the root; left as it is.
        state: Another state of the same game, used as scratch.
        work: The batch.
        rules: How the tree grows.
        rng: Random state that tells equals apart.
        playout_rng: Random state of the playouts.
        batch: Positions to judge at most.
        most: Simulations to begin.
        stop: ``[1]`` int32; another thread sets it to end the search.
    """
    work.info[:] = 0
    for done in range(most):
        if stop[0] != 0 or tree.visits[ROOT] >= MAX_VISITS:
            return done
        if np.isinf(tree.value[ROOT]) or work.info[LEAVES] == batch:
            return done
        if work.info[MEETINGS] > rules.meetings:
            return done
        fate = walk(tree, root_state, state, work, rules, rng, playout_rng)
        if fate == BLOCKED:
            return done
    return most


@njit()
def walk(tree, root_state, state, work, rules, rng, playout_rng):
    """Walk from the root to where a simulation ends, and say what became of it."""
    copy_state(state, root_state)
    path = work.path
    edge = np.int64(ROOT)
    path[0] = ROOT
    depth = 0
    while True:
        if depth > 0 and result(state) != ONGOING:
            value = result_for(result(state), to_move(state))
            add_result(tree, path, depth, value, np.float32(0), 1)
            if rules.proves != 0 and result(state) != DRAW:
                add_proof(tree, path, depth, -value)
            return WALKED
        if np.isinf(tree.value[edge]):
            value = np.float32(-1) if tree.value[edge] > 0 else np.float32(1)
            add_result(tree, path, depth, value, np.float32(0), 1)
            return WALKED
        node = np.int64(tree.node[edge])
        if node == NO_NODE or tree.slot[node] != NOT_WAITING:
            return wait_for(tree, state, work, rules, depth, playout_rng)
        if tree.first_edge[node] == NO_EDGE:
            if not has_policy(tree, node):
                return wait_for(tree, state, work, rules, depth, playout_rng)
            if not make_edges(tree, node, state):
                value = tree.own_value[node]
                if rules.plays_out != 0:
                    value = play_out(state, playout_rng)
                add_result(tree, path, depth, value, np.float32(0), 1)
                return WALKED
        edge = select_edge(tree, work, edge, rules, rng)
        if edge == NO_EDGE:
            return BLOCKED
        play(state, tree.move[edge])
        depth += 1
        path[depth] = edge
        tree.header[DEEPEST] = max(tree.header[DEEPEST], depth)


@njit()
def open_root(tree, work, root_state):
    """Make the root's edges and priors; say whether it could be done.

    It cannot before the root is judged.
    """
    node = np.int64(tree.node[ROOT])
    if node == NO_NODE:
        return False
    if tree.first_edge[node] == NO_EDGE and not (
        has_policy(tree, node) and make_edges(tree, node, root_state)
    ):
        return False
    set_root_priors(tree, work)
    return True


@njit()
def set_root_priors(tree, work):
    """Take the root's priors as they are, without noise."""
    node = tree.node[ROOT]
    start = tree.first_edge[node]
    for k in range(tree.edge_count[node]):
        prior = np.float32(tree.prior[start + k])
        work.root_priors[k] = prior / np.float32(PRIOR_ONE)


@njit()
def wait_for(tree, state, work, rules, depth, playout_rng):
    """Let the simulation at work wait for the position of ``state`` to be judged."""
    edge = np.int64(work.path[depth])
    node = np.int64(tree.node[edge])
    if node != NO_NODE and tree.slot[node] != NOT_WAITING:
        if depth == 0:
            return BLOCKED
        slot = tree.slot[node]
        work.info[MEETINGS] += 1
    else:
        if node == NO_NODE:
            node = np.int64(add_node(tree, edge))
        slot = work.info[LEAVES]
        work.info[LEAVES] = slot + 1
        work.nodes[slot] = node
        if node != NO_NODE:
            tree.slot[node] = slot
        write_leaf(work, slot, state, tree.move[edge])
    at = work.info[PATHS]
    work.info[PATHS] = at + 1
    work.slots[at] = slot
    work.lengths[at] = depth + 1
    for d in range(depth + 1):
        on_way = work.path[d]
        work.paths[at, d] = on_way
        tree.visits[on_way] += 1
        tree.value[on_way] -= np.float32(rules.virtual_loss)
    if rules.plays_out != 0:
        work.results[at] = play_out(state, playout_rng)
    return WAITS


@njit()
def play_out(state, rng):
    """Play a random game to its end and return its result for the side to move."""
    player = to_move(state)
    return result_for(playout(state, rng), player)


@njit()
def write_leaf(work, slot, state, move):
    """Write the position of ``state``, which ``move`` led to, into the batch.

    The root's last move is known to the driver only, which has written it.
    """
    player = to_move(state)
    work.to_move[slot] = player
    count = work.cells.shape[1]
    if move >= 0:
        work.last_move[slot] = move if move < count else -1
    for cell in range(count):
        stone = stone_on(state, cell)
        if stone != 0:
            stone = 1 if stone == player else 2
        work.cells[slot, cell] = stone
        work.legal[slot, cell] = is_legal(state, cell)


@njit()
def back_up_leaves(tree, work, rules, policies, values):
    """End the simulations of a batch with what the evaluator said.

    Args:
        tree: Changed in place.
        work: The batch, as ``select_leaves`` left it.
        rules: The same ones.
        policies: ``[L, N]`` float32 for the ``L`` positions of the batch.
        values: ``[L]`` float32 in [-1, 1], for the side to move.

    Source: LIU-2022, equations (5) to (7).
    """
    for slot in range(work.info[LEAVES]):
        node = np.int64(work.nodes[slot])
        if node == NO_NODE:
            continue
        tree.slot[node] = NOT_WAITING
        tree.own_value[node] = values[slot]
        keep_policy(tree, node, policies[slot])
    lost = np.float32(rules.virtual_loss)
    for at in range(work.info[PATHS]):
        value = values[work.slots[at]]
        if rules.plays_out != 0:
            value = work.results[at]
        add_result(tree, work.paths[at], work.lengths[at] - 1, value, lost, 0)


@njit()
def add_result(tree, path, depth, value, refund, visits):
    """Add a result to every edge of a path.

    Args:
        tree: Changed in place.
        path: The edges from the root on.
        depth: Place of the last one.
        value: The result for the side to move after the last one.
        refund: Virtual loss to give back at each edge.
        visits: What to add to their visits.
    """
    for d in range(depth, -1, -1):
        value = -value
        tree.visits[path[d]] += visits
        tree.value[path[d]] += value + refund


@njit()
def add_proof(tree, path, depth, value):
    """Mark the last edge of a path as proven, and every edge that it proves.

    ``value`` is the result for the side that made its move. A move is a win when all
    answers lose, and it loses when one answer wins.

    Source: Winands, Bjoernsson and Saito 2008, "Monte-Carlo tree search solver".
    """
    tree.value[path[depth]] = np.inf if value > 0 else -np.inf
    for d in range(depth - 1, -1, -1):
        if tree.value[path[d + 1]] == np.inf:
            tree.value[path[d]] = -np.inf
            continue
        node = tree.node[path[d]]
        start = tree.first_edge[node]
        for after in range(start, start + tree.edge_count[node]):
            if tree.value[after] != -np.inf:
                return
        tree.value[path[d]] = np.inf


@njit()
def simulate_alone(
    tree, root_state, state, work, rules, rng, playout_rng, policies, count, stop
):
    """Run ``count`` simulations with equal priors and playouts; no evaluator is asked.

    Args:
        tree: see ``select_leaves``.
        root_state: likewise.
        state: likewise.
        work: likewise.
        rules: likewise, with ``plays_out``.
        rng: likewise.
        playout_rng: likewise.
        policies: ``[B, N]`` float32, scratch.
        count: Simulations to run.
        stop: likewise.
    """
    for done in range(count):
        one = select_leaves(
            tree, root_state, state, work, rules, rng, playout_rng, 1, 1, stop
        )
        if one == 0:
            return done
        leaves = work.info[LEAVES]
        for slot in range(leaves):
            legal = 0
            for cell in range(policies.shape[1]):
                legal += work.legal[slot, cell]
            share = np.float32(1.0 / max(legal, 1))
            for cell in range(policies.shape[1]):
                policies[slot, cell] = share if work.legal[slot, cell] else 0.0
        back_up_leaves(tree, work, rules, policies[:leaves], work.results[:leaves])
    return count
