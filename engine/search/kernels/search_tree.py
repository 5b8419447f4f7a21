"""Shared parts of search trees: the best line, proofs, copies of subtrees.

Each tree implements the functions on entries for its own type, as a game does for its
state. An *entry* is a move with the position after it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.core.kernels.game_api import game_kernel
from engine.core.kernels.jit import njit_inlined
from engine.core.kernels.jit import njit_lean as njit

ROOT = 0
"""The entry of the root."""

NO_ENTRY = -1

MAX_VISITS = 1 << 24
"""Visits of the root at which a search ends: float32 sums are exact up to here."""


@game_kernel
def get_visits(tree: Any, entry: int) -> int:
    """Return the simulations through an entry."""
    raise NotImplementedError


@game_kernel
def get_value(tree: Any, entry: int) -> float:
    """Return the sum of results for the side that moves to the entry.

    It is infinite once the result is proven.
    """
    raise NotImplementedError


@game_kernel
def get_move(tree: Any, entry: int) -> int:
    """Return the move that leads to the entry."""
    raise NotImplementedError


@game_kernel
def count_children(tree: Any, entry: int) -> int:
    """Return the number of children in the tree."""
    raise NotImplementedError


@game_kernel
def child_at(tree: Any, entry: int, k: int) -> int:
    """Return the ``k``-th child of an entry."""
    raise NotImplementedError


@game_kernel
def is_playable(tree: Any, entry: int) -> bool:
    """Return whether an entry is visited and not excluded."""
    raise NotImplementedError


@game_kernel
def count_entries(tree: Any) -> int:
    """Return the number of entries in use, those of free blocks included."""
    raise NotImplementedError


@game_kernel
def copy_to_root(target: Any, source: Any, entry: int) -> None:
    """Clear ``target`` and copy an entry of ``source`` to its root."""
    raise NotImplementedError


@game_kernel
def copy_children(target: Any, entry: int, source: Any) -> None:
    """Copy the children of a copied entry, which refers to those of ``source``."""
    raise NotImplementedError


@njit_inlined()
def get_proof(tree, entry):
    """Return the value of a proven entry, which is infinite, else 0."""
    value = get_value(tree, entry)
    return np.float32(0) if np.isfinite(value) else value


@njit_inlined()
def is_better(tree, a, b):
    """Return whether entry ``a`` is better to play than ``b``: proof, visits, value."""
    proof_a, proof_b = get_proof(tree, a), get_proof(tree, b)
    if proof_a != proof_b:
        return proof_a > proof_b
    if get_visits(tree, a) != get_visits(tree, b):
        return get_visits(tree, a) > get_visits(tree, b)
    return get_value(tree, a) > get_value(tree, b)


@njit()
def find_child(tree, entry, move):
    """Return the child of ``entry`` by ``move``, or ``NO_ENTRY``."""
    for k in range(count_children(tree, entry)):
        child = child_at(tree, entry, k)
        if get_move(tree, child) == move:
            return child
    return np.int64(NO_ENTRY)


@njit()
def find_best_child(tree, entry):
    """Return the child to play, or ``NO_ENTRY``."""
    best = np.int64(NO_ENTRY)
    for k in range(count_children(tree, entry)):
        child = child_at(tree, entry, k)
        if is_playable(tree, child) and (
            best == NO_ENTRY or is_better(tree, child, best)
        ):
            best = child
    return best


@njit()
def write_best_line(tree, entry, moves):
    """Write the best line after ``entry`` to ``moves``; return its length."""
    length = 0
    while length < moves.size:
        entry = find_best_child(tree, entry)
        if entry == NO_ENTRY:
            break
        moves[length] = get_move(tree, entry)
        length += 1
    return length


@njit_inlined()
def get_parent_proof(tree, parent, value, is_complete):
    """Return the proven value of a node after the proof of a child.

    A move wins when all replies lose, and it loses when one reply wins.

    Args:
        tree: Not changed.
        parent: The parent.
        value: The infinite value of the child.
        is_complete: Whether every legal reply is a child of the parent.

    Returns:
        The infinite value of the parent, or 0 if nothing is proven.

    Source: Winands, Bjoernsson and Saito 2008, "Monte-Carlo tree search solver".
    """
    if value == np.inf:
        return -np.inf
    if not is_complete:
        return 0.0
    for k in range(count_children(tree, parent)):
        if get_value(tree, child_at(tree, parent, k)) != -np.inf:
            return 0.0
    return np.inf


@njit()
def copy_subtree(target, source, entry):
    """Copy the subtree of an entry to ``target``, a tree of at least the same size.

    Entries are copied breadth first.
    """
    copy_to_root(target, source, entry)
    at = np.int64(ROOT)
    while at < count_entries(target):
        copy_children(target, at, source)
        at += 1
