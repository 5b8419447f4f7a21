"""Which move is played after a search: by visits, with temperature and noise."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.kernels.rng import new_rng
from engine.search.api import Limits
from engine.search.kernels.search_tree import ROOT
from engine.search.puct.kernels import edge_tree as edges
from engine.search.puct.kernels.root import (
    add_noise,
    choose_move,
    order_moves,
    visit_weight,
)
from engine.search.puct.kernels.scores import EXCLUDED, new_puct_workspace
from engine.search.puct.puct_settings import PuctSettings
from engine.search.puct.root import keep_priors, sharpen
from tests.engine.search.puct.puct_oracle import HashEvaluator, search_with, start_of

RULES = PuctSettings().params()
BOUNDED = PuctSettings(bound_deviations=3.0).params()


def test_liu_8_weighs_moves_by_their_visits():
    def shares(temperature):
        weights = [visit_weight(visits, 16, temperature) for visits in (16, 4, 0)]
        return np.array(weights) / sum(weights)

    assert shares(1.0) == pytest.approx([0.8, 0.2, 0])
    assert shares(0.5) == pytest.approx([256 / 272, 16 / 272, 0])
    assert shares(0.001) == pytest.approx([1, 0, 0])
    assert shares(0.0) == pytest.approx([1, 0, 0])


def test_the_temperature_halves_with_the_game():
    cooling = PuctSettings(temperature=1.0, halving_plies=10)
    steady = PuctSettings(temperature=0.8)

    assert [cooling.temperature_after(plies) for plies in (0, 20)] == [1.0, 0.25]
    assert steady.temperature_after(99) == 0.8


def root_of(visits, values, priors):
    """Return a tree whose root has these moves, and what a search works with."""
    count = len(visits)
    tree = edges.new_edge_trees(1, count + 1, 4, 4, count)[0]
    edges.add_node(tree, ROOT)
    tree.nodes["first_edge"][0], tree.nodes["edge_count"][0] = 1, count
    own = tree.edges[1 : count + 1]
    own["visits"], own["value"], own["move"] = visits, values, np.arange(count)
    work = new_puct_workspace(1, count, count)
    work.root_priors[:] = priors
    return tree, work


@st.composite
def roots(draw):
    """Draw the visits, values and priors of a root's moves."""
    count = draw(st.integers(1, 12))
    some = st.lists(st.integers(0, 3), min_size=count, max_size=count)
    worth = st.sampled_from([-np.inf, -1.0, 0.0, 0.5, np.inf])
    values = st.lists(worth, min_size=count, max_size=count)
    prior = st.sampled_from([EXCLUDED, 0.125, 0.25])
    priors = st.lists(prior, min_size=count, max_size=count)
    return draw(some), draw(values), draw(priors)


def ranked(visits, values, priors):
    """Return the moves of a root that were visited, the best first, as words say it."""

    def key(k):
        return (values[k] if np.isinf(values[k]) else 0, visits[k], values[k], k)

    found = [k for k in range(len(visits)) if visits[k] > 0 and priors[k] != EXCLUDED]
    return sorted(found, key=key, reverse=True)


@given(roots())
def test_the_best_move_is_the_one_that_ranks_first(root):
    visits, _, priors = root
    tree, work = root_of(*root)

    best, most = choose_move(tree, work, RULES, False, 0.0, new_rng(1))

    order = ranked(*root)
    if order:
        assert best == order[0]
        assert most == max(order, key=lambda k: visits[k])
    else:
        assert priors[best] == max(priors)


def bound_of(results):
    """Return the lower bound of some results, 3 standard errors below their mean.

    One more result counts with a variance of 0.25.
    """
    variance = (len(results) * np.var(results) + 0.25) / (len(results) + 1)
    return np.mean(results) - 3 * np.sqrt(variance / len(results))


RESULTS = st.lists(
    st.lists(st.floats(-1, 1, width=32), min_size=1, max_size=30),
    min_size=1,
    max_size=6,
)


@given(RESULTS)
def test_the_highest_lower_bound_of_well_visited_moves_is_played(results):
    tree, work = root_of(
        [len(own) for own in results],
        [sum(own) for own in results],
        [0.1] * len(results),
    )
    first = tree.edges[1 : len(results) + 1]
    first["squares"] = [sum(np.square(own)) for own in results]

    best, most = choose_move(tree, work, BOUNDED, False, 0.0, new_rng(1))

    counted = [own for own in results if len(own) >= max(0.15 * len(results[most]), 2)]
    bounds = [bound_of(own) for own in counted or [results[most]]]
    assert bound_of(results[best]) == pytest.approx(max(bounds), abs=1e-4)


