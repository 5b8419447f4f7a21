"""Elo, errors, superiority and the sequential test, against slow and known values."""

import itertools
import math
import random
import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.errors import SettingsError
from engine.tournament.statistics.pair_statistics import (
    LARGEST_ELO,
    PAIR_SCORES,
    PairCounts,
    PairSequence,
    Sprt,
    elo_of_score,
    expected_score,
)

POINTS = st.sampled_from([0.0, 0.5, 1.0])
PAIRS = st.lists(st.lists(POINTS, min_size=1, max_size=2), min_size=1, max_size=40)
COUNTS = st.tuples(*[st.integers(0, 60)] * 5).filter(any)


@pytest.mark.parametrize(
    ("elo", "score"), [(0, 0.5), (100, 0.640065), (-200, 0.240253), (400, 10 / 11)]
)
def test_elo_and_score_are_those_of_the_logistic_model(elo, score):
    assert expected_score(elo) == pytest.approx(score, abs=1e-6)
    assert elo_of_score(score) == pytest.approx(elo, abs=1e-3)


def test_a_match_of_thirty_to_ten_is_191_elo():
    counts = PairCounts.of_games([[1, 1]] * 12 + [[1, 0]] * 6 + [[0, 0]] * 2)

    assert (counts.wins, counts.draws, counts.losses) == (30, 0, 10)
    assert counts.elo == pytest.approx(190.85, abs=0.01)


def test_the_deviation_is_that_of_the_pairs():
    rng = random.Random(1)
    pairs = [[rng.choice([0, 0.5, 1]), rng.choice([0, 1])] for _ in range(3000)]

    slow = statistics.pstdev(sum(pair) / 2 for pair in pairs) / math.sqrt(len(pairs))

    assert PairCounts.of_games(pairs).deviation == pytest.approx(slow, rel=1e-3)


def test_the_deviation_without_pairs_is_that_of_the_games():
    rng = random.Random(2)
    games = [rng.choice([0, 0.5, 1, 1]) for _ in range(3000)]

    slow = statistics.pstdev(games) / math.sqrt(len(games))

    counts = PairCounts.of_games([[points] for points in games])
    assert counts.deviation == pytest.approx(slow, rel=1e-3)


def test_games_decided_by_the_opening_alone_have_a_small_error():
    by_opening = PairCounts.of_games([[1, 0]] * 100)
    independent = PairCounts.of_games([[1, 1], [0, 0]] * 50)

    assert by_opening.elo == independent.elo == 0
    assert by_opening.deviation < independent.deviation / 4


@given(PAIRS)
def test_the_interval_contains_the_estimate_and_is_finite(pairs):
    counts = PairCounts.of_games(pairs)
    low, high = counts.elo_interval

    assert -LARGEST_ELO <= low <= counts.elo <= high <= LARGEST_ELO
    assert low < high


@given(PAIRS)
def test_the_other_engine_has_the_opposite_result(pairs):
    one = PairCounts.of_games(pairs)
    other = PairCounts.of_games([[1 - points for points in pair] for pair in pairs])

    assert other.elo == pytest.approx(-one.elo)
    assert other.elo_interval == pytest.approx([-elo for elo in one.elo_interval[::-1]])
    assert other.superiority == pytest.approx(1 - one.superiority)


def test_a_clean_sweep_has_no_upper_bound():
    counts = PairCounts.of_games([[1, 1]] * 10)

    assert counts.elo == pytest.approx(elo_of_score(20.5 / 21))
    assert counts.elo_interval[0] > 100
    assert counts.elo_interval[1] == LARGEST_ELO


def test_the_interval_covers_the_truth_in_about_95_of_100_matches():
    rng = random.Random(3)
    truth = expected_score(60)
    covered = 0
    for _ in range(600):
        pairs = [[float(rng.random() < truth) for _ in range(2)] for _ in range(60)]
        low, high = PairCounts.of_games(pairs).elo_interval
        covered += low <= 60 <= high

    assert 0.93 <= covered / 600 <= 0.98


def test_no_games_tell_nothing():
    counts = PairCounts()

    assert (counts.elo, counts.superiority, counts.score) == (0, 0.5, 0.5)
    assert counts.elo_interval == (-LARGEST_ELO, LARGEST_ELO)


def test_superiority_is_the_share_of_the_normal_distribution():
    counts = PairCounts.of_games([[1, 1]] * 60 + [[0, 0]] * 40)

    slow = statistics.NormalDist(counts.score, counts.deviation)

    assert counts.superiority == pytest.approx(1 - slow.cdf(0.5))


def slow_ratio(counts, test):
    """Return the ratio by a search over distributions, refined around the best."""
    return max_likelihood(counts, expected_score(test.elo1)) - max_likelihood(
        counts, expected_score(test.elo0)
    )


