"""Learning rate over the steps of a run."""

from __future__ import annotations

import math

from torch import Tensor

from engine.training.run.settings import TrainSettings

FACTOR_STEP = 1.5
"""Factor by which the learning rate adapts after a step."""

FACTORS = 0.1, 10.0
"""Smallest and largest factor of the learning rate."""


class LearningRate:
    """Schedule of the learning rate: linear rise, then cosine fall or constant.

    With ``rate_divergence`` it is multiplied by the adapted factor.

    Args:
        settings: Rate, rise and divergence.
        total: Steps until the rate falls to 0; ``None`` keeps it constant.
    """

    def __init__(self, settings: TrainSettings, total: int | None) -> None:
        self._settings = settings
        self._total = total
        self.factor = 1.0
        """The adapted factor."""

    @property
    def is_adaptive(self) -> bool:
        """Whether the factor follows the divergence of the policy."""
        return self._settings.rate_divergence > 0

    def at(self, step: int) -> float:
        """Return the learning rate of the step after ``step`` steps."""
        own = self._settings
        rise = min((step + 1) / max(own.warm_up_steps, 1), 1.0)
        rate = own.learning_rate * rise * self.factor
        if self._total is None:
            return rate
        fall = 0.5 + 0.5 * math.cos(math.pi * min(step / self._total, 1.0))
        return rate * fall

    def adapt(self, before: Tensor, after: Tensor) -> None:
        """Change the factor by the divergence of the policy in a step.

        Args:
            before: ``[B, N]`` logarithms of the policy before the step.
            after: The same after it.

        Source: the adaptive penalty of Schulman et al. 2017, section 4, on the rate.
        """
        divergence = float((before.exp() * (before - after)).sum(dim=1).mean())
        wanted = self._settings.rate_divergence
        least, most = FACTORS
        if divergence > 2 * wanted:
            self.factor = max(self.factor / FACTOR_STEP, least)
        elif divergence < wanted / 2:
            self.factor = min(self.factor * FACTOR_STEP, most)
