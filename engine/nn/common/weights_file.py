"""Weights file of a network, read as NumPy arrays without torch."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from safetensors import SafetensorError
from safetensors.numpy import load as parse_tensors

from engine.nn.common.net_info import NetInfo, bytes_of, read_info, unreadable

Weights = dict[str, npt.NDArray[np.float32]]
"""Arrays by the names that torch gives them."""


def load_weights(path: Path) -> tuple[Weights, NetInfo]:
    """Return the weights in a file, and the description of the network.

    Counters, which only training needs, are omitted.

    Raises:
        NetError: The file is no such file, or is damaged.
    """
    info = read_info(path)
    try:
        return _checked(parse_tensors(bytes_of(path))), info
    except (OSError, ValueError, TypeError, KeyError, SafetensorError) as error:
        raise unreadable(path, error) from error


def check_shapes(path: Path, shapes: Mapping[str, tuple[int, ...]]) -> None:
    """Raise ``NetError`` unless a file has weights of these shapes, and no others.

    Args:
        path: The file.
        shapes: Shapes by the names that torch gives the weights.
    """
    weights, _ = load_weights(path)
    found = {name: tensor.shape for name, tensor in weights.items()}
    for name in sorted(shapes.keys() | found.keys()):
        if found.get(name) != shapes.get(name):
            problem = f"weights {name} of another shape"
            raise unreadable(path, ValueError(problem))


def _checked(tensors: Mapping[str, npt.NDArray[Any]]) -> Weights:
    """Return the real numbers among tensors as float32, all of them finite."""
    weights = {}
    for name, tensor in tensors.items():
        if not np.isfinite(tensor).all():
            raise ValueError(f"weights {name} that are no numbers")
        if np.issubdtype(tensor.dtype, np.floating):
            weights[name] = tensor.astype(np.float32)
    return weights
