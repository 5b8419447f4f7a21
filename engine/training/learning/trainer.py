"""Teaches a network what samples say; its state is one small file.

The file holds weights, optimiser and step together, so that no kill can part them.
"""

from __future__ import annotations

import json
import math
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors import SafetensorError
from safetensors.torch import load as parse_tensors
from safetensors.torch import save as format_tensors
from torch import Tensor, nn

from engine.core.atomic_file import write_atomically
from engine.core.errors import TrainingError
from engine.core.message import Message
from engine.training.learning.dataset import TRAINING, VALIDATION, Batch, SampleSource
from engine.training.run.settings import TrainSettings

ILLEGAL = -1e9
"""Logit of a cell that may not be chosen: no probability, and no infinity."""

NATS_A_BIT = math.log(2)
"""ZHANG-HEX (2) has logarithms to base 2."""

CHANCE_SCALE = 4.0
"""Squared errors in [-1, 1] are so many times those of chances in [0, 1]."""

GRADIENT_LIMIT = 5.0
"""Norm to which gradients are cut; ordinary ones stay below."""

STEP = "step"
"""Name of the tensor that counts steps in a state."""


@dataclass(frozen=True, slots=True)
class Losses:
    """How far a network is from what it should say, as means over positions."""

    policy: float
    """Cross-entropy with the search's policy, in nats."""

    value: float
    """Squared error of the value."""

    agreement: float
    """Part of the positions in which its first move is the search's first move."""

    entropy: float
    """Entropy of its own policy, in nats."""

    loss: float
    """What a step makes smaller; see ``TrainSettings.alpha``."""

    policy_bits: float
    """L_P of ZHANG-HEX (2): the policy loss in bits."""

    value_chance: float
    """L_V of ZHANG-HEX (1): the squared error of the chance to win, in [0, 1]."""


