"""Random numbers for kernels: xoroshiro128+ with its state in an array.

Source: Blackman and Vigna 2021, "Scrambled linear pseudorandom number generators";
seeding by splitmix64 as they recommend.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from engine.core.kernels.jit import njit_lean as njit

RandomState = npt.NDArray[np.uint64]
"""``[2]``: the state of one stream of random numbers."""


def new_rng(seed: int) -> RandomState:
    """Return a random state, ``[2]`` uint64, made from any integer."""
    mask = (1 << 64) - 1
    words = []
    counter = seed & mask
    for _ in range(2):
        counter = (counter + 0x9E3779B97F4A7C15) & mask
        word = counter
        word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & mask
        word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & mask
        words.append(word ^ (word >> 31))
    return np.array(words, np.uint64)


@njit()
def next_word(rng):
    """Advance ``rng`` and return 64 random bits as uint64; the high ones are best."""
    first = rng[0]
    second = rng[1]
    word = first + second
    second ^= first
    rng[0] = (
        ((first << np.uint64(24)) | (first >> np.uint64(40)))
        ^ second
        ^ (second << np.uint64(16))
    )
    rng[1] = (second << np.uint64(37)) | (second >> np.uint64(27))
    return word


@njit()
def next_below(rng, bound):
    """Return a random integer in ``[0, bound)``; the bias is below bound / 2**32."""
    high = next_word(rng) >> np.uint64(32)
    return np.int64((high * np.uint64(bound)) >> np.uint64(32))


@njit()
def next_unit(rng):
    """Return a random number in ``[0, 1)``, a multiple of 2**-53."""
    return np.float64(next_word(rng) >> np.uint64(11)) * 2.0**-53


@njit()
def next_normal(rng):
    """Return a sample of the standard normal distribution.

    Source: Marsaglia and Bray 1964, "A convenient method for generating normal
    variables".
    """
    while True:
        x = 2 * next_unit(rng) - 1
        y = 2 * next_unit(rng) - 1
        s = x * x + y * y
        if 0 < s < 1:
            return x * np.sqrt(-2 * np.log(s) / s)


@njit()
def next_gamma(rng, shape):
    """Return a sample of the gamma distribution of a shape above 0, with scale 1.

    Source: Marsaglia and Tsang 2000, "A simple method for generating gamma variables".
    """
    part = 1.0
    if shape < 1:
        part = (1 - next_unit(rng)) ** (1 / shape)
        shape = shape + 1
    d = shape - 1 / 3
    c = 1 / np.sqrt(9 * d)
    while True:
        x = next_normal(rng)
        v = (1 + c * x) ** 3
        if v > 0 and np.log(1 - next_unit(rng)) < x * x / 2 + d * (1 - v + np.log(v)):
            return part * d * v
