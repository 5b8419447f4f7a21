"""Elo ratings of several engines by maximum likelihood, with error bars.

The model is that of Bradley and Terry: an engine with the rating difference d scores
1 / (1 + 10^(-d / 400)) points per game. A draw is half a win and half a loss. For two
engines the difference is that of ``pair_statistics``.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.tournament.statistics.pair_statistics import (
    LARGEST_ELO,
    NORMAL_QUANTILE,
    PairCounts,
)

ELO_SCALE = 400 / math.log(10)
"""Elo difference for odds of e."""

STEPS = 200
"""Maximum number of Newton steps; a few are enough."""

PRECISION = 1e-10
"""Size of a step that ends the iteration, in units of ``ELO_SCALE``."""

LONGEST_STEP = 1.0
"""Maximum size of a Newton step, in units of ``ELO_SCALE``."""

Matrix = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairing:
    """Results of two engines against each other."""

    one: int
    """Number of the engine whose points are counted."""

    other: int
    """Number of its opponent."""

    counts: PairCounts
    """The results, from the perspective of ``one``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rating:
    """Elo rating relative to the mean of all engines that played."""

    elo: float
    """The estimate."""

    low: float
    """Lower bound of the 95 % interval."""

    high: float
    """Upper bound of the 95 % interval."""


def rate(engines: int, pairings: Sequence[Pairing]) -> tuple[Rating | None, ...]:
    """Return the rating of each engine; ``None`` for one without games.

    Where an engine, or a group of them, has won or lost all its games against the
    rest, one drawn game is added to every pairing, without which ratings are infinite.
    The errors come from the observed variance of the results by pairs of games, so
    that they are right for draws and for unbalanced openings.

    Args:
        engines: Number of engines.
        pairings: At most one for every two engines.

    Source: Bradley and Terry, Biometrika 39 (1952) 324; the condition for a finite
    solution: Ford, Amer. Math. Monthly 64 (1957) 28; errors: White, Econometrica 50
    (1982) 1, "sandwich" of the Fisher information.
    """
    played = [one for one in pairings if one.counts.games]
    games, points = np.zeros((engines, engines)), np.zeros((engines, engines))
    for one in played:
        games[one.one, one.other] = games[one.other, one.one] = one.counts.games
        points[one.one, one.other] = one.counts.points
        points[one.other, one.one] = one.counts.games - one.counts.points
    if not _is_connected(points):
        added = (games > 0).astype(np.float64)
        games, points = games + added, points + added / 2
    ratings = _most_likely(games, points)
    errors = _deviations(ratings, games, played)
    return tuple(
        _rating(ratings[engine], errors[engine]) if games[engine].any() else None
        for engine in range(engines)
    )


def _rating(rating: float, deviation: float) -> Rating:
    """Return a rating and its interval in Elo."""
    reach = NORMAL_QUANTILE * deviation
    values = [
        ELO_SCALE * float(value) for value in (rating - reach, rating, rating + reach)
    ]
    low, elo, high = (min(max(v, -LARGEST_ELO), LARGEST_ELO) for v in values)
    return Rating(elo=elo, low=low, high=high)


def _is_connected(points: Matrix) -> bool:
    """Return whether the most likely ratings are finite.

    They are if, within every group of engines that met directly or indirectly, each
    engine has points against the next one of some chain to every other engine.
    """
    beats = points > 0
    return bool((_reachable(beats) == _reachable(beats | beats.T)).all())


def _reachable(links: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Return which engines chains of links connect."""
    reached = links.copy()
    for middle in range(len(links)):
        reached |= reached[:, middle : middle + 1] & reached[middle : middle + 1]
    np.fill_diagonal(reached, val=True)
    return reached


def _most_likely(games: Matrix, points: Matrix) -> Matrix:
    """Return the ratings of most likelihood by Newton's method, with mean 0."""
    ratings = np.zeros(len(games))
    for _ in range(STEPS):
        expected = _expected(ratings)
        slope = (points - games * expected).sum(axis=1)
        step = np.linalg.pinv(_information(ratings, games)) @ slope
        longest = float(np.abs(step).max(initial=0.0))
        ratings = ratings + step * min(1.0, LONGEST_STEP / max(longest, PRECISION))
        if longest < PRECISION:
            break
    return ratings


def _expected(ratings: Matrix) -> Matrix:
    """Return the expected points per game, ``[engine, opponent]``."""
    return np.asarray(1 / (1 + np.exp(ratings[None, :] - ratings[:, None])))


def _information(ratings: Matrix, games: Matrix) -> Matrix:
    """Return the Fisher information of the ratings."""
    expected = _expected(ratings)
    weights = games * expected * (1 - expected)
    return np.asarray(np.diag(weights.sum(axis=1)) - weights)


def _deviations(ratings: Matrix, games: Matrix, played: Sequence[Pairing]) -> Matrix:
    """Return the standard deviation of each rating."""
    variance = np.zeros_like(games)
    for one in played:
        spread = (one.counts.deviation * one.counts.games) ** 2
        variance[one.one, one.other] = variance[one.other, one.one] = spread
    spreads = np.diag(variance.sum(axis=1)) - variance
    inverse = np.linalg.pinv(_information(ratings, games))
    return np.asarray(np.sqrt(np.maximum(np.diag(inverse @ spreads @ inverse), 0.0)))
