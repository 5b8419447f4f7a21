"""Weights on disk: a safetensors file whose metadata says what they are for.

Nothing in such a file is ever executed. Whatever does not fit is refused with one
sentence, so that a game can go on with another engine.
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

from engine.core.atomic_file import write_atomically
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
    """Return what a new network for some boards is."""
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
    """Write the weights of a network and what it is, atomically.

    Args:
        path: The file.
        network: The network.
        info: What it is.
        half: Whether to round weights to float16: half the size, and enough to play by.
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
    """Return a tensor as a file has it; one too large for float16 stays as it is."""
    if not half or tensor.dtype != torch.float32:
        return tensor
    rounded = tensor.half()
    return rounded if bool(torch.isfinite(rounded).all()) else tensor


def load_network(path: Path) -> tuple[nn.Module, NetInfo]:
    """Return the network of a file, ready to judge, and what it is.

    Raises:
        NetError: It is no such file, damaged, or of a kind that is not known.
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
    """Return tensors that are exactly those of the network, all numbers finite."""
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
