"""Trainer: optimiser steps, losses, and the saved state of both network and optimiser.

One file holds weights, optimiser and step, so they are always consistent.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors import SafetensorError
from safetensors.torch import load as parse_tensors
from safetensors.torch import save as format_tensors
from torch import Tensor, nn

from engine.core.errors import TrainingError
from engine.core.files.atomic_file import explain_os_error, write_atomically
from engine.core.message import Message, first_line
from engine.nn.torch_net.evaluator import calculates_in_half
from engine.training.learning.dataset import TRAINING, VALIDATION, Batch, SampleSource
from engine.training.run.settings import TrainSettings

ILLEGAL_LOGIT = -1e9
"""Logit of an illegal cell: probability 0 without infinities."""

NATS_PER_BIT = math.log(2)
"""Nats per bit; ZHANG-HEX (2) uses logarithms to base 2."""

WIN_RATE_SCALE = 4.0
"""Ratio of a squared error of values in [-1, 1] to that of win rates in [0, 1]."""

GRADIENT_LIMIT = 5.0
"""Norm to which gradients are clipped; usual ones are smaller."""

STEP = "step"
"""Name of the step counter among the tensors of a state."""

RATE_FACTOR = "rate_factor"
"""Name of the adapted factor of the learning rate among them."""

OPTIMISER_VALUES = {"adamw": {"exp_avg", "exp_avg_sq"}, "rmsprop": {"square_avg"}}
"""Values of an optimiser's state that have the shape of their weights."""

RATE_STEP = 1.5
"""Factor by which the learning rate adapts after a step."""

RATE_FACTORS = 0.1, 10.0
"""Smallest and largest factor of the learning rate."""


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


