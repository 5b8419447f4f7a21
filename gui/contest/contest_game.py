"""Contest game: typed moves, confirmed stones, stopped clocks, corrections.

Our clock runs until the operator confirms that our stone is on the board. At a contest
a team's time runs until the clock is pressed, not until the engine has answered.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from enum import Enum

from PyQt5.QtCore import QObject, pyqtSignal

from engine.core.types import Move, Outcome, Player
from engine.games import get_game
from engine.match import events
from engine.match.notices import EngineReplaced
from engine.match.session.game_session import GameSession
from engine.match.state import Answer
from engine.match.view import MatchView
from engine.records.model.record import GameRecord
from gui.contest import contest_labels
from gui.contest.contest import Contest
from gui.contest.contest_journal import ContestJournal, JournalWriter
from gui.contest.typed_move import TypedMove, read_move
from gui.game.game_controller import GameController
from gui.game.notice_messages import notice_message
from gui.game.open_game import OpenGame
from gui.text.i18n import tr
from gui.text.time_labels import time_left_text


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
        open_game: Its match and file.
        controller: The games.
        journal: Journal of the game.
        typed: Numbers of the moves typed so far, in a restored game.
        was_started: Whether a clock has run, in a restored game.
        parent: See ``QObject``.
    """

    changed = pyqtSignal()  # anything that is shown, except running clocks
    status_reported = pyqtSignal(str)  # one sentence

    def __init__(
        self,
        contest: Contest,
        open_game: OpenGame,
        controller: GameController,
        journal: ContestJournal,
        *,
        typed: tuple[int, ...] = (),
        was_started: bool = False,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.contest = contest
        self.open_game = open_game
        self._match = open_game.match
        self._set_options(clock_runs_on=True)
        self.journal = journal
        self._controller = controller
        self._typed = list(typed)
        self._problem = ""
        self._journal_writer = JournalWriter(contest, open_game, journal)
        self._was_started = was_started
        self._is_operated = self._is_given_up = False
        self._left_answer: Answer | None = None  # not confirmed yet, while it is left
        self._saved: GameRecord | None = None
        controller.match_changed.connect(self._on_match_changed)

    @property
    def session(self) -> GameSession:
        """The game."""
        return self.open_game.session

    @property
    def is_on_board(self) -> bool:
        """Whether this game is on the screen."""
        return self._controller.game is self.open_game

    @property
    def is_paused(self) -> bool:
        """Whether clocks and engine are stopped."""
        return self._match.view.is_paused

    @property
    def has_begun(self) -> bool:
        """Whether a clock has run or a move was found or played."""
        session = self.session
        was_timed = any(session.time.total(seat) > 0 for seat in Player)
        has_moves = session.record.has_content or self.answer is not None
        return self._was_started or was_timed or has_moves

    @property
    def is_unfinished(self) -> bool:
        """Whether the game has begun, and neither ended nor was given up."""
        is_over = self.state is ContestState.OVER or self._is_given_up
        return self.has_begun and not is_over

    @property
    def clocks_sentence(self) -> str:
        """The state of the stopped clocks, and the key that starts them."""
        if self.has_begun:
            return tr("Contest", "Clocks stopped. Press F5 to start them.")
        return tr("Contest", "Clocks not started yet. Press F5 to start them.")

    @property
    def answer(self) -> Move | None:
        """Our engine's move that the operator has not confirmed yet."""
        held = self._match.view.held_answer or self._left_answer
        return None if held is None else held.move

    @property
    def state(self) -> ContestState:
        """The state of the game."""
        view = self._match.view
        if view.outcome is not None:
            return ContestState.OVER
        if view.engine_is_to_move and not view.engine_failed:
            return (
                ContestState.THINKING if self.answer is None else ContestState.PLACING
            )
        is_ours = view.position.seat_to_move is self.contest.our_seat
        return ContestState.OURS if is_ours else ContestState.THEIRS

    @property
    def compiled_share(self) -> float | None:
        """Share of our engine that is compiled before it can think.

        ``None`` while nothing is compiled; see ``EngineThread.compiled_share``.
        """
        is_ours = self.contest.our_engine is not None
        if not (is_ours and self._match.state.is_preparing and self.is_on_board):
            return None
        return self._controller.compiled_share

    @property
    def is_saved(self) -> bool:
        """Whether the record was written and has not changed since then."""
        return self._saved == self.session.record

    @property
    def has_choice(self) -> bool:
        """Whether a swap or the first choice of the opening may be typed next."""
        setup = self.contest.setup
        first = get_game(setup.game).special_moves_of(setup)[:1]
        is_asked = self.state not in (ContestState.THINKING, ContestState.OVER)
        typed = [self.read(one.words[0]).move for one in first] if is_asked else []
        return any(move is not None for move in typed)

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
            self._match.handle(events.PauseRequested())
            self._journal_writer.write(tr("Contest", "Clocks stopped"))
        else:
            self._was_started = True
            self._journal_writer.write(tr("Contest", "Clocks started"))
            self._match.handle(events.ResumeRequested())
        self.changed.emit()

    def set_clocks(self, first: float, second: float) -> None:
        """Set both clocks to times in seconds, on the referee's decision."""
        session = self.session
        before = contest_labels.clocks_text(self.contest, session)
        for seat, seconds in ((Player.FIRST, first), (Player.SECOND, second)):
            shown = time_left_text(contest_labels.seconds_left(session, seat))
            if shown != time_left_text(seconds):
                session.set_time_left(seat, seconds)
        message = tr("Contest", "Clocks corrected, before: {before}")
        self._journal_writer.write(message.format(before=before))
        self.changed.emit()

    def declare(self, outcome: Outcome | None) -> None:
        """Declare the outcome of the game; ``None`` resumes a game that was over."""
        self._match.handle(events.PauseRequested())
        self._edit(lambda session: session.declare(outcome))
        if outcome is None:
            self._journal_writer.write(
                tr("Contest", "The game goes on; clocks stopped")
            )
        self.changed.emit()

    def mark_saved(self) -> None:
        """Note that the record has been written as it is now."""
        self._saved = self.session.record
        self.open_game.mark_recorded()
        self.changed.emit()

    def give_up(self) -> None:
        """End the contest without a result; the record stays unfinished."""
        if self.state is not ContestState.OVER:
            self.set_paused(True)
            self._is_given_up = True
            self._journal_writer.write(tr("Contest", "Contest game given up"))

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
        history = self.session.position.history
        answer = self._match.state.held_answer
        if not keeps_later or ply != len(history):
            answer = None
        was_going = self.state is not ContestState.OVER and not self.is_paused
        dropped: list[Move] = []
        self._match.handle(events.PauseRequested())
        try:
            self._edit(
                lambda session: dropped.extend(
                    session.correct(ply, move, keeps_later=keeps_later)
                )
            )
            if answer and self.session.position.is_legal(answer.move):
                self._match.handle(events.AnswerKnown(answer))
            self._typed = sorted(
                {ply, *(n for n in self._typed if n <= self.session.ply)}
            )
            self._journal_writer.write_correction(ply, history[ply - 1], tuple(dropped))
        finally:
            if was_going:
                self._match.handle(events.ResumeRequested())
        self.changed.emit()

    def set_operated(self, is_operated: bool) -> None:
        """Begin or end the operator's mode.

        In it alone our stones are confirmed, and the game goes on from its end. Outside
        it the game can only be looked at.
        """
        if is_operated:
            self._match.handle(events.WentTo(self.session.record.line_through(0)[-1]))
            left, self._left_answer = self._left_answer, None
            if left is not None and self._match.view.held_answer is None:
                self._match.handle(events.AnswerKnown(left))
        else:
            self._left_answer = self._match.view.held_answer
        self._is_operated = is_operated
        awaits_stones = is_operated and self.contest.confirms_stones
        self._set_options(awaits_stones=awaits_stones, is_fixed=not is_operated)

    def end(self) -> None:
        """End the contest; its game may go on without a journal."""
        self.set_operated(False)
        self._set_options(clock_runs_on=False, is_fixed=False)
        self._controller.match_changed.disconnect(self._on_match_changed)

    def _set_options(self, **options: bool) -> None:
        self._match.set_options(replace(self._match.options, **options))

    def _edit(self, change: Callable[[GameSession], object]) -> None:
        """Change the record of the paused match; our engine still moves next."""
        self._match.handle(events.Edited(change, stops_engine=False))

    def _wait_sentence(self) -> str:
        """Return the reason why no move can be typed now, or an empty text."""
        if self.state is ContestState.OVER:
            return tr("Contest", "The game is over.")
        if self.is_paused:
            return self.clocks_sentence
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

    def _on_match_changed(self, view: MatchView) -> None:
        if not self.is_on_board:
            return
        if self._is_operated:
            self._journal_writer.follow(self._typed)
        self.changed.emit()
        for notice in view.notices:
            message = notice_message(notice)
            if isinstance(notice, EngineReplaced):
                self._report_replacement(notice.message)
            elif message:
                self._problem = message
                self._report(message)

    def _report_replacement(self, reason: str) -> None:
        """Report the new engine; the team keeps its name."""
        self.session.set_headers(self.contest.headers)
        text = tr("Contest", "Another engine now plays for us. {reason}")
        self._report(text.format(reason=reason))

    def _report(self, message: str) -> None:
        self._journal_writer.write(message)
        self.status_reported.emit(message)
