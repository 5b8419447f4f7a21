"""Engines within a memory limit, which is the resident size of the process.

Compiled code and libraries take most of it, whatever the settings. The rest of the
limit is shared out among the tables and trees of the search.
"""

from __future__ import annotations

from dataclasses import replace

from engine.core.game import GameSetup
from engine.players.engine_spec import sort_overrides
from engine.players.player_config import OwnEngine
from engine.players.preset_player import PresetPlayer
from engine.search.table_sizes import limit_tables
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


def fitting_engine(config: OwnEngine, setup: GameSetup, limit: int) -> OwnEngine | None:
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
    return PresetPlayer(preset=NET_FREE)


def fit_to_memory(config: OwnEngine, setup: GameSetup, limit: int) -> PresetPlayer:
    """Return the engine with tables that keep the process within a limit.

    Call it after kernels and networks were loaded: they count as used.
    """
    room = limit - (resident_bytes() or SEARCH_BYTES) - RESERVE_BYTES
    engine = config.for_setup(setup)
    preset = engine.resolve_preset(setup.game)
    limited = limit_tables(preset.kind, preset.search, setup, room)
    overrides = sort_overrides({**dict(engine.overrides), **limited})
    return replace(engine, overrides=overrides)
