"""Ratings of several engines, against slow and known values."""

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.tournament.statistics.bradley_terry import Pairing, rate
from engine.tournament.statistics.pair_statistics import PairCounts, expected_score

GAMES = st.tuples(st.integers(0, 9), st.integers(0, 9), st.integers(0, 9))


def counts_of(wins, draws, losses):
    return PairCounts.of_games([[1]] * wins + [[0.5]] * draws + [[0]] * losses)


def pairing(one, other, *results):
    return Pairing(one=one, other=other, counts=counts_of(*results))


def log_likelihood(elos, pairings):
    total = 0.0
    for one in pairings:
        chance = expected_score(elos[one.one] - elos[one.other])
        lost = one.counts.games - one.counts.points
        total += one.counts.points * math.log(chance) + lost * math.log(1 - chance)
    return total


@pytest.mark.parametrize(
    "counts",
    [
        counts_of(30, 6, 14),
        counts_of(1, 0, 0),
        PairCounts.of_games([[1, 1]] * 6),
        PairCounts.of_games([[1, 1]] * 5 + [[0, 1]]),
        PairCounts.of_games([[0, 0]] * 40),
    ],
    ids=["usual", "one game", "all won", "nearly all won", "all lost"],
)
def test_two_engines_have_the_difference_and_the_interval_of_their_match(counts):
    one, other = rate(2, [Pairing(one=0, other=1, counts=counts)])

    def half(elo):
        return math.copysign(3000, elo) if abs(elo) == 3000 else elo / 2

    low, high = counts.elo_interval
    assert one.elo - other.elo == pytest.approx(counts.elo)
    assert (one.low, one.high) == pytest.approx((half(low), half(high)), abs=1e-3)
    assert (other.low, other.high) == pytest.approx((-one.high, -one.low), abs=1e-3)


def test_an_engine_that_won_all_games_of_three_has_no_upper_bound():
    won = PairCounts.of_games([[1, 1]] * 6)
    even = PairCounts.of_games([[1, 0]] * 6)

    best, *others = rate(
        3,
        [
            Pairing(one=0, other=1, counts=won),
            Pairing(one=0, other=2, counts=won),
            Pairing(one=1, other=2, counts=even),
        ],
    )

    assert best.high == 3000
    assert 0 < best.low < best.elo
    assert all(one.low == -3000 and one.high < best.low for one in others)


def test_groups_that_lost_all_games_share_half_a_drawn_game_each():
    """The drawn game is spread over the games between the groups."""
    results = {(0, 1): (5, 0, 0), (0, 2): (15, 0, 0), (1, 2): (3, 0, 3)}
    pairings = [pairing(*pair, *found) for pair, found in results.items()]

    elos = [one.elo for one in rate(3, pairings)]

    # One drawn game, a quarter of it against engine 1, as a quarter of the games.
    made = {(0, 1): 5 + 0.125, (0, 2): 15 + 0.375, (1, 2): 3}
    games = {(0, 1): 5.25, (0, 2): 15.75, (1, 2): 6}
    for engine in range(3):
        surplus = 0.0
        for (one, other), points in made.items():
            expected = games[one, other] * expected_score(elos[one] - elos[other])
            sign = (engine == one) - (engine == other)
            surplus += sign * (points - expected)
        assert surplus == pytest.approx(0, abs=1e-6)


def test_a_drawn_game_changes_no_rating_within_a_group():
    even = [pairing(0, 1, 20, 0, 20)]

    one, other, _ = rate(3, [*even, pairing(1, 2, 4, 0, 0)])

    assert one.elo - other.elo == pytest.approx(0, abs=1e-6)


def test_ratings_are_the_most_likely_ones():
    pairings = [
        pairing(0, 1, 7, 2, 3),
        pairing(0, 2, 9, 0, 1),
        pairing(1, 2, 5, 4, 5),
        pairing(2, 3, 2, 1, 1),
    ]
    elos = [one.elo for one in rate(4, pairings)]
    best = log_likelihood(elos, pairings)

    assert sum(elos) == pytest.approx(0, abs=1e-6)
    for engine in range(4):
        for change in (-1, 1):
            other = list(elos)
            other[engine] += change
            assert log_likelihood(other, pairings) < best


@given(GAMES, GAMES, GAMES)
def test_ratings_are_finite_whatever_the_results(a, b, c):
    ratings = rate(3, [pairing(0, 1, *a), pairing(0, 2, *b), pairing(1, 2, *c)])

    assert len(ratings) == 3
    for one in ratings:
        assert one is None or -3000 <= one.low <= one.elo <= one.high <= 3000


@given(GAMES, GAMES)
def test_the_expected_points_are_those_made(a, b):
    """At the maximum each engine's expected points are its actual ones."""
    pairings = [pairing(0, 1, *a), pairing(1, 2, *b)]
    if any(not 0 < one.counts.points < one.counts.games for one in pairings):
        return
    elos = [one.elo for one in rate(3, pairings)]

    for one in pairings:
        chance = expected_score(elos[one.one] - elos[one.other])
        assert one.counts.games * chance == pytest.approx(one.counts.points, rel=1e-5)


def test_an_engine_without_games_has_no_rating():
    ratings = rate(3, [pairing(0, 2, 3, 0, 1)])

    assert ratings[1] is None
    assert ratings[0].elo > ratings[2].elo


def test_the_others_are_rated_without_a_warning_beside_an_engine_without_games():
    games = [
        *[pairing(0, 4, 1, 0, 1), pairing(0, 5, 3, 1, 0), pairing(1, 2, 5, 0, 5)],
        *[pairing(2, 4, 3, 0, 1), pairing(2, 5, 2, 0, 0)],
    ]

    ratings = rate(6, games)

    assert [rating is None for rating in ratings] == [False] * 3 + [True] + [False] * 2


def test_groups_that_did_not_meet_are_rated_apart():
    ratings = rate(4, [pairing(0, 1, 3, 0, 1), pairing(2, 3, 1, 0, 3)])

    assert ratings[0].elo == pytest.approx(-ratings[1].elo)
    assert ratings[2].elo == pytest.approx(-ratings[3].elo)


def test_the_error_bars_cover_the_truth_in_about_95_of_100_tournaments():
    rng = random.Random(5)
    truth = [80.0, 0.0, -80.0]
    covered = 0
    for _ in range(200):
        pairings = []
        for one, other in ((0, 1), (0, 2), (1, 2)):
            chance = expected_score(truth[one] - truth[other])
            games = [[float(rng.random() < chance) for _ in "ab"] for _ in range(30)]
            counts = PairCounts.of_games(games)
            pairings.append(Pairing(one=one, other=other, counts=counts))
        ratings = rate(3, pairings)
        covered += sum(
            r.low <= t <= r.high for r, t in zip(ratings, truth, strict=True)
        )

    assert 0.92 <= covered / 600 <= 0.985
