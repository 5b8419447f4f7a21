"""Cursor in a record with the clocks of its game, which may end by the flag."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engine.core.clocks.time_control import TimeTerms
from engine.core.types import Outcome, Player
from engine.match.session.game_time import GameTime
from engine.match.session.record_cursor import RecordCursor
from engine.records.model.reasons import TIME
from engine.records.model.record import GameRecord


class TimedCursor(RecordCursor):
    """Cursor in a record whose clocks time the move where the game goes on.

    Args:
        record: The game; the cursor starts at the end of its main line.
        terms: Time controls from now on; those in the record may differ.
        is_opened: See ``MainLine``.
        now: Source of seconds for the clock.
    """

    def __init__(
        self,
        record: GameRecord,
        *,
        terms: TimeTerms,
        is_opened: bool,
        now: Callable[[], float],
    ) -> None:
        super().__init__(record, is_opened=is_opened)
        self._flag_is_noted = False
        self.time = GameTime(self._replay, terms, now)
        """Used and remaining time."""

    @property
    def outcome(self) -> Outcome | None:
        """Outcome of the game, if the cursor is at its end."""
        if self.position.outcome is not None:
            return self.position.outcome
        return self.record.outcome if self.is_at_game_end else None

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
        once per move. Depending on the terms it is only reported, or the game is lost,
        at its end if another position is shown.

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

    def _follow_move(self) -> None:
        """Time the move after the one that was just played."""
        self.time.follow_move()
        self._flag_is_noted = False

    def _begin_move(self) -> None:
        """Set the clock to the remaining time in the current position."""
        self.time.begin_move()
        self._flag_is_noted = False
