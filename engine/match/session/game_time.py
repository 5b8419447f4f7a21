"""Used and remaining time of a game: move times in its record, and running clock."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engine.core.clocks.game_clock import Balance, GameClock, TimeLeft
from engine.core.clocks.time_control import TimeTerms
from engine.core.errors import TimeControlError
from engine.core.game import Position
from engine.core.message import Message
from engine.core.types import Player
from engine.match.session.replay import Replay


class GameTime:
    """Clocks of both participants.

    They time the move of one position, where the game continues. While another one is
    shown, they may run on; else the times of the shown position follow from the record.

    Args:
        replay: The game and its cursor.
        terms: Time controls of both participants.
        now: Source of seconds for the clock.
    """

    def __init__(
        self, replay: Replay, terms: TimeTerms, now: Callable[[], float]
    ) -> None:
        self._replay = replay
        self._terms = terms
        self._clock = GameClock(now, terms)
        self._timed = replay.position
        self.is_left = False
        """Whether the timed move still waits while another position is shown."""

        self.begin_move()

    @property
    def terms(self) -> TimeTerms:
        """Time controls of both participants."""
        return self._terms

    @property
    def is_running(self) -> bool:
        """Whether the clock of the participant to move runs."""
        return self._clock.running_for is not None

    @property
    def timed_position(self) -> Position:
        """The position whose move is timed."""
        return self._timed

    @property
    def is_here(self) -> bool:
        """Whether the move of the current position is timed."""
        return self._timed.history == self._replay.position.history

    @property
    def seat(self) -> Player:
        """The participant whose current move is shown: that of a running clock."""
        return (self._timed if self._is_shown else self._replay.position).seat_to_move

    def set_terms(self, terms: TimeTerms) -> None:
        """Change the time controls, retroactively from the first move."""
        self._terms = terms
        self._clock.set_terms(terms)

    def start(self) -> None:
        """Start the clock of the participant to move."""
        self._clock.start(self._timed.seat_to_move)

    def pause(self, *, longest: float | None = None) -> None:
        """Pause the clock.

        Args:
            longest: Upper limit of the seconds counted since the start.
        """
        self._clock.pause(longest=longest)

    def forgive(self, seconds: float) -> None:
        """Subtract ``seconds`` from a running clock."""
        self._clock.forgive(seconds)

    def end_move(self) -> float:
        """Stop the clock, charge the participant to move, return the move's seconds."""
        return self._clock.end_move(self._timed.seat_to_move)

    def follow_move(self) -> None:
        """Time the move of the current position, which the timed move has led to."""
        self._timed = self._replay.position

    def begin_move(self) -> None:
        """Stop the clock and set it to the remaining time in the current position."""
        self._timed = self._replay.position
        self._clock.reset({seat: self._replay.seconds_of(seat) for seat in Player})

    def resume_move(self, seconds: float) -> None:
        """Set the elapsed time of the current move; the clock must be stopped."""
        self._clock.resume_move(seconds)

    def of_move(self, player: Player) -> float:
        """Return the seconds of ``player``'s current move, or else of the last one."""
        if player is self.seat and self._is_shown and self._timed.outcome is None:
            return self._clock.this_move()
        if player is self.seat and not self._is_shown:
            return 0.0
        return next(reversed(self._replay.seconds_of(player)), 0.0)

    def total(self, player: Player) -> float:
        """Return the total seconds of ``player`` in the current line."""
        if not self._is_shown:
            return sum(self._replay.seconds_of(player))
        return self._clock.total(player, to_move=self._timed.seat_to_move)

    def left(self, player: Player) -> TimeLeft | None:
        """Return the remaining time of ``player``; ``None`` without a time control."""
        if self._is_shown:
            return self._clock.time_left(player, to_move=self._timed.seat_to_move)
        control = self._terms.get_control(player)
        if control is None:
            return None
        return Balance.after_moves(control, self._replay.seconds_of(player)).during(0.0)

    def left_to_move(self) -> TimeLeft | None:
        """Return the remaining time of the participant whose move is timed."""
        seat = self._timed.seat_to_move
        return self._clock.time_left(seat, to_move=seat)

    def terms_with_left(self, player: Player, seconds: float) -> TimeTerms:
        """Return the terms by which ``left`` has ``seconds`` of main time.

        Raises:
            TimeControlError: ``player`` has no main time, or the time is out of range.
        """
        control = self._terms.get_control(player)
        if control is None or not control.main_seconds:
            raise TimeControlError(
                Message("Expected a player with a main time to correct.")
            )
        gained = control.increment_seconds * self._count_moves(player)
        main = self.total(player) - gained + seconds
        return self._terms.with_control(player, replace(control, main_seconds=main))

    def _count_moves(self, player: Player) -> int:
        """Return the number of moves whose seconds ``total`` adds up."""
        if self._is_shown:
            return self._clock.move_count(player)
        return len(self._replay.seconds_of(player))

    @property
    def _is_shown(self) -> bool:
        """Whether the clock is that of the current position, or its move waits."""
        return self.is_left or self.is_here
