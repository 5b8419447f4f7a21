"""Lays new tables: from a choice, from a record, from an unfinished game."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from engine.core.game import GameSetup
from engine.core.types import Player
from engine.players import PlayerConfig, build_searcher
from engine.records.model.record import GameRecord, Headers
from engine.session import GameSession
from gui.game.match import SearcherFactory, Table
from gui.settings.settings import Settings
from gui.setup.new_game import NewGame, against_engine
from gui.text.strength_labels import engine_title

if TYPE_CHECKING:
    from engine.search.api import Searcher


class TableMaker:
    """Makes tables that share settings, chance and the way to build engines.

    Args:
        settings: Last choices, and the name of the person.
        make_searcher: Makes the engines; the program's own when left out.
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

    def last_chosen(self, game: str) -> Table:
        """Return an empty board where a first click plays; no time counts yet.

        It is set up as the last choice for ``game``, but with a person to begin
        against an engine.
        """
        wish = against_engine(self._settings.new_game(game))
        if wish.first is not None:
            wish = replace(wish, first=None, second=wish.first)
        return self._new(replace(wish, draws_colours=False))

    def chosen(self, wish: NewGame) -> Table:
        """Return an empty board for a game that begins now."""
        table = self._new(wish)
        table.is_running = table.is_live = True
        return table

    def continued(self, record: GameRecord, node: int, wish: NewGame) -> Table:
        """Return a game that begins now, at a node of a record.

        Later moves become a variation with the first move that is played.

        Raises:
            EngineError: The record cannot be replayed.
        """
        table = self._new(wish, start=record.up_to(node), original_record=record)
        table.is_running = table.is_live = True
        table.mark_unsaved()
        return table

    def again(self, table: Table, wish: NewGame) -> Table:
        """Return a game that begins now, where the one on ``table`` began."""
        fresh = self._new(wish, start=table.start)
        fresh.is_running = fresh.is_live = True
        return fresh

    def opened(self, record: GameRecord, path: Path | None) -> Table:
        """Return a record with persons on both sides, at the end of its main line.

        Its time is only counted, whatever the game was played with.

        Raises:
            EngineError: The record cannot be replayed.
        """
        choice = NewGame(setup=record.setup)
        return self._table(choice, choice, GameSession(record, is_opened=True), path)

    def restored(self, record: GameRecord, choice: NewGame, path: Path | None) -> Table:
        """Return a game that was not saved when the program ended.

        If it has clocks, it waits until somebody lets them go on.

        Raises:
            EngineError: The record cannot be replayed.
        """
        session = GameSession(record, automatic=choice.engines, terms=choice.time)
        table = self._table(choice, choice, session, path)
        table.is_live = table.is_paused = not choice.time.is_unlimited
        table.mark_unsaved()
        return table

    def set_player(
        self, table: Table, player: Player, engine: PlayerConfig | None
    ) -> None:
        """Let an engine, or a person, play ``player``, and say so in the header."""
        table.set_player(player, engine)
        headers, name = (
            table.session.record.headers,
            self._name_of(engine, table.session.setup),
        )
        if player is Player.FIRST:
            headers = replace(headers, first_name=name)
        else:
            headers = replace(headers, second_name=name)
        table.session.set_headers(headers)

    def change_sides(self, table: Table) -> None:
        """Let the players change places, and say so in the header."""
        table.change_sides()
        headers = table.session.record.headers
        table.session.set_headers(
            replace(
                headers,
                first_name=headers.second_name,
                second_name=headers.first_name,
            )
        )

    def _new(
        self,
        wish: NewGame,
        *,
        start: GameRecord | None = None,
        original_record: GameRecord | None = None,
    ) -> Table:
        choice = wish.with_sides_drawn(self._rng)
        headers = Headers(
            first_name=self._name_of(choice.first, choice.setup),
            second_name=self._name_of(choice.second, choice.setup),
            date=f"{datetime.now().astimezone():%Y-%m-%d %H:%M}",
        )
        start = start or GameRecord(setup=choice.setup)
        session = GameSession(
            replace(start, headers=headers, time=choice.time),
            automatic=choice.engines,
            original_record=original_record,
            terms=choice.time,
        )
        table = self._table(wish, choice, session, None)
        table.start = start
        return table

    def _table(
        self, wish: NewGame, choice: NewGame, session: GameSession, path: Path | None
    ) -> Table:
        table = Table(
            wish=wish,
            choice=choice,
            session=session,
            make_searcher=self._make_searcher,
        )
        table.path = path
        return table

    def _name_of(self, engine: PlayerConfig | None, setup: GameSetup) -> str:
        """Return the name that records give to an engine or the person."""
        if engine is None:
            return self._settings.person_name
        return engine_title(engine, setup)

    def _build_searcher(self, engine: PlayerConfig, game: str) -> Searcher:
        return build_searcher(
            engine, game, seed=self._rng.getrandbits(32), is_prompt=True
        )
