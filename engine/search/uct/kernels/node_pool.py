"""Memory of the playout tree search: a pool of node entries.

An edge and its child node are one entry. The children of a node are a block of entries
with a power of two as capacity. A full block moves to one of twice the size, and the
old block becomes free. Only visited children are stored, so a simulation adds at most
one entry.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.core.kernels.jit import njit_inlined
from engine.core.kernels.jit import njit_lean as njit

ROOT = 0
NO_NODE = -1
NO_MOVE = -1

USED = 0
DEEPEST = 1
FREE_BLOCKS = 2
"""``header[FREE_BLOCKS + c]`` is the head of the list of free blocks of size 2 ** c."""

BLOCK_CLASSES = 12


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


def new_tree(capacity: int, *, with_rave: bool = False) -> Tree:
    """Return a tree of a root only, with a pool of ``capacity`` entries."""
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


@njit()
def clear_tree(tree):
    """Reset a tree to an unvisited root."""
    tree.header[:] = NO_NODE
    tree.header[USED] = 1
    tree.header[DEEPEST] = 0
    reset_node(tree, ROOT, NO_MOVE)


@njit()
def reset_node(tree, node, move):
    """Set an entry to an unvisited node that ``move`` leads to."""
    tree.visits[node] = 0
    tree.value[node] = 0
    tree.first_child[node] = NO_NODE
    tree.move[node] = move
    tree.child_count[node] = 0
    if tree.rave_visits.size > 0:
        tree.rave_visits[node] = 0
        tree.rave_value[node] = 0


@njit()
def find_block_class(count):
    """Return log2 of the capacity of the smallest block for ``count`` entries."""
    block_class = 0
    while (1 << block_class) < count:
        block_class += 1
    return block_class


@njit()
def allocate_block(tree, block_class):
    """Return the start of a block of size 2 ** ``block_class``, or ``NO_NODE``."""
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
def free_block(tree, start, block_class):
    """Add a block without references to its free list."""
    tree.first_child[start] = tree.header[FREE_BLOCKS + block_class]
    tree.header[FREE_BLOCKS + block_class] = start


@njit_inlined()
def append_child(tree, node, move):
    """Append an unvisited child; return it, or ``NO_NODE`` when the pool is full."""
    count = tree.child_count[node]
    start = tree.first_child[node]
    if (count & (count - 1)) == 0:
        block_class = find_block_class(count + 1)
        larger = allocate_block(tree, block_class)
        if larger == NO_NODE:
            return NO_NODE
        for k in range(count):
            copy_entry(tree, larger + k, tree, start + k)
        if count > 0:
            free_block(tree, start, block_class - 1)
        tree.first_child[node] = larger
        start = larger
    child = start + count
    reset_node(tree, child, move)
    tree.child_count[node] = count + 1
    return child


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
    """Return whether child ``a`` is better to play than ``b``: proof, visits, value."""
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
def copy_subtree(target, solver, node):
    """Copy the subtree of ``node`` to ``target``, a pool of at least the same size.

    The root keeps its move, which determines the order of its children. Entries are
    copied breadth first; ``first_child`` of an entry refers to ``source`` until its
    children are copied.
    """
    clear_tree(target)
    copy_entry(target, ROOT, solver, node)
    entry = 0
    while entry < target.header[USED]:
        count = target.child_count[entry]
        if count > 0:
            block_class = find_block_class(count)
            old = target.first_child[entry]
            start = allocate_block(target, block_class)
            for k in range(1 << block_class):
                if k < count:
                    copy_entry(target, start + k, solver, old + k)
                else:
                    target.child_count[start + k] = 0
            target.first_child[entry] = start
        entry += 1


@njit()
def copy_entry(target, target_node, solver, source_node):
    """Copy an entry to another index, of the same or of another pool."""
    target.visits[target_node] = solver.visits[source_node]
    target.value[target_node] = solver.value[source_node]
    target.first_child[target_node] = solver.first_child[source_node]
    target.move[target_node] = solver.move[source_node]
    target.child_count[target_node] = solver.child_count[source_node]
    if solver.rave_visits.size > 0:
        target.rave_visits[target_node] = solver.rave_visits[source_node]
        target.rave_value[target_node] = solver.rave_value[source_node]
