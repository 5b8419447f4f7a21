"""Trainer: optimiser steps of one network, and their resumption from a saved state."""

from __future__ import annotations

from pathlib import Path

import torch
from torch import nn

from engine.nn.torch_net.evaluator import calculates_in_half
from engine.training.learning.dataset import TRAINING, VALIDATION, SampleSource
from engine.training.learning.learning_rate import LearningRate
from engine.training.learning.losses import Losses, LossFunction
from engine.training.learning.trainer_state import (
    TrainerState,
    load_state,
    make_damage_error,
    save_state,
)
from engine.training.run.settings import TrainSettings

GRADIENT_LIMIT = 5.0
"""Norm to which gradients are clipped; usual ones are smaller."""

OPTIMISER_VALUES = {"adamw": {"exp_avg", "exp_avg_sq"}, "rmsprop": {"square_avg"}}
"""Values of an optimiser's state that have the shape of their weights."""


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
        self._network = network.to(self._device)
        # A step is a tenth faster than with the channels first.
        self._network.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
        self._loss_function = LossFunction(
            self._network,
            settings,
            device=self._device,
            uses_bfloat16=settings.bfloat16 and is_fast,
        )
        self._optimiser = _new_optimiser(network, settings)
        self._rate = LearningRate(settings, total)
        self.steps_done = 0
        self._clear_training_losses()

    @property
    def network(self) -> nn.Module:
        """The network with its current weights."""
        return self._network

    @property
    def learning_rate(self) -> float:
        """Learning rate of the next step."""
        return self._rate.at(self.steps_done)

    def step(self, dataset: SampleSource) -> None:
        """Train on the next batch."""
        batch = dataset.batch(TRAINING, self.steps_done, self._settings.batch_size)
        for group in self._optimiser.param_groups:
            group["lr"] = self.learning_rate
        function = self._loss_function
        before = function.policy_logs(batch) if self._rate.is_adaptive else None
        self._set_training_mode()
        losses = function.evaluate(batch)
        parts = (losses.policy, losses.value, losses.agreement)
        self._sums += torch.stack(parts).detach()
        self._steps_summed += 1
        self._optimiser.zero_grad(set_to_none=True)
        function.total(losses.policy, losses.value).backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(self._network.parameters(), GRADIENT_LIMIT)
        self._optimiser.step()
        if before is not None:
            self._rate.adapt(before, function.policy_logs(batch))
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

    def validate(self, dataset: SampleSource) -> Losses:
        """Return the losses on fixed batches of the validation part."""
        own = self._settings
        return self._loss_function.measure(
            dataset.batch(VALIDATION, number, own.batch_size)
            for number in range(own.validation_batches)
        )

    def save(self, path: Path) -> None:
        """Write the state atomically.

        Raises:
            TrainingError: A value is not finite any more; nothing is written.
        """
        states = self._optimiser.state_dict()["state"]
        state = TrainerState(
            weights=self._network.state_dict(),
            optimiser={
                number: {name: torch.as_tensor(value) for name, value in own.items()}
                for number, own in states.items()
            },
            steps_done=self.steps_done,
            rate_factor=self._rate.factor,
        )
        save_state(path, state, self._settings)

    def load(self, path: Path) -> None:
        """Load a state that ``save`` wrote.

        Raises:
            TrainingError: The state is damaged, or of another network.
        """
        state = load_state(path)
        groups = self._optimiser.state_dict()["param_groups"]
        try:
            self._network.load_state_dict(state.weights)
            self._optimiser.load_state_dict(
                {"state": state.optimiser, "param_groups": groups}
            )
            self._check_optimiser()
        except (KeyError, ValueError, RuntimeError) as error:
            raise make_damage_error(path, error) from error
        self.steps_done = state.steps_done
        self._rate.factor = state.rate_factor

    def _check_optimiser(self) -> None:
        """Raise ``ValueError`` unless the optimiser's state fits the weights."""
        known = OPTIMISER_VALUES[self._settings.optimiser]
        for weights, state in self._optimiser.state.items():
            shapes = {state[name].shape for name in known & state.keys()}
            if state.keys() != {"step", *known} or shapes != {weights.shape}:
                raise ValueError("another state of the optimiser")


def _new_optimiser(
    network: nn.Module, settings: TrainSettings
) -> torch.optim.Optimizer:
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
