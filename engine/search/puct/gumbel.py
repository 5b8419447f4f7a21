"""Gumbel noise and sequential halving at the root, for few simulations.

Source: Danihelka, Guez, Schrittwieser and Silver 2022, "Policy improvement by planning
with Gumbel", sections 3 and 4. Below the root the tree grows as in every other search.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from engine.core.types import Move
from engine.search.puct.root import RootStatistics

VISIT_OFFSET = 50.0
VALUE_SCALE = 1.0
"""c_visit and c_scale of the source, equation (8)."""

LEAST_PRIOR = 1e-9

Floats = npt.NDArray[np.float64]


def compute_value_weight(most_visits: int) -> float:
    """Return the weight of a value in [0, 1] in logits: sigma of equation (8)."""
    return (VISIT_OFFSET + most_visits) * VALUE_SCALE


def mix_value(statistics: RootStatistics) -> float:
    """Return the root's value in [-1, 1], mixed from its own and its moves' values.

    Moves are weighted by their priors. Source: equation (33) of appendix D.
    """
    visited = statistics.visits > 0
    total = int(statistics.visits.sum())
    weight = float(statistics.priors[visited].sum())
    if total == 0 or weight == 0:
        return statistics.network_value
    mean = float((statistics.priors * statistics.values)[visited].sum()) / weight
    return (statistics.network_value + total * mean) / (1 + total)


def improve_policy(statistics: RootStatistics) -> Floats:
    """Return the policy target: softmax(logits + sigma(completed values)).

    ``[K]``, sums to 1. Unvisited moves get the mixed value. Source: equations
    (10) and (11).
    """
    completed = np.where(
        statistics.visits > 0, statistics.values, mix_value(statistics)
    )
    scores = _compute_logits(statistics) + _weigh_values(completed, statistics)
    shares: Floats = np.exp(scores - scores.max())
    shares /= shares.sum()
    return shares


def _compute_logits(statistics: RootStatistics) -> Floats:
    logits: Floats = np.log(np.maximum(statistics.priors, LEAST_PRIOR))
    return logits


def _weigh_values(values: Floats, statistics: RootStatistics) -> Floats:
    chances = (values + 1) / 2
    weighted: Floats = (
        compute_value_weight(int(statistics.visits.max(initial=0))) * chances
    )
    return weighted


class SequentialHalving:
    """Sequential halving of a root's moves: each phase excludes the worse half.

    Args:
        statistics: The root before any simulation.
        considered: Number of moves in the first phase.
        simulations: Number of simulations, with the evaluation of the root.
        rng: Source of the Gumbel noise.
    """

    def __init__(
        self,
        statistics: RootStatistics,
        *,
        considered: int,
        simulations: int,
        rng: np.random.Generator,
    ) -> None:
        gumbel = rng.gumbel(size=statistics.moves.size)
        count = min(considered, statistics.moves.size, max(simulations - 1, 1))
        first = np.argsort(-(gumbel + _compute_logits(statistics)), kind="stable")
        self.left: npt.NDArray[np.int64] = first[:count]
        """Numbers of the remaining moves among those of the root, best first."""

        self._gumbel = gumbel
        self._moves = statistics.moves
        self._phases = max(math.ceil(math.log2(count)), 1)
        self._simulations = simulations
        self._ends = 1 + self._phase_length()

    def _phase_length(self) -> int:
        """Return the simulations of a phase: all phases have equally many."""
        each = (self._simulations - 1) // (self._phases * self.left.size)
        return max(each, 1) * int(self.left.size)

    @property
    def moves(self) -> list[Move]:
        """The remaining moves, best first."""
        return [Move(int(self._moves[k])) for k in self.left]

    def simulations_left(self, done: int) -> int:
        """Return the simulations left in this phase after ``done`` in total.

        The last phase, of two moves, takes all remaining simulations.
        """
        is_last = self.left.size <= 2  # noqa: PLR2004
        return max((self._simulations if is_last else self._ends) - done, 0)

    def end_phase(self, statistics: RootStatistics) -> None:
        """End a phase: keep the better half of the remaining moves; see ``rank``."""
        self.rank(statistics)
        self.left = self.left[: -(-self.left.size // 2)]
        self._ends += self._phase_length()

    def rank(self, statistics: RootStatistics) -> None:
        """Order the remaining moves, best first: g + logits + sigma(values).

        Args:
            statistics: Those of the moves ``left``, in its order. None of the others
                has more visits.
        """
        scores = (
            self._gumbel[self.left]
            + _compute_logits(statistics)
            + _weigh_values(statistics.values, statistics)
        )
        self.left = self.left[np.argsort(-scores, kind="stable")]
