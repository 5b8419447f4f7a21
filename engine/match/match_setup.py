"""Setup of a match: board, rules, players, time."""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from typing import Final, Literal, get_args

from engine.core.clocks.time_control import TimeTerms
from engine.core.errors import LimitsError
from engine.core.game import GameSetup
from engine.core.message import Message
from engine.core.types import Player
from engine.players.engine_spec import sort_overrides
from engine.players.player_config import PlayerConfig, parse_engine

MIN_SECONDS, MAX_SECONDS = 0.1, 600.0
"""Time an engine may be given for a move."""

DEFAULT_SECONDS = 1.0
"""An answer within about a second keeps a game flowing."""

MAX_NODES = 10_000_000
"""Most simulations or nodes an engine may be given for a move."""

DEFAULT_NODES = 1000
"""Simulations of the papers' weakest tree search."""

EngineLimit = Literal["seconds", "nodes", "own"]

ENGINE_LIMITS: Final[tuple[EngineLimit, ...]] = get_args(EngineLimit)
"""Time, simulations or nodes, and the limits of each engine's preset."""

HUMAN = "human"
"""Name of a person in settings and files."""


def parse_player(text: str) -> PlayerConfig | None:
    """Return the engine of a name, or ``None`` for a person.

    Raises:
        PresetError: There is no such engine.
    """
    return None if text == HUMAN else parse_engine(text)


def format_player(engine: PlayerConfig | None) -> str:
    """Return the name that ``parse_player`` reads."""
    return HUMAN if engine is None else str(engine)


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSetup:
    """Game, rules, players and time of a match."""

    setup: GameSetup
    """Game, size and rules."""

    first: PlayerConfig | None = None
    """The engine that plays the first side; ``None`` is a person."""

    second: PlayerConfig | None = None
    """The engine that plays the second side; ``None`` is a person."""

    first_name: str = ""
    """Name of the person on the first side; empty if unknown."""

    second_name: str = ""
    """Name of the person on the second side; empty if unknown."""

    engine_limit: EngineLimit = "seconds"
    """What limits an engine's search for a move where no clock does."""

    seconds_per_move: float = DEFAULT_SECONDS
    """Time an engine thinks about a move, with the limit ``seconds``."""

    nodes_per_move: int = DEFAULT_NODES
    """Simulations or nodes for a move, with the limit ``nodes``."""

    time: TimeTerms = field(default_factory=TimeTerms)
    """The time of both sides, which engines share out among their moves."""

    caps_engines: bool = False
    """Whether the limit holds for an engine that has a clock, too."""

    draws_colours: bool = False
    """Whether chance decides who plays which side."""

    engines_resign: bool = False
    """Whether an engine resigns a lost game."""

    is_contest: bool = False
    """Whether an engine plays for the user's team, and a person for another team."""

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
        if not 1 <= self.nodes_per_move <= MAX_NODES:
            raise LimitsError(
                Message(
                    "Expected 1 to {most} nodes a move, got {given}.",
                    most=MAX_NODES,
                    given=self.nodes_per_move,
                )
            )
        if self.engine_limit not in ENGINE_LIMITS:
            raise LimitsError(
                Message(
                    "Expected a limit of engines among {known}, got {given!r}.",
                    known=ENGINE_LIMITS,
                    given=self.engine_limit,
                )
            )

    @property
    def engines(self) -> dict[Player, PlayerConfig]:
        """The engines by the side they play."""
        both = {Player.FIRST: self.first, Player.SECOND: self.second}
        return {player: engine for player, engine in both.items() if engine}

    @property
    def is_resumable(self) -> bool:
        """Whether it has an engine or a clock, which a record lacks."""
        return bool(self.engines) or not self.time.is_unlimited

    @property
    def is_watched(self) -> bool:
        """Whether engines play both sides."""
        return len(self.engines) == len(Player)

    @property
    def has_two_kinds(self) -> bool:
        """Whether it makes a difference who plays which side."""
        names = self.person_name(Player.FIRST), self.person_name(Player.SECOND)
        return self.first != self.second or names[0] != names[1]

    def player(self, player: Player) -> PlayerConfig | None:
        """Return the engine that plays ``player``; ``None`` is a person."""
        return self.first if player is Player.FIRST else self.second

    def is_limited(self, player: Player) -> bool:
        """Return whether the limit of engines holds for a side."""
        return self.caps_engines or self.time.get_control(player) is None

    def searching_engine(self, player: Player) -> PlayerConfig:
        """Return the engine of a side with the nodes of this match, if these limit it.

        Nodes among its own constants win over those of the match, and these over the
        preset's.
        """
        engine = self.engines[player]
        if self.engine_limit != "nodes" or not self.is_limited(player):
            return engine
        overrides = {"nodes": self.nodes_per_move, **dict(engine.overrides)}
        return replace(engine, overrides=sort_overrides(overrides))

    def person_name(self, player: Player) -> str:
        """Return the name of the person who plays ``player``; empty if unknown."""
        if self.player(player) is not None:
            return ""
        return self.first_name if player is Player.FIRST else self.second_name

    def with_player(self, player: Player, engine: PlayerConfig | None) -> MatchSetup:
        """Return the choice in which ``engine``, or a person, plays ``player``."""
        if player is Player.FIRST:
            return replace(self, first=engine, first_name="")
        return replace(self, second=engine, second_name="")

    def with_players_exchanged(self) -> MatchSetup:
        """Return the choice in which the players change places; the time stays."""
        return replace(
            self,
            first=self.second,
            second=self.first,
            first_name=self.second_name,
            second_name=self.first_name,
        )

    def with_sides_changed(self) -> MatchSetup:
        """Return the choice in which each player sits in the other one's place.

        Their time goes with them.
        """
        return replace(self.with_players_exchanged(), time=self.time.exchanged())

    def with_sides_drawn(self, rng: random.Random) -> MatchSetup:
        """Return the choice after the draw, if one was wanted."""
        if self.draws_colours and rng.random() < 1 / 2:
            return self.with_sides_changed()
        return self
