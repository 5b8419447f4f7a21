"""Engines within a memory limit, which is the resident size of the process.

Compiled code and libraries take most of it, whatever the settings. The rest of the
limit is shared out among the tables and trees of the search.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.core.game import GameSetup
from engine.engine_spec import sort_overrides
from engine.players import PlayerConfig
from engine.search.alphabeta.alphabeta_search import AlphaBetaSettings
from engine.search.puct.puct_settings import PuctSettings
from engine.search.uct.uct_settings import UctSettings
from engine.servers.process_memory import resident_bytes

MEGABYTE = 1 << 20

RESERVE_BYTES = 24 * MEGABYTE
"""Part of the limit that is left for what grows with a game beside the tables."""

SEARCH_BYTES = 190 * MEGABYTE
"""Least limit for a search in Gomoku without a network.

Measured on Linux with Python 3.11: 165 MB with small tables, and the reserve.
"""

NETWORK_BYTES = 230 * MEGABYTE
"""Least limit for a search with a network: 203 MB, and the reserve."""

NET_FREE = "alphabeta"
"""Engine that replaces one whose network needs more than the limit."""

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

SPECIAL_MOVES = 2
"""Largest number of moves without a cell."""

CACHE_ENTRY_BYTES = 2048
"""Bytes of a cached evaluation on a large board."""


def fitting_engine(
    config: PlayerConfig, setup: GameSetup, limit: int
) -> PlayerConfig | None:
    """Return the engine that plays within a limit.

    Args:
        config: The wanted engine.
        setup: Game, size and rules, which the engine supports.
        limit: Largest resident size in bytes.

    Returns:
        The wanted engine, or one without a network; ``None`` if even that is too large.
    """
    wanted = config.for_setup(setup)
    needed = NETWORK_BYTES if wanted.resolve_preset(setup.game).nets else SEARCH_BYTES
    if limit >= needed:
        return config
    if limit < SEARCH_BYTES:
        return None
    return PlayerConfig(preset=NET_FREE)


def fit_to_memory(config: PlayerConfig, setup: GameSetup, limit: int) -> PlayerConfig:
    """Return the engine with tables that keep the process within a limit.

    Call it after kernels and networks were loaded: they count as used.
    """
    room = limit - (resident_bytes() or SEARCH_BYTES) - RESERVE_BYTES
    engine = config.for_setup(setup)
    preset = engine.resolve_preset(setup.game)
    limited = limit_tables(preset.kind, preset.search, setup, room)
    overrides = sort_overrides({**dict(engine.overrides), **limited})
    return replace(engine, overrides=overrides)


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
    entries = _count_entries(kind, settings)
    entry_bytes = _entry_bytes(kind, settings, setup)
    needed = sum(count * entry_bytes[key] for key, count in entries.items())
    share = min(max(room, 0) / needed, 1.0)
    sizes = {
        key: max(int(count * share), SMALLEST[key]) for key, count in entries.items()
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
            "pool_entries": TREES * (24 if settings.get("rave_equivalence") else 16)
        }
    row = 2 * (setup.cell_count + SPECIAL_MOVES) + 4
    return {
        "pool_edges": TREES * 16,
        "pool_nodes": TREES * 24,
        "pool_policies": TREES * row,
        "cache_size": CACHE_ENTRY_BYTES,
    }
