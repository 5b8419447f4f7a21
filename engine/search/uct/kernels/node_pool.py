"""Memory of the playout tree search: a pool of node entries.

An edge and its child node are one entry. The children of a node are a block of entries
with a power of two as capacity. A full block moves to one of twice the size, and the
old block becomes free. Only visited children are stored, so a simulation adds at most
one entry.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.core.kernels.game_api import implements
from engine.core.kernels.jit import njit_inlined
from engine.core.kernels.jit import njit_lean as njit
from engine.core.kernels.records import new_records
from engine.search.kernels import search_tree
from engine.search.kernels.search_tree import NO_ENTRY, ROOT

NO_NODE = NO_ENTRY
NO_MOVE = -1

BLOCK_CLASSES = 12

INFO = np.dtype(
    [
        ("used", np.int32),
        ("deepest", np.int32),
        ("free_blocks", np.int32, (BLOCK_CLASSES,)),
    ],
    align=True,
)
"""State of a pool.

used: entries in use, those of free blocks included.
deepest: depth of the longest path.
free_blocks: ``[c]``, head of the list of free blocks of size 2 ** c, or ``NO_NODE``.
"""


class Tree(NamedTuple):
    """A pool of ``E`` entries, 16 bytes each, 25 with RAVE.

    visits: ``[E]`` int32, simulations through the node.
    value: ``[E]`` float32, sum of their results for the side to move at the node;
        infinite once the result is proven.
    first_child: ``[E]`` int32, start of the block of children.
    move: ``[E]`` int16, the move that leads to the node.
    child_count: ``[E]`` int16, children in the tree so far.
    rave_visits: ``[E]`` int32, simulations in which the side that moves to the node
        played its move at any later time; ``[0]`` without RAVE.
    rave_value: ``[E]`` float32, sum of their results for that side; ``[0]`` likewise.
    solver_called: ``[E]`` int8, 1 once the game's solver has been applied; ``[0]``
        likewise, since the solver requires RAVE.
    info: ``[1]`` record of the type ``INFO``.
    """

    visits: np.ndarray
    value: np.ndarray
    first_child: np.ndarray
    move: np.ndarray
    child_count: np.ndarray
    rave_visits: np.ndarray
    rave_value: np.ndarray
    solver_called: np.ndarray
    info: np.ndarray


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
        np.zeros(rave_capacity, np.int8),
        new_records(1, INFO),
    )
    clear_tree(tree)
    return tree


@njit()
def clear_tree(tree):
    """Reset a tree to an unvisited root."""
    info = tree.info[0]
    info.used = 1
    info.deepest = 0
    for block_class in range(BLOCK_CLASSES):
        info.free_blocks[block_class] = NO_NODE
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
        tree.solver_called[node] = 0


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
    info = tree.info[0]
    start = info.free_blocks[block_class]
    if start != NO_NODE:
        info.free_blocks[block_class] = tree.first_child[start]
        return start
    start = info.used
    size = 1 << block_class
    if start + size > tree.visits.size:
        return NO_NODE
    info.used = start + size
    return start


@njit()
def free_block(tree, start, block_class):
    """Add a block without references to its free list."""
    info = tree.info[0]
    tree.first_child[start] = info.free_blocks[block_class]
    info.free_blocks[block_class] = start


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


@implements(search_tree.get_visits, Tree)
def get_visits(tree, entry):
    """See ``search_tree.get_visits``."""
    return tree.visits[entry]


@implements(search_tree.get_value, Tree)
def get_value(tree, entry):
    """See ``search_tree.get_value``."""
    return -tree.value[entry]


@implements(search_tree.get_move, Tree)
def get_move(tree, entry):
    """See ``search_tree.get_move``."""
    return tree.move[entry]


@implements(search_tree.count_children, Tree)
def count_children(tree, entry):
    """See ``search_tree.count_children``."""
    return np.int64(tree.child_count[entry])


@implements(search_tree.child_at, Tree)
def child_at(tree, entry, k):
    """See ``search_tree.child_at``."""
    return np.int64(tree.first_child[entry]) + k


@implements(search_tree.is_playable, Tree)
def is_playable(tree, entry):
    """See ``search_tree.is_playable``."""
    return tree.visits[entry] > 0


@implements(search_tree.count_entries, Tree)
def count_entries(tree):
    """See ``search_tree.count_entries``."""
    return np.int64(tree.info[0].used)


@implements(search_tree.copy_to_root, Tree)
def copy_to_root(target, source, entry):
    """See ``search_tree.copy_to_root``.

    The root keeps its move, which determines the order of its children.
    """
    clear_tree(target)
    copy_entry(target, ROOT, source, entry)


@implements(search_tree.copy_children, Tree)
def copy_children(target, entry, source):
    """See ``search_tree.copy_children``."""
    count = target.child_count[entry]
    if count == 0:
        return
    block_class = find_block_class(count)
    old = target.first_child[entry]
    start = allocate_block(target, block_class)
    for k in range(1 << block_class):
        if k < count:
            copy_entry(target, start + k, source, old + k)
        else:
            target.child_count[start + k] = 0
    target.first_child[entry] = start


@njit()
def copy_entry(target, target_node, source, source_node):
    """Copy an entry to another index, of the same or of another pool."""
    target.visits[target_node] = source.visits[source_node]
    target.value[target_node] = source.value[source_node]
    target.first_child[target_node] = source.first_child[source_node]
    target.move[target_node] = source.move[source_node]
    target.child_count[target_node] = source.child_count[source_node]
    if source.rave_visits.size > 0:
        target.rave_visits[target_node] = source.rave_visits[source_node]
        target.rave_value[target_node] = source.rave_value[source_node]
        target.solver_called[target_node] = source.solver_called[source_node]
