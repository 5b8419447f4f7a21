"""Weights files of line networks, read without torch.

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
    AREA,
    CHANNELS,
    HEAD_UNITS,
    LARGEST,
    OUTSIDE,
    PLACES,
    POLICY_UNITS,
    REACH,
    UNIT,
    VIEW,
    WIDTH,
    LineWeights,
    SumWeights,
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


LINE_SHAPES: Mapping[str, tuple[int, ...]] = {
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

SUM_SHAPES: Mapping[str, tuple[int, ...]] = {
    "line.0.weight": (HIDDEN, 4 * PLACES),
    "line.0.bias": (HIDDEN,),
    "line.2.weight": (HIDDEN, HIDDEN),
    "line.2.bias": (HIDDEN,),
    "line.4.weight": (VIEW, HIDDEN),
    "line.4.bias": (VIEW,),
    "first.weight": (HEAD_UNITS, WIDTH),
    "first.bias": (HEAD_UNITS,),
    "second.weight": (HEAD_UNITS, HEAD_UNITS),
    "second.bias": (HEAD_UNITS,),
    "last.weight": (1, HEAD_UNITS),
    "last.bias": (1,),
    "seen.weight": (POLICY_UNITS, WIDTH),
    "seen.bias": (POLICY_UNITS,),
    "told.weight": (POLICY_UNITS, HEAD_UNITS),
    "policy.weight": (1, POLICY_UNITS),
}
"""Shapes of the tensors of a ``LineSumNet``."""

SHAPES: Mapping[str, Mapping[str, tuple[int, ...]]] = {
    "lines": LINE_SHAPES,
    "line-sums": SUM_SHAPES,
}
"""Shapes of the tensors by kind of network."""

HELD = frozenset({"float16", "float32"})
"""Types of weights in files."""


def load_lines(path: Path) -> tuple[LineWeights | SumWeights, NetInfo]:
    """Return the weights in a file, and the description of the network.

    Raises:
        NetError: The file is no such file, damaged, or has another kind of network.
    """
    info = read_info(path)
    try:
        tensors = _checked(parse_tensors(bytes_of(path)), _shapes_of(info.kind))
    except (OSError, ValueError, TypeError, KeyError, SafetensorError) as error:
        raise unreadable(path, error) from error
    return pack_lines(info.kind, tensors), info


def _shapes_of(kind: str) -> Mapping[str, tuple[int, ...]]:
    """Return the shapes of the tensors of a kind of line network."""
    if kind not in SHAPES:
        raise ValueError("other weights than its kind has")
    return SHAPES[kind]


def pack_lines(kind: str, tensors: Mapping[str, Weights]) -> LineWeights | SumWeights:
    """Return the tensors of a line network as its kernels read them."""
    return _pack_sums(tensors) if kind == "line-sums" else _pack_lines(tensors)


def _pack_lines(tensors: Mapping[str, Weights]) -> LineWeights:
    """Return the tensors of a ``LineNet`` as its kernels read them."""
    number, table = _table_of_lines(tensors)
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
    return LineWeights(number, *whole)


def _pack_sums(tensors: Mapping[str, Weights]) -> SumWeights:
    """Return the tensors of a ``LineSumNet`` as its kernels read them."""
    number, table = _table_of_lines(tensors)
    view = np.rint(np.clip(table, -LARGEST, LARGEST) * UNIT)
    rows = np.concatenate([view, view[swapped_patterns()]], axis=1)
    parts = [
        tensors["first.weight"].T / (UNIT * AREA),
        tensors["first.bias"],
        *(tensors["second.weight"].T, tensors["second.bias"]),
        np.concatenate([tensors["last.weight"][0], tensors["last.bias"]]),
        *(tensors["seen.weight"].T / UNIT, tensors["seen.bias"]),
        *(tensors["told.weight"].T, tensors["policy.weight"][0]),
    ]
    whole = (np.ascontiguousarray(part, np.float32) for part in parts)
    return SumWeights(number, rows.astype(np.int16), *whole)


def _table_of_lines(
    tensors: Mapping[str, Weights],
) -> tuple[npt.NDArray[np.uint16], Weights]:
    """Return the pattern index of each line, and the features of each pattern."""
    number, table = patterns()
    for layer in ("line.0", "line.2", "line.4"):
        if layer != "line.0":
            table = np.maximum(table, 0)
        table = table @ tensors[f"{layer}.weight"].T + tensors[f"{layer}.bias"]
    return number.astype(np.uint16), table


def _checked(
    tensors: Mapping[str, npt.NDArray[np.floating]],
    shapes: Mapping[str, tuple[int, ...]],
) -> dict[str, Weights]:
    """Return the tensors as float32; raise unless all are finite and have shapes."""
    if tensors.keys() != shapes.keys():
        raise ValueError("other weights than its kind has")
    for name, tensor in tensors.items():
        if tensor.shape != shapes[name] or tensor.dtype.name not in HELD:
            raise ValueError(f"weights {name} of another shape")
        if not np.isfinite(tensor).all():
            raise ValueError(f"weights {name} that are no numbers")
    return {name: tensor.astype(np.float32) for name, tensor in tensors.items()}
