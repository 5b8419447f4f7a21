"""Random numbers for kernels: xoroshiro128+ with its state in an array.

Source: Blackman and Vigna 2021, "Scrambled linear pseudorandom number generators";
seeding by splitmix64 as they recommend.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from engine.core.jit import njit_lean as njit

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
