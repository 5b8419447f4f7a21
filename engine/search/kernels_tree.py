"""The compiled tree search: select, expand, play out, back up.

A tree is a pool of edges; an edge and the node it leads to are one entry. The
children of a node are a block of entries whose capacity is a power of two: a block
that is full moves to one of twice the size, and its old place is used again. Only
children that were visited take room, so a simulation costs at most one entry.
With RAVE a node gets all its children at once, at its second visit.

A proven result is an infinite value: adding to it changes nothing, and selection
takes or leaves it without a rule of its own.

What every simulation calls is inlined: to pass a tree of eight arrays costs some
50 ns a call, a fifth of the whole simulation in all (``docs/benchmarks.md``).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.core.jit import njit
from engine.core.kernel_api import (
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
from engine.core.kernels_rng import next_below

ROOT = 0
NO_NODE = -1
NO_MOVE = -1

USED = 0
DEEPEST = 1
FREE_BLOCKS = 2
"""``header[FREE_BLOCKS + c]`` begins the list of free blocks of ``2 ** c`` entries."""

BLOCK_CLASSES = 12

MAX_VISITS = 1 << 24
"""Sums of results stay exact in float32 up to here; a search ends there."""


class Tree(NamedTuple):
    """A pool of ``E`` entries, 16 bytes each, 24 with RAVE.

    visits: ``[E]`` int32, simulations through the node.
    value: ``[E]`` float32, sum of their results for the side to move at the node;
        infinite once the result is proven.
    first_child: ``[E]`` int32, start of the block of children.
    move: ``[E]`` int16, the move that leads to the node.
    child_count: ``[E]`` int16, children in the tree so far.
    rave_visits: ``[E]`` int32, simulations in which the side that moves to the node
        played its move at any later time; ``[0]`` without RAVE.
    rave_value: ``[E]`` float32, sum of their results for that side; ``[0]`` likewise.
    header: ``[2 + BLOCK_CLASSES]`` int32, see ``USED`` to ``FREE_BLOCKS``.
    """

    visits: np.ndarray
    value: np.ndarray
    first_child: np.ndarray
    move: np.ndarray
    child_count: np.ndarray
    rave_visits: np.ndarray
    rave_value: np.ndarray
    header: np.ndarray


class Policy(NamedTuple):
    """How the tree grows.

    exploration: C of the upper confidence bound, for win rates in [0, 1].
    rave_equivalence: simulations at which a move's own results and its RAVE results
        weigh the same; 0 turns RAVE off.
    informed: 1 for playouts that answer threats, 0 for uniformly random ones.
    proves: 1 to back up proven wins and losses.
    """

    exploration: float
    rave_equivalence: float
    informed: int
    proves: int


class Workspace(NamedTuple):
    """Room a search needs besides its tree; ``A`` is the number of move indices.

    path: ``[A + 2]`` int32, nodes of the current simulation.
    legal: ``[A + 2]`` int32, how many moves were legal at each of them.
    scores: ``[A]`` float32, of the children of one node.
    owners: ``[A]`` int8, who played what by the end of the simulation.
    steps: ``[S]`` int32, the strides that visit all ``A`` indices in some order.
    """

    path: np.ndarray
    legal: np.ndarray
    scores: np.ndarray
    owners: np.ndarray
    steps: np.ndarray


def new_tree(capacity: int, *, with_rave: bool = False) -> Tree:
    """Return a tree that holds its root only, with room for ``capacity`` entries."""
    rave_capacity = capacity if with_rave else 0
    tree = Tree(
        np.zeros(capacity, np.int32),
        np.zeros(capacity, np.float32),
        np.zeros(capacity, np.int32),
        np.zeros(capacity, np.int16),
        np.zeros(capacity, np.int16),
        np.zeros(rave_capacity, np.int32),
        np.zeros(rave_capacity, np.float32),
        np.zeros(2 + BLOCK_CLASSES, np.int32),
    )
    clear_tree(tree)
    return tree


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
    )


@njit()
def clear_tree(tree):
    """Forget everything but an unvisited root."""
    tree.header[:] = NO_NODE
    tree.header[USED] = 1
    tree.header[DEEPEST] = 0
    reset_node(tree, ROOT, NO_MOVE)


@njit()
def reset_node(tree, node, move):
    """Make an entry an unvisited node that ``move`` leads to."""
    tree.visits[node] = 0
    tree.value[node] = 0
    tree.first_child[node] = NO_NODE
    tree.move[node] = move
    tree.child_count[node] = 0
    if tree.rave_visits.size > 0:
        tree.rave_visits[node] = 0
        tree.rave_value[node] = 0


@njit()
def class_of_block(count):
    """Return the class of the smallest block with room for ``count`` entries."""
    block_class = 0
    while (1 << block_class) < count:
        block_class += 1
    return block_class


@njit()
def take_block(tree, block_class):
    """Return the start of a free block of ``2 ** block_class``, or ``NO_NODE``."""
    start = tree.header[FREE_BLOCKS + block_class]
    if start != NO_NODE:
        tree.header[FREE_BLOCKS + block_class] = tree.first_child[start]
        return start
    start = tree.header[USED]
    size = 1 << block_class
    if start + size > tree.visits.size:
        return NO_NODE
    tree.header[USED] = start + size
    return start


@njit()
def give_block(tree, start, block_class):
    """Take a block back that nothing refers to any more."""
    tree.first_child[start] = tree.header[FREE_BLOCKS + block_class]
    tree.header[FREE_BLOCKS + block_class] = start


@njit(inline="always")
def append_child(tree, node, move):
    """Add an unvisited child and return it, or ``NO_NODE`` when the pool is full."""
    count = tree.child_count[node]
    start = tree.first_child[node]
    if (count & (count - 1)) == 0:
        block_class = class_of_block(count + 1)
        larger = take_block(tree, block_class)
        if larger == NO_NODE:
            return NO_NODE
        for k in range(count):
            copy_entry(tree, larger + k, tree, start + k)
        if count > 0:
            give_block(tree, start, block_class - 1)
        tree.first_child[node] = larger
        start = larger
    child = start + count
    reset_node(tree, child, move)
    tree.child_count[node] = count + 1
    return child


@njit(inline="always")
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


@njit()
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


@njit(inline="always")
def select_child(tree, node, exploration, scores):
    """Return the child with the highest upper confidence bound.

    Source: ZHANG-HEX, equation (4): W / N + C sqrt(2 ln N' / N), with wins W and
    visits N of the child, visits N' of the node. A draw is half a win.
    """
    start = tree.first_child[node]
    count = tree.child_count[node]
    spread = np.float32(2.0 * exploration**2 * np.log(np.float64(tree.visits[node])))
    half = np.float32(0.5)
    one = np.float32(1.0)
    for k in range(count):
        inverse = one / np.float32(tree.visits[start + k])
        mean = tree.value[start + k] * inverse
        scores[k] = np.sqrt(spread * inverse) - half * mean
    best = 0
    for k in range(1, count):
        if scores[k] > scores[best]:
            best = k
    return start + best


@njit()
def select_with_rave(tree, node, policy, scores, rng):
    """Return the child whose own and RAVE results together promise most.

    A move is worth (1 - b) W / N + b W~ / N~ with b = sqrt(k / (3 N + k)), plus the
    bound of ``select_child``; a move never seen in any way counts as half a win.
    Equals are told apart by a random start.

    Source: Gelly and Silver 2011, "Monte-Carlo tree search and rapid action value
    estimation in computer Go", section 4.4, the hand-selected schedule.
    """
    start = tree.first_child[node]
    count = tree.child_count[node]
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
    best = next_below(rng, count)
    for k in range(count):
        if scores[k] > scores[best]:
            best = k
    return start + best


@njit(inline="always")
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


@njit()
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
    it is stopped or the root is proven.

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
    return count


@njit(inline="always")
def back_up(tree, path, depth, winner, root_player):
    """Add a result to every node on the path, from the view of its side to move."""
    player = root_player
    for d in range(depth + 1):
        node = path[d]
        tree.visits[node] += 1
        if winner != DRAW:
            tree.value[node] += 1.0 if winner == player else -1.0
        player = 3 - player


@njit()
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


@njit()
def add_rave_results(tree, work, depth, winner, root_player):
    """Add a result to every child on the way whose move was played later on."""
    player = root_player
    for d in range(depth + 1):
        node = work.path[d]
        outcome = 0.0
        if winner != DRAW:
            outcome = 1.0 if winner == player else -1.0
        start = tree.first_child[node]
        for child in range(start, start + tree.child_count[node]):
            if work.owners[tree.move[child]] == player:
                tree.rave_visits[child] += 1
                tree.rave_value[child] += outcome
        player = 3 - player


@njit()
def find_child(tree, node, move):
    """Return the child of ``node`` by ``move``, or ``NO_NODE``."""
    start = tree.first_child[node]
    for k in range(tree.child_count[node]):
        if tree.move[start + k] == move:
            return start + k
    return NO_NODE


@njit()
def is_better(tree, a, b):
    """Say whether child ``a`` is the better one to play: proof, visits, value."""
    rank_a = np.float32(0) if np.isfinite(tree.value[a]) else -tree.value[a]
    rank_b = np.float32(0) if np.isfinite(tree.value[b]) else -tree.value[b]
    if rank_a != rank_b:
        return rank_a > rank_b
    if tree.visits[a] != tree.visits[b]:
        return tree.visits[a] > tree.visits[b]
    return tree.value[a] < tree.value[b]


@njit()
def best_child(tree, node):
    """Return the visited child to play, or ``NO_NODE``."""
    best = NO_NODE
    start = tree.first_child[node]
    for child in range(start, start + tree.child_count[node]):
        if tree.visits[child] > 0 and (best == NO_NODE or is_better(tree, child, best)):
            best = child
    return best


@njit()
def best_line(tree, node, moves):
    """Write the best line below ``node`` to ``moves``; return its length."""
    length = 0
    while length < moves.size:
        node = best_child(tree, node)
        if node == NO_NODE:
            break
        moves[length] = tree.move[node]
        length += 1
    return length


@njit()
def copy_subtree(target, source, node):
    """Make ``node`` of ``source`` the root of ``target``, a pool no smaller.

    The root keeps its move, which is part of the order of its children. Entries are
    copied breadth first; until an entry's turn comes, its ``first_child`` still
    points into the source.
    """
    clear_tree(target)
    copy_entry(target, ROOT, source, node)
    entry = 0
    while entry < target.header[USED]:
        count = target.child_count[entry]
        if count > 0:
            block_class = class_of_block(count)
            old = target.first_child[entry]
            start = take_block(target, block_class)
            for k in range(1 << block_class):
                if k < count:
                    copy_entry(target, start + k, source, old + k)
                else:
                    target.child_count[start + k] = 0
            target.first_child[entry] = start
        entry += 1


@njit()
def copy_entry(target, target_node, source, source_node):
    """Copy an entry to another place, perhaps of another pool."""
    target.visits[target_node] = source.visits[source_node]
    target.value[target_node] = source.value[source_node]
    target.first_child[target_node] = source.first_child[source_node]
    target.move[target_node] = source.move[source_node]
    target.child_count[target_node] = source.child_count[source_node]
    if source.rave_visits.size > 0:
        target.rave_visits[target_node] = source.rave_visits[source_node]
        target.rave_value[target_node] = source.rave_value[source_node]
