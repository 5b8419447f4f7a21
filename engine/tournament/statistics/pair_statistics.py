"""Statistics of a match of two engines: Elo, its error, superiority, sequential test.

Two games with the same opening and swapped colours are one observation, a pair: its
score in [0, 2] has less variance than two independent games, since an unbalanced
opening favours each engine once. The five possible scores of a pair are the pentanomial
distribution. All scores are from the perspective of one engine.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Annotated, Literal

from engine.core.elo import ELO_SCALE, NORMAL_QUANTILE
from engine.core.errors import SettingsError
from engine.core.formats.settings_reader import Range, check_fields
from engine.core.message import Message

PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""Possible scores of a pair, as points per game."""

LARGEST_ELO = 3000.0
"""Largest Elo difference; an interval that ends here has no bound."""

ZERO_COUNT = 1e-3
"""Count that stands for a score not seen yet, as in fishtest's ``LLRcalc.py``."""

BISECTIONS = 100
"""Steps of a search for a root; the interval is then below one rounding error."""

SprtState = Literal["accepted", "rejected", "open"]


def expected_score(elo: float) -> float:
    """Return the expected points per game for an Elo difference."""
    return 1 / (1 + math.exp(-elo / ELO_SCALE))


def elo_of_score(score: float) -> float:
    """Return the Elo difference for expected points per game in [0, 1].

    It is at most ``LARGEST_ELO``, also for 0 and 1.
    """
    if score <= 0:
        return -LARGEST_ELO
    if score >= 1:
        return LARGEST_ELO
    elo = ELO_SCALE * math.log(score / (1 - score))
    return min(max(elo, -LARGEST_ELO), LARGEST_ELO)


