"""Result of a match: points, Elo and the errors of both."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

LOPSIDED = 0.5
"""Games added to both sides of a score before it becomes Elo, so that it is finite."""

DEVIATIONS = 1.96
"""Standard deviations on either side of an estimate that leave out 5 %."""

ELO_SCALE = 400 / math.log(10)
"""Elo of a factor e in the odds, by the logistic model."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """Score of a match, seen by one side."""

    games: int
    """Games played."""

    points: float
    """Games won; a draw counts half."""

    draws: int = 0
    """Drawn games among them."""

    @classmethod
    def of_event(cls, event: Mapping[str, Any]) -> Score:
        """Return the score that an event of kind ``match`` has."""
        games = int(event["games"])
        points = round(2 * float(event["share"]) * games) / 2
        return cls(games=games, points=points, draws=int(event.get("draws", 0)))

    @property
    def share(self) -> float:
        """Part of the points."""
        return self.points / self.games

    @property
    def share_error(self) -> float:
        """Half the width of the 95 % interval of ``share``."""
        return DEVIATIONS * self._deviation

    @property
    def elo(self) -> float:
        """Difference in strength by the logistic model of Elo."""
        return ELO_SCALE * math.log(self._expected / (1 - self._expected))

    @property
    def elo_error(self) -> float:
        """Half the width of the 95 % interval of ``elo``.

        With p the expected points of a game and n games, Elo is c ln(p / (1 - p)),
        c = 400 / ln 10, and its error follows from that of p to first order:
        1.96 s c / (p (1 - p)). The deviation s of p is sqrt((p (1 - p) - d / 4) / n),
        since a game is worth 0, 1/2 or 1 point and is drawn with the frequency d.

        Source: the logistic model is that of Elo, "The Rating of Chessplayers", 1978,
        chapter 8; error propagation by the delta method.
        """
        p = self._expected
        return DEVIATIONS * self._deviation * ELO_SCALE / (p * (1 - p))

    @property
    def _expected(self) -> float:
        """Expected points of a game, never 0 or 1."""
        return (self.points + LOPSIDED) / (self.games + 2 * LOPSIDED)

    @property
    def _deviation(self) -> float:
        """Standard deviation of the expected points of a game."""
        p, games = self._expected, self.games + 2 * LOPSIDED
        return math.sqrt((p * (1 - p) - self.draws / games / 4) / games)
