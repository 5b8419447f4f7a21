"""Gets the moves of a table's engines, never faster than an eye can follow."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from PyQt5.QtCore import QObject, QTimer, pyqtSignal

from engine.core.types import Move
from gui.game.engine_thread import EngineThread
from gui.game.match import Table
from gui.game.stand_in import StandIn
from gui.setup.playback_speed import Pace

if TYPE_CHECKING:
    from engine.search.api import SearchResult


class EngineMoves(QObject):
    """Between a table and the engine thread.

    Args:
        engine: Runs the searches.
        parent: See ``QObject``.
    """

    progressed = pyqtSignal(object)  # SearchResult, the last one included
    answered = pyqtSignal(float)  # seconds of the search that has just ended
    found = pyqtSignal(object)  # SearchResult whose move is to be played now
    stood_in = pyqtSignal(object)  # Move of a simple engine in the place of another
    failed = pyqtSignal(str)  # one sentence
    preparing_changed = pyqtSignal()  # see ``is_preparing``
    compiled_changed = pyqtSignal()  # see ``compiled_share``

    def __init__(self, engine: EngineThread, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._engine = engine
        self._is_started = False
        self._is_hurried = False
        self._number: int | None = None
        self._held_result: SearchResult | None = None
        self._asked_at = 0.0
        self._pace = Pace.NORMAL
        self._hold = QTimer(self)
        self._hold.setSingleShot(True)
        self._hold.timeout.connect(self._on_hold_timeout)
        self._stand_in = StandIn(engine, self)
        self._stand_in.found.connect(self._on_stand_in_found)
        engine.search_progressed.connect(self._on_search_progressed)
        engine.search_finished.connect(self._on_search_finished)
        engine.search_failed.connect(self._on_search_failed)
        engine.preparing_changed.connect(self._on_preparing_changed)
        engine.compiled_changed.connect(self.compiled_changed)

    @property
    def is_preparing(self) -> bool:
        """Whether an engine is being built or its kernels compiled."""
        return self._engine.is_preparing

    @property
    def compiled_share(self) -> float | None:
        """See ``EngineThread.compiled_share``."""
        return self._engine.compiled_share

    @property
    def holds_answer(self) -> bool:
        """Whether an engine has moved, and the window waits to show it."""
        return self._held_result is not None

    def set_pace(self, pace: Pace) -> None:
        """Let two engines that play each other move faster or slower, at once."""
        self._pace = pace
        if self._held_result is not None:
            self._hold_on()

    def start(self) -> None:
        """Take requests from now on; earlier ones were only noted at their table."""
        self._is_started = True

    def request(self, table: Table) -> bool:
        """Ask the engine whose turn it is for a move, and say whether it thinks."""
        from engine.search.api import Limits  # noqa: PLC0415

        table.awaits_engine = table.is_live = True
        if not self._is_started:
            return False
        self.cancel()
        self._is_hurried = not (table.is_watched and table.is_running)
        self._asked_at = time.monotonic()
        position = table.session.position
        limits = Limits(seconds=table.seconds_to_think())
        searcher = table.searcher(position.seat_to_move)
        self._number = self._engine.request(searcher, position, limits)
        self._stand_in.wait_for(table)
        return True

    def answer_now(self) -> None:
        """Let the engine that thinks play its best move so far."""
        self._is_hurried = True
        if self._held_result is not None:
            self._hold.stop()
            self._on_hold_timeout()
        else:
            self._engine.answer_now()

    def cancel(self) -> None:
        """Stop thinking; no move of an earlier request will be found."""
        self._stand_in.stop()
        self._engine.cancel()
        self._hold.stop()
        self._held_result = None

    def warm_up(self, table: Table) -> None:
        """Prepare the engines that will answer a person, or else give hints."""
        is_wanted = self._is_started and not table.is_watched
        if not is_wanted or table.session.outcome is not None:
            return
        searchers = [table.searcher(player) for player in table.choice.engines]
        if not searchers and table.hint_engine is not None:
            searchers = [table.hint_searcher()]
        for searcher in searchers:
            self._engine.warm_up(searcher, table.session.position)

    def _on_search_progressed(self, result: SearchResult, number: int) -> None:
        if number == self._number:
            self.progressed.emit(result)

    def _on_search_finished(self, result: SearchResult, number: int) -> None:
        if number != self._number:
            return
        self._stand_in.stop()
        self.answered.emit(result.seconds)
        self.progressed.emit(result)
        self._held_result = result
        self._hold_on()

    def _on_stand_in_found(self, move: Move) -> None:
        """Play a simple engine's move; the preparation goes on without a request."""
        self.cancel()
        self.stood_in.emit(move)

    def _hold_on(self) -> None:
        """Show the move that was found when its time has come."""
        wait = self._asked_at + self._pace.seconds - time.monotonic()
        if self._is_hurried or wait <= 0:
            self._on_hold_timeout()
        else:
            self._hold.start(round(wait * 1000))

    def _on_search_failed(self, message: str, number: int) -> None:
        if number == self._number:
            self.failed.emit(message)

    def _on_hold_timeout(self) -> None:
        result, self._held_result = self._held_result, None
        if result is not None:
            self.found.emit(result)

    def _on_preparing_changed(self) -> None:
        self.preparing_changed.emit()
