"""Choice of the next two engines to meet, for ratings with few games.

A pair of games is most informative where the difference of two ratings is least known
and the result is open. Each choice adds the most to the determinant of the ratings'
information (a D-optimal design). Ratings have a normal distribution before their first
game, and an uncertain difference is taken for a smaller one, by its expected score: few
lucky games do not end a pairing.

Sources: Glickman and Jensen, "Adaptive paired comparison design", Journal of
Statistical Planning and Inference 127 (2005) 279; the expected score: MacKay, "The
evidence framework applied to classification networks", Neural Computation 4 (1992) 720.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from engine.core.elo import ELO_SCALE
from engine.tournament.statistics.bradley_terry import Matrix

PRIOR_DEVIATION = 800 / ELO_SCALE
"""Standard deviation of a rating before its first game, in units of ``ELO_SCALE``."""

STEPS = 50
"""Maximum number of Newton steps; a few are enough."""

PRECISION = 1e-9
"""Size of a step that ends the iteration, in units of ``ELO_SCALE``."""


def choose_pair(
    played: Sequence[Sequence[float]],
    points: Sequence[Sequence[float]],
    waiting: Sequence[Sequence[float]],
) -> tuple[int, int]:
    """Return the two engines whose next games are most informative for all ratings.

    Args:
        played: Games of each two engines, ``[engine][opponent]``.
        points: Points of the engine in them.
        waiting: Games of each two engines that have no result yet; they count as if
            their results were known.

    Returns:
        Two numbers of engines, the one with fewer games first; of equally good
        choices the first.
    """
    games = np.array(played, dtype=np.float64)
    ratings = _most_probable(games, np.array(points, dtype=np.float64))
    games += np.array(waiting, dtype=np.float64)
    differences = ratings[:, None] - ratings[None, :]
    covariance = np.linalg.inv(_information(ratings, games))
    own = np.diag(covariance)
    variances = own[:, None] + own[None, :] - 2 * covariance
    shrinkage = np.sqrt(1 + math.pi * variances / 8)
    gains = np.triu(_openness(differences / shrinkage) * variances, k=1)
    one, other = map(int, np.unravel_index(np.argmax(gains), gains.shape))
    if games[other].sum() < games[one].sum():
        one, other = other, one
    return one, other


def _most_probable(games: Matrix, points: Matrix) -> Matrix:
    """Return the ratings of the highest posterior density, by Newton's method."""
    ratings = np.zeros(len(games))
    for _ in range(STEPS):
        expected = 1 / (1 + np.exp(ratings[None, :] - ratings[:, None]))
        slope = (points - games * expected).sum(axis=1) - ratings / PRIOR_DEVIATION**2
        step = np.linalg.solve(_information(ratings, games), slope)
        ratings += step
        if np.abs(step).max() < PRECISION:
            break
    return ratings


def _information(ratings: Matrix, games: Matrix) -> Matrix:
    """Return the information of games and of what is known before them."""
    weights = games * _openness(ratings[:, None] - ratings[None, :])
    prior = np.eye(len(ratings)) / PRIOR_DEVIATION**2
    return np.asarray(np.diag(weights.sum(axis=1)) - weights + prior)


def _openness(differences: Matrix) -> Matrix:
    """Return the variance of a result, by the difference of the ratings."""
    expected = 1 / (1 + np.exp(-differences))
    return np.asarray(expected * (1 - expected))
