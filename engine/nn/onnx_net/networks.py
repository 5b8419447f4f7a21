"""ONNX models of the networks in ``engine.nn.torch_net.networks``, without torch.

Each function mirrors the ``forward`` method of the same kind of network. The line
network has its own kernels instead.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.nn.common.encoding import (
    ColourPlanes,
    FramedPlanes,
    MatrixPlane,
    MoverPlanes,
)
from engine.nn.common.net_info import NetInfo
from engine.nn.onnx_net.layers import Layers

Heads = tuple[str, str]
"""Names of the logits ``[B, N]`` and of the values ``[B]``."""


def add_network(layers: Layers, info: NetInfo, shape: tuple[int, ...]) -> Heads:
    """Add a network for one board size.

    Args:
        layers: Builder of the layers.
        info: Description of the network; its kind is a key of ``KINDS``.
        shape: Rows and columns of the input planes.

    Raises:
        ValueError, TypeError: The weights do not fit the network.
    """
    sizes = {"height", "width"} & info.parameters.keys()
    own = {name: n for name, n in info.parameters.items() if name not in sizes}
    heads = KINDS[info.kind](layers, *shape, **own)
    layers.check_all_read()
    return heads


def _residual(
    layers: Layers,
    rows: int,
    columns: int,
    *,
    blocks: int = 5,
    channels: int = 32,
    pooled: int = 16,
) -> Heads:
    planes = layers.planes(FramedPlanes.planes, rows, columns)
    cells = (rows - 2 * FramedPlanes.frame) * (columns - 2 * FramedPlanes.frame)
    bias_shape = cells, channels, pooled
    stem = layers.conv_norm(
        planes, "stem", (channels, FramedPlanes.planes, 3), pads=False
    )
    features, square = layers.relu(stem), (channels, channels, 3)
    for number in range(blocks):
        name = f"blocks.{number}"
        inner = layers.conv_norm(features, f"{name}.first", square)
        if number % 2:
            bias = _pooling_bias(layers, features, f"{name}.bias", bias_shape)
            inner = layers.add(layers.activation(inner, signed=True), bias)
        inner = layers.conv_norm(layers.relu(inner), f"{name}.second", square)
        inner = layers.activation(inner, signed=True)
        features = layers.relu(layers.add(inner, features))
    chosen = layers.conv_norm(features, "policy_features", (channels, channels, 1))
    bias = _pooling_bias(layers, features, "policy_bias", bias_shape)
    chosen = layers.add(layers.activation(chosen, signed=True), bias)
    # Logits in 8 bits would be too coarse, so the last layer remains in float32.
    chosen = layers.graph.node("Relu", chosen)
    logits = layers.flattened(layers.conv(chosen, "policy", (1, channels, 1)))
    reduced = layers.relu(layers.conv_norm(features, "value.0", (pooled, channels, 1)))
    reduced = layers.pooled(reduced, cells)
    hidden = layers.dense(reduced, "value.3", 3 * pooled, 2 * channels)
    return logits, _value(layers, hidden, "value.5", 2 * channels)


def _pooling_bias(
    layers: Layers, features: str, name: str, shape: tuple[int, int, int]
) -> str:
    """Add ``PoolingBias``; ``shape`` has cells, channels and pooled channels."""
    cells, channels, pooled = shape
    seen = layers.relu(
        layers.conv_norm(features, f"{name}.pooled", (pooled, channels, 1))
    )
    seen = layers.pooled(seen, cells)
    bias = layers.dense(seen, f"{name}.dense", 3 * pooled, channels)
    return layers.activation(layers.as_channels(bias), signed=True)


def _value(layers: Layers, hidden: str, name: str, units: int) -> str:
    """Add the end of a value head: ReLU, one unit, tanh."""
    value = layers.dense(layers.graph.node("Relu", hidden), name, units, 1)
    return layers.as_values(layers.graph.node("Tanh", value))


def _three_layers(
    layers: Layers, height: int, width: int, *, planes: int, policy_side: int
) -> Heads:
    features, cells = layers.planes(planes, height, width), height * width
    for name, outputs, inputs in (
        *(("trunk.0", 32, planes), ("trunk.2", 64, 32)),
        ("trunk.4", 128, 64),
    ):
        features = layers.relu(layers.conv(features, name, (outputs, inputs, 3)))
    chosen = layers.relu(layers.conv(features, "policy.0", (4, 128, policy_side)))
    logits = layers.dense(layers.flattened(chosen), "policy.3", 4 * cells, cells)
    reduced = layers.relu(layers.conv(features, "value.0", (2, 128, 1)))
    value = layers.dense(layers.flattened(reduced), "value.3", 2 * cells, 64)
    return logits, _value(layers, value, "value.5", 64)


def _ou(layers: Layers, height: int, width: int) -> Heads:
    return _three_layers(
        layers, height, width, planes=MoverPlanes.planes, policy_side=3
    )


def _ou_matrix(layers: Layers, height: int, width: int) -> Heads:
    return _three_layers(
        layers, height, width, planes=MatrixPlane.planes, policy_side=3
    )


def _liu(layers: Layers, height: int, width: int) -> Heads:
    return _three_layers(
        layers, height, width, planes=ColourPlanes.planes, policy_side=1
    )


def _zhang(layers: Layers, height: int, width: int) -> Heads:
    features = layers.planes(MoverPlanes.planes, height, width)
    for name, outputs, inputs in (
        *(("trunk.0", 32, 2), ("trunk.2", 64, 32)),
        *(("trunk.4", 64, 64), ("trunk.6", 96, 64)),
    ):
        features = layers.relu(layers.conv(features, name, (outputs, inputs, 3)))
    cells = height * width
    shared = layers.dense(layers.flattened(features), "trunk.9", 96 * cells, 128)
    shared = layers.graph.node("Sigmoid", shared)
    logits = layers.dense(shared, "policy", 128, cells)
    chance = layers.graph.node("Sigmoid", layers.dense(shared, "value.0", 128, 1))
    return logits, layers.as_values(layers.stretched(chance))


KINDS: Mapping[str, Callable[..., Heads]] = {
    "ou-2020": _ou,
    "ou-2020-matrix": _ou_matrix,
    "liu-2022": _liu,
    "zhang-hex": _zhang,
    "residual": _residual,
}
"""Builder of each network with an ONNX model, by its name in files."""
