"""A game in progress: cursor in its move tree, undo and redo, clocks, result.

The session owns no engine and no widget. It needs the participants that engines play
only for the length of a take-back. ``FIRST`` is the participant who began, whatever
the colours after an opening.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from engine.core.clocks.sleep_clock import seconds_with_sleep
from engine.core.clocks.time_control import TimeTerms
from engine.core.errors import IllegalMoveError
from engine.core.game import GameSetup
from engine.core.message import Message
from engine.core.types import Move, MoveAnalysis, Outcome, Player
from engine.match.session.game_time import GameTime
from engine.match.session.record_cursor import RecordCursor
from engine.records.model.correction import with_correction, with_move_times
from engine.records.model.reasons import RESIGNATION, TIME
from engine.records.model.record import GameRecord


class GameSession(RecordCursor):
    """One game from its setup to its result.

    Args:
        record: The game so far; the cursor starts at the end of its main line.
        automatic: Participants played by engines.
        original_record: A game with the same beginning; its other moves become
            variations with the next move.
        terms: Time controls from now on; those in the record may differ.
        is_opened: Whether the record was opened; new moves before its end are then
            variations, even after a take-back.
        now: Source of seconds for the clock.
    """

    def __init__(
        self,
        record: GameRecord,
        *,
        automatic: Iterable[Player] = (),
        original_record: GameRecord | None = None,
        terms: TimeTerms | None = None,
        is_opened: bool = False,
        now: Callable[[], float] = seconds_with_sleep,
    ) -> None:
        super().__init__(record, is_opened=is_opened)
        self._automatic = frozenset(automatic)
        self._original_record = original_record
        self._flag_is_noted = False
        self.time = GameTime(self._replay, terms or TimeTerms(), now)
        """Used and remaining time."""

    @classmethod
    def new(
        cls,
        setup: GameSetup,
        *,
        automatic: Iterable[Player] = (),
        terms: TimeTerms | None = None,
        now: Callable[[], float] = seconds_with_sleep,
    ) -> GameSession:
        """Return a session on the empty board."""
        record = GameRecord(setup=setup, time=terms or TimeTerms())
        return cls(record, automatic=automatic, terms=terms, now=now)

    @property
    def automatic(self) -> frozenset[Player]:
        """The participants played by engines."""
        return self._automatic

    @automatic.setter
    def automatic(self, sides: Iterable[Player]) -> None:
        self._automatic = frozenset(sides)
        self._report_change()

    @property
    def outcome(self) -> Outcome | None:
        """Outcome of the game, if the cursor is at its end."""
        if self.position.outcome is not None:
            return self.position.outcome
        return self.record.outcome if self.is_at_game_end else None

    @property
    def engine_is_to_move(self) -> bool:
        """Whether the game is not over and an engine is to move."""
        return self.outcome is None and self.position.seat_to_move in self._automatic

    @property
    def can_take_back(self) -> bool:
        """Whether there is a move to take back."""
        return self.take_back_count > 0

    @property
    def take_back_count(self) -> int:
        """Number of moves that a take-back removes."""
        if not self._is_against_engine():
            return min(1, self.ply)
        return self._replay.moves_since_turn_of(set(Player) - self._automatic)

    @property
    def can_redo(self) -> bool:
        """Whether there is a move to redo."""
        return not self.is_at_end

    def play(self, move: Move, *, analysis: MoveAnalysis | None = None) -> None:
        """Play ``move`` and go to its node.

        In a game in progress, moves taken back become a variation and lose their
        result. Elsewhere the move is added as the last variation.

        Args:
            move: The move of the side to move.
            analysis: Search result for the position before the move.

        Raises:
            IllegalMoveError: The rules do not allow the move, or the game is over, also
                by the time of the side to move.
        """
        self.drop_flag()
        if self.outcome is not None:
            raise IllegalMoveError(
                Message("The game is over; take a move back or start a new game.")
            )
        after = self.position.play(move)
        is_timed = self.is_in_play
        seconds = self.time.end_move() if is_timed else 0.0
        before = record = self.record
        if analysis is not None:
            record = record.with_node(self.cursor, analysis=analysis)
        record, index = self._line.with_move(record, move, round(seconds, 3))
        if self._original_record is not None:
            record, index = record.with_lines_of(self._original_record, index)
            self._original_record = None
        self._replay.advance(record, index, after)
        self._line.update(before)
        if is_timed:
            self.time.follow_move()
            self._flag_is_noted = False
        self._report_move()

    def correct(
        self, ply: int, move: Move, *, keeps_later: bool = True
    ) -> tuple[Move, ...]:
        """Replace a wrongly recorded move, and go to the end of the game.

        The clocks are not changed; variations are dropped.

        Args:
            ply: Number of the wrong move in the main line, counted from 1.
            move: The move actually played.
            keeps_later: Whether to keep the moves after it, as far as they are legal.

        Returns:
            Later moves that are no longer part of the game.

        Raises:
            IllegalMoveError: ``move`` is not legal there, or the cursor is not at the
                end of the game.
        """
        if not self.is_at_game_end or not self.ply:
            raise IllegalMoveError(
                Message("Go to the last move of the game to correct it.")
            )
        correction = with_correction(self.record, ply, move, keeps_later=keeps_later)
        used = {player: self.time.total(player) for player in Player}
        was_running = self.time.is_running
        record, at_hand = with_move_times(correction.record, used)
        self._replay.restart(record)
        self._line.restart()
        self._begin_move()
        self.time.resume_move(at_hand)
        if was_running:
            self.start_clock()
        self._report_change()
        return correction.dropped

    def take_back(self) -> int:
        """Take back to the last decision of a person; return the number of moves.

        Against an engine both its move and the person's are taken back; with two people
        or two engines, one move. A resignation or a loss on time is withdrawn until the
        moves are back.
        """
        count = self.take_back_count
        if count:
            self._line.take_back(count)
            self._report_move()
        return count

    def go_on_here(self) -> None:
        """Go on with the game in progress from here, as after a take-back to here.

        In a variation and within the moves of an opened record, nothing changes.
        """
        if self._line.go_on_here():
            self._report_move()

    def redo(self) -> int:
        """Go forward along the current line by the length of a take-back.

        At the end of the game a result that the take-back has withdrawn is set again.

        Returns:
            Number of moves played again.
        """
        line = self.record.line_through(self.cursor)
        ahead = line[len(self._replay.path) :]
        count = min(1, len(ahead))
        if self._is_against_engine():
            count = self._replay.moves_to_next_turn()
        if count:
            self._line.redo(ahead[count - 1])
            self._report_move()
        return count

    def resign(self, player: Player) -> None:
        """End the game by resignation of ``player``; see ``forfeit``."""
        self.forfeit(player, RESIGNATION)

    def forfeit(self, player: Player, reason: str) -> None:
        """End the game in favour of the colour of the other participant.

        The game ends in the current position: moves taken back are deleted, which
        ``restore`` undoes.

        Args:
            player: The participant who loses.
            reason: Reason of the outcome, such as ``RESIGNATION``.

        Raises:
            IllegalMoveError: The game is over, or does not go on from here.
        """
        if self.outcome is not None:
            raise IllegalMoveError(Message("The game is already over."))
        if not self.is_in_play:
            raise IllegalMoveError(Message("Go to the last move before you resign."))
        self._lose(player, reason)
        self._report_change()

    def declare(self, outcome: Outcome | None) -> None:
        """Set the result by hand; ``None`` clears it.

        Raises:
            IllegalMoveError: The game has ended by the rules, or the cursor is not at
                its end.
        """
        if self.position.outcome is not None:
            raise IllegalMoveError(Message("The game is already over."))
        if not self.is_at_game_end:
            raise IllegalMoveError(Message("Go to the last move of the game first."))
        self.time.pause()
        self._line.set_outcome(outcome)
        self._report_change()

    @property
    def awaited_elsewhere(self) -> Player | None:
        """The participant whose move is timed at the end of the game meanwhile.

        ``None`` if the game goes on from here, not at all, or from where a take-back
        has led to.
        """
        position = self.time.timed_position
        if self.is_in_play or self.record.outcome is not None:
            return None
        if list(position.history) != self.record.main_moves():
            return None
        return position.seat_to_move

    def start_clock(self) -> None:
        """Start the clock of the participant to move, unless the game is over."""
        if self.outcome is None or self.awaited_elsewhere is not None:
            self.time.start()

    def drop_flag(self) -> bool:
        """Drop the flag if the time of the participant to move is up.

        The flag falls only where the game goes on, which may be after a take-back, and
        once per move. Depending on the terms the game is lost as in ``forfeit``, at the
        end of the game if another position is shown, or only reported.

        Returns:
            Whether the flag has just fallen.
        """
        left = self.time.left_to_move()
        if left is None or not left.is_up or self._flag_is_noted:
            return False
        player = self.time.timed_position.seat_to_move
        is_elsewhere = self.awaited_elsewhere is not None
        if not is_elsewhere and (not self.is_in_play or self.outcome is not None):
            return False
        self._flag_is_noted = True
        if self.time.terms.flag_ends_game:
            if is_elsewhere:
                self._line.seek(self._line.end)
            self._lose(player, TIME)
        self._report_change()
        return True

    def set_terms(self, terms: TimeTerms) -> None:
        """Change the time controls, retroactively from the first move.

        A loss on time that no longer holds is cleared.
        """
        self.time.set_terms(terms)
        self._replay.take_record(replace(self.record, time=terms), self.cursor)
        left = self.time.left(self.position.seat_to_move)
        is_up = left is not None and left.is_up and terms.flag_ends_game
        outcome = self.outcome
        if outcome is not None and outcome.reason == TIME and not is_up:
            self._line.set_outcome(None)
        self._line.forget_withdrawn(TIME)
        self._flag_is_noted = False
        self._report_change()

    def set_time_left(self, player: Player, seconds: float) -> None:
        """Set the remaining main time of ``player`` by hand.

        A later take-back still returns the time of its moves.

        Raises:
            TimeControlError: ``player`` has no main time, or the time is out of range.
        """
        self.set_terms(self.time.terms_with_left(player, seconds))

    def _lose(self, player: Player, reason: str) -> None:
        self.time.pause()
        winner = self.position.colour_of(player.opponent)
        self._line.end_here(Outcome(winner, reason))

    def _report_move(self) -> None:
        """Set the clocks for the current position and report the change.

        The move of another position where the game goes on begins; a time that is used
        already stays used. A clock that nobody waits for stops.
        """
        time = self.time
        if self.is_in_play:
            time.is_left = False
            if not time.is_here:
                self._begin_move()
        elif self.awaited_elsewhere is None:
            time.is_left = False
            time.pause()
        elif time.is_running:
            time.is_left = True
        self._report_change()

    def _begin_move(self) -> None:
        """Set the clock to the remaining time in the current position."""
        self.time.begin_move()
        self._flag_is_noted = False

    def _is_against_engine(self) -> bool:
        return len(self._automatic) == 1
