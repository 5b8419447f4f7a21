"""Sizes of the tables and trees of a search within a number of bytes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.core.game import GameSetup
from engine.search.alphabeta.alphabeta_settings import AlphaBetaSettings
from engine.search.preset_settings import read_search
from engine.search.uct.uct_settings import UctSettings

TREES = 2
"""Trees of a tree search: the subtree of a move is copied to the second one."""

TABLE_BITS = "table_bits"
"""The one setting that is the logarithm of a number of entries."""

SMALLEST = {
    TABLE_BITS: 1 << 10,
    "pool_entries": 1 << 12,
    "pool_edges": 1 << 12,
    "pool_nodes": 1 << 8,
    "pool_policies": 1 << 8,
    "cache_size": 0,
}
"""Smallest number of entries of each table, by the setting of its size."""

LARGEST = 1 << 30
"""Largest number of entries of each table."""

SPECIAL_MOVES = 2
"""Largest number of special moves of a searched position, which has no opening."""

CACHE_ENTRY_BYTES = 2048
"""Bytes of a cached evaluation on a large board."""


def limit_tables(
    kind: str, settings: Mapping[str, Any], setup: GameSetup, room: int
) -> dict[str, int]:
    """Return sizes of tables that take at most ``room`` bytes in all.

    No size is larger than in ``settings``; the smallest sizes may take more.

    Args:
        kind: Kind of the engine.
        settings: Settings of the search.
        setup: Board of the search.
        room: Number of bytes.
    """
    share = max(room, 0) / count_bytes(kind, settings, setup)
    return _scaled(kind, settings, setup, min(share, 1.0))


def size_tables(
    kind: str, settings: Mapping[str, Any], setup: GameSetup, room: int
) -> dict[str, int]:
    """Return sizes of tables that fill ``room`` bytes, in the ratio of ``settings``.

    The arguments are those of ``limit_tables``.
    """
    share = max(room, 0) / count_bytes(kind, settings, setup)
    return _scaled(kind, settings, setup, share)


def count_bytes(kind: str, settings: Mapping[str, Any], setup: GameSetup) -> int:
    """Return the number of bytes of all tables of a search."""
    return sum(
        entries * bytes_each
        for entries, bytes_each in _list_tables(kind, settings, setup).values()
    )


def _scaled(
    kind: str, settings: Mapping[str, Any], setup: GameSetup, share: float
) -> dict[str, int]:
    """Return the sizes of the tables by their settings, each a share of its usual."""
    sizes = {
        key: min(max(int(entries * share), SMALLEST[key]), LARGEST)
        for key, (entries, _) in _list_tables(kind, settings, setup).items()
    }
    if TABLE_BITS in sizes:
        return {TABLE_BITS: sizes[TABLE_BITS].bit_length() - 1}
    return sizes


def _list_tables(
    kind: str, settings: Mapping[str, Any], setup: GameSetup
) -> dict[str, tuple[int, int]]:
    """Return entries and bytes of an entry of each table, by the setting of its size.

    The bytes are those in both trees of a tree search.
    """
    own = read_search(kind, setup.game, settings).search
    if isinstance(own, AlphaBetaSettings):
        return {TABLE_BITS: (1 << own.table_bits, 16)}
    if isinstance(own, UctSettings):
        each = 25 if own.rave_equivalence else 16
        return {"pool_entries": (own.pool_entries, TREES * each)}
    row = 2 * (setup.cell_count + SPECIAL_MOVES) + 4
    return {
        "pool_edges": (own.pool_edges, TREES * 20),
        "pool_nodes": (own.pool_nodes, TREES * 28),
        "pool_policies": (own.pool_policies, TREES * row),
        "cache_size": (own.cache_size, CACHE_ENTRY_BYTES),
    }
