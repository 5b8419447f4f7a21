"""Used and remaining time of a game: move times in its record, and running clock."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engine.core.clocks.game_clock import GameClock, TimeLeft
from engine.core.clocks.time_control import TimeTerms
from engine.core.errors import TimeControlError
from engine.core.message import Message
from engine.core.types import Player
from engine.records.model.replay import Replay


class GameTime:
    """Clocks of both participants in the current position.

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
        self.begin_move()

    @property
    def terms(self) -> TimeTerms:
        """Time controls of both participants."""
        return self._terms

    @property
    def is_running(self) -> bool:
        """Whether the clock of the participant to move runs."""
        return self._clock.running_for is not None

    def set_terms(self, terms: TimeTerms) -> None:
        """Change the time controls, retroactively from the first move."""
        self._terms = terms
        self._clock.set_terms(terms)

    def start(self) -> None:
        """Start the clock of the participant to move."""
        self._clock.start(self._replay.position.seat_to_move)

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
        return self._clock.end_move(self._replay.position.seat_to_move)

    def begin_move(self) -> None:
        """Stop the clock and set it to the remaining time in the current position."""
        self._clock.reset({seat: self._replay.seconds_of(seat) for seat in Player})

    def resume_move(self, seconds: float) -> None:
        """Set the elapsed time of the current move; the clock must be stopped."""
        self._clock.resume_move(seconds)

    def of_move(self, player: Player) -> float:
        """Return the seconds of ``player``'s current move, or else of the last one."""
        position = self._replay.position
        if player is position.seat_to_move and position.outcome is None:
            return self._clock.this_move()
        return next(reversed(self._replay.seconds_of(player)), 0.0)

    def total(self, player: Player) -> float:
        """Return the total seconds of ``player`` in the current line."""
        position = self._replay.position
        return self._clock.total(player, to_move=position.seat_to_move)

    def left(self, player: Player) -> TimeLeft | None:
        """Return the remaining time of ``player``; ``None`` without a time control."""
        position = self._replay.position
        return self._clock.time_left(player, to_move=position.seat_to_move)

    def terms_with_left(self, player: Player, seconds: float) -> TimeTerms:
        """Return the terms that leave ``player`` ``seconds`` of main time now.

        Raises:
            TimeControlError: ``player`` has no main time, or the time is out of range.
        """
        control = self._terms.get_control(player)
        if control is None or not control.main_seconds:
            raise TimeControlError(
                Message("Expected a player with a main time to correct.")
            )
        gained = control.increment_seconds * self._clock.move_count(player)
        main = self.total(player) - gained + seconds
        return self._terms.with_control(player, replace(control, main_seconds=main))
