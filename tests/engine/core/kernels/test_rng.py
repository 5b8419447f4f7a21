"""Random numbers of the kernels."""

import numpy as np
import pytest

from engine.core.kernels.rng import (
    new_rng,
    next_below,
    next_gamma,
    next_normal,
    next_unit,
    next_word,
)


def test_words_follow_the_published_generator():
    """Check against xoroshiro128+ written with Python's unbounded integers."""
    mask = (1 << 64) - 1
    rng = new_rng(42)
    first, second = (int(word) for word in rng)

    for _ in range(100):
        expected = (first + second) & mask
        second ^= first
        rotated = ((first << 24) | (first >> 40)) & mask
        first = rotated ^ second ^ ((second << 16) & mask)
        second = ((second << 37) | (second >> 27)) & mask

        assert int(next_word(rng)) == expected


def test_bounded_numbers_fill_their_range_evenly():
    rng = new_rng(1)

    counts = np.bincount([next_below(rng, 7) for _ in range(14_000)], minlength=7)

    assert counts.size == 7
    assert np.abs(counts - 2000).max() < 5 * np.sqrt(2000)


def test_any_integer_is_a_seed():
    states = {tuple(new_rng(seed)) for seed in (-1, 0, 1, 2**64, 2**64 + 1, 10**30)}

    assert len(states) == 4
    assert all(any(state) for state in states)


def largest_gap(samples, others):
    """Return how far two distributions are apart, as Kolmogorov and Smirnov do."""
    at = np.sort(np.concatenate([samples, others]))
    shares = (
        np.sort(part).searchsorted(at, "right") / len(part)
        for part in (samples, others)
    )
    return np.abs(np.subtract(*shares)).max()


SAME = 1.95 * np.sqrt(2 / 20_000)
"""The gap that one in a thousand pairs of samples of 20,000 exceeds."""


def test_units_fill_their_range_evenly():
    rng = new_rng(3)

    found = np.array([next_unit(rng) for _ in range(20_000)])

    assert 0 <= found.min() < 0.001
    assert 0.999 < found.max() < 1
    assert largest_gap(found, np.random.default_rng(1).random(20_000)) < SAME


def test_normal_samples_are_those_of_the_normal_distribution():
    rng = new_rng(4)

    found = np.array([next_normal(rng) for _ in range(20_000)])

    known = np.random.default_rng(2).standard_normal(20_000)
    assert largest_gap(found, known) < SAME


@pytest.mark.parametrize("shape", [0.03, 0.15, 1.0, 4.5])
def test_gamma_samples_are_those_of_the_gamma_distribution(shape):
    rng = new_rng(5)

    found = np.array([next_gamma(rng, shape) for _ in range(20_000)])

    known = np.random.default_rng(3).standard_gamma(shape, 20_000)
    assert largest_gap(found, known) < SAME
