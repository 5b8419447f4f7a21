"""Controller of the game on the screen; the other open games are suspended."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any
from weakref import WeakSet

from PyQt5.QtCore import QObject, pyqtSignal

from engine.core.formats.clean_text import clean_comment
from engine.core.types import Move, MoveAnalysis, Outcome, Player
from engine.match import events
from engine.match.match_setup import MatchSetup
from engine.match.notices import ProgramStoodStill
from engine.match.session.game_session import GameSession
from engine.match.view import Activity, Change, MatchView
from engine.players.player_config import PlayerConfig
from engine.records.model.hint_marks import with_hint
from engine.records.model.move_tree import Properties
from engine.records.model.record import Headers
from engine.search.kept_analysis import replaces
from gui.game.engine_thread import EngineThread
from gui.game.game_factory import GameFactory
from gui.game.match_driver import MatchDriver
from gui.game.open_game import OpenGame
from gui.settings.playback_speed import PlaybackSpeed

log = logging.getLogger(__name__)


LeaveGuard = Callable[[OpenGame, Callable[[], None]], None]
"""Calls the function when the game, which has unsaved changes, may leave its board."""


class GameController(QObject):
    """Adaptor of matches to the window: commands in, one signal with a view out.

    Args:
        engine: Runs the searches.
        factory: Factory of the game when it is shown for the first time.
        first_game: Name of the game on the screen.
    """

    match_changed = pyqtSignal(object)  # MatchView of the game on the screen
    game_put = pyqtSignal()  # a game was begun or opened, which is on the screen now
    replacement_cancelled = (
        pyqtSignal()
    )  # a question about unsaved changes was cancelled
    game_begun = pyqtSignal()  # the game on the screen has just begun, see ``begin``

    def __init__(
        self, engine: EngineThread, factory: GameFactory, first_game: str
    ) -> None:
        super().__init__()
        self._factory = factory
        self._games: dict[str, OpenGame] = {}
        self._followed: WeakSet[OpenGame] = WeakSet()
        self._engine = engine
        self._driver = MatchDriver(engine, self)
        self._is_started = False
        self._leave_guard: LeaveGuard = lambda _game, go_on: go_on()
        self._game = self._add(factory.make_default_game(first_game))

    @property
    def game(self) -> OpenGame:
        """The game on the screen."""
        return self._game

    @property
    def games(self) -> list[OpenGame]:
        """All open games."""
        return list(self._games.values())

    @property
    def view(self) -> MatchView:
        """The match on the screen now."""
        return self._game.match.view

    @property
    def session(self) -> GameSession:
        """Record, cursor and clocks of the game on the screen."""
        return self._game.session

    @property
    def activity(self) -> Activity:
        """What the engines of the game on the screen do."""
        return self.view.activity

    @property
    def compiled_share(self) -> float | None:
        """See ``EngineThread.compiled_share``."""
        return self._engine.compiled_share

    def start(self) -> None:
        """Start the engines; before that they must not slow the window down."""
        self._is_started = True
        self._driver.drive(self._game)

    def guard_changes(self, guard: LeaveGuard) -> None:
        """Have ``guard`` called before a game with unsaved changes is replaced."""
        self._leave_guard = guard

    def find_open(self, kind: str) -> OpenGame | None:
        """Return the open game of a kind, if there is one."""
        return self._games.get(kind)

    def when_replaceable(self, game: str, go_on: Callable[[], None]) -> None:
        """Call ``go_on`` when the open game of a kind may leave its board.

        That is at once, or after the user has answered for its unsaved changes.
        """
        leaving = self._games.get(game)
        if leaving is None or not leaving.has_unsaved_changes:
            go_on()
        else:
            self._leave_guard(leaving, go_on)

    def reconsider_changes(self) -> None:
        """Ask again next time about changes of games that stay on their boards."""
        for game in self.games:
            game.reconsider_changes()

    def cancel_replacement(self) -> None:
        """Keep the games on their boards, as their question was cancelled."""
        self.reconsider_changes()
        self.replacement_cancelled.emit()

    def put(self, game: OpenGame) -> None:
        """Replace the open game of the same kind by ``game``, and show it.

        See ``when_replaceable`` for what the user has begun.
        """
        self._suspend()
        replaced = self._games.get(game.session.setup.game)
        if replaced is not None and replaced is not game:
            replaced.match.seats.forget_searchers()
        self._show(self._add(game))
        self.game_put.emit()
        self._drive()

    def begin(self, requested: MatchSetup) -> None:
        """Begin a game with the requested players and time; see ``begin_game``."""
        self.begin_game(
            requested.setup.game, lambda: self._factory.make_game(requested)
        )

    def begin_game(self, kind: str, make_game: Callable[[], OpenGame]) -> None:
        """Begin a game when the board of its kind may be taken."""

        def begin() -> None:
            self.put(make_game())
            self.game_begun.emit()

        self.when_replaceable(kind, begin)

    def rematch(self) -> None:
        """Begin another game with the same setup."""
        self._play_again(self._game.requested)

    def rematch_with_sides_changed(self) -> None:
        """Begin another game with the players' sides exchanged."""
        requested = self.view.players.with_sides_changed()
        self._play_again(replace(requested, draws_colours=False))

    def switch_to(self, game: str) -> None:
        """Show the board of another game and resume its engine."""
        if game != self.session.setup.game:
            self._suspend()
            known = self._games.get(game)
            self._show(known or self._add(self._factory.make_default_game(game)))
            self._drive()

    def play(self, move: Move) -> None:
        """Play a person's move; the engine to move is asked for its answer."""
        view = self.view
        if not view.is_locked:
            self._game.match.handle(events.MovePlayed(view.move_meant_by(move)))

    def play_special(self, number: int) -> None:
        """Play a special move such as the swap; see ``MatchView.special_move``."""
        move = self.view.special_move(number)
        if move is not None:
            self.play(move)

    def take_back(self) -> None:
        """Go back to the last decision of a person, also during a search."""
        self._game.match.handle(events.TakenBack())

    def redo(self) -> None:
        """Play the moves again that were taken back."""
        self._game.match.handle(events.Redone())

    def go_to(self, node: int) -> None:
        """Show another position of the record."""
        self._game.match.handle(events.WentTo(node))

    def make_main_line(self, node: int) -> None:
        """Make the line through a node the main line."""
        self.edit(lambda session: session.make_main_line(node))

    def promote(self, node: int) -> None:
        """Move the variation of a node one place up among its siblings."""
        self.edit(lambda session: session.promote(node))

    def delete_from(self, node: int) -> None:
        """Delete the move of a node and all moves after it."""
        self.edit(lambda session: session.delete_from(node))

    def restore_deleted(self) -> None:
        """Undo a deletion if nothing has changed since."""
        self.edit(GameSession.restore)

    def store_comment(self, node: int, text: str) -> None:
        """Store the comment of a node; clocks and engines are not affected."""
        _set_notes(self._game, node, comment=clean_comment(text))

    def store_analysis(
        self, node: int, analysis: MoveAnalysis, *, game: OpenGame | None = None
    ) -> bool:
        """Store an analysis of the position after a node's move, if it is better.

        Clocks and engines are not affected.

        Args:
            node: Index in the record.
            analysis: The analysis.
            game: The game; default: the one on the screen.

        Returns:
            Whether the record holds it now; see ``replaces``.
        """
        game = game or self._game
        is_better = replaces(analysis, game.session.record.nodes[node].analysis)
        if is_better:
            _set_notes(game, node, analysis=analysis)
        return is_better

    def store_properties(self, node: int, properties: Properties) -> None:
        """Store the SGF properties of a node, such as its marks."""
        _set_notes(self._game, node, properties=properties)

    def store_hint(self) -> None:
        """Note in the record that a hint was shown for the position on the board."""
        self._game.note_hint()
        node = self.session.cursor
        kept = self.session.record.nodes[node].properties
        self.store_properties(node, with_hint(kept))

    def set_information(self, headers: Headers, outcome: Outcome | None) -> None:
        """Change names, event, place, date and result of the game.

        Raises:
            IllegalMoveError: The result changes, but the rules determine it, or the
                board does not show the end of the game.
        """

        def change(session: GameSession) -> None:
            if outcome != session.record.outcome:
                session.declare(outcome)
            if headers != session.record.headers:
                session.set_headers(headers)

        self._game.match.handle(events.Edited(change, stops_engine=False))

    def edit(self, change: Callable[[GameSession], object]) -> None:
        """Change the record with the engine stopped; no move is asked for."""
        self._game.match.handle(events.Edited(change))

    def resign(self, player: Player) -> None:
        """Resign for a person."""
        view = self.view
        if view.can_resign and player in view.persons:
            self._game.match.handle(events.Resigned(player))

    def set_running(self, is_running: bool) -> None:
        """Resume or pause a game between engines."""
        if self.view.is_watched:
            event = events.EnginesStarted() if is_running else events.EngineStopped()
            self._game.match.handle(event)

    def toggle_pause(self) -> None:
        """Stop clock and engine and lock the board, or resume the game."""
        view = self.view
        if view.is_paused:
            self._game.match.handle(events.ResumeRequested())
        elif view.is_watched:
            self.set_running(not view.is_running)
        elif view.can_pause:
            self._game.match.handle(events.PauseRequested())

    def set_playback_speed(self, speed: PlaybackSpeed) -> None:
        """Set the minimum time between moves of two engines."""
        self._driver.set_speed(speed)

    def step(self) -> None:
        """Request one move in a game between engines, then pause."""
        self._game.match.handle(events.StepRequested())

    def move_now(self) -> None:
        """Make a searching engine answer at once, or request a move on its turn."""
        self._game.match.handle(events.MoveRequested())

    def place_answer(self) -> None:
        """Play the engine's held move after its stone was placed on a real board."""
        self._game.match.handle(events.AnswerPlaced())

    def stop_engine(self) -> None:
        """Stop the search without a move; ``move_now`` requests a move again."""
        self._game.match.handle(events.EngineStopped())

    def set_player(self, player: Player, engine: PlayerConfig | None) -> None:
        """Assign a side to an engine or a person from here on."""
        self._game.match.handle(events.PlayerChanged(player, engine))

    def change_sides(self) -> None:
        """Exchange the players' sides in the middle of the game."""
        if self.view.can_change_sides:
            self._game.match.handle(events.SidesChanged())

    def end(self) -> None:
        """Stop the engines and the clock at the end of the program."""
        self._suspend()
        for game in self._games.values():
            game.match.seats.forget_searchers()

    def _play_again(self, requested: MatchSetup) -> None:
        game = self._game
        self.begin_game(
            game.session.setup.game, lambda: self._factory.make_rematch(game, requested)
        )

    def _add(self, game: OpenGame) -> OpenGame:
        self._games[game.session.setup.game] = game
        if game not in self._followed:
            self._followed.add(game)
            game.match.subscribe(partial(self._on_view, game))
        return game

    def _suspend(self) -> None:
        self._game.match.handle(events.Suspended())

    def _show(self, game: OpenGame) -> None:
        self._game = game
        everything = Change.MATCH | Change.POSITION | Change.ACTIVITY
        self.match_changed.emit(replace(game.view, changes=everything))

    def _drive(self) -> None:
        """Run the engines and clocks of the game on the screen."""
        if self._is_started:
            self._driver.drive(self._game)

    def _on_view(self, game: OpenGame, view: MatchView) -> None:
        """Follow a change; that of a game off the screen concerns its file alone."""
        for notice in view.notices:
            if isinstance(notice, ProgramStoodStill):
                log.warning("the program did not run for %.0f s", notice.seconds)
        if game is self._game:
            if not view.has_only_new_notes:
                self._driver.follow(view)
            self.match_changed.emit(view)
        elif game in self._games.values():
            self.match_changed.emit(replace(self.view, changes=Change.NONE))


def _set_notes(game: OpenGame, node: int, **notes: Any) -> None:
    """Change notes of a node unless it has them already."""
    kept = game.session.record.nodes[node]
    if any(getattr(kept, name) != value for name, value in notes.items()):
        change = partial(GameSession.set_notes, index=node, **notes)
        game.match.handle(events.Edited(change, stops_engine=False))