def max_likelihood(counts, mean):
    """Return the largest log-likelihood with a mean, by coordinate search."""
    best, step = [0.2] * 5, 0.1
    best = project(best, mean)
    value = likelihood(counts, best)
    moves = list(itertools.permutations(range(5), 3))
    while step > 1e-7:
        improved = False
        for a, b, c in moves:
            trial = list(best)
            # Moves along the plane of fixed sum and fixed mean.
            xa, xb, xc = (PAIR_SCORES[i] for i in (a, b, c))
            trial[a] += step * (xb - xc)
            trial[b] += step * (xc - xa)
            trial[c] += step * (xa - xb)
            if min(trial) > 0 and likelihood(counts, trial) > value:
                best, value, improved = trial, likelihood(counts, trial), True
        if not improved:
            step /= 2
    return value


def project(shares, mean):
    """Return a distribution with a mean: a mixture of its ends and the uniform one."""
    weight = abs(2 * mean - 1)
    mixed = [share * (1 - weight) for share in shares]
    mixed[4 if mean > 0.5 else 0] += weight
    return mixed


def likelihood(counts, shares):
    return sum(n * math.log(share) for n, share in zip(counts, shares, strict=True))


@pytest.mark.parametrize(
    "counts", [(5, 20, 51, 24, 9), (1, 1, 1, 1, 1), (30, 2, 40, 3, 50)]
)
@pytest.mark.parametrize("bounds", [(0, 10), (-50, 50), (0, 300)])
def test_the_ratio_is_that_of_the_most_likely_distributions(counts, bounds):
    test = Sprt(elo0=bounds[0], elo1=bounds[1])

    slow = slow_ratio(counts, test)

    assert test.log_likelihood_ratio(counts) == pytest.approx(slow, abs=1e-3)


def test_close_hypotheses_have_the_ratio_of_the_normal_approximation():
    counts = (400, 2000, 5000, 2100, 500)
    test = Sprt(elo0=0, elo1=2)
    pairs = sum(counts)
    mean = sum(n * s for n, s in zip(counts, PAIR_SCORES, strict=True)) / pairs
    variance = sum(
        n * (s - mean) ** 2 for n, s in zip(counts, PAIR_SCORES, strict=True)
    )
    s0, s1 = expected_score(0), expected_score(2)

    normal = pairs**2 * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)

    assert test.log_likelihood_ratio(counts) == pytest.approx(normal, rel=0.01)


@given(COUNTS)
def test_exchanged_engines_and_bounds_give_the_opposite_ratio(counts):
    forward = Sprt(elo0=-10, elo1=30).log_likelihood_ratio(counts)
    backward = Sprt(elo0=-30, elo1=10).log_likelihood_ratio(counts[::-1])

    assert forward == pytest.approx(-backward, abs=1e-9)


def test_the_bounds_are_those_of_wald():
    low, high = Sprt(elo0=0, elo1=5).bounds

    assert (low, high) == pytest.approx((-2.9444, 2.9444), abs=1e-4)


def test_a_test_decides_in_time_and_makes_few_errors():
    rng = random.Random(4)
    test = Sprt(elo0=0, elo1=100)
    accepted = 0
    for _ in range(100):
        counts = [0] * 5
        while test.state(counts) == "open":
            counts[sum(rng.random() < expected_score(0) for _ in range(2)) * 2] += 1
        accepted += test.state(counts) == "accepted"

    assert accepted <= 10


@pytest.mark.parametrize("bounds", [(5, 5), (5, 0)])
def test_a_test_between_equal_or_exchanged_bounds_is_rejected(bounds):
    with pytest.raises(SettingsError, match="ELO0 below ELO1"):
        Sprt(elo0=bounds[0], elo1=bounds[1])


def test_a_gap_in_the_pairs_leaves_later_ones_out_of_the_test():
    test = Sprt(elo0=0, elo1=200)
    sequence = PairSequence(size=60)
    for pair in range(1, 60):
        sequence.add(pair, 1.0)
        sequence.add(pair, 1.0)

    before = sequence.decide(test)
    sequence.add(0, 1.0)
    halfway = sequence.decide(test)
    sequence.add(0, 0.0)

    assert (before, halfway, sequence.decide(test)) == ("open", "open", "accepted")


@given(st.lists(st.tuples(POINTS, POINTS), max_size=40))
def test_a_decision_stays_whatever_comes_later(pairs):
    test = Sprt(elo0=0, elo1=150)
    sequence = PairSequence(size=len(pairs))
    states = []
    for number, (one, other) in enumerate(pairs):
        sequence.add(number, one)
        sequence.add(number, other)
        states.append(sequence.decide(test))

    decided = [state for state in states if state != "open"]
    assert len(set(decided)) <= 1
    assert states == ["open"] * (len(states) - len(decided)) + decided
