"""Time for a move by the clocks of a protocol."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.clocks.game_clock import TimeLeft
from engine.core.clocks.time_control import MAX_SECONDS, MIN_SECONDS, TimeControl
from engine.core.game import Position
from engine.search.time_management import SHORTEST_SECONDS, seconds_for_move

LAG_SECONDS, LAG_SHARE = 0.02, 0.2
"""Part of a turn that is kept for the way of the move: seconds, and largest share.

Measured by ``bench servers``: a stopped search answers within 15 ms.
"""

DEFAULT_SECONDS = 5.0
"""Seconds for a move if the other program sets no time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveTime:
    """Time limits of a side to move."""

    turn_seconds: float | None = None
    """Time for one move; ``None`` for no limit, 0 for as fast as possible."""

    match_seconds: float | None = None
    """Time left for all moves; ``None`` for no limit, at most 0 if it is over."""

    period_seconds: float | None = None
    """Time for each move after that."""

    def seconds_for(self, position: Position) -> float:
        """Return the seconds from the command to the end of the search.

        As fast as possible means ``SHORTEST_SECONDS``.
        """
        limits = []
        if self.turn_seconds is not None:
            limits.append(self._without_lag(self.turn_seconds))
        if self.match_seconds is not None:
            limits.append(self._share_of(self.match_seconds, position))
        return max(min(limits, default=DEFAULT_SECONDS), SHORTEST_SECONDS)

    def _without_lag(self, seconds: float) -> float:
        return seconds - min(LAG_SECONDS, LAG_SHARE * seconds)

    def _share_of(self, seconds: float, position: Position) -> float:
        """Return the part of the time left that the next move may take."""
        period = self.period_seconds or 0.0
        left = TimeLeft(
            seconds=seconds if seconds > 0 else period,
            periods=int(period > 0),
            is_in_periods=period > 0 and seconds <= 0,
            until_flag=seconds + period,
            main_seconds=seconds,
        )
        control = TimeControl(
            main_seconds=_bounded(seconds),
            periods=int(period > 0),
            period_seconds=_bounded(period) if period else 0.0,
        )
        return seconds_for_move(left, control, position)


def _bounded(seconds: float) -> float:
    """Return a time that a time control may have."""
    return min(max(seconds, MIN_SECONDS), MAX_SECONDS)
