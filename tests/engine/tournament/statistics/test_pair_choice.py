"""Choice of the next pair of engines, against a slow design and in simulations."""

import itertools
import math
import random

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.tournament.statistics.bradley_terry import Pairing, rate
from engine.tournament.statistics.pair_choice import choose_pair
from engine.tournament.statistics.pair_statistics import PairCounts, expected_score

SCALE = math.log(10) / 400
PRIOR = 800


def table(size):
    return [[0.0] * size for _ in range(size)]


@st.composite
def situations(draw):
    """Draw games with their points, and games without results."""
    size = draw(st.integers(2, 5))
    played, points, waiting = table(size), table(size), table(size)
    for one, other in itertools.combinations(range(size), 2):
        games = draw(st.integers(0, 12))
        halves = draw(st.integers(0, 2 * games))
        played[one][other] = played[other][one] = games
        points[one][other], points[other][one] = halves / 2, games - halves / 2
        waiting[one][other] = waiting[other][one] = draw(st.integers(0, 4))
    return played, points, waiting


def slope_of(elos, engine, played, points):
    """Return the derivative of the logarithm of the posterior density."""
    made = sum(points[engine])
    expected = sum(
        games * expected_score(elos[engine] - elos[other])
        for other, games in enumerate(played[engine])
    )
    return SCALE * (made - expected) - elos[engine] / PRIOR**2


def climb(played, points):
    """Return the most probable ratings in Elo, one coordinate after the other."""
    elos = [0.0] * len(played)
    for _ in range(400):
        for engine in range(len(elos)):
            low, high = -6000.0, 6000.0
            for _ in range(50):
                elos[engine] = (low + high) / 2
                if slope_of(elos, engine, played, points) > 0:
                    low = elos[engine]
                else:
                    high = elos[engine]
    return elos


def step_of(one, other, size):
    step = np.zeros(size)
    step[one], step[other] = SCALE, -SCALE
    return step


def openness(elo):
    chance = expected_score(elo)
    return chance * (1 - chance)


@settings(max_examples=15)
@given(situations())
def test_no_other_pair_adds_more_information(situation):
    played, points, waiting = situation
    size = len(played)
    pairs = list(itertools.combinations(range(size), 2))
    elos = climb(played, points)
    information = np.eye(size) / PRIOR**2
    for one, other in pairs:
        games = played[one][other] + waiting[one][other]
        step = step_of(one, other, size)
        weight = games * openness(elos[one] - elos[other])
        information += weight * np.outer(step, step)
    covariance = np.linalg.inv(information)

    def gain(one, other):
        """Return the logarithm of the determinant with a part of one more game."""
        step = step_of(one, other, size)
        shrinkage = math.sqrt(1 + math.pi / 8 * step @ covariance @ step)
        weight = 1e-2 * openness((elos[one] - elos[other]) / shrinkage)
        return np.linalg.slogdet(information + weight * np.outer(step, step))[1]

    chosen = sorted(choose_pair(played, points, waiting))

    assert gain(*chosen) >= max(gain(*pair) for pair in pairs) - 1e-6


@given(situations())
def test_the_engine_with_fewer_games_begins(situation):
    played, points, waiting = situation

    one, other = choose_pair(played, points, waiting)

    assert one != other
    assert sum(played[one] + waiting[one]) <= sum(played[other] + waiting[other])


def test_without_results_every_engine_gets_a_game_before_any_gets_two():
    waiting = table(6)
    met = []
    for _ in range(3):
        one, other = choose_pair(table(6), table(6), waiting)
        waiting[one][other] = waiting[other][one] = 2
        met += [one, other]

    assert sorted(met) == list(range(6))


def test_a_difference_that_nobody_knows_is_preferred():
    played = [[0, 20, 20], [20, 0, 20], [20, 20, 0]]
    points = [[0, 20, 20], [0, 0, 10], [0, 10, 0]]

    assert 0 in choose_pair(played, points, table(3))


def test_a_match_with_an_open_result_is_preferred_to_clear_ones():
    played = [[0, 40, 40, 40], [40, 0, 40, 40], [40, 40, 0, 40], [40, 40, 40, 0]]
    points = [[0, 38, 38, 39], [2, 0, 20, 38], [2, 20, 0, 38], [1, 2, 2, 0]]
    waiting = [[0, 30, 30, 30], [30, 0, 0, 30], [30, 0, 0, 30], [30, 30, 30, 0]]

    assert sorted(choose_pair(played, points, waiting)) == [1, 2]


def simulate(truth, rounds, choose, seed):
    """Return the root mean square error of ratings after pairs of simulated games."""
    rng = random.Random(seed)
    size = len(truth)
    played, points = table(size), table(size)
    results = {pair: [] for pair in itertools.combinations(range(size), 2)}
    for number in range(rounds):
        one, other = sorted(choose(number, played, points))
        chance = expected_score(truth[one] - truth[other])
        games = [float(rng.random() < chance) for _ in "ab"]
        results[one, other].append(games)
        played[one][other] = played[other][one] = 2 * len(results[one, other])
        points[one][other] += sum(games)
        points[other][one] += 2 - sum(games)
    ratings = rate(
        size,
        [
            Pairing(one=one, other=other, counts=PairCounts.of_games(games))
            for (one, other), games in results.items()
        ],
    )
    mean = sum(truth) / size
    errors = [one.elo - (true - mean) for one, true in zip(ratings, truth, strict=True)]
    return math.sqrt(sum(error**2 for error in errors) / size)


def test_ratings_of_a_long_ladder_are_better_than_those_of_a_round_robin():
    truth = [250 * rung for rung in range(9)]
    pairs = list(itertools.combinations(range(9), 2))

    def adaptively(_, played, points):
        return choose_pair(played, points, table(9))

    def in_turn(number, *_):
        return pairs[number % len(pairs)]

    adaptive, round_robin = (
        sum(simulate(truth, 180, choose, seed) for seed in range(6)) / 6
        for choose in (adaptively, in_turn)
    )

    assert adaptive < 0.85 * round_robin
