"""Factory of open games: from a choice, from a record, from an unfinished game."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from engine.core.game import GameSetup
from engine.core.types import Player
from engine.match.engine_choice import against_engine
from engine.match.engine_names import engine_name
from engine.match.events import PauseRequested
from engine.match.match import Match
from engine.match.match_setup import MatchSetup
from engine.match.options import MatchOptions, MatchTools
from engine.match.session.game_session import GameSession
from engine.players.build import build_searcher
from engine.players.player_config import PlayerConfig
from engine.records.model.record import GameRecord, Headers
from gui.game.lazy_searcher import LazySearcher, SearcherFactory
from gui.game.open_game import OpenGame
from gui.game.searcher_closer import SearcherCloser
from gui.game.thread_rule import with_threads
from gui.settings.last_match import load_last_match
from gui.settings.search_threads import SEARCH_THREADS, resolve_threads
from gui.settings.settings import Settings
from gui.settings.table import PERSON

if TYPE_CHECKING:
    from engine.search.api import Searcher

OPTIONS = MatchOptions(
    replaces_engines=True, notices_standstills=True, refuses_fouls=True
)
"""Behaviour of the matches of people."""


class GameFactory:
    """Factory of games that share settings, random numbers and engines.

    Args:
        settings: Last choices, and the name of the person.
        make_searcher: Factory of engines; default: the program's own.
        rng: Draws colours and the seeds of engines.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        make_searcher: SearcherFactory | None = None,
        rng: random.Random | None = None,
    ) -> None:
        self._settings = settings
        self._make_searcher = make_searcher or self._build_searcher
        self._rng = rng or random.Random()
        self._closer = SearcherCloser()
        self._tools = MatchTools(
            make_searcher=self._make_lazy_searcher,
            fit_engine=self._fit_engine,
            drop_searcher=self._closer.close,
            name_player=self._name_player,
        )

    @property
    def closer(self) -> SearcherCloser:
        """Ends the external programs of games that do not need them any more."""
        return self._closer

    def make_default_game(self, game: str) -> OpenGame:
        """Return a game with the last choices for ``game`` that has not started.

        A person begins it against an engine. No time counts before the first move.
        """
        requested = against_engine(load_last_match(self._settings, game))
        if requested.first is not None:
            requested = replace(requested.with_players_exchanged(), first=None)
        return self._new(replace(requested, draws_colours=False), is_started=False)

    def make_game(self, requested: MatchSetup) -> OpenGame:
        """Return a game that begins now on an empty board.

        Args:
            requested: Players and time as chosen, before any draw of colours.
        """
        return self._new(requested)

    def make_game_from_node(
        self, record: GameRecord, node: int, requested: MatchSetup
    ) -> OpenGame:
        """Return a game that begins now, at the position of a node of a record.

        Later moves become a variation with the first move that is played.

        Raises:
            EngineError: The record cannot be replayed.
        """
        game = self._new(requested, start=record.up_to(node), original_record=record)
        game.mark_unsaved()
        return game

    def make_rematch(self, game: OpenGame, requested: MatchSetup) -> OpenGame:
        """Return a game that begins now at the start of ``game``, without a contest."""
        return self._new(replace(requested, is_contest=False), start=game.start)

    def open_record(self, record: GameRecord, path: Path | None) -> OpenGame:
        """Return a record with persons on both sides, at the end of its main line.

        Its time is only counted, whatever the game was played with.

        Raises:
            EngineError: The record cannot be replayed.
        """
        players = MatchSetup(setup=record.setup)
        match = Match(
            GameSession(record, is_opened=True),
            players,
            self._tools,
            options=OPTIONS,
            is_started=False,
        )
        return self._open(match, requested=players, path=path)

    def restore_game(
        self, record: GameRecord, players: MatchSetup, path: Path | None
    ) -> OpenGame:
        """Return a game that was not saved when the program ended.

        If it has clocks, it is paused.

        Raises:
            EngineError: The record cannot be replayed.
        """
        is_timed = not players.time.is_unlimited
        match = Match(
            GameSession(record, automatic=players.engines, terms=players.time),
            players,
            self._tools,
            options=OPTIONS,
            is_started=is_timed,
            is_idle=players.is_watched,
        )
        if is_timed:
            match.handle(PauseRequested())
        game = self._open(match, requested=players, path=path)
        game.mark_unsaved()
        return game

    def _new(
        self,
        requested: MatchSetup,
        *,
        start: GameRecord | None = None,
        original_record: GameRecord | None = None,
        is_started: bool = True,
    ) -> OpenGame:
        players = requested.with_sides_drawn(self._rng)
        headers = Headers(
            first_name=self._name_in(players, Player.FIRST),
            second_name=self._name_in(players, Player.SECOND),
            date=f"{datetime.now().astimezone():%Y-%m-%d %H:%M}",
        )
        start = start or GameRecord(setup=players.setup)
        session = GameSession(
            replace(start, headers=headers, time=players.time),
            automatic=players.engines,
            original_record=original_record,
            terms=players.time,
        )
        match = Match(
            session, players, self._tools, options=OPTIONS, is_started=is_started
        )
        return self._open(match, requested=requested, start=start)

    def _open(
        self,
        match: Match[LazySearcher],
        *,
        requested: MatchSetup,
        start: GameRecord | None = None,
        path: Path | None = None,
    ) -> OpenGame:
        return OpenGame(
            match,
            requested=requested,
            make_searcher=self._make_searcher,
            fit_engine=self._fit_engine,
            start=start,
            path=path,
        )

    def _name_in(self, players: MatchSetup, player: Player) -> str:
        """Return the name of a player of a new game."""
        name = players.person_name(player)
        is_opponent = player is Player.SECOND and not players.engines
        if name or is_opponent:
            return name
        return self._name_player(players.player(player), players.setup)

    def _name_player(self, engine: PlayerConfig | None, setup: GameSetup) -> str:
        """Return the name that records give to an engine or the person."""
        if engine is None:
            return self._settings[PERSON]
        return engine_name(engine, setup)

    def _fit_engine(self, engine: PlayerConfig, setup: GameSetup) -> PlayerConfig:
        """Return an engine as every search of the window runs it."""
        threads = resolve_threads(self._settings[SEARCH_THREADS])
        return with_threads(engine, setup, threads)

    def _make_lazy_searcher(self, engine: PlayerConfig, game: str) -> LazySearcher:
        return LazySearcher(partial(self._make_searcher, engine, game))

    def _build_searcher(self, engine: PlayerConfig, game: str) -> Searcher:
        return build_searcher(
            engine, game, seed=self._rng.getrandbits(32), is_prompt=True
        )
