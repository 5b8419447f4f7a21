"""Time used by both players: this move and in total."""

from __future__ import annotations

import time
from collections.abc import Callable

from engine.core.types import Player


class GameClock:
    """Counts the time of the side to move; nobody's while it is stopped.

    Args:
        now: Source of seconds that never runs backwards.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._player: Player | None = None
        self._started = 0.0
        self._this_move = 0.0
        self._finished = {Player.FIRST: 0.0, Player.SECOND: 0.0}

    @property
    def running_for(self) -> Player | None:
        """The side whose time runs, or ``None`` while the clock is stopped."""
        return self._player

    def start(self, player: Player) -> None:
        """Let the time of ``player`` run; what a pause had kept runs on."""
        if self._player is not player:
            self.pause()
            self._player = player
            self._started = self._now()

    def pause(self) -> None:
        """Stop, keeping the time already used for this move."""
        if self._player is not None:
            self._this_move += self._now() - self._started
            self._player = None

    def end_move(self, player: Player) -> float:
        """Stop, charge this move to ``player`` and return its seconds."""
        self.pause()
        seconds, self._this_move = self._this_move, 0.0
        self._finished[player] += seconds
        return seconds

    def reset(self, first_total: float = 0.0, second_total: float = 0.0) -> None:
        """Stop and begin a new move with the given totals behind it."""
        self._player = None
        self._this_move = 0.0
        self._finished = {Player.FIRST: first_total, Player.SECOND: second_total}

    def this_move(self) -> float:
        """Return the seconds used so far for the move at hand."""
        running = self._now() - self._started if self._player is not None else 0.0
        return self._this_move + running

    def total(self, player: Player, *, to_move: Player) -> float:
        """Return all seconds of ``player``, the move at hand included."""
        current = self.this_move() if player is to_move else 0.0
        return self._finished[player] + current
