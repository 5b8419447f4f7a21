"""Result of a match: points, Elo and the errors of both."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.core.elo import ELO_SCALE, NORMAL_QUANTILE

PSEUDO_GAMES = 0.5
"""Games added to both sides of a score, so that its Elo is finite."""

MOST_GAMES = 10**9
"""Limit of the games of a match, as that of ``Count`` in the settings."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """Score of a match from the perspective of one side."""

    games: int
    """Games played."""

    points: float
    """Points won: 1 for a win, 1/2 for a draw."""

    draws: int = 0
    """Number of draws."""

    @classmethod
    def of_event(cls, event: Mapping[str, Any]) -> Score:
        """Return the score in an event of kind ``match``."""
        games = int(event["games"])
        points = round(2 * float(event["share"]) * games) / 2
        return cls(games=games, points=points, draws=int(event.get("draws", 0)))

    @property
    def is_possible(self) -> bool:
        """Return whether so many points can be won in so many games of a match."""
        return 0 <= self.points <= self.games and 0 < self.games <= MOST_GAMES

    @property
    def share(self) -> float:
        """Points per game."""
        return self.points / self.games

    @property
    def share_error(self) -> float:
        """Half the width of the 95 % interval of ``share``."""
        return NORMAL_QUANTILE * self._deviation

    @property
    def elo(self) -> float:
        """Elo difference by the logistic model."""
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
        return NORMAL_QUANTILE * self._deviation * ELO_SCALE / (p * (1 - p))

    @property
    def _expected(self) -> float:
        """Expected points per game, never 0 or 1."""
        return (self.points + PSEUDO_GAMES) / (self.games + 2 * PSEUDO_GAMES)

    @property
    def _deviation(self) -> float:
        """Standard deviation of the expected points per game."""
        p, games = self._expected, self.games + 2 * PSEUDO_GAMES
        return math.sqrt(max(p * (1 - p) - self.draws / games / 4, 0) / games)
