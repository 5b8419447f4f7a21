"""What is chosen before a game: board, rules, who plays, how long they think."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace

from engine.core.clocks.time_control import TimeTerms
from engine.core.errors import LimitsError
from engine.core.game import GameSetup
from engine.core.message import Message
from engine.core.types import Player
from engine.games import get_game
from engine.players import PlayerConfig, strength_config
from engine.presets import Preset, find_preset, list_presets

MIN_SECONDS, MAX_SECONDS = 0.1, 600.0
"""Time an engine may be given for a move."""

DEFAULT_SECONDS = 1.0
"""An answer within about a second keeps a game flowing."""

GROUPS = ("classical", "learned", "papers")
"""Groups of engines in the order in which they are offered."""

PREFERRED_ENGINES = ("alphabeta", "uct", "mcts")
"""Engines offered first in their group, where they play the game."""

DEFAULT_STRENGTH, FULL_STRENGTH = "medium", "full"
"""Strength of the first opponent, and that of contests."""

USUAL_RULES: Mapping[str, Mapping[str, str]] = {"hex": {"swap": "on"}}
"""Rules offered first that are not the game's own default, as on Hex sites."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewGame:
    """A game as the user wants it."""

    setup: GameSetup
    """Game, size and rules."""

    first: PlayerConfig | None = None
    """The engine that plays the first side; ``None`` is a person."""

    second: PlayerConfig | None = None
    """The engine that plays the second side; ``None`` is a person."""

    seconds_per_move: float = DEFAULT_SECONDS
    """Time an engine thinks about a move where no clock tells it."""

    time: TimeTerms = field(default_factory=TimeTerms)
    """The time of both sides, which engines share out among their moves."""

    caps_engines: bool = False
    """Whether ``seconds_per_move`` is the most an engine takes of its clock, too."""

    draws_colours: bool = False
    """Whether chance decides who plays which side."""

    engines_resign: bool = False
    """Whether an engine resigns a lost game."""

    def __post_init__(self) -> None:
        if not MIN_SECONDS <= self.seconds_per_move <= MAX_SECONDS:
            raise LimitsError(
                Message(
                    "Expected {low:g} to {high:g} seconds a move, got {given:g}.",
                    low=MIN_SECONDS,
                    high=MAX_SECONDS,
                    given=self.seconds_per_move,
                )
            )

    @property
    def engines(self) -> dict[Player, PlayerConfig]:
        """The engines by the side they play."""
        both = {Player.FIRST: self.first, Player.SECOND: self.second}
        return {player: engine for player, engine in both.items() if engine}

    @property
    def is_watched(self) -> bool:
        """Whether engines play both sides."""
        return len(self.engines) == len(Player)

    @property
    def has_two_kinds(self) -> bool:
        """Whether it makes a difference who plays which side."""
        return self.first != self.second

    def player(self, player: Player) -> PlayerConfig | None:
        """Return the engine that plays ``player``; ``None`` is a person."""
        return self.first if player is Player.FIRST else self.second

    def with_player(self, player: Player, engine: PlayerConfig | None) -> NewGame:
        """Return the choice in which ``engine``, or a person, plays ``player``."""
        if player is Player.FIRST:
            return replace(self, first=engine)
        return replace(self, second=engine)

    def with_sides_changed(self) -> NewGame:
        """Return the choice in which each player sits in the other one's place.

        Their time goes with them.
        """
        time = self.time.exchanged()
        return replace(self, first=self.second, second=self.first, time=time)

    def with_sides_drawn(self, rng: random.Random) -> NewGame:
        """Return the choice after the draw, if one was wanted."""
        if self.draws_colours and rng.random() < 1 / 2:
            return self.with_sides_changed()
        return self


def default_new_game(game: str) -> NewGame:
    """Return a person against an engine of the default strength, on the usual board."""
    setup = get_game(game).setup(options=USUAL_RULES.get(game))
    return NewGame(setup=setup, second=default_engine(setup))


def against_engine(wish: NewGame) -> NewGame:
    """Return a choice of one person and one engine, near ``wish``.

    Two persons, or two engines, give way to a person who begins against an engine.
    """
    if len(wish.engines) == 1:
        return wish
    opponent = wish.second or default_engine(wish.setup)
    if opponent is None:
        return default_new_game(wish.setup.game)
    return replace(wish, first=None, second=opponent)


def watched_game(game: str) -> NewGame:
    """Return two kinds of engines at full strength, on the usual board.

    The strongest one plays one of another group, or else of another kind.
    """
    setup = get_game(game).setup()
    fitting = [
        preset
        for preset in _fitting_engines(setup, best_first=True)
        if preset.group != "papers"
    ]
    best, others = fitting[0], fitting[1:]
    others.sort(
        key=lambda preset: (preset.group == best.group, preset.kind == best.kind)
    )
    second = others[0] if others else best
    return NewGame(
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
    top = find_preset(chosen.preset).for_game(setup.game).top_level
    return chosen.preset == best.preset and chosen.level in {None, top}


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
