"""Weights files: safetensors with the network's description as metadata.

Nothing in such a file is ever executed. A file that does not fit raises an error of one
sentence, so that a game can continue with another engine.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError
from safetensors.torch import load as parse_tensors
from safetensors.torch import save as format_tensors
from torch import Tensor, nn

from engine.core.files.atomic_file import write_atomically
from engine.core.game import GameSetup
from engine.nn.common.net_info import (
    FORMAT,
    NetInfo,
    bytes_of,
    read_info,
    rules_that_matter,
    unreadable,
)
from engine.nn.torch_net.networks import new_network, parameters_for


def new_info(
    kind: str, setups: tuple[GameSetup, ...], parameters: Mapping[str, int], **more: Any
) -> NetInfo:
    """Return the description of a new network for one or more setups."""
    return NetInfo(
        game=setups[0].game,
        kind=kind,
        parameters=parameters_for(kind, setups[0], parameters),
        sizes=tuple(dict.fromkeys(setup.size_text for setup in setups)),
        rules=rules_that_matter(setups[0]),
        **more,
    )


def save_network(
    path: Path, network: nn.Module, info: NetInfo, *, half: bool = False
) -> None:
    """Write the weights and the description of a network atomically.

    Args:
        path: File to write.
        network: Network with the weights.
        info: Description of the network.
        half: Whether to round weights to float16, for half the file size.
    """
    metadata = {"format": FORMAT}
    for name, value in asdict(info).items():
        metadata[name] = value if isinstance(value, str) else json.dumps(value)
    tensors = {
        name: _stored(tensor.detach().cpu().contiguous(), half=half)
        for name, tensor in network.state_dict().items()
    }
    write_atomically(path, format_tensors(tensors, metadata))


def _stored(tensor: Tensor, *, half: bool) -> Tensor:
    """Return a tensor for a file; values too large for float16 keep it in float32."""
    if not half or tensor.dtype != torch.float32:
        return tensor
    rounded = tensor.half()
    return rounded if bool(torch.isfinite(rounded).all()) else tensor


def load_network(path: Path) -> tuple[nn.Module, NetInfo]:
    """Return the network of a file in evaluation mode, and its description.

    Raises:
        NetError: The file is missing or damaged, or its kind of network is unknown.
    """
    info = read_info(path)
    try:
        with torch.device("meta"):
            network = new_network(info.kind, info.parameters)
        network.load_state_dict(
            _checked(parse_tensors(bytes_of(path)), network), assign=True
        )
    except (OSError, ValueError, TypeError, KeyError, SafetensorError) as error:
        raise unreadable(path, error) from error
    network.requires_grad_(requires_grad=False)
    return network.eval(), info


def _checked(tensors: dict[str, Tensor], network: nn.Module) -> dict[str, Tensor]:
    """Return tensors in the network's types; ``ValueError`` if they do not fit."""
    expected = network.state_dict()
    if tensors.keys() != expected.keys():
        raise ValueError("other weights than its kind has")
    for name, tensor in tensors.items():
        wanted = expected[name]
        is_half = (tensor.dtype, wanted.dtype) == (torch.float16, torch.float32)
        if tensor.shape != wanted.shape or not (
            is_half or tensor.dtype == wanted.dtype
        ):
            raise ValueError(f"weights {name} of another shape")
        if not bool(torch.isfinite(tensor).all()):
            raise ValueError(f"weights {name} that are no numbers")
    return {name: tensor.to(expected[name].dtype) for name, tensor in tensors.items()}
