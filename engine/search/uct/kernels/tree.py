"""Simulations of the playout tree search (UCT): select, expand, play out, back up.

Plain UCT adds one child to a node per visit; with RAVE all children are added at the
node's second visit. ``node_pool`` stores them.

A proven result is an infinite value: sums and comparisons need no special case.

Functions of every simulation are inlined: passing a tree of eight arrays takes about
50 ns a call, a fifth of the simulation in total (``docs/benchmarks.md``).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.core.kernels.game_api import (
    DRAW,
    ONGOING,
    copy_state,
    informed_playout,
    is_legal,
    legal_count,
    move_space,
    play,
    playout,
    result,
    to_move,
    write_owners,
)
from engine.core.kernels.jit import njit_inlined
from engine.core.kernels.jit import njit_lean as njit
from engine.core.kernels.rng import next_below
from engine.search.kernels.search_tree import MAX_VISITS, ROOT, get_parent_proof
from engine.search.uct.kernels.node_pool import (
    NO_NODE,
    allocate_block,
    append_child,
    find_block_class,
    reset_node,
)
from engine.search.uct.kernels.solver_results import find_node_to_solve


class UctParams(NamedTuple):
    """Parameters of the playout tree search (UCT).

    exploration: C of the upper confidence bound (UCB1), for win rates in [0, 1].
    rave_equivalence: simulations at which a move's own results and its RAVE results
        weigh the same; 0 turns RAVE off.
    informed: 1 for playouts that answer threats, 0 for uniformly random ones.
    proves: 1 to back up proven wins and losses.
    solver_visits: visit threshold of the solver, see ``find_node_to_solve``; 0 for no
        solver.
    """

    exploration: float
    rave_equivalence: float
    informed: int
    proves: int
    solver_visits: int = 0


class UctWorkspace(NamedTuple):
    """Buffers of a search; ``A`` is the number of move indices.

    path: ``[A + 2]`` int32, nodes of the current simulation.
    legal: ``[A + 2]`` int32, number of legal moves at each of them.
    scores: ``[A]`` float32, scores of the children of one node.
    owners: ``[A]`` int8, the player of each move at the end of the simulation.
    steps: ``[S]`` int32, strides coprime to ``A``.
    node_to_solve: ``[1]`` int32, depth of a node that reached the visit threshold of
        the solver, or ``NO_NODE``.
    """

    path: np.ndarray
    legal: np.ndarray
    scores: np.ndarray
    owners: np.ndarray
    steps: np.ndarray
    node_to_solve: np.ndarray


def new_uct_workspace(action_count: int) -> UctWorkspace:
    """Return the workspace for a game of ``action_count`` move indices."""
    strides = np.arange(1, max(action_count, 2))
    coprime = strides[np.gcd(strides, action_count) == 1]
    return UctWorkspace(
        np.zeros(action_count + 2, np.int32),
        np.zeros(action_count + 2, np.int32),
        np.zeros(action_count, np.float32),
        np.zeros(action_count, np.int8),
        coprime.astype(np.int32),
        np.full(1, NO_NODE, np.int32),
    )


@njit_inlined()
def pick_unvisited_move(tree, node, state, steps, rng):
    """Return the next unvisited legal move of a node; one must be left.

    Every node visits its moves in its own order: a random start and a fixed stride,
    which follow from the moves of its children.
    """
    space = move_space(state)
    count = tree.child_count[node]
    if count == 0:
        move = next_below(rng, space)
        while not is_legal(state, move):
            move = next_below(rng, space)
        return move
    first = tree.first_child[node]
    stride = steps[(31 * tree.move[first] + tree.move[node] + 1) % steps.size]
    move = tree.move[first + count - 1] + stride
    move -= space * (move >= space)
    while not is_legal(state, move):
        move += stride
        move -= space * (move >= space)
    return move


@njit_inlined()
def add_all_children(tree, node, state):
    """Add a child for every legal move of a node; return whether the pool has space."""
    count = legal_count(state)
    start = allocate_block(tree, find_block_class(count))
    if start == NO_NODE:
        return False
    child = start
    for move in range(move_space(state)):
        if is_legal(state, move):
            reset_node(tree, child, move)
            child += 1
    tree.first_child[node] = start
    tree.child_count[node] = count
    return True


@njit_inlined()
def select_child(tree, node, exploration, scores):
    """Return the child with the highest upper confidence bound (UCB1).

    Source: ZHANG-HEX, equation (4): W / N + C sqrt(2 ln N' / N), with wins W and
    visits N of the child, visits N' of the node. A draw is half a win.
    """
    start = np.uint64(tree.first_child[node])
    count = np.uint64(tree.child_count[node])
    spread = np.float32(2.0 * exploration**2 * np.log(np.float64(tree.visits[node])))
    half = np.float32(0.5)
    one = np.float32(1.0)
    for k in range(count):
        inverse = one / np.float32(tree.visits[start + k])
        mean = tree.value[start + k] * inverse
        scores[k] = np.sqrt(spread * inverse) - half * mean
    best = np.uint64(0)
    for k in range(count):
        if scores[k] > scores[best]:
            best = k
    return np.int64(start + best)


@njit_inlined()
def select_with_rave(tree, node, params, scores, rng):
    """Return the child with the highest mix of its own and its RAVE results.

    The score of a move is (1 - b) W / N + b W~ / N~ with b = sqrt(k / (3 N + k)), plus
    the bound of ``select_child``; a move without any result counts as half a win.
    A scan from a random start breaks ties.

    Source: Gelly and Silver 2011, "Monte-Carlo tree search and rapid action value
    estimation in computer Go", section 4.4, the hand-selected schedule.
    """
    start = np.uint64(tree.first_child[node])
    count = np.uint64(tree.child_count[node])
    visits_here = np.float64(max(tree.visits[node], 1))
    spread = np.float32(2.0 * params.exploration**2 * np.log(visits_here))
    equivalence = np.float32(params.rave_equivalence)
    half = np.float32(0.5)
    one = np.float32(1.0)
    three = np.float32(3.0)
    for k in range(count):
        child = start + k
        visits = np.float32(tree.visits[child])
        rave_visits = np.float32(tree.rave_visits[child])
        share = np.sqrt(equivalence / (three * visits + equivalence))
        own = -tree.value[child] / max(visits, one)
        rave = tree.rave_value[child] / max(rave_visits, one)
        worth = (one - share) * own + share * rave
        scores[k] = half * worth + np.sqrt(spread / (visits + one))
    first = np.uint64(next_below(rng, np.int64(count)))
    best = first
    for k in range(first, count):
        if scores[k] > scores[best]:
            best = k
    for k in range(first):
        if scores[k] > scores[best]:
            best = k
    return np.int64(start + best)


@njit_inlined()
def select_or_expand(tree, node, state, params, work, rng):
    """Return the next child of the simulation, and whether it is new.

    The child is ``NO_NODE`` when the pool is full and the node has no children.
    """
    if params.rave_equivalence > 0:
        if tree.child_count[node] == 0 and not add_all_children(tree, node, state):
            return NO_NODE, True
        child = select_with_rave(tree, node, params, work.scores, rng)
        return child, tree.visits[child] == 0
    if tree.child_count[node] < legal_count(state):
        move = pick_unvisited_move(tree, node, state, work.steps, rng)
        child = append_child(tree, node, move)
        if child != NO_NODE or tree.child_count[node] == 0:
            return child, True
    return select_child(tree, node, params.exploration, work.scores), False


@njit_inlined()
def get_proven_winner(value, player):
    """Return the winner of a proven node; ``ONGOING`` if the value is finite."""
    if value == np.inf:
        return player
    if value == -np.inf:
        return 3 - player
    return ONGOING


@njit()
def simulate(tree, root_state, state, work, rng, params, count, stop):
    """Run up to ``count`` simulations and return how many were run.

    Unvisited children come first, in random order; then the upper confidence bound
    decides. Each simulation adds one node and plays one random game from it. With a
    full pool it plays from the last node of the path. The loop ends early when it is
    stopped, when the root is proven, and when a node reaches the visit threshold of the
    solver.

    Args:
        tree: Grown in place.
        root_state: Kernel state of the root; not changed.
        state: Another state of the same game, used as scratch.
        work: Buffers of the search.
        rng: Random state.
        params: Parameters of the search.
        count: Simulations to run.
        stop: ``[1]`` int32; another thread sets it to end the search.

    Source: ZHANG-HEX, section 1.2.
    """
    path = work.path
    for done in range(count):
        if stop[0] != 0 or tree.visits[ROOT] >= MAX_VISITS:
            return done
        if np.isinf(tree.value[ROOT]):
            return done
        copy_state(state, root_state)
        node = ROOT
        path[0] = ROOT
        depth = 0
        winner = result(state)
        is_new = False
        while winner == ONGOING and not is_new:
            work.legal[depth] = legal_count(state)
            child, is_new = select_or_expand(tree, node, state, params, work, rng)
            if child != NO_NODE:
                node = child
                play(state, tree.move[node])
                depth += 1
                path[depth] = node
                winner = result(state)
                if winner == ONGOING:
                    winner = get_proven_winner(tree.value[node], to_move(state))
        is_proven = winner != ONGOING
        if winner == ONGOING:
            if params.informed != 0:
                winner = informed_playout(state, rng)
            else:
                winner = playout(state, rng)
        tree.info[0].deepest = max(tree.info[0].deepest, depth)
        if params.rave_equivalence > 0:
            write_owners(state, work.owners)
            add_rave_results(tree, work, depth, winner, to_move(root_state))
        back_up(tree, path, depth, winner, to_move(root_state))
        if params.proves != 0 and is_proven and winner != DRAW:
            back_up_proof(tree, work, depth, winner, to_move(root_state))
        if params.solver_visits != 0 and find_node_to_solve(
            tree, work, depth, params.solver_visits
        ):
            return done + 1
    return count


@njit_inlined()
def back_up(tree, path, depth, winner, root_player):
    """Add a result to every node on the path, for its side to move."""
    player = root_player
    for d in range(depth + 1):
        node = path[d]
        tree.visits[node] += 1
        if winner != DRAW:
            tree.value[node] += 1.0 if winner == player else -1.0
        player = 3 - player


@njit_inlined()
def back_up_proof(tree, work, depth, winner, root_player):
    """Mark the last node as proven, and every node whose value follows from it."""
    player = root_player if depth % 2 == 0 else 3 - root_player
    value = -np.inf if winner == player else np.inf
    tree.value[work.path[depth]] = -value
    for d in range(depth - 1, -1, -1):
        node = work.path[d]
        is_complete = tree.child_count[node] >= work.legal[d]
        value = get_parent_proof(tree, node, value, is_complete)
        if value == 0:
            return
        tree.value[node] = -value


@njit_inlined()
def add_rave_results(tree, work, depth, winner, root_player):
    """Add a RAVE result to every child of the path whose move was played later."""
    player = root_player
    for d in range(depth + 1):
        node = work.path[d]
        outcome = np.float32(0.0)
        if winner != DRAW:
            outcome = np.float32(1.0 if winner == player else -1.0)
        # No branch: half of its predictions would be wrong.
        start = np.uint64(tree.first_child[node])
        for k in range(np.uint64(tree.child_count[node])):
            child = start + k
            is_own = work.owners[np.uint64(tree.move[child])] == player
            tree.rave_visits[child] += is_own
            tree.rave_value[child] += is_own * outcome
        player = 3 - player


@njit()
def run_playouts(root_state, state, rng, count):
    """Play ``count`` random games without a tree; return the sum of their results.

    Benchmarks compare the search with this loop.
    """
    total = 0
    for _ in range(count):
        copy_state(state, root_state)
        total += playout(state, rng)
    return total
