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
        self._agreeing: set[Player] = set()

    def adjudicate(
        self, seat: Player, value: float | None, after: Position
    ) -> Outcome | None:
        """Return the outcome after a move, or ``None`` while the game goes on.

        Args:
            seat: Participant that moved.
            value: Its value in [-1, 1], for itself; ``None`` if it gave none.
            after: Position after the move.
        """
        self._count(seat, self._leader_by(seat, value))
        if after.outcome is not None:
            return None
        if self._leader is not None and self._is_agreed:
            return Outcome(after.colour_of(self._leader), ADJUDICATION)
        most = self._rule.draw_plies
        if most is not None and len(after.history) >= most:
            return Outcome(None, ADJUDICATION)
        return None

    @property
    def _is_agreed(self) -> bool:
        """Whether both participants have named the leader for all plies.

        In an opening one of them may make several moves in a row, such as offers.
        """
        is_long = self._plies >= self._rule.win_plies
        return is_long and len(self._agreeing) == len(Player)

    def _count(self, seat: Player, leader: Player | None) -> None:
        """Count a ply after which ``seat`` takes ``leader`` for the winner."""
        if leader is not self._leader:
            self._leader, self._plies = leader, 0
            self._agreeing.clear()
        self._plies += 1
        self._agreeing.add(seat)

    def _leader_by(self, seat: Player, value: float | None) -> Player | None:
        """Return the participant that wins by the value of the one that moved."""
        rate = self._rule.win_rate
        if rate is None or value is None or abs(value) < 2 * rate - 1:
            return None
        return seat if value > 0 else seat.opponent
