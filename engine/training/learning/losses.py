"""Losses of a network on batches, and the total that a training step minimises."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn

from engine.training.learning.dataset import Batch
from engine.training.run.settings import TrainSettings

ILLEGAL_LOGIT = -1e9
"""Logit of an illegal cell: probability 0 without infinities."""

NATS_PER_BIT = math.log(2)
"""Nats per bit; ZHANG-HEX (2) uses logarithms to base 2."""

WIN_RATE_SCALE = 4.0
"""Ratio of a squared error of values in [-1, 1] to that of win rates in [0, 1]."""


@dataclass(frozen=True, slots=True)
class Losses:
    """Losses of a network, as means over positions.

    Policy loss and agreement are means over those with a policy label.
    """

    policy: float
    """Cross-entropy with the policy labels, in nats."""

    value: float
    """Squared error of the value in [-1, 1]."""

    agreement: float
    """Share of the positions whose first move agrees with the label's first move."""

    entropy: float
    """Entropy of the network's policy, in nats."""

    loss: float
    """Total loss that a step minimises; see ``TrainSettings.alpha``."""

    policy_bits: float
    """L_P of ZHANG-HEX (2): the policy loss in bits."""

    value_chance: float
    """L_V of ZHANG-HEX (1): the squared error of the win rate in [0, 1]."""


@dataclass(frozen=True, slots=True)
class BatchLosses:
    """Losses of one batch as scalar tensors; see ``Losses``."""

    policy: Tensor
    """With a gradient."""

    value: Tensor
    """With a gradient."""

    agreement: Tensor
    """Without a gradient."""

    entropy: Tensor
    """With a gradient, which no step uses."""


class LossFunction:
    """Losses of one network, with the weights of the settings.

    Args:
        network: The network, on ``device``.
        settings: Weights of the losses.
        device: Device of the network, which batches are copied to.
        uses_bfloat16: Whether the network computes in bfloat16.
    """

    def __init__(
        self,
        network: nn.Module,
        settings: TrainSettings,
        *,
        device: torch.device,
        uses_bfloat16: bool,
    ) -> None:
        self._network = network
        self._settings = settings
        self._device = device
        self._uses_bfloat16 = uses_bfloat16

    def evaluate(self, batch: Batch) -> BatchLosses:
        """Return the losses of one batch, in the current mode of the network."""
        planes, legal, policy, values = (
            torch.from_numpy(array).to(self._device)
            for array in (batch.planes, batch.legal, batch.policy, batch.values)
        )
        with torch.autocast(
            self._device.type, torch.bfloat16, enabled=self._uses_bfloat16
        ):
            logits, outputs = self._network(
                planes.contiguous(memory_format=torch.channels_last)
            )
        logits = logits.float().masked_fill(~legal, ILLEGAL_LOGIT)
        shares = torch.log_softmax(logits, dim=1)
        is_labelled = policy.sum(dim=1) > 0
        label_count = is_labelled.sum().clamp(min=1)
        is_same = (logits.argmax(dim=1) == policy.argmax(dim=1)) & is_labelled
        return BatchLosses(
            policy=-(policy * shares).sum() / label_count,
            value=(outputs.float() - values).square().mean(),
            agreement=is_same.sum() / label_count,
            entropy=-(shares.exp() * shares).sum(dim=1).mean(),
        )

    def total(self, policy: Tensor, value: Tensor) -> Tensor:
        """Return the total loss of a step.

        Args:
            policy: Cross-entropy in nats.
            value: Squared error of the value in [-1, 1].

        Sources: OU-2020, equation (4), and LIU-2022, (3), whose last term is ``beta``
        or the optimiser's decay; with ``alpha``, ZHANG-HEX, (1) to (3).
        """
        own = self._settings
        if own.alpha is None:
            loss = policy + own.value_weight * value
        else:
            error = (1 - own.alpha) * value / WIN_RATE_SCALE
            loss = error + own.alpha * policy / NATS_PER_BIT
        if own.beta > 0:
            squares = [entry.square().sum() for entry in self._network.parameters()]
            loss = loss + own.beta * torch.stack(squares).sum()
        return loss

    def measure(self, batches: Iterable[Batch]) -> Losses:
        """Return the mean losses of batches; leaves the network in evaluation mode."""
        self._network.eval()
        rows = []
        with torch.no_grad():
            for batch in batches:
                own = self.evaluate(batch)
                parts = (own.policy, own.value, own.agreement, own.entropy)
                rows.append([float(part) for part in parts])
            policy, value, agreement, entropy = np.mean(rows, axis=0).tolist()
            loss = self.total(torch.tensor(policy), torch.tensor(value))
        return Losses(
            policy=policy,
            value=value,
            agreement=agreement,
            entropy=entropy,
            loss=float(loss),
            policy_bits=policy / NATS_PER_BIT,
            value_chance=value / WIN_RATE_SCALE,
        )

    def policy_logs(self, batch: Batch) -> Tensor:
        """Return the logarithms of the network's policy for one batch, ``[B, N]``.

        They are computed in float32, without gradients, in evaluation mode, which the
        network is left in.
        """
        planes = torch.from_numpy(batch.planes).to(self._device)
        legal = torch.from_numpy(batch.legal).to(self._device)
        self._network.eval()
        with torch.no_grad():
            logits, _ = self._network(planes)
        return torch.log_softmax(logits.masked_fill(~legal, ILLEGAL_LOGIT), dim=1)
