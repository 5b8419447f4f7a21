"""Evaluator with Dirichlet noise in every policy, as in the code of BLOG-MCTS."""

from __future__ import annotations

import numpy as np

from engine.core.kernels.rng import new_rng
from engine.search.evaluation import Evaluations, Evaluator, LeafBatch
from engine.search.puct.kernels.noise import mix_noise_into_rows
from engine.search.puct.kernels.scores import EXCLUDED


class NoisyEvaluator:
    """Evaluator that mixes noise into the policies of another one.

    Args:
        inner: Evaluator of the positions.
        share: Share of the noise, in [0, 1].
        concentration: Alpha of the Dirichlet distribution.
        seed: Random seed.
    """

    def __init__(
        self, inner: Evaluator, *, share: float, concentration: float, seed: int = 0
    ) -> None:
        self._inner = inner
        self._share = share
        self._concentration = concentration
        self._rng = new_rng(seed)

    def restart(self, seed: int) -> None:
        """Begin the noise anew, so that equal searches have equal noise."""
        self._rng = new_rng(seed)

    def evaluate(self, batch: LeafBatch) -> Evaluations:
        """See ``Evaluator.evaluate``."""
        policies, values = self._inner.evaluate(batch)
        noisy = np.where(batch.legal, policies, np.float32(EXCLUDED))
        mix_noise_into_rows(
            noisy,
            self._share,
            self._concentration,
            self._rng,
            np.empty(noisy.shape[1], np.float32),
        )
        return np.where(batch.legal, noisy, np.float32(0)), values
