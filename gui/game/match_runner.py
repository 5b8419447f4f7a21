"""Lets the clock and the engines of the table on the screen go on, and stops them.

An engine moves after a person's move, after new game and redo, and when somebody
comes back to the end of the game; never because earlier moves are looked at. An
engine that was stopped waits for a move or *Move now*.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PyQt5.QtCore import QObject, pyqtSignal

from engine.core.errors import IllegalMoveError
from engine.core.types import Move, MoveAnalysis
from gui.game.clock_watch import ClockWatch
from gui.game.engine_scheduler import EngineMoves
from gui.game.engine_thread import EngineThread
from gui.game.match import Table
from gui.setup.playback_speed import Pace
from gui.text.i18n import tr, translate_message
from gui.text.labels import time_up_message

if TYPE_CHECKING:
    from engine.search.api import SearchResult

KEPT_CANDIDATES = 8
"""Candidates kept with each move; all of them would make a record of megabytes."""

HOPELESS = -0.98
"""Value at which an engine resigns: one win in a hundred games."""

PLIES_BETWEEN = 2
"""Moves from one search of an engine to its next one."""

ENOUGH_NODES = 100
"""Nodes of a search whose value is more than a guess."""


class Turns(QObject):
    """Serves one table at a time.

    Args:
        engine: Runs the searches.
        table: The first table.
        parent: See ``QObject``.
    """

    activity_changed = pyqtSignal()  # what the engines do
    compiled_changed = pyqtSignal()  # see ``compiled_share``
    search_progressed = pyqtSignal(object)  # SearchResult
    game_ended = pyqtSignal()  # by a move or a flag just now
    problem_reported = pyqtSignal(str)  # one sentence
    stood_still = pyqtSignal(float)  # seconds for which the program did not run
    engine_failed = pyqtSignal(str)  # one sentence; nobody moves until told to

    def __init__(
        self, engine: EngineThread, table: Table, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._table = table
        self._engines = EngineMoves(engine, self)
        self._engines.progressed.connect(self.search_progressed)
        self._engines.answered.connect(self._on_engine_answered)
        self._engines.found.connect(self._on_move_found)
        self._engines.stood_in.connect(self._on_stood_in)
        self._engines.failed.connect(self.engine_failed)
        self._engines.preparing_changed.connect(self._on_preparing_changed)
        self._engines.compiled_changed.connect(self.compiled_changed)
        self._watch = ClockWatch(parent=self)
        self._watch.stood_still.connect(self.stood_still)
        self._watch.flag_fell.connect(self._on_flag_fell)

    @property
    def is_preparing(self) -> bool:
        """Whether an engine is being built or its kernels compiled."""
        return self._engines.is_preparing

    @property
    def compiled_share(self) -> float | None:
        """See ``EngineThread.compiled_share``."""
        return self._engines.compiled_share

    def start(self) -> None:
        """Let engines think from now on; until then they cost the window no time."""
        self._engines.start()
        self.go_on()

    def set_pace(self, pace: Pace) -> None:
        """Let two engines that play each other move faster or slower."""
        self._engines.set_pace(pace)

    def serve(self, table: Table) -> None:
        """Go on at another table; what goes on at this one has been stopped."""
        self._table = table

    def refresh_clock(self) -> None:
        """Look again when the flag is due; the time left may have been changed."""
        self._watch.refresh()

    def run_clock(self) -> None:
        """Let the time of the one to move run, if it counts now."""
        if not self._engines.holds_answer:
            self._watch.run(self._table, is_preparing=self._engines.is_preparing)

    def suspend(self) -> None:
        """Stop thinking and the clock; a look at the table later goes on with both."""
        self._engines.cancel()
        self._watch.stop()

    def rest(self) -> None:
        """Stop thinking and the clock for good."""
        self.suspend()
        self._table.awaits_engine = self._table.engine_failed = False

    def go_on(self) -> None:
        """Take up a search that was interrupted, or begin one whose turn it is."""
        if self._table.awaits_engine and not self._table.is_paused:
            self.request_move()
        else:
            self.wake_engine_at_end()

    def wake_engine_at_end(self) -> None:
        """Go on with the game, unless somebody looks at earlier moves."""
        self.run_clock()
        if self._table.session.is_at_end:
            self.wake_engine()
        else:
            self._warm_up_engines()

    def wake_engine(self) -> None:
        """Ask the engine for a move, if it is its turn in a game that goes on."""
        table = self._table
        is_idle = table.is_watched or table.is_paused or table.is_stopped
        is_wanted = table.is_running or not is_idle
        if is_wanted and table.session.engine_is_to_move:
            self.request_move()
        else:
            self._warm_up_engines()

    def request_move(self) -> None:
        """Ask the engine to move for a move, unless its answer waits to be played."""
        self._table.is_stopped = False
        if self._table.holds_answers and self._table.held_answer is not None:
            self._table.awaits_engine = True
            self.run_clock()
        elif self._engines.request(self._table):
            self.run_clock()
        self.activity_changed.emit()

    def answer_now(self) -> None:
        """Let the engine that thinks play its best move so far."""
        self._engines.answer_now()

    def play_held_answer(self) -> None:
        """Play the engine's move that waited, if there is one."""
        held = self._table.held_answer
        if held is not None:
            self._play_answer(held.move, held.analysis)

    def commit(self, move: Move, analysis: MoveAnalysis | None = None) -> bool:
        """Play a move and say whether that was possible."""
        session = self._table.session
        has_fallen = self._watch.check()
        if self._table.is_paused or (has_fallen and session.outcome is not None):
            return False
        try:
            session.play(move, analysis=analysis)
        except IllegalMoveError as error:
            self.problem_reported.emit(translate_message(error.message))
            return False
        self._table.is_stopped = False
        self._table.is_live = self._table.is_live or session.is_in_play
        self.run_clock()
        if session.outcome is not None:
            self.activity_changed.emit()
            if session.is_at_game_end:
                self.game_ended.emit()
        return True

    def _warm_up_engines(self) -> None:
        self._engines.warm_up(self._table)
        self.activity_changed.emit()

    def _on_move_found(self, result: SearchResult) -> None:
        if self._table.choice.engines_resign and is_hopeless(self._table, result):
            self._resign()
        elif self._table.holds_answers:
            self._table.hold_answer(result.move, kept_analysis(result))
            self.request_move()
        else:
            self._play_answer(result.move, kept_analysis(result))

    def _play_answer(self, move: Move, analysis: MoveAnalysis | None) -> None:
        self._table.awaits_engine = False
        if self.commit(move, analysis):
            self.wake_engine()

    def _resign(self) -> None:
        """Resign for the engine to move."""
        session = self._table.session
        self.rest()
        session.resign(session.position.seat_to_move)
        self.activity_changed.emit()
        self.game_ended.emit()

    def _on_stood_in(self, move: Move) -> None:
        self._play_answer(move, None)
        self.problem_reported.emit(
            tr("Engine", "A simple engine plays until the chosen one is compiled.")
        )

    def _on_engine_answered(self, seconds: float) -> None:
        """Charge an engine for its search, not for the way of its answer."""
        self._watch.stop(longest=seconds)

    def _on_preparing_changed(self) -> None:
        if self._table.awaits_engine:
            self.run_clock()
        self.activity_changed.emit()

    def _on_flag_fell(self) -> None:
        session = self._table.session
        if session.outcome is None:
            self.problem_reported.emit(time_up_message(session.position))
            return
        self.rest()
        self.activity_changed.emit()
        self.game_ended.emit()


def is_hopeless(table: Table, result: SearchResult) -> bool:
    """Return whether the engine to move sees a loss, now and at its last move."""
    record = table.session.record
    line = record.path_to(table.session.cursor)
    last = record.nodes[line[-3]].analysis if len(line) > PLIES_BETWEEN else None
    found = (result, last)
    return all(
        one is not None and one.value <= HOPELESS and one.nodes >= ENOUGH_NODES
        for one in found
    )


def kept_analysis(result: SearchResult) -> MoveAnalysis:
    """Return the part of a result that the record keeps with the move."""
    analysis = result.analysis()
    return replace(analysis, candidates=analysis.candidates[:KEPT_CANDIDATES])