class Trainer:
    """Optimiser of one network, with its saved state.

    Args:
        network: The network with its initial weights.
        settings: Optimiser, loss and batches.
        total: Steps until the learning rate falls to 0; ``None`` keeps it constant.
    """

    def __init__(
        self, network: nn.Module, settings: TrainSettings, *, total: int | None = None
    ) -> None:
        self._settings = settings
        self._total = total
        self._device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        # Emulated, a step takes ten times as long as in float32.
        is_fast = self._device.type != "cpu" or calculates_in_half()
        self._uses_bfloat16 = settings.bfloat16 and is_fast
        self._network = network.to(self._device)
        # A step is a tenth faster than with the channels first.
        self._network.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
        self._optimiser = _optimiser(network, settings)
        self.steps_done = 0
        self._rate_factor = 1.0
        self._clear_training_losses()

    @property
    def network(self) -> nn.Module:
        """The network with its current weights."""
        return self._network

    def step(self, dataset: SampleSource) -> None:
        """Train on the next batch."""
        batch = dataset.batch(TRAINING, self.steps_done, self._settings.batch_size)
        self._set_training_mode()
        for group in self._optimiser.param_groups:
            group["lr"] = self.learning_rate
        is_adaptive = self._settings.rate_divergence > 0
        before = self._evaluate_policy(batch) if is_adaptive else None
        policy, value, agreement, _ = self._losses(batch)
        self._sums += torch.stack([policy, value, agreement]).detach()
        self._steps_summed += 1
        self._optimiser.zero_grad(set_to_none=True)
        self._loss(policy, value).backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(self._network.parameters(), GRADIENT_LIMIT)
        self._optimiser.step()
        if before is not None:
            self._adapt_rate(before, self._evaluate_policy(batch))
        self.steps_done += 1

    def _set_training_mode(self) -> None:
        """Set the network to training mode, maybe without its batch norms."""
        self._network.train()
        share = self._settings.frozen_norms
        first = 0 if self._total is None else self._total * (1 - share)
        if share > 0 and self.steps_done >= first:
            for module in self._network.modules():
                if isinstance(module, nn.BatchNorm2d):
                    module.eval()

    def take_training_losses(self) -> dict[str, float]:
        """Return the mean losses since the last call; empty if there was no step."""
        if self._steps_summed == 0:
            return {}
        means = (self._sums / self._steps_summed).tolist()
        self._clear_training_losses()
        names = ("training_policy", "training_value", "training_agreement")
        return dict(zip(names, means, strict=True))

    def _clear_training_losses(self) -> None:
        """Reset the sums of training losses, which are kept on the device."""
        self._sums = torch.zeros(3, device=self._device)
        self._steps_summed = 0

    @property
    def learning_rate(self) -> float:
        """Learning rate of the next step: linear rise, then cosine fall or constant.

        With ``rate_divergence`` it is multiplied by the adapted factor.
        """
        own = self._settings
        rise = min((self.steps_done + 1) / max(own.warm_up_steps, 1), 1.0)
        rate = own.learning_rate * rise * self._rate_factor
        if self._total is None:
            return rate
        fall = 0.5 + 0.5 * math.cos(math.pi * min(self.steps_done / self._total, 1.0))
        return rate * fall

    def _evaluate_policy(self, batch: Batch) -> Tensor:
        """Return the logarithms of the policy of one batch, ``[B, N]``."""
        planes = torch.from_numpy(batch.planes).to(self._device)
        legal = torch.from_numpy(batch.legal).to(self._device)
        self._network.eval()
        with torch.no_grad():
            logits, _ = self._network(planes)
        self._set_training_mode()
        return torch.log_softmax(logits.masked_fill(~legal, ILLEGAL_LOGIT), dim=1)

    def _adapt_rate(self, before: Tensor, after: Tensor) -> None:
        """Change the learning rate by the divergence of the policy in a step.

        Source: the adaptive penalty of Schulman et al. 2017, section 4, on the rate.
        """
        divergence = float((before.exp() * (before - after)).sum(dim=1).mean())
        wanted = self._settings.rate_divergence
        least, most = RATE_FACTORS
        if divergence > 2 * wanted:
            self._rate_factor = max(self._rate_factor / RATE_STEP, least)
        elif divergence < wanted / 2:
            self._rate_factor = min(self._rate_factor * RATE_STEP, most)

    def validate(self, dataset: SampleSource, *, part: int = VALIDATION) -> Losses:
        """Return the losses on fixed batches of a part."""
        self._network.eval()
        rows = []
        with torch.no_grad():
            for number in range(self._settings.validation_batches):
                batch = dataset.batch(part, number, self._settings.batch_size)
                rows.append([float(part) for part in self._losses(batch)])
            policy, value, agreement, entropy = np.mean(rows, axis=0).tolist()
            loss = self._loss(torch.tensor(policy), torch.tensor(value))
        return Losses(
            policy=policy,
            value=value,
            agreement=agreement,
            entropy=entropy,
            loss=float(loss),
            policy_bits=policy / NATS_PER_BIT,
            value_chance=value / WIN_RATE_SCALE,
        )

    def _loss(self, policy: Tensor, value: Tensor) -> Tensor:
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

    def _losses(self, batch: Batch) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Return policy loss, value loss, agreement and entropy of one batch."""
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
        policy_loss = -(policy * shares).sum() / label_count
        value_loss = (outputs.float() - values).square().mean()
        is_same = (logits.argmax(dim=1) == policy.argmax(dim=1)) & is_labelled
        entropy = -(shares.exp() * shares).sum(dim=1).mean()
        return policy_loss, value_loss, is_same.sum() / label_count, entropy

    def save(self, path: Path) -> None:
        """Write the state atomically.

        Raises:
            TrainingError: A value is not finite any more; nothing is written.
        """
        weights = self._network.state_dict()
        kept = {
            f"opt.{number}.{name}": torch.as_tensor(value)
            for number, state in self._optimiser.state_dict()["state"].items()
            for name, value in state.items()
        }
        for values, name in (
            (weights, Message("weights")),
            (kept, Message("values of the optimiser")),
        ):
            if not _are_finite(values):
                raise make_divergence_error(self.steps_done, name)
        tensors = {f"net.{name}": tensor for name, tensor in weights.items()} | kept
        tensors[STEP] = torch.tensor(self.steps_done)
        tensors[RATE_FACTOR] = torch.tensor(self._rate_factor, dtype=torch.float64)
        stored = {name: tensor.cpu().contiguous() for name, tensor in tensors.items()}
        metadata = {"settings": json.dumps(asdict(self._settings))}
        write_atomically(path, format_tensors(stored, metadata))

    def load(self, path: Path) -> None:
        """Load a state that ``save`` wrote.

        Raises:
            TrainingError: The state is damaged, or of another network.
        """
        try:
            tensors = parse_tensors(path.read_bytes())
            weights: dict[str, Tensor] = {}
            states: dict[int, dict[str, Any]] = {}
            for name, tensor in tensors.items():
                kind, _, rest = name.partition(".")
                if kind == "net":
                    weights[rest] = tensor
                elif kind == "opt":
                    number, _, entry = rest.partition(".")
                    states.setdefault(int(number), {})[entry] = tensor
            self._network.load_state_dict(weights)
            groups = self._optimiser.state_dict()["param_groups"]
            self._optimiser.load_state_dict({"state": states, "param_groups": groups})
            self._check_optimiser()
            self.steps_done = int(tensors[STEP])
            # States of earlier versions have no factor.
            self._rate_factor = float(tensors.get(RATE_FACTOR, 1.0))
        except (OSError, KeyError, ValueError, RuntimeError) as error:
            raise _damaged(path, error) from error
        except SafetensorError as error:
            raise _damaged(path, error) from error
        if not _are_finite(tensors):
            raise _damaged(path, ValueError("values that are no numbers"))

    def _check_optimiser(self) -> None:
        """Raise ``ValueError`` unless the optimiser's state fits the weights."""
        known = OPTIMISER_VALUES[self._settings.optimiser]
        for weights, state in self._optimiser.state.items():
            shapes = {state[name].shape for name in known & state.keys()}
            if state.keys() != {"step", *known} or shapes != {weights.shape}:
                raise ValueError("another state of the optimiser")


def make_divergence_error(step: int, what: Message) -> TrainingError:
    """Return the error for values, such as weights, that are not finite any more."""
    return TrainingError(
        Message(
            "Training has diverged before step {step}: {what} are no numbers. A lower "
            "train.learning_rate may help.",
            step=step,
            what=what,
        )
    )


def _are_finite(tensors: Mapping[str, Tensor]) -> bool:
    return all(bool(tensor.isfinite().all()) for tensor in tensors.values())


def _damaged(path: Path, error: Exception) -> TrainingError:
    reason = (
        explain_os_error(error) if isinstance(error, OSError) else first_line(error)
    )
    return TrainingError(
        Message(
            "Expected the state of this training run in {file}, got: {error}.",
            file=path,
            error=reason.rstrip(":."),
        )
    )


def _optimiser(network: nn.Module, settings: TrainSettings) -> torch.optim.Optimizer:
    """Return an optimiser with decay of the weights, but not of biases and norms."""
    weights = [entry for entry in network.parameters() if entry.ndim > 1]
    others = [entry for entry in network.parameters() if entry.ndim <= 1]
    groups = [
        {"params": weights, "weight_decay": settings.weight_decay},
        {"params": others, "weight_decay": 0.0},
    ]
    if settings.optimiser == "rmsprop":
        return torch.optim.RMSprop(groups, lr=settings.learning_rate)
    return torch.optim.AdamW(groups, lr=settings.learning_rate)
