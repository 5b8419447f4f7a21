"""The compiled tree search: select, expand, play out, back up.

Plain UCT gives a node one child a visit; with RAVE it gets all of them at once, at
its second visit. How they are kept is the matter of ``kernels_pool``.

A proven result is an infinite value: adding to it changes nothing, and selection
takes or leaves it without a rule of its own.

What every simulation calls is inlined: to pass a tree of eight arrays costs some
50 ns a call, a fifth of the whole simulation in all (``docs/benchmarks.md``).
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
from engine.search.uct.kernels.node_pool import (
    DEEPEST,
    NO_NODE,
    ROOT,
    append_child,
    class_of_block,
    reset_node,
    take_block,
)
from engine.search.uct.kernels.solver_results import find_ripe

MAX_VISITS = 1 << 24
"""Sums of results stay exact in float32 up to here; a search ends there."""


class Policy(NamedTuple):
    """How the tree grows.

    exploration: C of the upper confidence bound, for win rates in [0, 1].
    rave_equivalence: simulations at which a move's own results and its RAVE results
        weigh the same; 0 turns RAVE off.
    informed: 1 for playouts that answer threats, 0 for uniformly random ones.
    proves: 1 to back up proven wins and losses.
    ripe_visits: fewest visits at which the driver wants to see a node, see
        ``find_ripe``; 0 for never.
    """

    exploration: float
    rave_equivalence: float
    informed: int
    proves: int
    ripe_visits: int = 0


class Workspace(NamedTuple):
    """Room a search needs besides its tree; ``A`` is the number of move indices.

    path: ``[A + 2]`` int32, nodes of the current simulation.
    legal: ``[A + 2]`` int32, how many moves were legal at each of them.
    scores: ``[A]`` float32, of the children of one node.
    owners: ``[A]`` int8, who played what by the end of the simulation.
    steps: ``[S]`` int32, the strides that visit all ``A`` indices in some order.
    ripe: ``[1]`` int32, where on the path a node became ripe, or ``NO_NODE``.
    """

    path: np.ndarray
    legal: np.ndarray
    scores: np.ndarray
    owners: np.ndarray
    steps: np.ndarray
    ripe: np.ndarray


def new_workspace(action_count: int) -> Workspace:
    """Return the workspace for a game of ``action_count`` move indices."""
    strides = np.arange(1, max(action_count, 2))
    coprime = strides[np.gcd(strides, action_count) == 1]
    return Workspace(
        np.zeros(action_count + 2, np.int32),
        np.zeros(action_count + 2, np.int32),
        np.zeros(action_count, np.float32),
        np.zeros(action_count, np.int8),
        coprime.astype(np.int32),
        np.full(1, NO_NODE, np.int32),
    )


@njit_inlined()
def next_unvisited(tree, node, state, steps, rng):
    """Return the legal move whose child comes next; one must be left.

    Every node visits its moves in an order of its own: from a random index on with
    a fixed stride. The children's moves are all that must be remembered of it.
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
    """Give ``node`` every legal move as a child; say whether the pool had room."""
    count = legal_count(state)
    start = take_block(tree, class_of_block(count))
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
    """Return the child with the highest upper confidence bound.

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
def select_with_rave(tree, node, policy, scores, rng):
    """Return the child whose own and RAVE results together promise most.

    A move is worth (1 - b) W / N + b W~ / N~ with b = sqrt(k / (3 N + k)), plus the
    bound of ``select_child``; a move never seen in any way counts as half a win.
    Equals are told apart by a random start.

    Source: Gelly and Silver 2011, "Monte-Carlo tree search and rapid action value
    estimation in computer Go", section 4.4, the hand-selected schedule.
    """
    start = np.uint64(tree.first_child[node])
    count = np.uint64(tree.child_count[node])
    visits_here = np.float64(max(tree.visits[node], 1))
    spread = np.float32(2.0 * policy.exploration**2 * np.log(visits_here))
    equivalence = np.float32(policy.rave_equivalence)
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
    best = np.uint64(next_below(rng, np.int64(count)))
    for k in range(count):
        if scores[k] > scores[best]:
            best = k
    return np.int64(start + best)


@njit_inlined()
def step_down(tree, node, state, policy, work, rng):
    """Return the child that the simulation goes to, and whether it is a new one.

    The child is ``NO_NODE`` when the pool is full and there is none to go to.
    """
    if policy.rave_equivalence > 0:
        if tree.child_count[node] == 0 and not add_all_children(tree, node, state):
            return NO_NODE, True
        child = select_with_rave(tree, node, policy, work.scores, rng)
        return child, tree.visits[child] == 0
    if tree.child_count[node] < legal_count(state):
        move = next_unvisited(tree, node, state, work.steps, rng)
        child = append_child(tree, node, move)
        if child != NO_NODE or tree.child_count[node] == 0:
            return child, True
    return select_child(tree, node, policy.exploration, work.scores), False


@njit_inlined()
def proven_result(value, player):
    """Return who wins a node whose value is infinite; ``ONGOING`` if it is not."""
    if value == np.inf:
        return player
    if value == -np.inf:
        return 3 - player
    return ONGOING


@njit()
def simulate(tree, root_state, state, work, rng, policy, count, stop):
    """Run ``count`` simulations and return how many were done.

    An unvisited child comes first, in random order; then the upper confidence
    bound decides. Each simulation adds one node and plays one random game from it;
    once the pool is full it plays from the last node there is. It ends early when
    it is stopped, the root is proven, or a node on the path has become ripe.

    Args:
        tree: Grown in place.
        root_state: Kernel state of the root; left as it is.
        state: Another state of the same game, used as scratch.
        work: Scratch for one search.
        rng: Random state.
        policy: How the tree grows.
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
            child, is_new = step_down(tree, node, state, policy, work, rng)
            if child != NO_NODE:
                node = child
                play(state, tree.move[node])
                depth += 1
                path[depth] = node
                winner = result(state)
                if winner == ONGOING:
                    winner = proven_result(tree.value[node], to_move(state))
        is_proven = winner != ONGOING
        if winner == ONGOING:
            if policy.informed != 0:
                winner = informed_playout(state, rng)
            else:
                winner = playout(state, rng)
        tree.header[DEEPEST] = max(tree.header[DEEPEST], depth)
        if policy.rave_equivalence > 0:
            write_owners(state, work.owners)
            add_rave_results(tree, work, depth, winner, to_move(root_state))
        back_up(tree, path, depth, winner, to_move(root_state))
        if policy.proves != 0 and is_proven and winner != DRAW:
            back_up_proof(tree, work, depth, winner, to_move(root_state))
        if policy.ripe_visits != 0 and find_ripe(tree, work, depth, policy.ripe_visits):
            return done + 1
    return count