class Trainer:
    """Takes steps, saves and loads its state.

    Args:
        network: The network, with the weights to begin with.
        settings: How it learns.
        total: Steps after which the learning rate has fallen to 0; ``None``, it stays.
    """

    def __init__(
        self, network: nn.Module, settings: TrainSettings, *, total: int | None = None
    ) -> None:
        self._settings = settings
        self._total = total
        self._device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self._network = network.to(self._device)
        self._optimiser = _optimiser(network, settings)
        self.steps_done = 0
        self._clear_training_losses()

    @property
    def network(self) -> nn.Module:
        """The network as it is by now."""
        return self._network

    def step(self, dataset: SampleSource) -> None:
        """Learn from the next batch."""
        batch = dataset.batch(TRAINING, self.steps_done, self._settings.batch)
        self._network.train()
        for group in self._optimiser.param_groups:
            group["lr"] = self.learning_rate
        policy, value, agreement, _ = self._losses(batch)
        self._sums += torch.stack([policy, value, agreement]).detach()
        self._steps_summed += 1
        self._optimiser.zero_grad(set_to_none=True)
        self._loss(policy, value).backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(self._network.parameters(), GRADIENT_LIMIT)
        self._optimiser.step()
        self.steps_done += 1

    def take_training_losses(self) -> dict[str, float]:
        """Return mean losses of the batches since the last call; none without any."""
        if self._steps_summed == 0:
            return {}
        means = (self._sums / self._steps_summed).tolist()
        self._clear_training_losses()
        names = ("training_policy", "training_value", "training_agreement")
        return dict(zip(names, means, strict=True))

    def _clear_training_losses(self) -> None:
        """Begin anew to add up losses; the sums stay on the device."""
        self._sums = torch.zeros(3, device=self._device)
        self._steps_summed = 0

    @property
    def learning_rate(self) -> float:
        """The rate of the next step: rising, then falling as a cosine or staying."""
        own = self._settings
        rise = min((self.steps_done + 1) / max(own.warm_up, 1), 1.0)
        if self._total is None:
            return own.learning_rate * rise
        fall = 0.5 + 0.5 * math.cos(math.pi * min(self.steps_done / self._total, 1.0))
        return own.learning_rate * rise * fall

    def validate(self, dataset: SampleSource, *, part: int = VALIDATION) -> Losses:
        """Return the losses on batches that are always the same ones."""
        self._network.eval()
        rows = []
        with torch.no_grad():
            for number in range(self._settings.validation_batches):
                batch = dataset.batch(part, number, self._settings.batch)
                rows.append([float(part) for part in self._losses(batch)])
            policy, value, agreement, entropy = np.mean(rows, axis=0).tolist()
            loss = self._loss(torch.tensor(policy), torch.tensor(value))
        return Losses(
            policy=policy,
            value=value,
            agreement=agreement,
            entropy=entropy,
            loss=float(loss),
            policy_bits=policy / NATS_A_BIT,
            value_chance=value / CHANCE_SCALE,
        )

    def _loss(self, policy: Tensor, value: Tensor) -> Tensor:
        """Return what a step makes smaller.

        Args:
            policy: Cross-entropy in nats.
            value: Squared error of the value in [-1, 1].

        Sources: OU-2020, equation (4), without the decay, which is the optimiser's;
        ZHANG-HEX, equations (1) to (3), where ``alpha`` is set.
        """
        own = self._settings
        if own.alpha is None:
            return policy + own.value_weight * value
        error = (1 - own.alpha) * value / CHANCE_SCALE
        loss = error + own.alpha * policy / NATS_A_BIT
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
            self._device.type, torch.bfloat16, enabled=self._settings.half
        ):
            logits, judged = self._network(planes)
        logits, judged = logits.float().masked_fill(~legal, ILLEGAL), judged.float()
        shares = torch.log_softmax(logits, dim=1)
        policy_loss = -(policy * shares).sum(dim=1).mean()
        value_loss = (judged - values).square().mean()
        is_same = logits.argmax(dim=1) == policy.argmax(dim=1)
        entropy = -(shares.exp() * shares).sum(dim=1).mean()
        return policy_loss, value_loss, is_same.float().mean(), entropy

    def save(self, path: Path) -> None:
        """Write the state, atomically."""
        tensors = {
            f"net.{name}": tensor for name, tensor in self._network.state_dict().items()
        }
        kept = self._optimiser.state_dict()["state"]
        for number, state in kept.items():
            for name, value in state.items():
                tensors[f"opt.{number}.{name}"] = torch.as_tensor(value)
        tensors[STEP] = torch.tensor(self.steps_done)
        stored = {name: tensor.cpu().contiguous() for name, tensor in tensors.items()}
        metadata = {"settings": json.dumps(asdict(self._settings))}
        write_atomically(path, format_tensors(stored, metadata))

    def load(self, path: Path) -> None:
        """Go on from a state that ``save`` wrote.

        Raises:
            TrainingError: It is damaged, or of another network.
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
            self.steps_done = int(tensors[STEP])
        except (OSError, KeyError, ValueError, RuntimeError) as error:
            raise _damaged(path, error) from error
        except SafetensorError as error:
            raise _damaged(path, error) from error


def _damaged(path: Path, error: Exception) -> TrainingError:
    reason = str(error).splitlines()[0] if str(error) else type(error).__name__
    return TrainingError(
        Message(
            "Expected the state of this training run in {file}, got: {error}.",
            file=path.name,
            error=reason.rstrip(":."),
        )
    )


def _optimiser(network: nn.Module, settings: TrainSettings) -> torch.optim.Optimizer:
    """Return an optimiser that shrinks weights, but neither biases nor norms."""
    weights = [entry for entry in network.parameters() if entry.ndim > 1]
    others = [entry for entry in network.parameters() if entry.ndim <= 1]
    groups = [
        {"params": weights, "weight_decay": settings.weight_decay},
        {"params": others, "weight_decay": 0.0},
    ]
    if settings.optimiser == "rmsprop":
        return torch.optim.RMSprop(groups, lr=settings.learning_rate)
    return torch.optim.AdamW(groups, lr=settings.learning_rate)
