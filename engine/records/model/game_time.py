"""Time used and left in a game: what its record says, and the clock that runs."""

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
    """The time of both participants in the position on the board.

    Args:
        replay: The game and where it stands.
        terms: The time both have.
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
        """The time both have."""
        return self._terms

    @property
    def is_running(self) -> bool:
        """Whether the time of the participant to move runs."""
        return self._clock.running_for is not None

    def set_terms(self, terms: TimeTerms) -> None:
        """Change the time both have, as if it had been so from the first move."""
        self._terms = terms
        self._clock.set_terms(terms)

    def start(self) -> None:
        """Let the time of the participant to move run."""
        self._clock.start(self._replay.position.seat_to_move)

    def pause(self, *, longest: float | None = None) -> None:
        """Stop the time; it goes on where it stopped.

        Args:
            longest: Seconds that count at most since it was started.
        """
        self._clock.pause(longest=longest)

    def forgive(self, seconds: float) -> None:
        """Leave out the last ``seconds`` of a clock that runs."""
        self._clock.forgive(seconds)

    def end_move(self) -> float:
        """Stop, charge the participant to move and return the seconds of the move."""
        return self._clock.end_move(self._replay.position.seat_to_move)

    def begin_move(self) -> None:
        """Stop, and show what was left in the position that is on the board now."""
        self._clock.reset({seat: self._replay.seconds_of(seat) for seat in Player})

    def resume_move(self, seconds: float) -> None:
        """Let the move at hand, whose time stands, have taken so long already."""
        self._clock.resume_move(seconds)

    def of_move(self, player: Player) -> float:
        """Return the time of ``player``'s move at hand, or else of the last one."""
        position = self._replay.position
        if player is position.seat_to_move and position.outcome is None:
            return self._clock.this_move()
        return next(reversed(self._replay.seconds_of(player)), 0.0)

    def total(self, player: Player) -> float:
        """Return all the time of ``player`` in the line on the board."""
        position = self._replay.position
        return self._clock.total(player, to_move=position.seat_to_move)

    def left(self, player: Player) -> TimeLeft | None:
        """Return what ``player`` has left; ``None`` where time is only counted."""
        position = self._replay.position
        return self._clock.time_left(player, to_move=position.seat_to_move)

    def terms_with_left(self, player: Player, seconds: float) -> TimeTerms:
        """Return the terms under which ``player`` would have so much main time now.

        Raises:
            TimeControlError: ``player`` has no main time, or cannot have so much.
        """
        control = self._terms.get_control(player)
        if control is None or not control.main_seconds:
            raise TimeControlError(
                Message("Expected a player with a main time to correct.")
            )
        gained = control.increment_seconds * self._clock.move_count(player)
        main = self.total(player) - gained + seconds
        return self._terms.with_control(player, replace(control, main_seconds=main))
