"""Sequential halving and the improved policy, against numbers worked out by hand."""

import math

import numpy as np
import pytest

from engine.search.puct.gumbel import (
    SequentialHalving,
    compute_value_weight,
    improve_policy,
    mix_value,
)
from engine.search.puct.root import RootStatistics


def statistics(priors, visits, values, network_value=0.0):
    return RootStatistics(
        moves=np.arange(10, 10 + len(priors)),
        priors=np.array(priors),
        visits=np.array(visits),
        values=np.array(values),
        network_value=network_value,
    )


class NoChance:
    """Draws the same Gumbel number for every move."""

    def gumbel(self, size):
        return np.zeros(size)


def test_the_mixed_value_is_that_of_equation_33():
    # (v + N * sum(p q) / sum(p)) / (1 + N) over the visited: N = 4,
    # sum(p q) / sum(p) = (0.5 * 0.2 + 0.3 * -0.4) / 0.8 = -0.025
    root = statistics([0.5, 0.3, 0.2], [3, 1, 0], [0.2, -0.4, 0.0], network_value=0.1)

    assert mix_value(root) == pytest.approx((0.1 + 4 * -0.025) / 5)


def test_before_any_visit_the_mixed_value_is_the_roots_own():
    assert mix_value(statistics([0.5, 0.5], [0, 0], [0, 0], network_value=-0.3)) == -0.3


def test_a_value_weighs_more_the_more_visits_there_were():
    assert compute_value_weight(0) == 50
    assert compute_value_weight(30) == 80


def test_the_improved_policy_is_a_softmax_of_logits_and_weighed_values():
    root = statistics([0.75, 0.25], [2, 2], [0.1, 0.2])

    # sigma = 52 * (q + 1) / 2: the second is ahead by 52 * 0.05 = 2.6
    odds = 3 * math.exp(-2.6)
    assert improve_policy(root) == pytest.approx([odds / (1 + odds), 1 / (1 + odds)])


def test_without_visits_the_improved_policy_is_the_prior():
    root = statistics([0.7, 0.2, 0.1], [0, 0, 0], [0, 0, 0], network_value=0.9)

    assert improve_policy(root) == pytest.approx([0.7, 0.2, 0.1])


def test_the_best_priors_are_considered_first():
    root = statistics([0.1, 0.4, 0.2, 0.3], [0] * 4, [0] * 4)
    halving = SequentialHalving(root, considered=2, simulations=9, rng=NoChance())

    assert halving.moves == [11, 13]


def test_phases_share_the_simulations():
    root = statistics([0.25] * 4, [0] * 4, [0] * 4)
    halving = SequentialHalving(root, considered=4, simulations=17, rng=NoChance())

    # 16 after the root's own, two phases: 2 for each of 4, then 4 for each of 2
    assert halving.simulations_left(1) == 8
    assert halving.simulations_left(9) == 0
    halving.end_phase(statistics([0.25] * 4, [2] * 4, [0.0, 0.5, -0.5, 0.1]))
    assert halving.moves == [11, 13]
    assert halving.left.tolist() == [1, 3]
    assert halving.simulations_left(9) == 8
    halving.end_phase(statistics([0.25] * 2, [6, 6], [0.2, 0.3]))
    assert halving.moves == [13]


def test_more_moves_than_simulations_are_not_considered():
    root = statistics([0.25] * 4, [0] * 4, [0] * 4)

    assert (
        len(SequentialHalving(root, considered=4, simulations=3, rng=NoChance()).moves)
        == 2
    )


def test_gumbel_numbers_draw_moves_by_their_priors():
    root = statistics([0.6, 0.3, 0.1], [0] * 3, [0] * 3)
    rng = np.random.default_rng(1)
    first = [
        SequentialHalving(root, considered=1, simulations=2, rng=rng).moves[0]
        for _ in range(4_000)
    ]

    shares = [first.count(move) / len(first) for move in (10, 11, 12)]
    assert shares == pytest.approx([0.6, 0.3, 0.1], abs=0.03)
