"""Engines with the threads of the settings."""

from __future__ import annotations

from engine.core.errors import PresetError
from engine.core.game import GameSetup
from engine.players.player_config import PlayerConfig
from engine.players.program_player import ProgramPlayer


def with_threads(engine: PlayerConfig, setup: GameSetup, threads: int) -> PlayerConfig:
    """Return an engine whose searches use several threads, unless nodes limit them.

    A search with a limit of nodes or depth is short and, with one thread, repeatable.
    External programs choose for themselves. A number among the engine's own keys wins.

    Args:
        engine: Engine, strength or external program.
        setup: Game, size and rules, which determine the engine of a strength.
        threads: Threads of a search.
    """
    if isinstance(engine, ProgramPlayer):
        return engine
    try:
        limits = engine.resolve_limits(setup)
    except PresetError:  # its searcher will fail in the engine thread, with a message
        return engine
    if limits.nodes is not None or limits.depth is not None:
        return engine
    return engine.with_options(threads=threads)
