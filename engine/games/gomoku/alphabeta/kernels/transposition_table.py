"""Transposition table of the Gomoku search, which several threads may share.

Threads read and write entries without locks. An entry is two words: its content, and
the hash of the position exclusive-or the content. An entry of which two threads have
written one word each belongs to no position.

Source: Hyatt and Mann 2002, "A lock-less transposition-table implementation for
parallel search".
"""

from __future__ import annotations

import numpy as np

from engine.core.kernels.jit import njit_inlined
from engine.core.search_values import PROVEN
from engine.games.gomoku.patterns.kernels.patterns import NO_CELL, position_hash

LEAST_DEPTH = -8
"""Lower limit of the depth of an entry."""

UPPER = 1
LOWER = 2
EXACT = 3
"""Bound types of an entry; 0 is an empty entry."""

ENTRY = np.dtype([("key", np.uint64), ("content", np.uint64)], align=True)
"""An entry.

key: hash of the position exclusive-or ``content``.
content: from the lowest bit on, 16 bits each for value, move and depth, which have a
    sign, and 8 bits each for bound and age.

value: of the position; a proven one counts plies from the position, not from the root.
move: the best move, or ``NO_CELL``.
depth: plies searched.
bound: ``UPPER``, ``LOWER`` or ``EXACT``.
age: the search that stored it; 0 in an empty entry.
"""

VALUE_AT, MOVE_AT, DEPTH_AT, BOUND_AT, AGE_AT = 0, 16, 32, 48, 56
"""First bits of the fields in ``content``."""


@njit_inlined()
def pack_field(value, first_bit):
    """Return the bits of a field of 16 bits with a sign."""
    return np.uint64(value & 0xFFFF) << np.uint64(first_bit)


@njit_inlined()
def unpack_field(content, first_bit):
    """Return the value of a field of 16 bits with a sign."""
    bits = np.int64((content >> np.uint64(first_bit)) & np.uint64(0xFFFF))
    return bits - ((bits & 0x8000) << 1)


@njit_inlined()
def unpack_byte(content, first_bit):
    """Return the value of a field of 8 bits without a sign."""
    return np.int64((content >> np.uint64(first_bit)) & np.uint64(0xFF))


@njit_inlined()
def probe_tt(state, search, ply):
    """Probe the transposition table: bound (0 on a miss), value, depth and move."""
    key = position_hash(state)
    slot = np.int64(key & np.uint64(search.table.size - 2))
    for k in (slot, slot + 1):
        content = search.table[k].content
        if search.table[k].key ^ content == key:
            value = unpack_field(content, VALUE_AT)
            if value > PROVEN:
                value -= ply
            elif value < -PROVEN:
                value += ply
            return (
                unpack_byte(content, BOUND_AT),
                value,
                unpack_field(content, DEPTH_AT),
                unpack_field(content, MOVE_AT),
            )
    return np.int64(0), np.int64(0), np.int64(0), np.int64(NO_CELL)


@njit_inlined()
def store_tt(state, search, ply, bound, value, depth, move):
    """Store a value in the transposition table.

    It replaces the entry of the same position, else the shallower or older of two.
    Without a best move, as for an upper bound, the move of the same position is kept.
    """
    key = position_hash(state)
    slot = np.int64(key & np.uint64(search.table.size - 2))
    age = search.info[0].age
    first = search.table[slot].content
    if search.table[slot].key ^ first != key:
        is_kept = unpack_byte(first, AGE_AT) == age
        is_kept = is_kept and unpack_field(first, DEPTH_AT) > depth
        second = search.table[slot + 1].content
        if is_kept or search.table[slot + 1].key ^ second == key:
            slot += 1
    if move == NO_CELL:
        before = search.table[slot].content  # 0: an empty entry, of no position
        if before != 0 and search.table[slot].key ^ before == key:
            move = unpack_field(before, MOVE_AT)
    if value > PROVEN:
        value += ply
    elif value < -PROVEN:
        value -= ply
    content = pack_field(value, VALUE_AT) | pack_field(move, MOVE_AT)
    content |= pack_field(max(depth, LEAST_DEPTH), DEPTH_AT)
    content |= np.uint64(bound) << np.uint64(BOUND_AT)
    content |= np.uint64(age) << np.uint64(AGE_AT)
    search.table[slot].key = key ^ content
    search.table[slot].content = content
