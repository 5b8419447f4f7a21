"""Weights file of a line-pattern network, read without torch.

Loading torch takes two seconds, and inference of such a network needs none of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt
from safetensors import SafetensorError
from safetensors.numpy import load as parse_tensors

from engine.nn.common.net_info import NetInfo, bytes_of, read_info, unreadable
from engine.nn.line_net.packed_weights import (
    CHANNELS,
    OUTSIDE,
    PLACES,
    REACH,
    LineWeights,
)

Weights = npt.NDArray[np.float32]

HIDDEN = 64
"""Hidden units of the layers from a line to its features."""


@cache
def patterns() -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float32]]:
    """Return the pattern index of each line ``[4 ** 9]``, and patterns ``[P, 36]``.

    A line and its mirror image are one pattern. A pattern is a one-hot code of its nine
    cells. Impossible lines have pattern 0.
    """
    codes = np.arange(1 << 2 * PLACES)
    cells = (codes[:, None] >> 2 * np.arange(PLACES)) & 3
    off = cells == OUTSIDE
    # Boards are convex: cells beyond an outside cell are outside, too.
    before, after = off[:, :REACH], off[:, REACH + 1 :]
    is_real = ~off[:, REACH]
    is_real &= (before[:, :-1] >= before[:, 1:]).all(axis=1)
    is_real &= (after[:, :-1] <= after[:, 1:]).all(axis=1)
    mirrored = (cells << 2 * np.arange(PLACES)[::-1]).sum(axis=1)
    first = np.where(is_real, np.minimum(codes, mirrored), 0)
    kept, number = np.unique(first, return_inverse=True)
    one_hot = np.eye(4, dtype=np.float32)[cells[kept]].reshape(len(kept), 4 * PLACES)
    return number.reshape(-1), one_hot


def swapped_patterns() -> npt.NDArray[np.int64]:
    """Return ``[P]``: the pattern of each one with colours swapped."""
    number, one_hot = patterns()
    cells = one_hot.reshape(-1, PLACES, 4).argmax(axis=2)
    swapped = np.array([0, 2, 1, OUTSIDE])[cells]
    found: npt.NDArray[np.int64] = number[
        (swapped << 2 * np.arange(PLACES)).sum(axis=1)
    ]
    return found


SHAPES: Mapping[str, tuple[int, ...]] = {
    "near": (3, CHANNELS),
    "near_bias": (CHANNELS,),
    "line.0.weight": (HIDDEN, 4 * PLACES),
    "line.0.bias": (HIDDEN,),
    "line.2.weight": (HIDDEN, HIDDEN),
    "line.2.bias": (HIDDEN,),
    "line.4.weight": (CHANNELS, HIDDEN),
    "line.4.bias": (CHANNELS,),
    "mixed.weight": (CHANNELS, CHANNELS),
    "mixed.bias": (CHANNELS,),
    "pooled.weight": (CHANNELS, 2 * CHANNELS),
    "pooled.bias": (CHANNELS,),
    "told.weight": (CHANNELS, CHANNELS),
    "told.bias": (CHANNELS,),
    "policy.weight": (1, CHANNELS),
    "policy.bias": (1,),
    "judged.weight": (CHANNELS, CHANNELS),
    "judged.bias": (CHANNELS,),
    "value.weight": (1, CHANNELS),
    "value.bias": (1,),
}
"""Shapes of the tensors of a ``LineNet``; dense layers are ``[outputs, inputs]``."""

HELD = frozenset({"float16", "float32"})
"""Types of weights in files."""


def weights_from(tensors: Mapping[str, Weights]) -> LineWeights:
    """Return the tensors of a ``LineNet`` as its kernels read them."""
    number, one_hot = patterns()
    table = one_hot
    for layer in ("line.0", "line.2", "line.4"):
        if layer != "line.0":
            table = np.maximum(table, 0)
        table = table @ tensors[f"{layer}.weight"].T + tensors[f"{layer}.bias"]
    dense = (
        part
        for layer in ("mixed", "pooled", "told")
        for part in (tensors[f"{layer}.weight"].T, tensors[f"{layer}.bias"])
    )
    # A bias of all cells does not change the softmax.
    parts = [
        *(table, tensors["near"], tensors["near_bias"], *dense),
        tensors["policy.weight"][0],
        *(tensors["judged.weight"].T, tensors["judged.bias"]),
        np.concatenate([tensors["value.weight"][0], tensors["value.bias"]]),
    ]
    whole = (np.ascontiguousarray(part, np.float32) for part in parts)
    return LineWeights(number.astype(np.uint16), *whole)


def load_lines(path: Path) -> tuple[LineWeights, NetInfo]:
    """Return the weights in a file, and the description of the network.

    Raises:
        NetError: The file is no such file, damaged, or has another kind of network.
    """
    info = read_info(path)
    try:
        tensors = _checked(parse_tensors(bytes_of(path)))
    except (OSError, ValueError, TypeError, KeyError, SafetensorError) as error:
        raise unreadable(path, error) from error
    return weights_from(tensors), info


def _checked(tensors: Mapping[str, npt.NDArray[np.floating]]) -> dict[str, Weights]:
    """Return the tensors as float32; raise unless they are a finite ``LineNet``."""
    if tensors.keys() != SHAPES.keys():
        raise ValueError("other weights than its kind has")
    for name, tensor in tensors.items():
        if tensor.shape != SHAPES[name] or tensor.dtype.name not in HELD:
            raise ValueError(f"weights {name} of another shape")
        if not np.isfinite(tensor).all():
            raise ValueError(f"weights {name} that are no numbers")
    return {name: tensor.astype(np.float32) for name, tensor in tensors.items()}