@given(roots())
def test_bounds_change_nothing_about_proofs_and_excluded_moves(root):
    visits, values, priors = root
    tree, work = root_of(*root)

    best, _ = choose_move(tree, work, BOUNDED, False, 0.0, new_rng(1))

    order = ranked(*root)
    if order and np.isinf(values[order[0]]):
        assert best == order[0]
    elif order:
        assert priors[best] != EXCLUDED
        assert visits[best] > 0
        assert np.isfinite(values[best])


def test_a_steady_move_is_preferred_to_one_with_a_few_more_visits():
    tree, work = root_of([100, 90], [50, 45], [0.5, 0.5])
    tree.edges["squares"][1:3] = 100, 0.25 * 90

    plain, _ = choose_move(tree, work, RULES, False, 0.0, new_rng(1))
    bounded, most = choose_move(tree, work, BOUNDED, False, 0.0, new_rng(1))

    assert (plain, bounded, most) == (0, 1, 0)


def test_the_value_stays_that_of_the_most_visited_move():
    differs = 0
    start, limits = start_of("hex", height=4, width=5), Limits(nodes=60)
    for position in map(start.play, start.legal_moves()):
        plain = search_with(HashEvaluator(), stops_early=False).search(position, limits)
        bounded = search_with(
            HashEvaluator(), stops_early=False, bound_deviations=1.0
        ).search(position, limits)

        by_move = {candidate.move: candidate for candidate in plain.candidates}
        assert bounded.value == plain.value
        assert bounded.move == bounded.candidates[0].move == bounded.pv[0]
        assert by_move == {c.move: c for c in bounded.candidates}
        differs += bounded.move != plain.move
    assert differs > 0


def test_a_search_by_scores_has_no_bounds():
    rules = PuctSettings(bound_deviations=3.0, plays_by_score=True).params()

    assert rules.bound_deviations == 0


@given(roots(), st.integers(0, 99))
def test_chance_takes_a_visited_move_that_is_not_known_to_lose(root, seed):
    _, values, _ = root
    tree, work = root_of(*root)

    chosen, _ = choose_move(tree, work, RULES, False, 1.0, new_rng(seed))

    order = ranked(*root)
    if order and np.isinf(values[order[0]]):
        assert chosen == order[0]
    elif order:
        assert chosen in order
        assert values[chosen] != -np.inf


def test_moves_are_drawn_by_their_weights():
    tree, work = root_of([0, 3, 1, 5, 2], [0, 0, 0, -np.inf, 1], [0.2] * 5)
    rng = new_rng(5)

    drawn = [choose_move(tree, work, RULES, False, 0.5, rng)[0] for _ in range(4000)]

    shares = np.bincount(drawn, minlength=5) / 4000
    assert shares == pytest.approx(np.array([0, 9, 1, 0, 4]) / 14, abs=0.03)
    assert shares[[0, 3]].sum() == 0


def test_noise_replaces_its_share_of_the_priors():
    priors = np.array([0.7, EXCLUDED, 0.2, 0.1])
    tree, work = root_of([0] * 4, [0] * 4, priors)
    is_open = priors != EXCLUDED
    total = np.zeros(4)
    rng = new_rng(2)

    for _ in range(2000):
        work.root_priors[:] = priors
        add_noise(tree, work, 0.25, 0.3, rng)
        noisy = work.root_priors
        assert noisy[is_open].sum() == pytest.approx(1, abs=1e-6)
        assert np.all(noisy[is_open] >= 0.75 * priors[is_open] - 1e-6)
        assert noisy[1] == EXCLUDED
        total += noisy

    # The mean of a Dirichlet sample is even.
    even = 0.75 * priors + 0.25 / 3
    assert total[is_open] / 2000 == pytest.approx(even[is_open], abs=0.01)


def test_equally_visited_moves_are_drawn_by_chance_at_the_blogs_temperature():
    tree, work = root_of([4, 9, 9, 1], [1, 0, 5, 0], [0.25] * 4)
    rng = new_rng(4)

    warm = [choose_move(tree, work, RULES, False, 0.001, rng)[0] for _ in range(400)]
    cold = [choose_move(tree, work, RULES, False, 0.0, rng)[0] for _ in range(40)]

    assert np.bincount(warm, minlength=4) / 400 == pytest.approx(
        [0, 0.5, 0.5, 0], abs=0.1
    )
    assert set(cold) == {2}


