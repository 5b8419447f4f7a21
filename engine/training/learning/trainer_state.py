"""Saved state of a trainer: weights, optimiser, step and learning rate.

One file holds them all, so they are always consistent.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

import torch
from safetensors import SafetensorError
from safetensors.torch import load as parse_tensors
from safetensors.torch import save as format_tensors
from torch import Tensor

from engine.core.errors import TrainingError
from engine.core.files.atomic_file import explain_os_error, write_atomically
from engine.core.message import Message, first_line
from engine.training.run.settings import TrainSettings

STEP = "step"
"""Name of the step counter among the tensors of a state."""

RATE_FACTOR = "rate_factor"
"""Name of the adapted factor of the learning rate among them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainerState:
    """State of a trainer after a step."""

    weights: Mapping[str, Tensor]
    """Tensors of the network, by the names of its ``state_dict``."""

    optimiser: Mapping[int, Mapping[str, Tensor]]
    """Values of the optimiser, by the number of their weights and by name."""

    steps_done: int
    """Steps so far."""

    rate_factor: float
    """Adapted factor of the learning rate."""


def save_state(path: Path, state: TrainerState, settings: TrainSettings) -> None:
    """Write a state atomically, with its settings for readers of the file.

    Raises:
        TrainingError: A value is not finite any more; nothing is written.
    """
    kept = {
        f"opt.{number}.{name}": value
        for number, values in state.optimiser.items()
        for name, value in values.items()
    }
    for values, name in (
        (state.weights, Message("weights")),
        (kept, Message("values of the optimiser")),
    ):
        if not _are_finite(values):
            raise make_divergence_error(state.steps_done, name)
    tensors = {f"net.{name}": tensor for name, tensor in state.weights.items()} | kept
    tensors[STEP] = torch.tensor(state.steps_done)
    tensors[RATE_FACTOR] = torch.tensor(state.rate_factor, dtype=torch.float64)
    stored = {name: tensor.cpu().contiguous() for name, tensor in tensors.items()}
    metadata = {"settings": json.dumps(asdict(settings))}
    write_atomically(path, format_tensors(stored, metadata))


def load_state(path: Path) -> TrainerState:
    """Return the state that ``save_state`` wrote, on the processor.

    Raises:
        TrainingError: The file cannot be read, or a value is not finite.
    """
    try:
        tensors = parse_tensors(path.read_bytes())
        weights: dict[str, Tensor] = {}
        optimiser: dict[int, dict[str, Tensor]] = {}
        for name, tensor in tensors.items():
            kind, _, rest = name.partition(".")
            if kind == "net":
                weights[rest] = tensor
            elif kind == "opt":
                number, _, entry = rest.partition(".")
                optimiser.setdefault(int(number), {})[entry] = tensor
        state = TrainerState(
            weights=weights,
            optimiser=optimiser,
            steps_done=int(tensors[STEP]),
            # States of earlier versions have no factor.
            rate_factor=float(tensors.get(RATE_FACTOR, 1.0)),
        )
    except (OSError, KeyError, ValueError, RuntimeError, SafetensorError) as error:
        raise make_damage_error(path, error) from error
    if not _are_finite(tensors):
        raise make_damage_error(path, ValueError("values that are no numbers"))
    return state


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


def make_damage_error(path: Path, error: Exception) -> TrainingError:
    """Return the error for a file that is not the state of a run."""
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


def _are_finite(tensors: Mapping[str, Tensor]) -> bool:
    return all(bool(tensor.isfinite().all()) for tensor in tensors.values())
