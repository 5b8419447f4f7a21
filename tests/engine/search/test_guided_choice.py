"""Which move is played after a search: by visits, with temperature and noise."""

import numpy as np
import pytest

from engine.search.api import Limits
from engine.search.choice import annealed, drawn, visit_weights, with_noise
from tests.engine.search.guided_oracle import HashEvaluator, search_with, start_of


def test_liu_8_weighs_moves_by_their_visits():
    visits = np.array([16, 4, 0])

    assert visit_weights(visits, 1.0) == pytest.approx([0.8, 0.2, 0])
    assert visit_weights(visits, 0.5) == pytest.approx([256 / 272, 16 / 272, 0])
    assert visit_weights(visits, 0.001) == pytest.approx([1, 0, 0])
    assert visit_weights(visits, 0.0) == pytest.approx([1, 0, 0])


def test_what_is_drawn_has_its_share():
    weights = np.array([0.0, 0.25, 0.0, 0.75, 0.0])
    rng = np.random.default_rng(5)

    found = np.bincount([drawn(weights, rng) for _ in range(4000)], minlength=5)

    assert found[weights == 0].sum() == 0
    assert found / 4000 == pytest.approx(weights, abs=0.03)


def test_the_temperature_halves_with_the_game():
    assert annealed(1.0, 0, 10) == 1.0
    assert annealed(1.0, 20, 10) == 0.25
    assert annealed(0.8, 99, 0) == 0.8


def test_noise_replaces_its_share_of_the_priors():
    priors = np.array([0.7, 0.2, 0.1])

    noisy = with_noise(
        priors, share=0.25, concentration=0.03, rng=np.random.default_rng(1)
    )

    assert noisy.sum() == pytest.approx(1)
    assert np.all(noisy >= 0.75 * priors - 1e-12)
    assert not np.allclose(noisy, priors)


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
