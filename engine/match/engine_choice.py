"""Choice of engines for a setup: offered, default, strongest and substitute engines."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from engine.core.game import GameSetup
from engine.games import get_game
from engine.match.match_setup import MatchSetup
from engine.players.player_config import OwnEngine
from engine.players.preset_file import Preset
from engine.players.preset_player import PresetPlayer
from engine.players.presets import find_preset, list_presets
from engine.players.strength_player import StrengthPlayer

GROUPS = ("classical", "learned", "papers", "own")
"""Groups of engines in the order in which they are offered."""

PREFERRED_ENGINES = ("alphabeta", "uct", "mcts")
"""Engines offered first in their group, where they play the game."""

DEFAULT_STRENGTH, FULL_STRENGTH = "medium", "full"
"""Strength of the first opponent, and that of contests."""


def default_match(game: str) -> MatchSetup:
    """Return a person against an engine of the default strength, on the usual board."""
    rules = get_game(game)
    setup = rules.setup(options=rules.usual_options)
    return MatchSetup(setup=setup, second=default_engine(setup))


def against_engine(requested: MatchSetup) -> MatchSetup:
    """Return a choice of one person and one engine, close to ``requested``.

    Two persons, or two engines, give way to a person who begins against an engine.
    """
    if len(requested.engines) == 1:
        return requested
    opponent = requested.second or default_engine(requested.setup)
    if opponent is None:
        return default_match(requested.setup.game)
    return replace(requested, first=None, second=opponent)


def watched_match(game: str) -> MatchSetup:
    """Return a match of ``best_pair`` on the usual board."""
    setup = get_game(game).setup()
    first, second = best_pair(setup)
    return MatchSetup(setup=setup, first=first, second=second)


def best_pair(setup: GameSetup) -> tuple[PresetPlayer, PresetPlayer]:
    """Return two kinds of engines at full strength, for a setup that has engines.

    The second one is the strongest of another group, or else of another kind.
    """
    fitting = [
        preset
        for preset in _fitting_engines(setup, best_first=True)
        if preset.group not in {"papers", "own"}
    ]
    best, others = fitting[0], fitting[1:]
    others.sort(
        key=lambda preset: (preset.group == best.group, preset.kind == best.kind)
    )
    second = others[0] if others else best
    return PresetPlayer(preset=best.name), PresetPlayer(preset=second.name)


def offered_engines(game: str) -> list[Preset]:
    """Return the engines that play ``game``, by group, the preferred ones first."""

    def place(preset: Preset) -> tuple[int, int]:
        is_preferred = preset.name in PREFERRED_ENGINES
        rank = PREFERRED_ENGINES.index(preset.name) if is_preferred else len(GROUPS)
        return GROUPS.index(preset.group), rank

    return sorted(list_presets(game), key=place)


def has_strengths(setup: GameSetup) -> bool:
    """Return whether the scale of strengths has engines for the game and its rules."""
    return StrengthPlayer(strength=DEFAULT_STRENGTH).refusal(setup) is None


def default_engine(setup: GameSetup) -> OwnEngine | None:
    """Return the opponent offered first, or ``None`` when no engine plays there."""
    if has_strengths(setup):
        return StrengthPlayer(strength=DEFAULT_STRENGTH)
    for preset in _fitting_engines(setup):
        return PresetPlayer(preset=preset.name, level=(preset.top_level + 1) // 2)
    return None


def best_engine(setup: GameSetup) -> PresetPlayer | None:
    """Return the strongest engine, or ``None`` when no engine plays there."""
    for preset in _fitting_engines(setup, best_first=True):
        return PresetPlayer(preset=preset.name)
    return None


def contest_engine(setup: GameSetup) -> OwnEngine | None:
    """Return the engine that a contest begins with: the strongest, at full strength."""
    return (
        StrengthPlayer(strength=FULL_STRENGTH)
        if has_strengths(setup)
        else best_engine(setup)
    )


def is_strongest(setup: GameSetup, engine: OwnEngine) -> bool:
    """Return whether no engine offered for a setup is stronger than ``engine``."""
    best = contest_engine(setup)
    if best is None or engine.refusal(setup) is not None:
        return False
    chosen, best = engine.for_setup(setup), best.for_setup(setup)
    if chosen.preset != best.preset:
        return False
    top = find_preset(chosen.preset).for_game(setup.game).top_level
    return chosen.level in {None, top}


def substitute_engine(
    setup: GameSetup, level: int | None, failed: Collection[str]
) -> PresetPlayer | None:
    """Return another engine of the same level, if one plays there.

    Args:
        setup: What is played.
        level: Level of the engine that failed; ``None`` is the strongest.
        failed: Names of presets that are out of the question.
    """
    for preset in _fitting_engines(setup):
        if preset.name not in failed:
            own = None if level is None else min(level, preset.top_level)
            return PresetPlayer(preset=preset.name, level=own)
    return None


def _fitting_engines(setup: GameSetup, *, best_first: bool = False) -> Iterator[Preset]:
    """Yield the engines that play by a setup, the preferred or the best ones first."""
    offered = offered_engines(setup.game)
    if best_first:
        offered.sort(key=lambda preset: setup.game not in preset.best_in)
    return (preset for preset in offered if preset.refusal(setup) is None)
