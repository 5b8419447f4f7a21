"""Names of engines in records: readable, and the same in every language."""

from __future__ import annotations

from engine.core.errors import PresetError
from engine.core.game import GameSetup
from engine.players.engine_spec import name_overrides
from engine.players.player_config import PlayerConfig
from engine.players.preset_player import PresetPlayer
from engine.players.program_player import ProgramPlayer
from engine.players.strength_player import StrengthPlayer

STRENGTHS = {"full": "Full strength"}
"""Names of strengths that are not their key."""


def engine_name(engine: PlayerConfig, setup: GameSetup) -> str:
    """Return the English name of an engine, such as ``UCT, level 7``.

    A strength is named with its engine on this board, if one supports it.
    """
    if not isinstance(engine, StrengthPlayer):
        return _kind_name(engine)
    strength = engine.strength
    name = STRENGTHS.get(strength, strength.replace("-", " ").capitalize())
    try:
        return f"{name} ({_kind_name(engine.for_setup(setup))})"
    except PresetError:
        return name


def _kind_name(engine: PresetPlayer | ProgramPlayer) -> str:
    """Return the kind of an engine, its level and its own settings."""
    if isinstance(engine, ProgramPlayer):
        return engine.title
    name = engine.load_preset().title
    if engine.level is not None:
        name = f"{name}, level {engine.level}"
    own = name_overrides(engine.overrides)
    return f"{name} {own}" if own else name
