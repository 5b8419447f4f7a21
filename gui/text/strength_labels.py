"""Labels of strengths, kinds of engines and their groups."""

from __future__ import annotations

from engine.core.errors import PresetError
from engine.core.game import GameSetup
from engine.players.engine_spec import name_overrides
from engine.players.player_config import PlayerConfig
from engine.players.preset_player import PresetPlayer
from engine.players.program_player import ProgramPlayer
from engine.players.strength_player import StrengthPlayer
from gui.text.i18n import preset_title, tr


def strength_title(name: str) -> str:
    """Return the name of a strength."""
    return {
        "beginner": tr("Strengths", "Beginner"),
        "easy": tr("Strengths", "Easy"),
        "medium": tr("Strengths", "Medium"),
        "hard": tr("Strengths", "Hard"),
        "very-hard": tr("Strengths", "Very hard"),
        "full": tr("Strengths", "Full strength"),
    }[name]


def strength_description(name: str) -> str:
    """Return the description of a strength in one sentence."""
    return {
        "beginner": tr("Strengths", "Overlooks a lot. For your first games."),
        "easy": tr("Strengths", "Sees the next move, but plans little."),
        "medium": tr("Strengths", "Sees common threats. A good first opponent."),
        "hard": tr("Strengths", "Plans several moves ahead."),
        "very-hard": tr("Strengths", "Makes few mistakes."),
        "full": tr("Strengths", "Uses all its time. The strongest opponent."),
    }[name]


def group_title(group: str) -> str:
    """Return the heading of a group of engines."""
    return {
        "classical": tr("Strengths", "Classical"),
        "learned": tr("Strengths", "Learned"),
        "papers": tr("Strengths", "From papers"),
        "own": tr("Strengths", "Your presets"),
    }[group]


def kind_title(engine: PresetPlayer | ProgramPlayer) -> str:
    """Return the kind of an engine, its level and its own settings."""
    if isinstance(engine, ProgramPlayer):
        return engine.title
    title = preset_title(engine.load_preset())
    if engine.level is not None:
        title = tr("Players", "{engine}, level {level}").format(
            engine=title, level=engine.level
        )
    own = name_overrides(engine.overrides)
    return f"{title} {own}" if own else title


def engine_title(engine: PlayerConfig, setup: GameSetup) -> str:
    """Return the name of an engine; for a strength, with its engine on this board."""
    if not isinstance(engine, StrengthPlayer):
        return kind_title(engine)
    title = strength_title(engine.strength)
    try:
        kind = kind_title(engine.for_setup(setup))
    except PresetError:
        return title
    return tr("Players", "{strength} ({engine})").format(strength=title, engine=kind)
