"""Noise in the priors of every evaluated position, as in the code of BLOG-MCTS."""

import numpy as np
import pytest

from engine.search.api import Limits
from engine.search.puct.noisy_evaluator import NoisyEvaluator
from engine.search.puct.puct_search import PuctSearch
from engine.search.puct.puct_settings import PuctSettings
from tests.engine.search.puct.puct_oracle import (
    FlatEvaluator,
    leaf_batch,
    search_with,
    start_of,
)

NOISE = {"noise_share": 0.25, "noise_concentration": 0.3}
SMALL = {"pool_edges": 1 << 18, "pool_nodes": 1 << 14, "pool_policies": 1 << 12}


class OneMoveLoses:
    """Finds the first legal cell a proven loss, the others equally likely."""

    def evaluate(self, batch):
        policies, values = FlatEvaluator().evaluate(batch)
        for row, legal in enumerate(batch.legal):
            first, *others = legal.nonzero()[0]
            policies[row, first] = -1
            policies[row, others] = 1 / len(others)
        return policies, values


def playout_search(**changes):
    return PuctSearch(None, PuctSettings(uses_playouts=True, **SMALL, **changes))


def priors_after(search, nodes=300):
    """Return the priors of the root's moves, and those after its best move."""
    search.search(start_of("gomoku", height=7, width=6), Limits(nodes=nodes))
    tree = search.last_tree()
    best = max(tree.children(tree.root), key=lambda child: child.visits)
    return [
        np.array([child.prior for child in tree.children(node)])
        for node in (tree.root, best)
    ]


def test_each_position_gets_a_sample_of_its_own():
    position = start_of("hex", height=4, width=5)
    batch = leaf_batch([position] * 3000)
    evaluator = NoisyEvaluator(FlatEvaluator(), share=0.25, concentration=0.3, seed=1)

    policies, values = evaluator.evaluate(batch)

    assert policies.dtype == np.float32
    assert policies.sum(axis=1) == pytest.approx(1, abs=1e-5)
    assert (policies >= 0.75 / 20 - 1e-6).all()
    assert len(np.unique(policies[:, 0])) > 1000
    # The mean of a Dirichlet sample is even.
    assert policies.mean(axis=0) == pytest.approx(1 / 20, abs=0.005)
    assert not values.any()


def test_noise_leaves_illegal_and_losing_moves_alone():
    position = start_of("hex", height=4).play(5).play(6)
    batch = leaf_batch([position] * 50)

    policies, _ = NoisyEvaluator(OneMoveLoses(), share=0.5, concentration=0.3).evaluate(
        batch
    )

    assert not policies[~batch.legal].any()
    assert set(policies[:, 0]) == {-1}
    assert np.maximum(policies, 0).sum(axis=1) == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize(
    "search",
    [
        lambda **changes: search_with(FlatEvaluator(), **changes),
        playout_search,
    ],
)
@pytest.mark.parametrize("is_everywhere", [False, True])
def test_noise_is_in_the_priors_of_later_positions_only_where_it_is_wanted(
    search, is_everywhere
):
    at_root, after = priors_after(search(noise_everywhere=is_everywhere, **NOISE))

    assert at_root.max() > 1.5 * at_root.min()
    assert at_root.sum() == pytest.approx(1, abs=0.01)
    assert (after.max() > 1.5 * after.min()) == is_everywhere


def test_a_search_with_noise_everywhere_is_repeatable():
    runs = [
        playout_search(noise_everywhere=True, **NOISE).search(
            start_of("gomoku", height=6, width=7), Limits(nodes=200)
        )
        for _ in range(2)
    ]

    assert runs[0].candidates == runs[1].candidates


def test_noise_does_not_depend_on_what_the_evaluator_has_seen_before():
    settings = {"noise_everywhere": True, "reuses_tree": False, **NOISE}
    position, other = (start_of("hex", height=4, width=w) for w in (5, 6))
    fresh, used = (search_with(FlatEvaluator(), **settings) for _ in range(2))
    used.prepare(position)
    used.new_stepper(position).skip(5)
    used.search(position.play(3), Limits(nodes=50))

    results = [one.search(position, Limits(nodes=200)) for one in (fresh, used)]
    used.search(other, Limits(nodes=20))
    results.append(used.search(position, Limits(nodes=200)))

    assert results[0].candidates == results[1].candidates == results[2].candidates


@pytest.mark.parametrize("search", [playout_search, search_with])
def test_the_search_in_steps_mixes_the_noise_once(search):
    given = {} if search is playout_search else {"evaluator": FlatEvaluator()}
    share = {"noise_share": 0.25, "noise_concentration": 0.3}
    stepper = search(noise_everywhere=True, **given, **share).new_stepper(
        start_of("hex", height=4, width=5)
    )

    stepper.skip(3)

    priors = [child.prior for child in stepper.tree.children(stepper.tree.root)]
    # At least three quarters of an even prior are left.
    assert min(priors) >= 0.75 / 20 - 1e-3
    assert max(priors) > 1.5 * min(priors)
