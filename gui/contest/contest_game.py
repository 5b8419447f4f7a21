"""A contest game as its operator runs it: typed moves, confirmations, stopped clocks.

Our clock runs until the operator says that our stone lies on the board: at a contest
the team's time runs until the clock is pressed, whenever the program had its answer.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from PyQt5.QtCore import QObject, pyqtBoundSignal, pyqtSignal

from engine.core.types import Move, Outcome, Player
from engine.session import GameSession
from gui.contest import contest_labels
from gui.contest.clock_text import left_text
from gui.contest.contest import Contest
from gui.contest.contest_journal import ContestLog
from gui.contest.journal_writer import Clerk
from gui.contest.typed_move import TypedMove, read_move
from gui.game.game_controller import GameController
from gui.game.match import Table
from gui.text.i18n import tr


class Stage(Enum):
    """What the game waits for."""

    THINKING = "thinking"
    """Our engine."""

    PLACING = "placing"
    """The operator, who puts our engine's stone on the board."""

    OURS = "ours"
    """Our person's move, to be typed."""

    THEIRS = "theirs"
    """Their move, to be typed."""

    OVER = "over"
    """Nothing."""


class ContestGame(QObject):
    """Between the operator and the game on a table.

    Args:
        contest: What was settled before.
        table: The game.
        controller: Plays it.
        log: Takes a line for everything that happens.
        typed: Numbers of the moves typed so far, in a game that comes back.
        parent: See ``QObject``.
    """

    changed = pyqtSignal()  # anything that is shown, but for running clocks
    told = pyqtSignal(str)  # one sentence

    def __init__(
        self,
        contest: Contest,
        table: Table,
        controller: GameController,
        log: ContestLog,
        *,
        typed: tuple[int, ...] = (),
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.contest = contest
        self.table = table
        table.clock_runs_on = True
        self.log = log
        self._controller = controller
        self._typed = list(typed)
        self._problem = ""
        self._clerk = Clerk(contest, table, log)
        self._is_operated = False
        for signal, slot in self._connections():
            signal.connect(slot)

    @property
    def session(self) -> GameSession:
        """The game."""
        return self.table.session

    @property
    def is_on_board(self) -> bool:
        """Whether the program shows this game and no other one."""
        return self._controller.table is self.table

    @property
    def is_paused(self) -> bool:
        """Whether the clocks stand and the engine rests."""
        return self.table.is_paused

    @property
    def answer(self) -> Move | None:
        """Our engine's move that the operator has not put on the board yet."""
        held = self.table.held_answer
        return None if held is None else held.move

    @property
    def stage(self) -> Stage:
        """What the game waits for."""
        session = self.session
        if session.outcome is not None:
            return Stage.OVER
        if session.engine_is_to_move and not self.table.engine_failed:
            return Stage.THINKING if self.answer is None else Stage.PLACING
        is_ours = session.position.seat_to_move is self.contest.our_seat
        return Stage.OURS if is_ours else Stage.THEIRS

    @property
    def typed(self) -> tuple[int, ...]:
        """Numbers of the moves that the operator typed."""
        return tuple(self._typed)

    def begin(self) -> None:
        """Write the head of the log."""
        self._clerk.begin()

    def read(self, text: str) -> TypedMove:
        """Return what a text means now, behind our stone if that is yet to come."""
        position = self.session.position
        if self.answer is not None:
            position = position.play(self.answer)
        return read_move(self.contest, position, text)

    def submit(self, text: str) -> str:
        """Do what Enter means behind a text, and return one sentence if it is nothing.

        An empty text confirms our stone. A move of theirs confirms it too: they
        cannot have moved before.
        """
        is_placing = self.stage is Stage.PLACING
        if is_placing and not self.is_paused and self._confirms(text):
            self.confirm()
            return ""
        problem = self._wait_sentence() if text.strip() or self.is_paused else ""
        if problem or not text.strip():
            return problem
        typed = self.read(text)
        if typed.move is None:
            return typed.problem
        if is_placing:
            self.confirm()
        return self._play(typed.move)

    def confirm(self) -> None:
        """Put our engine's move on the board: the operator has done so."""
        if self.stage is Stage.PLACING and not self.is_paused:
            self._controller.place_answer()

    def move_now(self) -> None:
        """Let our engine answer at once."""
        if self.stage is Stage.THINKING and not self.is_paused:
            self._controller.move_now()

    def set_paused(self, is_paused: bool) -> None:
        """Stop both clocks and the engine, or let them go on."""
        if is_paused == self.is_paused or self.stage is Stage.OVER:
            return
        if is_paused:
            self._stop_clocks()
            self._clerk.write(tr("Contest", "Clocks stopped"))
        else:
            self._clerk.write(tr("Contest", "Clocks started"))
            self._controller.toggle_pause()
        self.changed.emit()

    def set_clocks(self, first: float, second: float) -> None:
        """Correct what both clocks show, as the referee says."""
        session = self.session
        before = contest_labels.clocks_text(self.contest, session)
        for seat, seconds in ((Player.FIRST, first), (Player.SECOND, second)):
            if left_text(contest_labels.seconds_left(session, seat)) != left_text(
                seconds
            ):
                session.set_time_left(seat, seconds)
        message = tr("Contest", "Clocks corrected, before: {before}")
        self._clerk.write(message.format(before=before))
        self.changed.emit()

    def declare(self, outcome: Outcome | None) -> None:
        """End the game by word of the referee or of a team; ``None``: it goes on."""
        self._stop()
        self.session.declare(outcome)
        self.table.is_paused = outcome is None
        if outcome is None:
            self._clerk.write(tr("Contest", "The game goes on; clocks stopped"))
        self.changed.emit()

    def correct(self, ply: int, move: Move, *, keeps_later: bool) -> None:
        """Put the right move where a wrong one was typed; used time stays used.

        An answer of our engine that is not yet on the board stays only if it followed
        this very move.

        Args:
            ply: Number of the wrong move, counted from 1.
            move: The move really played.
            keeps_later: Whether what followed it was really played too.

        Raises:
            IllegalMoveError: The rules do not allow ``move`` there.
        """
        session, history = self.session, self.session.position.history
        answer = self.answer if keeps_later and ply == len(history) else None
        was_going = self.stage is not Stage.OVER and not self.is_paused
        self._stop()
        try:
            dropped = session.correct(ply, move, keeps_later=keeps_later)
            if answer is not None and session.position.is_legal(answer):
                self.table.hold_answer(answer)
            self._typed = sorted({ply, *(n for n in self._typed if n <= session.ply)})
            self._clerk.write_correction(ply, history[ply - 1], dropped)
        finally:
            self._go_on(is_wanted=was_going)
        self.changed.emit()

    def set_operated(self, is_operated: bool) -> None:
        """Begin or end the operator's mode; without it nobody confirms our stones."""
        self._is_operated = is_operated
        self.table.holds_answers = is_operated and self.contest.confirms_stones

    def end(self) -> None:
        """Let the game go on without being written down."""
        self.set_operated(False)
        self.table.clock_runs_on = False
        for signal, slot in self._connections():
            signal.disconnect(slot)

    def _connections(self) -> list[tuple[pyqtBoundSignal, Callable[..., None]]]:
        controller = self._controller
        return [
            (controller.position_changed, self._on_game_changed),
            (controller.activity_changed, self._on_game_changed),
            (controller.problem_reported, self._on_problem_reported),
            (controller.engine_replaced, self._on_engine_replaced),
        ]

    def _stop(self) -> None:
        """Stop engine and clocks for a change from outside."""
        if self.stage is not Stage.OVER and not self.is_paused:
            self._stop_clocks()
        self.table.awaits_engine = False

    def _stop_clocks(self) -> None:
        """Pause; when another game took the board, the clocks stand already."""
        if self.is_on_board:
            self._controller.toggle_pause()
        else:
            self.table.is_paused = True

    def _go_on(self, *, is_wanted: bool) -> None:
        """Let a game go on that was stopped; one that goes on again waits for a key."""
        if self.stage is Stage.OVER:
            self.table.is_paused = False
        elif is_wanted:
            self._controller.toggle_pause()
        else:
            self.table.is_paused = True

    def _wait_sentence(self) -> str:
        """Return why no move can be typed now, if so."""
        if self.stage is Stage.OVER:
            return tr("Contest", "The game is over.")
        if self.is_paused:
            return tr("Contest", "The clocks are stopped. Press F5 to start them.")
        if self.stage is Stage.THINKING:
            return tr("Contest", "Our engine is thinking. Wait for its move.")
        return ""

    def _confirms(self, text: str) -> bool:
        """Say whether a text means that our stone lies on the board."""
        if not text.strip() or self.answer is None:
            return True
        own = read_move(self.contest, self.session.position, text)
        return own.move == self.answer

    def _play(self, move: Move) -> str:
        """Play a typed move; return a sentence if the game did not take it."""
        ply = self.session.ply
        self._problem = ""
        self._typed.append(ply + 1)
        self._controller.play(move)
        if self.session.ply > ply:
            return ""
        self._typed.remove(ply + 1)
        return self._problem or tr("Contest", "That move was not played.")

    def _on_game_changed(self) -> None:
        if self.is_on_board:
            self._clerk.follow(self._typed, is_operated=self._is_operated)
            self.changed.emit()

    def _on_problem_reported(self, message: str) -> None:
        self._problem = message
        if self.is_on_board:
            self._clerk.write(message)
            self.told.emit(message)

    def _on_engine_replaced(self, message: str) -> None:
        """Tell that another engine thinks for us; the team keeps its name."""
        if self.is_on_board:
            self.session.set_headers(self.contest.headers)
            text = tr("Contest", "Another engine now plays for us. {reason}")
            text = text.format(reason=message)
            self._clerk.write(text)
            self.told.emit(text)