@given(roots())
def test_moves_stand_in_order_with_all_that_is_known_of_them(root):
    visits, values, priors = root
    tree, work = root_of(*root)

    order_moves(tree, work, new_rng(3))

    own = tree.edges[1 : len(visits) + 1]
    keys = [(own["visits"][k] == 0, -work.root_priors[k]) for k in range(len(visits))]
    assert keys == sorted(keys)
    assert work.root_info["root_width"][0] == sum(n > 0 for n in visits) + 1
    before = sorted(zip(range(len(visits)), visits, values, priors, strict=True))
    columns = own["move"], own["visits"], own["value"], work.root_priors
    after = sorted(zip(*(column.tolist() for column in columns), strict=True))
    assert after == before


def test_chance_tells_equal_moves_apart():
    first = set()
    for seed in range(40):
        tree, work = root_of([0, 1, 0, 0], [0] * 4, [0.2, 0.1, 0.3, 0.3])
        order_moves(tree, work, new_rng(seed))
        first.add(tuple(tree.edges["move"][1:].tolist()))

    assert first == {(1, 2, 3, 0), (1, 3, 2, 0)}


def test_a_warm_search_plays_various_moves_and_a_cold_one_the_best():
    position = start_of("hex", height=5)

    def played(seed, temperature):
        search = search_with(HashEvaluator(), seed=seed, temperature=temperature)
        result = search.search(position, Limits(nodes=60))
        assert result.candidates[0].move == result.move
        return result.move

    assert len({played(seed, 1.0) for seed in range(12)}) > 2
    assert len({played(seed, 0.0) for seed in range(12)}) == 1


def test_noise_at_the_root_spreads_the_visits():
    position = start_of("hex", height=5)
    quiet, noisy = (
        search_with(HashEvaluator(), noise_share=share).search(
            position, Limits(nodes=200)
        )
        for share in (0.0, 0.25)
    )

    quiet_visits, noisy_visits = (
        {c.move: c.visits for c in result.candidates} for result in (quiet, noisy)
    )
    assert quiet_visits != noisy_visits


def test_moves_with_tiny_priors_share_all_of_them():
    priors = np.array([0.5, 1e-40, 3e-40, EXCLUDED], np.float32)

    keep_priors(priors, np.array([False, True, True, False]))

    assert priors.tolist() == pytest.approx([EXCLUDED, 0.25, 0.75, EXCLUDED], rel=0.01)


def test_moves_without_priors_share_them_equally():
    priors = np.array([0.5, EXCLUDED, EXCLUDED], np.float32)

    keep_priors(priors, np.array([False, True, True]))

    assert priors.tolist() == [EXCLUDED, 0.5, 0.5]


def test_the_priors_that_are_shown_have_no_noise():
    position = start_of("hex", height=5)
    quiet, noisy = (
        {
            c.move: c.prior
            for c in search_with(HashEvaluator(), noise_share=share)
            .search(position, Limits(nodes=200))
            .candidates
        }
        for share in (0.0, 0.25)
    )

    assert quiet.keys() & noisy.keys()
    assert all(quiet[move] == noisy[move] for move in quiet.keys() & noisy.keys())


@pytest.mark.parametrize("changes", [{}, {"noise_share": 0.5}])
def test_the_policy_has_the_prior_of_every_move_without_noise(changes):
    position = start_of("hex")

    result = search_with(HashEvaluator(), **changes).search(position, Limits(nodes=1))

    policy = dict(result.policy)
    assert set(policy) == set(position.legal_moves())
    assert sum(policy.values()) == pytest.approx(1, abs=0.01)
    for found in result.candidates:
        assert found.prior == policy[found.move]


@given(st.floats(-1, 1), st.floats(0.1, 10))
def test_a_sharpened_value_keeps_its_side_and_is_a_proof_only_if_it_was(value, factor):
    sharp = sharpen(value, factor)

    assert sharp * value >= 0
    assert (abs(sharp) == 1) is (abs(value) == 1)
    assert sharpen(-value, factor) == -sharp
    assert sharpen(value, 1.0) == value


def test_sharpness_multiplies_the_odds():
    # A chance of 3 in 4 has odds of 3 to 1; squared, 9 to 1.
    assert sharpen(0.5, 2.0) == pytest.approx(0.8)
    assert sharpen(0.999, 5.0) == pytest.approx(1, abs=1e-3)


def test_sharpness_changes_reported_values_and_nothing_else():
    position = start_of("hex", height=5, width=4)
    plain, sharp = (
        search_with(HashEvaluator(), batch=1, sharpness=factor).search(
            position, Limits(nodes=40)
        )
        for factor in (1.0, 2.0)
    )

    assert sharp.move == plain.move
    assert sharp.value == pytest.approx(sharpen(plain.value, 2.0))
    for one, other in zip(plain.candidates, sharp.candidates, strict=True):
        assert (other.move, other.visits) == (one.move, one.visits)
        assert other.value == pytest.approx(sharpen(one.value, 2.0))
