"""Random numbers of the kernels."""

import numpy as np

from engine.core.kernels_rng import new_rng, next_below, next_word


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
