"""Driver of the match on the screen: searches in the engine thread, timers, pace."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from functools import partial
from math import ceil

from PyQt5.QtCore import QObject, Qt, QTimer

from engine.core.types import Move, Player
from engine.match import events
from engine.match.match import Match
from engine.match.port import SearchRequest
from engine.match.standstill import BEAT_SECONDS
from engine.match.view import MatchView
from engine.players.program_player import ProgramPlayer
from gui.game.engine_thread import EngineThread, SearchReport
from gui.game.lazy_searcher import LazySearcher
from gui.game.open_game import OpenGame
from gui.game.stand_in import StandIn
from gui.settings.playback_speed import PlaybackSpeed

log = logging.getLogger(__name__)

LONGEST_WAIT_MS = 3_600_000
"""A timer cannot wait for longer than some weeks; this looks again after an hour."""


class MatchDriver(QObject):
    """Port of one match at a time to the engine thread, and its timers.

    Args:
        engine: Runs the searches.
        parent: See ``QObject``.
    """

    def __init__(self, engine: EngineThread, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._engine = engine
        self._game: OpenGame | None = None
        self._match: Match[LazySearcher] | None = None
        self._request = 0
        self._asked_at = 0.0
        self._speed = PlaybackSpeed.NORMAL
        self._stand_in = StandIn(engine, self)
        self._stand_in.found.connect(self._on_stand_in_found)
        self._show_timer = self._make_timer(self._on_shown_long_enough)
        self._flag_timer = self._make_timer(self._on_flag_due)
        self._beat = QTimer(self)
        self._beat.setInterval(round(BEAT_SECONDS * 1000))
        self._beat.timeout.connect(self._tick)
        engine.preparing_changed.connect(self._on_preparing_changed)

    def drive(self, game: OpenGame) -> None:
        """Resume a game; the one before was suspended."""
        self._game, self._match = game, game.match
        game.match.attach(self)
        game.match.handle(events.PreparingChanged(self._engine.is_preparing))
        game.match.handle(events.Shown())
        self.follow(game.view)

    def set_speed(self, speed: PlaybackSpeed) -> None:
        """Set the minimum time between moves of two engines, effective at once."""
        self._speed = speed
        if self._show_timer.isActive():
            self._show_timer.start(self._wait_ms())

    def follow(self, view: MatchView) -> None:
        """Set the timers for a new state, and prepare engines that are asked later."""
        if self._match is None:
            return
        seconds = self._match.seconds_to_flag()
        if seconds is None:
            self._flag_timer.stop()
        else:
            self._flag_timer.start(min(ceil(seconds * 1000), LONGEST_WAIT_MS))
        if not self._match.session.time.is_running:
            self._beat.stop()
        elif not self._beat.isActive():
            self._beat.start()
        if not view.awaits_engine:
            self._stand_in.stop()
            self._show_timer.stop()
            self._warm_up(view)

    def start(self, request: SearchRequest[LazySearcher]) -> None:
        """See ``EnginePort``."""
        self._show_timer.stop()
        self._request = request.number
        self._asked_at = time.monotonic()
        self._engine.request(
            request.searcher,
            request.position,
            request.limits,
            self,
            resigned=partial(self._on_resigned, request.seat),
        )
        is_program = isinstance(request.engine, ProgramPlayer)
        if self._match is not None and not is_program:
            self._stand_in.wait_for(
                self._match.view, is_contest=self._match.options.clock_runs_on
            )

    def stop(self) -> None:
        """See ``EnginePort``."""
        self._stand_in.stop()
        self._show_timer.stop()
        self._engine.cancel()

    def answer_now(self) -> None:
        """See ``EnginePort``."""
        self._engine.answer_now()

    def delay_answer(self) -> bool:
        """See ``EnginePort``; the playback speed decides."""
        wait = self._wait_ms()
        if wait > 0:
            self._show_timer.start(wait)
        return wait > 0

    def search_finished(self, report: SearchReport) -> None:
        """See ``SearchListener``."""
        self._stand_in.stop()
        if self._match is not None:
            self._match.handle(events.EngineAnswered(self._request, report.result))

    def search_failed(self, message: str) -> None:
        """See ``SearchListener``."""
        log.warning("the engine failed: %s", message)
        if self._match is not None:
            self._match.handle(events.EngineFailed(self._request, message))

    def _on_resigned(self, player: Player) -> None:
        """End the game that an external program gives up."""
        if self._match is not None:
            self._match.handle(events.Resigned(player))

    def _warm_up(self, view: MatchView) -> None:
        """Prepare the engines that will answer a person, or else give hints."""
        game = self._game
        is_needless = view.is_watched or view.engine_failed or view.outcome is not None
        if game is None or is_needless:
            return
        searchers = [game.match.seats.searcher(seat) for seat in view.players.engines]
        if not searchers and game.hint_engine is not None:
            searchers = [game.hint_searcher()]
        for searcher in searchers:
            self._engine.warm_up(searcher, view.position)

    def _wait_ms(self) -> int:
        """Return the milliseconds until a watched move is shown."""
        wait = self._asked_at + self._speed.seconds - time.monotonic()
        return max(round(wait * 1000), 0)

    def _tick(self) -> None:
        if self._match is not None:
            self._match.handle(events.Ticked())

    def _on_flag_due(self) -> None:
        self._tick()
        if self._match is not None:
            self.follow(self._match.view)

    def _on_shown_long_enough(self) -> None:
        if self._match is not None:
            self._match.handle(events.AnswerPlaced())

    def _on_stand_in_found(self, move: Move) -> None:
        """Play a simple engine's move; the preparation goes on without a request."""
        if self._match is not None:
            self._match.handle(events.StandInMoved(move))

    def _on_preparing_changed(self, is_preparing: bool) -> None:
        if self._match is not None:
            self._match.handle(events.PreparingChanged(is_preparing))

    def _make_timer(self, on_timeout: Callable[[], None]) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setTimerType(Qt.PreciseTimer)
        timer.timeout.connect(on_timeout)
        return timer
