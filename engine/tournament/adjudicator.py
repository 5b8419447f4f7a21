"""Adjudication: the end of a game by the values of both engines or after many plies."""

from __future__ import annotations

from engine.core.game import Position
from engine.core.types import Outcome, Player
from engine.tournament.plan import Adjudication

ADJUDICATION = "adjudication"
"""Reason of an outcome that was set by a bound, not by the rules."""


class Adjudicator:
    """Adjudicator of one game.

    Args:
        rule: Bounds of the plan.
    """

    def __init__(self, rule: Adjudication) -> None:
        self._rule = rule
        self._leader: Player | None = None
        self._plies = 0

    def adjudicate(
        self, seat: Player, value: float | None, after: Position
    ) -> Outcome | None:
        """Return the outcome after a move, or ``None`` while the game goes on.

        Args:
            seat: Participant that moved.
            value: Its value in [-1, 1], for itself; ``None`` if it gave none.
            after: Position after the move.
        """
        leader = self._leader_by(seat, value)
        self._plies = self._plies + 1 if leader is self._leader else 1
        self._leader = leader
        if after.outcome is not None:
            return None
        if leader is not None and self._plies >= self._rule.win_plies:
            return Outcome(after.colour_of(leader), ADJUDICATION)
        most = self._rule.draw_plies
        if most is not None and len(after.history) >= most:
            return Outcome(None, ADJUDICATION)
        return None

    def _leader_by(self, seat: Player, value: float | None) -> Player | None:
        """Return the participant that wins by the value of the one that moved."""
        rate = self._rule.win_rate
        if rate is None or value is None or abs(value) < 2 * rate - 1:
            return None
        return seat if value > 0 else seat.opponent
