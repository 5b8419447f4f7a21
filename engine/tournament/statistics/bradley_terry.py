"""Elo ratings of several engines by maximum likelihood, with intervals.

The model is that of Bradley and Terry: an engine with the rating difference d scores
1 / (1 + 10^(-d / 400)) points per game. A draw is half a win and half a loss. For two
engines difference and interval are those of ``pair_statistics``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.core.elo import ELO_SCALE, NORMAL_QUANTILE
from engine.tournament.statistics.pair_statistics import LARGEST_ELO, PairCounts

STEPS = 200
"""Maximum number of Newton steps; a few are enough."""

PRECISION = 1e-10
"""Size of a step that ends the iteration, in units of ``ELO_SCALE``."""

LONGEST_STEP = 1.0
"""Maximum size of a Newton step, in units of ``ELO_SCALE``."""

BISECTIONS = 36
"""Steps of a search for a bound, which is then exact to 1e-7 Elo."""

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

    @property
    def error(self) -> float:
        """Distance of the farther bound; infinite for an interval without one."""
        if max(abs(self.low), abs(self.high)) >= LARGEST_ELO:
            return math.inf
        return max(self.elo - self.low, self.high - self.elo)


def rate(engines: int, pairings: Sequence[Pairing]) -> tuple[Rating | None, ...]:
    """Return the rating of each engine; ``None`` for one without games.

    Where an engine, or a group of them, has won or lost all its games against the
    rest, a drawn game is added, without which ratings are infinite: see
    ``_drawn_games``.
    The intervals invert a score test whose variance is that of the results by pairs of
    games, so that they are right for draws and for unbalanced openings. For two engines
    they are the interval of the match; an interval without a bound ends at
    ``LARGEST_ELO``.

    Args:
        engines: Number of engines.
        pairings: At most one for every two engines.

    Source: Bradley and Terry, Biometrika 39 (1952) 324; the condition for a finite
    solution: Ford, Amer. Math. Monthly 64 (1957) 28; intervals: Boos, "On Generalized
    Score Tests", The American Statistician 46 (1992) 327.
    """
    played = [one for one in pairings if one.counts.games]
    games, points = np.zeros((engines, engines)), np.zeros((engines, engines))
    for one in played:
        games[one.one, one.other] = games[one.other, one.one] = one.counts.games
        points[one.one, one.other] = one.counts.points
        points[one.other, one.one] = one.counts.games - one.counts.points
    drawn = _drawn_games(games, points)
    games, points = games + drawn, points + drawn / 2
    ratings = _most_likely(games, points)
    intervals = _intervals(ratings, _information(ratings, games), played)
    return tuple(
        _rating(ratings[engine], intervals[:, engine]) if games[engine].any() else None
        for engine in range(engines)
    )


def _rating(rating: float, interval: Matrix) -> Rating:
    """Return a rating and its interval in Elo, from units of ``ELO_SCALE``."""
    values = [ELO_SCALE * float(value) for value in (interval[0], rating, interval[1])]
    low, elo, high = (min(max(v, -LARGEST_ELO), LARGEST_ELO) for v in values)
    return Rating(elo=elo, low=low, high=high)


def _drawn_games(games: Matrix, points: Matrix) -> Matrix:
    """Return the parts of drawn games that make the most likely ratings finite.

    Ratings are finite if, among the engines that met directly or indirectly, each has
    points against the next one of some chain to every other engine. Groups in which
    this holds would be infinitely far apart: of two of them only one has points. Each
    group adds half a drawn game, spread over its games against other groups in
    proportion to their numbers; two engines get one drawn game.
    """
    reached = _reachable(points > 0)
    crossing = np.where(reached & reached.T, 0.0, games)
    of_group = (reached & reached.T).astype(np.float64) @ crossing.sum(axis=1)
    shares = np.divide(1, of_group, out=np.zeros_like(of_group), where=of_group > 0)
    return np.asarray(crossing * (shares[:, None] + shares[None, :]) / 2)


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


def _intervals(
    ratings: Matrix, information: Matrix, played: Sequence[Pairing]
) -> Matrix:
    """Return the bounds of the 95 % interval of each rating, ``[bound, engine]``.

    A rating is moved from its estimate along the direction in which the other ratings
    follow by the Fisher information at the estimate. A bound is the rating at which the
    points along this direction deviate from the expected ones by as many standard
    deviations of the observed points as the interval has; infinite if none does.
    """
    inverse = np.linalg.pinv(information)
    # Without games an engine has only rounding errors here.
    own = np.where(np.diag(information) > 0, np.diag(inverse), 1.0)
    directions = inverse / own[:, None]
    ones, others = [one.one for one in played], [one.other for one in played]
    weights = directions[:, ones] - directions[:, others]
    starts = ratings[ones] - ratings[others]
    games = np.array([float(one.counts.games) for one in played])
    points = np.array([one.counts.points for one in played])
    spreads = np.array([one.counts.deviation for one in played]) * games
    reaches = NORMAL_QUANTILE * np.sqrt(((weights * spreads) ** 2).sum(axis=1))

    def excess(moves: Matrix) -> Matrix:
        """Return the points beyond the expected ones after a move of each rating."""
        expected = 1 / (1 + np.exp(-(starts + moves[:, None] * weights)))
        return np.asarray((weights * (points - games * expected)).sum(axis=1))

    high = _falling_roots(lambda moves: excess(moves) + reaches, len(ratings))
    low = _falling_roots(lambda moves: reaches - excess(-moves), len(ratings))
    return np.stack([ratings - low, ratings + high])


def _falling_roots(function: Callable[[Matrix], Matrix], count: int) -> Matrix:
    """Return the roots of falling functions above 0; infinity where there is none.

    A function that is negative at 0 has the root 0.
    """
    most = LARGEST_ELO / ELO_SCALE
    low, high = np.zeros(count), np.full(count, most)
    is_endless = function(high) > 0
    for _ in range(BISECTIONS):
        middle = (low + high) / 2
        is_above = function(middle) > 0
        low, high = np.where(is_above, middle, low), np.where(is_above, high, middle)
    return np.where(is_endless, np.inf, (low + high) / 2)
