"""Contest game: typed moves, confirmed stones, stopped clocks, corrections.

Our clock runs until the operator confirms that our stone is on the board. At a contest
a team's time runs until the clock is pressed, not until the engine has answered.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from PyQt5.QtCore import QObject, pyqtBoundSignal, pyqtSignal

from engine.core.types import Move, Outcome, Player
from engine.session import GameSession
from gui.contest import contest_labels
from gui.contest.contest import Contest
from gui.contest.contest_journal import ContestJournal, JournalWriter
from gui.contest.contest_labels import format_clock
from gui.contest.typed_move import TypedMove, read_move
from gui.game.game_controller import GameController
from gui.game.match import Table
from gui.text.i18n import tr


class ContestState(Enum):
    """State of a contest game."""

    THINKING = "thinking"
    """Our engine searches."""

    PLACING = "placing"
    """The operator has to put our engine's stone on the board."""

    OURS = "ours"
    """The operator has to type our person's move."""

    THEIRS = "theirs"
    """The operator has to type their move."""

    OVER = "over"
    """The game is over."""


class ContestGame(QObject):
    """Model of a contest game: the operator's commands on a match.

    Args:
        contest: Its setup.
        table: The match.
        controller: The games.
        journal: Journal of the game.
        typed: Numbers of the moves typed so far, in a restored game.
        parent: See ``QObject``.
    """

    changed = pyqtSignal()  # anything that is shown, except running clocks
    status_reported = pyqtSignal(str)  # one sentence

    def __init__(
        self,
        contest: Contest,
        table: Table,
        controller: GameController,
        journal: ContestJournal,
        *,
        typed: tuple[int, ...] = (),
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.contest = contest
        self.table = table
        table.clock_runs_on = True
        self.journal = journal
        self._controller = controller
        self._typed = list(typed)
        self._problem = ""
        self._journal_writer = JournalWriter(contest, table, journal)
        self._is_operated = False
        for signal, slot in self._connections():
            signal.connect(slot)

    @property
    def session(self) -> GameSession:
        """The game."""
        return self.table.session

    @property
    def is_on_board(self) -> bool:
        """Whether this game is on the screen."""
        return self._controller.table is self.table

    @property
    def is_paused(self) -> bool:
        """Whether clocks and engine are stopped."""
        return self.table.is_paused

    @property
    def answer(self) -> Move | None:
        """Our engine's move that the operator has not confirmed yet."""
        held = self.table.held_answer
        return None if held is None else held.move

    @property
    def state(self) -> ContestState:
        """The state of the game."""
        session = self.session
        if session.outcome is not None:
            return ContestState.OVER
        if session.engine_is_to_move and not self.table.engine_failed:
            return (
                ContestState.THINKING if self.answer is None else ContestState.PLACING
            )
        is_ours = session.position.seat_to_move is self.contest.our_seat
        return ContestState.OURS if is_ours else ContestState.THEIRS

    @property
    def typed(self) -> tuple[int, ...]:
        """Numbers of the moves that the operator typed."""
        return tuple(self._typed)

    def begin(self) -> None:
        """Write the head of the journal."""
        self._journal_writer.begin()

    def read(self, text: str) -> TypedMove:
        """Parse a text as the next move, after our stone if it is not confirmed yet."""
        position = self.session.position
        if self.answer is not None:
            position = position.play(self.answer)
        return read_move(self.contest, position, text)

    def submit(self, text: str) -> str:
        """Handle Enter after a text; return a sentence if it has no effect.

        An empty text confirms our stone. A move of theirs also confirms it: they
        cannot move before our stone is on the board.
        """
        is_placing = self.state is ContestState.PLACING
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
        """Play our engine's move after the operator has put its stone on the board."""
        if self.state is ContestState.PLACING and not self.is_paused:
            self._controller.place_answer()

    def move_now(self) -> None:
        """Make our engine answer at once."""
        if self.state is ContestState.THINKING and not self.is_paused:
            self._controller.move_now()

    def set_paused(self, is_paused: bool) -> None:
        """Stop or resume both clocks and the engine."""
        if is_paused == self.is_paused or self.state is ContestState.OVER:
            return
        if is_paused:
            self._stop_clocks()
            self._journal_writer.write(tr("Contest", "Clocks stopped"))
        else:
            self._journal_writer.write(tr("Contest", "Clocks started"))
            self._controller.toggle_pause()
        self.changed.emit()

    def set_clocks(self, first: float, second: float) -> None:
        """Set both clocks to times in seconds, on the referee's decision."""
        session = self.session
        before = contest_labels.clocks_text(self.contest, session)
        for seat, seconds in ((Player.FIRST, first), (Player.SECOND, second)):
            if format_clock(contest_labels.seconds_left(session, seat)) != format_clock(
                seconds
            ):
                session.set_time_left(seat, seconds)
        message = tr("Contest", "Clocks corrected, before: {before}")
        self._journal_writer.write(message.format(before=before))
        self.changed.emit()

    def declare(self, outcome: Outcome | None) -> None:
        """Declare the outcome of the game; ``None`` resumes a game that was over."""
        self._stop()
        self.session.declare(outcome)
        self.table.is_paused = outcome is None
        if outcome is None:
            self._journal_writer.write(
                tr("Contest", "The game goes on; clocks stopped")
            )
        self.changed.emit()

    def correct(self, ply: int, move: Move, *, keeps_later: bool) -> None:
        """Replace a mistyped move; the used times do not change.

        An answer of our engine that is not yet on the board stays only if it followed
        this move.

        Args:
            ply: Number of the wrong move, counted from 1.
            move: The move really played.
            keeps_later: Whether the moves after it were really played too.

        Raises:
            IllegalMoveError: ``move`` is illegal there.
        """
        session, history = self.session, self.session.position.history
        answer = self.answer if keeps_later and ply == len(history) else None
        was_going = self.state is not ContestState.OVER and not self.is_paused
        self._stop()
        try:
            dropped = session.correct(ply, move, keeps_later=keeps_later)
            if answer is not None and session.position.is_legal(answer):
                self.table.hold_answer(answer)
            self._typed = sorted({ply, *(n for n in self._typed if n <= session.ply)})
            self._journal_writer.write_correction(ply, history[ply - 1], dropped)
        finally:
            self._go_on(is_wanted=was_going)
        self.changed.emit()

    def set_operated(self, is_operated: bool) -> None:
        """Begin or end the operator's mode; our stones are confirmed in it only."""
        self._is_operated = is_operated
        self.table.holds_answers = is_operated and self.contest.confirms_stones

    def end(self) -> None:
        """End the contest; its game may go on without a journal."""
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
        """Stop engine and clocks before a change."""
        if self.state is not ContestState.OVER and not self.is_paused:
            self._stop_clocks()
        self.table.awaits_engine = False

    def _stop_clocks(self) -> None:
        """Pause the game; the clocks of a game off the screen are stopped already."""
        if self.is_on_board:
            self._controller.toggle_pause()
        else:
            self.table.is_paused = True

    def _go_on(self, *, is_wanted: bool) -> None:
        """Resume the game if ``is_wanted``; otherwise it stays paused."""
        if self.state is ContestState.OVER:
            self.table.is_paused = False
        elif is_wanted:
            self._controller.toggle_pause()
        else:
            self.table.is_paused = True

    def _wait_sentence(self) -> str:
        """Return why no move can be typed now, or an empty text."""
        if self.state is ContestState.OVER:
            return tr("Contest", "The game is over.")
        if self.is_paused:
            return tr("Contest", "The clocks are stopped. Press F5 to start them.")
        if self.state is ContestState.THINKING:
            return tr("Contest", "Our engine is thinking. Wait for its move.")
        return ""

    def _confirms(self, text: str) -> bool:
        """Return whether a text confirms our stone."""
        if not text.strip() or self.answer is None:
            return True
        own = read_move(self.contest, self.session.position, text)
        return own.move == self.answer

    def _play(self, move: Move) -> str:
        """Play a typed move; return a sentence if it was rejected."""
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
            self._journal_writer.follow(self._typed, is_operated=self._is_operated)
            self.changed.emit()

    def _on_problem_reported(self, message: str) -> None:
        self._problem = message
        if self.is_on_board:
            self._journal_writer.write(message)
            self.status_reported.emit(message)

    def _on_engine_replaced(self, message: str) -> None:
        """Report the new engine; the team keeps its name."""
        if self.is_on_board:
            self.session.set_headers(self.contest.headers)
            text = tr("Contest", "Another engine now plays for us. {reason}")
            text = text.format(reason=message)
            self._journal_writer.write(text)
            self.status_reported.emit(text)
