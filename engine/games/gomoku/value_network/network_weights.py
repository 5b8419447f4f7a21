"""Weights of the value network: the rows of all lines, and the head.

The rows are the output of a small network for each line (``docs/engines.md``).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from safetensors.numpy import load_file

from engine.core.files.file_stamp import FileStamp, read_stamp
from engine.core.files.paths import resources
from engine.core.kernels.records import new_records
from engine.games.gomoku.value_network.kernels.accumulator import HEAD
from engine.games.gomoku.value_network.layers import LARGEST, PLACES, UNIT, WIDTH
from engine.games.gomoku.value_network.line_rows import (
    canonical_contents,
    swapped_numbers,
)

LINE_LAYERS = ("line.0", "line.2", "line.4")
"""Layers from the cells of a line to its row, with rectifiers between them."""


class NetworkWeights(NamedTuple):
    """Weights of a ``LineSumNet`` as its kernels read them.

    rows: ``[R, WIDTH]`` int16: Black's view of each line, then White's.
    head: ``[1]`` record of the type ``HEAD``.
    """

    rows: npt.NDArray[np.int16]
    head: npt.NDArray[Any]


def load_value_network(path: Path | None = None) -> NetworkWeights:
    """Return the weights in a checked file, or those that the program ships with."""
    file = path or resources() / "nets" / "gomoku-4.safetensors"
    return _load_weights_at(file, read_stamp(file))


@lru_cache(maxsize=4)
def _load_weights_at(path: Path, stamp: FileStamp | None) -> NetworkWeights:
    """Return the weights in a file with this stamp."""
    del stamp  # part of the key
    return pack_weights(load_file(path))


def no_value_network() -> NetworkWeights:
    """Return the weights of a search that does not evaluate by the network."""
    return NetworkWeights(np.zeros((1, WIDTH), np.int16), new_records(1, HEAD))


def pack_weights(tensors: Mapping[str, npt.NDArray[np.floating]]) -> NetworkWeights:
    """Return the tensors of a ``LineSumNet`` as its kernels read them."""
    weights = {name: tensor.astype(np.float32) for name, tensor in tensors.items()}
    features = np.eye(4, dtype=np.float32)[canonical_contents()].reshape(-1, 4 * PLACES)
    for layer in LINE_LAYERS:
        if layer != LINE_LAYERS[0]:
            features = np.maximum(features, 0)
        features = features @ weights[f"{layer}.weight"].T + weights[f"{layer}.bias"]
    view = np.rint(np.clip(features, -LARGEST, LARGEST) * UNIT).astype(np.int16)
    head = new_records(1, HEAD)
    for layer in ("first", "second", "last"):
        head[layer][0] = np.squeeze(weights[f"{layer}.weight"].T)
        head[f"{layer}_bias"][0] = np.squeeze(weights[f"{layer}.bias"])
    rows = np.concatenate([view, view[swapped_numbers()]], axis=1)
    return NetworkWeights(rows, head)
