"""Game clock of both participants: time used, time left, and when a flag falls.

The time left is never stored: it follows from the control and the times of the moves
played, so that undoing a move restores its time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from engine.core.clocks.sleep_clock import seconds_with_sleep
from engine.core.clocks.time_control import TimeControl, TimeTerms
from engine.core.types import Player


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeLeft:
    """Time left for a participant at one moment of a move."""

    seconds: float
    """Displayed time: main time, or else the rest of the current period.

    It is below 0 when the flag has fallen.
    """

    periods: int = 0
    """Byo-yomi periods left, including the current one."""

    is_in_periods: bool = False
    """Whether the main time is used up and periods run."""

    until_flag: float
    """Seconds until the flag falls, including all periods."""

    main_seconds: float
    """Main time left; 0 in periods, below 0 when a flag without periods has fallen."""

    @property
    def is_up(self) -> bool:
        """Whether the flag has fallen."""
        return self.until_flag <= 0


@dataclass(frozen=True, slots=True)
class Balance:
    """Time of a participant at the start of a move."""

    control: TimeControl
    """The time of the participant."""

    main_seconds: float
    """Main time left."""

    periods: int
    """Periods left."""

    @classmethod
    def at_start(cls, control: TimeControl) -> Balance:
        """Return the balance at the start of a game."""
        return cls(control, control.main_seconds, control.periods)

    @classmethod
    def after_moves(cls, control: TimeControl, moves: Iterable[float]) -> Balance:
        """Return the balance after moves that took these seconds."""
        balance = cls.at_start(control)
        for seconds in moves:
            balance = balance.after(seconds)
        return balance

    def during(self, seconds: float) -> TimeLeft:
        """Return the time left ``seconds`` into the move."""
        main = self.main_seconds - seconds
        length = self.control.period_seconds
        until_flag = main + self.periods * length
        if not self.periods or main > 0:
            return TimeLeft(
                seconds=main,
                periods=self.periods,
                until_flag=until_flag,
                main_seconds=main,
            )
        periods = max(self.periods - int(-main // length), 0)
        return TimeLeft(
            seconds=until_flag - max(periods - 1, 0) * length,
            periods=periods,
            is_in_periods=True,
            until_flag=until_flag,
            main_seconds=0.0,
        )

    def after(self, seconds: float) -> Balance:
        """Return the balance of the next move if this one took ``seconds``.

        If the game continues after an overstep, the last period is kept for the next
        move.
        """
        left = self.during(seconds)
        return Balance(
            self.control,
            left.main_seconds + self.control.increment_seconds,
            max(left.periods, min(self.periods, 1)),
        )


class GameClock:
    """Clock that counts the time of the participant to move; it can be stopped.

    Args:
        now: Source of seconds that never runs backwards.
        terms: Time terms of both participants.
    """

    def __init__(
        self,
        now: Callable[[], float] = seconds_with_sleep,
        terms: TimeTerms | None = None,
    ) -> None:
        self._now = now
        self._player: Player | None = None
        self._started = 0.0
        self._this_move = 0.0
        self._moves: dict[Player, list[float]] = {player: [] for player in Player}
        self._balances: dict[Player, Balance | None] = {}
        self.set_terms(terms or TimeTerms())

    @property
    def running_for(self) -> Player | None:
        """The participant whose clock runs, or ``None`` while it is stopped."""
        return self._player

    def set_terms(self, terms: TimeTerms) -> None:
        """Change the time terms, as if they had applied from the first move."""
        for player in Player:
            control = terms.get_control(player)
            self._balances[player] = (
                None
                if control is None
                else Balance.after_moves(control, self._moves[player])
            )
        self._terms = terms

    def start(self, player: Player) -> None:
        """Start the clock of ``player``; time from before a pause is kept."""
        if self._player is not player:
            self.pause()
            self._player = player
            self._started = self._now()

    def pause(self, *, longest: float | None = None) -> None:
        """Stop the clock and keep the time already used for this move.

        Args:
            longest: Maximum seconds to count since the clock was started, if not all
                of them belong to the player.
        """
        if self._player is not None:
            seconds = self._now() - self._started
            self._this_move += seconds if longest is None else min(seconds, longest)
            self._player = None

    def forgive(self, seconds: float) -> None:
        """Discount the last ``seconds`` of a running clock."""
        if self._player is not None:
            self._started = min(self._started + seconds, self._now())

    def end_move(self, player: Player) -> float:
        """Stop the clock, charge this move to ``player`` and return its seconds."""
        self.pause()
        seconds, self._this_move = self._this_move, 0.0
        self._moves[player].append(seconds)
        balance = self._balances[player]
        if balance is not None:
            self._balances[player] = balance.after(seconds)
        return seconds

    def reset(self, moves: Mapping[Player, Iterable[float]] | None = None) -> None:
        """Stop the clock and start a new move after moves that took these seconds."""
        self._player = None
        self._this_move = 0.0
        self._moves = {player: list((moves or {}).get(player, ())) for player in Player}
        self.set_terms(self._terms)

    def resume_move(self, seconds: float) -> None:
        """Stop the clock and set the time used for the current move to ``seconds``."""
        self._player = None
        self._this_move = seconds

    def this_move(self) -> float:
        """Return the seconds used so far for the current move."""
        running = self._now() - self._started if self._player is not None else 0.0
        return self._this_move + running

    def total(self, player: Player, *, to_move: Player) -> float:
        """Return all seconds of ``player``, including the current move."""
        current = self.this_move() if player is to_move else 0.0
        return sum(self._moves[player]) + current

    def move_count(self, player: Player) -> int:
        """Return the number of moves charged to ``player``."""
        return len(self._moves[player])

    def time_left(self, player: Player, *, to_move: Player) -> TimeLeft | None:
        """Return the time left of ``player`` now; ``None`` without a time control."""
        balance = self._balances[player]
        if balance is None:
            return None
        return balance.during(self.this_move() if player is to_move else 0.0)
