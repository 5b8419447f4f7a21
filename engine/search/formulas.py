"""Selection formulas of the tree searches in plain Python, with their numbers.

They are the readable twins of the kernels: the child with the highest score is the one
that the next simulation selects. A window writes them out with the numbers.
"""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Ucb1:
    """Upper confidence bound of plain UCT: W / N + C sqrt(2 ln N' / N).

    Source: ZHANG-HEX, equation (4).
    """

    mean: float
    """Mean result in [-1, 1] for the side that makes the move; infinite if proven."""

    visits: int
    """N, simulations through the move; at least 1."""

    parent_visits: int
    """N', simulations through the position before the move."""

    exploration: float
    """C."""

    @property
    def quality(self) -> float:
        """Win rate of the move in [0, 1]: W / N."""
        return 0.5 + 0.5 * self.mean

    @property
    def bonus(self) -> float:
        """Exploration term."""
        spread = 2 * math.log(max(self.parent_visits, 1)) / self.visits
        return self.exploration * math.sqrt(spread)

    @property
    def score(self) -> float:
        """Number that selection compares."""
        return self.quality + self.bonus


@dataclass(frozen=True, slots=True, kw_only=True)
class Rave:
    """Bound of UCT with RAVE: (1 - b) W / N + b W~ / N~ + C sqrt(2 ln N' / (N + 1)).

    The share of RAVE is b = sqrt(k / (3 N + k)). Source: Gelly and Silver 2011.
    """

    mean: float
    """Mean result in [-1, 1] of the move; 0 without visits, infinite if proven."""

    visits: int
    """N, simulations through the move."""

    rave_mean: float
    """Mean result in [-1, 1] of simulations that played the move later."""

    rave_visits: int
    """N~, the number of these simulations."""

    parent_visits: int
    """N', simulations through the position before the move."""

    exploration: float
    """C."""

    equivalence: float
    """k, simulations at which both means weigh the same."""

    @property
    def share(self) -> float:
        """Weight b of the RAVE mean."""
        return math.sqrt(self.equivalence / (3 * self.visits + self.equivalence))

    @property
    def quality(self) -> float:
        """Mixed win rate in [0, 1]."""
        mixed = (1 - self.share) * self.mean + self.share * self.rave_mean
        return 0.5 + 0.5 * mixed

    @property
    def bonus(self) -> float:
        """Exploration term."""
        spread = 2 * math.log(max(self.parent_visits, 1)) / (self.visits + 1)
        return self.exploration * math.sqrt(spread)

    @property
    def score(self) -> float:
        """Number that selection compares."""
        return self.quality + self.bonus


@dataclass(frozen=True, slots=True, kw_only=True)
class Puct:
    """PUCT: Q + c P sqrt(N') / (1 + N). Source: LIU-2022, equation (4)."""

    mean: float
    """Q in [-1, 1] for the side that makes the move; infinite if proven."""

    is_first_play: bool
    """Whether Q is the first-play urgency of an unvisited move."""

    visits: int
    """N, simulations through the move."""

    total: int
    """N', simulations through all moves of the position."""

    prior: float
    """P, probability of the move by the evaluator."""

    exploration: float
    """c."""

    @property
    def quality(self) -> float:
        """Q."""
        return self.mean

    @property
    def bonus(self) -> float:
        """Exploration term U."""
        return self.exploration * self.prior * math.sqrt(self.total) / (1 + self.visits)

    @property
    def score(self) -> float:
        """Number that selection compares."""
        return self.quality + self.bonus


@dataclass(frozen=True, slots=True, kw_only=True)
class Zhang:
    """Q + eta P / (1 + N) with Q = (1 - lambda) V + w W / N, as win rates.

    The weight w is lambda, or 1 as (6) is printed. Source: ZHANG-HEX, (5) to (7).
    """

    mean: float
    """Mean result in [-1, 1]; V without visits, infinite if proven."""

    network_value: float
    """V in [-1, 1], for the side that makes the move."""

    visits: int
    """N, simulations through the move."""

    counted: int
    """Visits in the exploration term: those of the move, or of the node before it."""

    prior: float
    """P, probability of the move by the evaluator."""

    mix: float
    """lambda."""

    result_weight: float
    """w."""

    exploration: float
    """eta."""

    @property
    def quality(self) -> float:
        """Q of win rates in [0, 1]."""
        if math.isinf(self.mean):
            return self.mean
        network, results = 0.5 + 0.5 * self.network_value, 0.5 + 0.5 * self.mean
        return (1 - self.mix) * network + self.result_weight * results

    @property
    def bonus(self) -> float:
        """Exploration term u."""
        return self.exploration * self.prior / (1 + self.counted)

    @property
    def score(self) -> float:
        """Number that selection compares."""
        return self.quality + self.bonus


Formula = Ucb1 | Rave | Puct | Zhang
"""Formula of one move with its numbers."""
