"""Choice of engines for a setup: offered, default, strongest and substitute engines."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from engine.core.game import GameSetup
from engine.games import get_game
from engine.match.match_setup import MatchSetup
from engine.players import PlayerConfig, strength_config
from engine.preset_file import Preset
from engine.presets import find_preset, list_presets

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


def against_engine(wish: MatchSetup) -> MatchSetup:
    """Return a choice of one person and one engine, near ``wish``.

    Two persons, or two engines, give way to a person who begins against an engine.
    """
    if len(wish.engines) == 1:
        return wish
    opponent = wish.second or default_engine(wish.setup)
    if opponent is None:
        return default_match(wish.setup.game)
    return replace(wish, first=None, second=opponent)


def watched_match(game: str) -> MatchSetup:
    """Return two kinds of engines at full strength, on the usual board.

    The strongest one plays one of another group, or else of another kind.
    """
    setup = get_game(game).setup()
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
    return MatchSetup(
        setup=setup,
        first=PlayerConfig(preset=best.name),
        second=PlayerConfig(preset=second.name),
    )


def offered_engines(game: str) -> list[Preset]:
    """Return the engines that play ``game``, by group, the preferred ones first."""

    def place(preset: Preset) -> tuple[int, int]:
        is_preferred = preset.name in PREFERRED_ENGINES
        rank = PREFERRED_ENGINES.index(preset.name) if is_preferred else len(GROUPS)
        return GROUPS.index(preset.group), rank

    return sorted(list_presets(game), key=place)


def has_strengths(setup: GameSetup) -> bool:
    """Return whether the scale of strengths knows the game and its rules."""
    return strength_config(DEFAULT_STRENGTH).refusal(setup) is None


def default_engine(setup: GameSetup) -> PlayerConfig | None:
    """Return the opponent offered first, or ``None`` when no engine plays there."""
    if has_strengths(setup):
        return strength_config(DEFAULT_STRENGTH)
    for preset in _fitting_engines(setup):
        return PlayerConfig(preset=preset.name, level=(preset.top_level + 1) // 2)
    return None


def best_engine(setup: GameSetup) -> PlayerConfig | None:
    """Return the strongest engine, or ``None`` when no engine plays there."""
    for preset in _fitting_engines(setup, best_first=True):
        return PlayerConfig(preset=preset.name)
    return None


def contest_engine(setup: GameSetup) -> PlayerConfig | None:
    """Return the engine that a contest begins with: the strongest, at full strength."""
    return (
        strength_config(FULL_STRENGTH) if has_strengths(setup) else best_engine(setup)
    )


def is_strongest(setup: GameSetup, engine: PlayerConfig) -> bool:
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
    setup: GameSetup, engine: PlayerConfig, failed: Collection[str]
) -> PlayerConfig | None:
    """Return another engine of the same level, if one plays there.

    For a strength, the level is that of the engine behind it.

    Args:
        setup: What is played.
        engine: The engine that cannot go on.
        failed: Names of presets that are out of the question.
    """
    if engine.refusal(setup) is None:
        engine = engine.for_setup(setup)
    for preset in _fitting_engines(setup):
        if preset.name not in failed:
            level = (
                None if engine.level is None else min(engine.level, preset.top_level)
            )
            return PlayerConfig(preset=preset.name, level=level)
    return None


def _fitting_engines(setup: GameSetup, *, best_first: bool = False) -> Iterator[Preset]:
    """Yield the engines that play by a setup, the preferred or the best ones first."""
    offered = offered_engines(setup.game)
    if best_first:
        offered.sort(key=lambda preset: setup.game not in preset.best_in)
    return (preset for preset in offered if preset.refusal(setup) is None)
