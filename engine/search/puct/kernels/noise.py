"""Dirichlet noise in priors."""

from __future__ import annotations

from engine.core.kernels.jit import njit_inlined
from engine.core.kernels.jit import njit_lean as njit
from engine.core.kernels.rng import next_gamma


@njit_inlined()
def mix_noise(priors, count, share, concentration, rng, noise):
    """Mix a Dirichlet sample into the first ``count`` priors that are not negative.

    Args:
        priors: ``[A]`` float32, changed in place; negative for excluded moves.
        count: Number of priors that are read.
        share: Share of the noise, in [0, 1].
        concentration: Alpha of the Dirichlet distribution.
        rng: Random state.
        noise: ``[A]`` float32, scratch.

    Sources: BLOG-MCTS (share 0.25, concentration 0.03); Silver et al. 2017, Methods.
    """
    total = 0.0
    for k in range(count):
        if priors[k] >= 0:
            noise[k] = next_gamma(rng, concentration)
            total += noise[k]
    if total <= 0:
        return
    for k in range(count):
        if priors[k] >= 0:
            priors[k] = (1 - share) * priors[k] + share * noise[k] / total


@njit()
def mix_noise_into_rows(policies, share, concentration, rng, noise):
    """Mix a Dirichlet sample of its own into each row of policies, ``[B, N]``.

    See ``mix_noise``.
    """
    for row in range(policies.shape[0]):
        mix_noise(policies[row], policies.shape[1], share, concentration, rng, noise)
