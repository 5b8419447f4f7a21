"""Sizes of the tables and trees of a search within a number of bytes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.core.game import GameSetup
from engine.search.alphabeta.alphabeta_settings import AlphaBetaSettings
from engine.search.puct.puct_settings import PuctSettings
from engine.search.uct.uct_settings import UctSettings

TREES = 2
"""Trees of a tree search: the subtree of a move is copied to the second one."""

SMALLEST = {
    "table_bits": 1 << 10,
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
"""Largest number of moves without a cell."""

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
    return _scaled(kind, settings, min(share, 1.0))


def size_tables(
    kind: str, settings: Mapping[str, Any], setup: GameSetup, room: int
) -> dict[str, int]:
    """Return sizes of tables that fill ``room`` bytes, in the ratio of ``settings``.

    The arguments are those of ``limit_tables``.
    """
    share = max(room, 0) / count_bytes(kind, settings, setup)
    return _scaled(kind, settings, share)


def count_bytes(kind: str, settings: Mapping[str, Any], setup: GameSetup) -> int:
    """Return the number of bytes of all tables of a search."""
    entry_bytes = _entry_bytes(kind, settings, setup)
    entries = _count_entries(kind, settings)
    return sum(count * entry_bytes[key] for key, count in entries.items())


def _scaled(kind: str, settings: Mapping[str, Any], share: float) -> dict[str, int]:
    """Return the sizes of the tables by their settings, each a share of its usual."""
    sizes = {
        key: min(max(int(count * share), SMALLEST[key]), LARGEST)
        for key, count in _count_entries(kind, settings).items()
    }
    if kind == "alpha-beta":
        return {"table_bits": sizes["table_bits"].bit_length() - 1}
    return sizes


def _count_entries(kind: str, settings: Mapping[str, Any]) -> dict[str, int]:
    """Return the number of entries of each table, by the setting of its size."""
    if kind == "alpha-beta":
        bits = settings.get("table_bits", AlphaBetaSettings().table_bits)
        return {"table_bits": 1 << bits}
    usual = UctSettings() if kind == "tree-search" else PuctSettings()
    keys = [key for key in SMALLEST if hasattr(usual, key)]
    return {key: settings.get(key, getattr(usual, key)) for key in keys}


def _entry_bytes(
    kind: str, settings: Mapping[str, Any], setup: GameSetup
) -> dict[str, int]:
    """Return the bytes of an entry of each table, in both trees of a tree search."""
    if kind == "alpha-beta":
        return {"table_bits": 16}
    if kind == "tree-search":
        return {
            "pool_entries": TREES * (25 if settings.get("rave_equivalence") else 16)
        }
    row = 2 * (setup.cell_count + SPECIAL_MOVES) + 4
    return {
        "pool_edges": TREES * 16,
        "pool_nodes": TREES * 28,
        "pool_policies": TREES * row,
        "cache_size": CACHE_ENTRY_BYTES,
    }