@dataclass(frozen=True, slots=True, kw_only=True)
class PairCounts:
    """Results of a match: complete pairs of games, and games without a partner."""

    pairs: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)
    """Number of pairs with 0, 1/2, 1, 3/2 and 2 points."""

    wins: int = 0
    """Games won, in pairs or not."""

    draws: int = 0
    """Games drawn."""

    losses: int = 0
    """Games lost."""

    singles: tuple[int, int, int] = (0, 0, 0)
    """Lost, drawn and won games without a finished partner."""

    @classmethod
    def of_games(cls, pairs: Sequence[Sequence[float]]) -> PairCounts:
        """Return the counts of games that are grouped by pair.

        Args:
            pairs: Points of the one or two finished games of each pair: 0, 1/2 or 1.
        """
        points = [one for pair in pairs for one in pair]
        complete = [0, 0, 0, 0, 0]
        singles = [0, 0, 0]
        for pair in pairs:
            if len(pair) > 1:
                complete[round(2 * sum(pair))] += 1
            else:
                for one in pair:
                    singles[round(2 * one)] += 1
        return cls(
            pairs=(complete[0], complete[1], complete[2], complete[3], complete[4]),
            wins=points.count(1.0),
            draws=points.count(0.5),
            losses=points.count(0.0),
            singles=(singles[0], singles[1], singles[2]),
        )

    @property
    def games(self) -> int:
        """Number of games."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """Points of all games."""
        return self.wins + self.draws / 2

    @property
    def score(self) -> float:
        """Points per game; one half without games."""
        return self.points / self.games if self.games else 0.5

    @property
    def elo(self) -> float:
        """Elo difference of the score.

        A score of 0 or of all points counts as if one more game had been drawn:
        without it the estimate is infinite.
        """
        if 0 < self.points < self.games:
            return elo_of_score(self.score)
        return elo_of_score((self.points + 0.5) / (self.games + 1))

    @property
    def elo_interval(self) -> tuple[float, float]:
        """Bounds of the 95 % interval of the Elo difference.

        They are the Elo of the bounds of the score's interval, hence not symmetric.
        """
        if not self.games:
            return -LARGEST_ELO, LARGEST_ELO
        reach = NORMAL_QUANTILE * self.deviation
        low, high = elo_of_score(self.score - reach), elo_of_score(self.score + reach)
        return min(low, self.elo), max(high, self.elo)

    @property
    def deviation(self) -> float:
        """Standard deviation of the score.

        Complete pairs count as one observation each, other games as one each. One
        half of a pair lost twice and one half of a pair won twice are added to each
        kind, so that few equal results do not look certain.

        Source: variance of the pentanomial distribution, M. Van den Bergh, "A
        Practical Introduction to the GSPRT", fishtest.
        """
        if not self.games:
            return 0.5
        count = sum(self.pairs)
        single = sum(self.singles)
        variance = 4 * count * _variance(self.pairs, PAIR_SCORES)
        variance += single * _variance(self.singles, (0.0, 0.5, 1.0))
        return math.sqrt(variance) / self.games

    @property
    def superiority(self) -> float:
        """Likelihood of superiority: probability of a true score above one half.

        It is that of a normal distribution around the score.
        """
        if not self.games:
            return 0.5
        return 0.5 * math.erfc((0.5 - self.score) / (self.deviation * math.sqrt(2)))


def _variance(counts: Sequence[int], scores: Sequence[float]) -> float:
    """Return the variance of one observation, with half a loss and half a win added.

    Args:
        counts: Number of observations by score.
        scores: The scores, points per game.
    """
    total = sum(counts)
    if not total:
        return 0.0
    rows = list(zip(counts, scores, strict=True))
    mean = sum(count * score for count, score in rows) / total
    square = sum(count * (score - mean) ** 2 for count, score in rows)
    return (square + 0.5 * (mean**2 + (1 - mean) ** 2)) / (total + 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sprt:
    """Sequential probability ratio test between two Elo differences."""

    elo0: Annotated[float, Range(least=-1000, most=1000)]
    """Null hypothesis: the true difference is at most this."""

    elo1: Annotated[float, Range(least=-1000, most=1000)]
    """Alternative hypothesis: the true difference is at least this."""

    alpha: Annotated[float, Range(above=0, below=0.5)] = 0.05
    """Probability to accept the alternative though the null hypothesis is true."""

    beta: Annotated[float, Range(above=0, below=0.5)] = 0.05
    """Probability to reject the alternative though it is true."""

    def __post_init__(self) -> None:
        check_fields(self)
        if not self.elo0 < self.elo1:
            raise SettingsError(
                Message(
                    "Expected a sequential test with ELO0 below ELO1, got {elo0} and "
                    "{elo1}.",
                    elo0=self.elo0,
                    elo1=self.elo1,
                )
            )

    @property
    def bounds(self) -> tuple[float, float]:
        """Log-likelihood ratios that reject and accept the alternative.

        Source: Wald, "Sequential Analysis", 1947.
        """
        return (
            math.log(self.beta / (1 - self.alpha)),
            math.log((1 - self.beta) / self.alpha),
        )

    def log_likelihood_ratio(self, pairs: Sequence[int]) -> float:
        """Return the generalised log-likelihood ratio of pairs by score.

        Each hypothesis fixes the mean of the pentanomial distribution alone; the rest
        is estimated by maximum likelihood.

        Source: M. Van den Bergh, "A Practical Introduction to the GSPRT", proposition
        1.1, as in fishtest's ``LLRcalc.py``.
        """
        scores = expected_score(self.elo0), expected_score(self.elo1)
        return _log_likelihood_ratio(tuple(pairs), *scores) if any(pairs) else 0.0

    def state(self, pairs: Sequence[int]) -> SprtState:
        """Return the decision after the pairs, by score."""
        ratio = self.log_likelihood_ratio(pairs)
        low, high = self.bounds
        if ratio >= high:
            return "accepted"
        return "rejected" if ratio <= low else "open"


@lru_cache(maxsize=1 << 16)  # a table asks for every beginning of the match again
def _log_likelihood_ratio(
    pairs: tuple[int, ...], null_mean: float, alternative_mean: float
) -> float:
    """Return the log-likelihood ratio of two means of the pentanomial distribution."""
    counts = [count or ZERO_COUNT for count in pairs]
    null = _constrained(counts, null_mean)
    alternative = _constrained(counts, alternative_mean)
    return sum(
        count * math.log(after / before)
        for count, before, after in zip(counts, null, alternative, strict=True)
    )


def _constrained(counts: Sequence[float], mean: float) -> list[float]:
    """Return the most likely distribution over ``PAIR_SCORES`` with a given mean.

    With observed shares p it is q = p / (1 + x (a - mean)), where x solves
    sum p (a - mean) / (1 + x (a - mean)) = 0.

    Args:
        counts: Observed pairs by score, each above zero.
        mean: The mean, strictly between the least and the largest score.
    """
    total = sum(counts)
    shares = [count / total for count in counts]
    offsets = [score - mean for score in PAIR_SCORES]

    def slope(x: float) -> float:
        return sum(
            share * offset / (1 + x * offset)
            for share, offset in zip(shares, offsets, strict=True)
        )

    # Between these ends all denominators are positive; the sum falls from +inf to -inf.
    root = _falling_root(slope, -1 / offsets[-1], -1 / offsets[0])
    return [
        share / (1 + root * offset)
        for share, offset in zip(shares, offsets, strict=True)
    ]


def _falling_root(function: Callable[[float], float], low: float, high: float) -> float:
    """Return the root of a falling function in an open interval."""
    for _ in range(BISECTIONS):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        if function(middle) > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2


@dataclass(slots=True)
class PairSequence:
    """Pairs of a match in the order of the schedule, for the sequential test.

    Only pairs without a gap before them count, so that the decision does not depend on
    which of several concurrent games ends first.
    """

    size: int
    """Number of pairs in the schedule."""

    points: dict[int, list[float]] = field(default_factory=dict)
    """Points of the finished games of each pair, by number of the pair from 0."""

    def add(self, pair: int, points: float) -> None:
        """Add the points of one finished game."""
        self.points.setdefault(pair, []).append(points)

    def counts(self) -> PairCounts:
        """Return the counts of all finished games."""
        return PairCounts.of_games([self.points[pair] for pair in sorted(self.points)])

    def decide(self, test: Sprt) -> SprtState:
        """Return the first decision of a test along the pairs, or ``"open"``."""
        counts = [0, 0, 0, 0, 0]
        for pair in range(self.size):
            points = self.points.get(pair, [])
            if len(points) < 2:  # noqa: PLR2004
                break
            counts[round(2 * sum(points))] += 1
            state = test.state(counts)
            if state != "open":
                return state
        return "open"
