"""The compiled tree search: select, expand, play out, back up.

A tree is a pool of edges; an edge and the node it leads to are one entry. The
children of a node are a block of entries whose capacity is a power of two: a block
that is full moves to one of twice the size, and its old place is used again. Only
children that were visited take room, so a simulation costs at most one entry.
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
    legal_count,
    move_space,
    play,
    playout,
    result,
    to_move,
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
    """A pool of ``E`` entries, 16 bytes each.

    visits: ``[E]`` int32, simulations through the node.
    value: ``[E]`` float32, sum of their results for the side to move at the node.
    first_child: ``[E]`` int32, start of the block of children.
    move: ``[E]`` int16, the move that leads to the node.
    child_count: ``[E]`` int16, children visited so far.
    header: ``[2 + BLOCK_CLASSES]`` int32, see ``USED`` to ``FREE_BLOCKS``.
    """

    visits: np.ndarray
    value: np.ndarray
    first_child: np.ndarray
    move: np.ndarray
    child_count: np.ndarray
    header: np.ndarray


class Workspace(NamedTuple):
    """Room a search needs besides its tree; ``A`` is the number of move indices.

    path: ``[A + 2]`` int32, nodes of the current simulation.
    scores: ``[A]`` float32, of the children of one node.
    steps: ``[S]`` int32, the strides that visit all ``A`` indices in some order.
    """

    path: np.ndarray
    scores: np.ndarray
    steps: np.ndarray


def new_tree(capacity: int) -> Tree:
    """Return a tree that holds its root only, with room for ``capacity`` entries."""
    tree = Tree(
        np.zeros(capacity, np.int32),
        np.zeros(capacity, np.float32),
        np.zeros(capacity, np.int32),
        np.zeros(capacity, np.int16),
        np.zeros(capacity, np.int16),
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
        np.zeros(action_count, np.float32),
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


@njit()
def copy_node(tree, target, source):
    """Move an entry to another place of the pool."""
    tree.visits[target] = tree.visits[source]
    tree.value[target] = tree.value[source]
    tree.first_child[target] = tree.first_child[source]
    tree.move[target] = tree.move[source]
    tree.child_count[target] = tree.child_count[source]


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


@njit()
def append_child(tree, node, move):
    """Add an unvisited child and return it, or ``NO_NODE`` when the pool is full."""
    count = tree.child_count[node]
    start = tree.first_child[node]
    if (count & (count - 1)) == 0:
        block_class = 0
        while (1 << block_class) <= count:
            block_class += 1
        larger = take_block(tree, block_class)
        if larger == NO_NODE:
            return NO_NODE
        for k in range(count):
            copy_node(tree, larger + k, start + k)
        if count > 0:
            give_block(tree, start, block_class - 1)
        tree.first_child[node] = larger
        start = larger
    child = start + count
    reset_node(tree, child, move)
    tree.child_count[node] = count + 1
    return child


@njit()
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
def simulate(tree, root_state, state, work, rng, exploration, count, stop):
    """Run ``count`` simulations and return how many were done.

    An unvisited child comes first, in random order; then the upper confidence
    bound decides. Each simulation adds one node and plays one random game from it;
    once the pool is full it plays from the last node there is.

    Args:
        tree: Grown in place.
        root_state: Kernel state of the root; left as it is.
        state: Another state of the same game, used as scratch.
        work: Scratch for one search.
        rng: Random state.
        exploration: C of the upper confidence bound.
        count: Simulations to run.
        stop: ``[1]`` int32; another thread sets it to end the search.

    Source: ZHANG-HEX, section 1.2.
    """
    path = work.path
    for done in range(count):
        if stop[0] != 0 or tree.visits[ROOT] >= MAX_VISITS:
            return done
        copy_state(state, root_state)
        node = ROOT
        path[0] = ROOT
        depth = 0
        winner = result(state)
        while winner == ONGOING:
            child = NO_NODE
            is_new = tree.child_count[node] < legal_count(state)
            if is_new:
                move = next_unvisited(tree, node, state, work.steps, rng)
                child = append_child(tree, node, move)
            if child == NO_NODE:
                if tree.child_count[node] == 0:
                    winner = playout(state, rng)
                    break
                is_new = False
                child = select_child(tree, node, exploration, work.scores)
            node = child
            play(state, tree.move[node])
            depth += 1
            path[depth] = node
            winner = result(state)
            if is_new and winner == ONGOING:
                winner = playout(state, rng)
        tree.header[DEEPEST] = max(tree.header[DEEPEST], depth)
        back_up(tree, path, depth, winner, to_move(root_state))
    return count


@njit()
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
def find_child(tree, node, move):
    """Return the child of ``node`` by ``move``, or ``NO_NODE``."""
    start = tree.first_child[node]
    for k in range(tree.child_count[node]):
        if tree.move[start + k] == move:
            return start + k
    return NO_NODE


@njit()
def most_visited_child(tree, node):
    """Return the child with most visits, the better one of equals, or ``NO_NODE``."""
    best = NO_NODE
    start = tree.first_child[node]
    for child in range(start, start + tree.child_count[node]):
        if (
            best == NO_NODE
            or tree.visits[child] > tree.visits[best]
            or (
                tree.visits[child] == tree.visits[best]
                and tree.value[child] < tree.value[best]
            )
        ):
            best = child
    return best


@njit()
def best_line(tree, node, moves):
    """Write the most visited line below ``node`` to ``moves``; return its length."""
    length = 0
    while length < moves.size:
        node = most_visited_child(tree, node)
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
    copy_between(target, ROOT, source, node)
    entry = 0
    while entry < target.header[USED]:
        count = target.child_count[entry]
        if count > 0:
            block_class = 0
            while (1 << block_class) < count:
                block_class += 1
            old = target.first_child[entry]
            start = take_block(target, block_class)
            for k in range(1 << block_class):
                if k < count:
                    copy_between(target, start + k, source, old + k)
                else:
                    target.child_count[start + k] = 0
            target.first_child[entry] = start
        entry += 1


@njit()
def copy_between(target, target_node, source, source_node):
    """Copy an entry from one pool to another."""
    target.visits[target_node] = source.visits[source_node]
    target.value[target_node] = source.value[source_node]
    target.first_child[target_node] = source.first_child[source_node]
    target.move[target_node] = source.move[source_node]
    target.child_count[target_node] = source.child_count[source_node]