@njit_inlined()
def back_up(tree, path, depth, winner, root_player):
    """Add a result to every node on the path, from the view of its side to move."""
    player = root_player
    for d in range(depth + 1):
        node = path[d]
        tree.visits[node] += 1
        if winner != DRAW:
            tree.value[node] += 1.0 if winner == player else -1.0
        player = 3 - player


@njit_inlined()
def back_up_proof(tree, work, depth, winner, root_player):
    """Mark the last node as proven, and every node that it proves.

    A node is won when one child is lost for the other side, and lost when all its
    legal moves are children won for the other side.

    Source: Winands, Bjoernsson and Saito 2008, "Monte-Carlo tree search solver".
    """
    player = root_player if depth % 2 == 0 else 3 - root_player
    value = np.inf if winner == player else -np.inf
    tree.value[work.path[depth]] = value
    for d in range(depth - 1, -1, -1):
        node = work.path[d]
        if value == np.inf:
            start = tree.first_child[node]
            if tree.child_count[node] < work.legal[d]:
                return
            for child in range(start, start + tree.child_count[node]):
                if tree.value[child] != np.inf:
                    return
        value = -value
        tree.value[node] = value


@njit_inlined()
def add_rave_results(tree, work, depth, winner, root_player):
    """Add a result to every child on the way whose move was played later on."""
    player = root_player
    for d in range(depth + 1):
        node = work.path[d]
        outcome = np.float32(0.0)
        if winner != DRAW:
            outcome = np.float32(1.0 if winner == player else -1.0)
        # Without a branch, which would be guessed wrong half the time.
        start = np.uint64(tree.first_child[node])
        for k in range(np.uint64(tree.child_count[node])):
            child = start + k
            is_own = work.owners[np.uint64(tree.move[child])] == player
            tree.rave_visits[child] += is_own
            tree.rave_value[child] += is_own * outcome
        player = 3 - player
