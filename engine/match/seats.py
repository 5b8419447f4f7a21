"""Players of a match with their searchers and names."""

from __future__ import annotations

from dataclasses import replace
from typing import Generic

from engine.core.game import GameSetup
from engine.core.types import Player
from engine.match.engine_choice import substitute_engine
from engine.match.match_setup import MatchSetup
from engine.match.options import MatchTools
from engine.match.port import SearcherT
from engine.players.player_config import PlayerConfig
from engine.players.preset_player import PresetPlayer
from engine.players.strength_player import StrengthPlayer
from engine.records.model.record import Headers


class Seats(Generic[SearcherT]):
    """Who plays which side, and the searchers of the engines.

    Args:
        players: The players at the start.
        tools: Factory of searchers and names.
        setup: Game, size and rules.
    """

    def __init__(
        self, players: MatchSetup, tools: MatchTools[SearcherT], setup: GameSetup
    ) -> None:
        self._players = players
        self._tools = tools
        self._setup = setup
        self._searchers: dict[Player, tuple[PlayerConfig, SearcherT]] = {}
        self._failed_presets: set[str] = set()

    @property
    def players(self) -> MatchSetup:
        """Who plays which side."""
        return self._players

    def searcher(self, player: Player) -> SearcherT:
        """Return the searcher of ``player``, which keeps its tree from move to move.

        A change of the engine's settings since the last move makes a fresh one.
        """
        engine = self._players.searching_engine(player)
        engine = self._tools.fit_engine(engine, self._setup)
        known = self._searchers.get(player)
        if known is None or known[0] != engine:
            self.forget_searcher(player)
            searcher = self._tools.make_searcher(engine, self._setup.game)
            self._searchers[player] = known = engine, searcher
        return known[1]

    def forget_searcher(self, player: Player) -> None:
        """Let a fresh searcher make the next move of ``player``."""
        known = self._searchers.pop(player, None)
        if known is not None:
            self._tools.drop_searcher(known[1])

    def forget_searchers(self) -> None:
        """Drop all searchers; those of later moves are fresh ones."""
        for player in Player:
            self.forget_searcher(player)

    def set_player(self, player: Player, engine: PlayerConfig | None) -> None:
        """Assign an engine, or a person, to ``player`` for the rest of the game."""
        self.forget_searcher(player)
        self._players = self._players.with_player(player, engine)

    def exchange(self) -> None:
        """Exchange the players.

        The clocks stay where they are: what was used belongs to the side.
        """
        seated = self._searchers.items()
        self._searchers = {seat.opponent: searcher for seat, searcher in seated}
        self._players = self._players.with_players_exchanged()

    def name(self, headers: Headers, player: Player) -> Headers:
        """Return ``headers`` with the name of the player of a side."""
        name = self._tools.name_player(self._players.player(player), self._setup)
        if player is Player.FIRST:
            return replace(headers, first_name=name)
        return replace(headers, second_name=name)

    def substitute(self, player: Player) -> PlayerConfig | None:
        """Return an engine that has not failed in this match for one that just has."""
        engine = self._players.engines[player]
        level = None
        if isinstance(engine, StrengthPlayer) and engine.refusal(self._setup) is None:
            engine = engine.for_setup(self._setup)
        if isinstance(engine, PresetPlayer):
            self._failed_presets.add(engine.preset)
            level = engine.level
        return substitute_engine(self._setup, level, self._failed_presets)
