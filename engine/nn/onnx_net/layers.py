"""Layers of networks as parts of an ONNX model, in float32 or in int8.

In int8 an activation is an unsigned byte with one scale per tensor. A weight is a
signed byte with one scale per output channel, and a sum is a 32-bit integer.
Source: Jacob et al. 2018, "Quantization and training of neural networks".

Rounded weights shift the mean of a layer's output. Its bias corrects the shift.
Source: Nagel et al. 2019, "Data-free quantization through weight equalization and bias
correction", section 4.2.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.nn.onnx_net.graph import BATCH, OnnxGraph

Array = npt.NDArray[np.float32]

USUAL_SIDE = 14.0
"""Side of an average board, as in ``engine.nn.torch_net.networks``."""

NORM_EPSILON = 1e-5
"""Term added to the variance of a batch norm; torch's default."""

BYTE = 255
SIGNED_BYTE = 127
MIDDLE = 128
"""Largest unsigned byte, largest signed byte, zero point of signed activations."""

CHANNEL_GROUP = 4
"""Input channels that integer kernels read together."""

LEAST_SCALE = 1e-8
LARGEST_BIAS = 2.0**30
"""Bounds that keep scales above zero and biases within 32 bits."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ActivationStatistics:
    """Statistics of an activation with ``C`` channels."""

    largest: float
    """Largest magnitude in range; elements beyond it are clipped."""

    means: Array
    """``[C]``: mean of each channel."""


class Layers:
    """Builder of the layers of one network.

    Args:
        weights: Arrays by their names in a file of weights.
        statistics: Statistics of each activation, in the order of the calls of
            ``activation``, for int8; ``None`` selects float32.
        weight_bits: Bits of a weight in int8.
    """

    def __init__(
        self,
        weights: Mapping[str, Array],
        *,
        statistics: Sequence[ActivationStatistics] | None = None,
        weight_bits: int = 8,
    ) -> None:
        self.graph = OnnxGraph()
        self._weights = weights
        self._statistics = statistics
        self._largest_weight = 2 ** (weight_bits - 1) - 1
        self._scales: dict[str, np.float32] = {}
        self._means: dict[str, Array] = {}
        self._activations: list[str] = []
        self._planes = ""
        self._read: set[str] = set()

    def planes(self, planes: int, height: int, width: int) -> str:
        """Add the input: ``[B, planes, H, W]`` float32.

        In int8 the input is uint8, padded with zero planes to a multiple of four.
        """
        if self._statistics is None:
            return self.graph.input("planes", "float32", (BATCH, planes, height, width))
        padded = padded_channels(planes)
        given = self.graph.input("planes", "uint8", (BATCH, padded, height, width))
        one, zero = self._constants(np.float32(1), np.uint8(0))
        self._planes = self.graph.node("DequantizeLinear", given, one, zero)
        self._scales[self._planes] = np.float32(1)
        return self._planes

    def activation(self, given: str, *, signed: bool = False) -> str:
        """Return an activation for the next layer; in int8 it is rounded to bytes.

        Args:
            given: Tensor to round.
            signed: Whether the tensor has negative elements.
        """
        number = len(self._activations)
        self._activations.append(given)
        if self._statistics is None:
            return given
        own = self._statistics[number]
        steps = SIGNED_BYTE if signed else BYTE
        scale = np.float32(max(own.largest / steps, LEAST_SCALE))
        parameters = self._constants(scale, np.uint8(MIDDLE if signed else 0))
        rounded = self.graph.node("QuantizeLinear", given, *parameters)
        read = self.graph.node("DequantizeLinear", rounded, *parameters)
        self._scales[read], self._means[read] = scale, own.means
        return read

    def relu(self, given: str) -> str:
        """Add a ReLU, followed by ``activation``."""
        return self.activation(self.graph.node("Relu", given))

    def add(self, first: str, second: str) -> str:
        """Add the sum of two tensors."""
        return self.graph.node("Add", first, second)

    def conv(self, given: str, name: str, shape: tuple[int, int, int]) -> str:
        """Add a convolution whose output has the size of its input.

        Args:
            given: ``[B, inputs, H, W]``.
            name: Name of the layer in the file.
            shape: Output channels, input channels, and side of the kernel.
        """
        outputs, inputs, side = shape
        kernel = self._array(f"{name}.weight", (outputs, inputs, side, side))
        bias = self._array(f"{name}.bias", (outputs,))
        return self._conv(given, kernel, bias, pads=True)

    def conv_norm(
        self,
        given: str,
        name: str,
        shape: tuple[int, int, int],
        *,
        pads: bool = True,
    ) -> str:
        """Add a convolution with folded batch norm; see ``conv``."""
        outputs, inputs, side = shape
        kernel = self._array(f"{name}.conv.weight", (outputs, inputs, side, side))
        scale, shift, mean, variance = (
            self._array(f"{name}.norm.{part}", (outputs,)).astype(np.float64)
            for part in ("weight", "bias", "running_mean", "running_var")
        )
        factor = scale / np.sqrt(variance + NORM_EPSILON)
        folded = kernel * factor[:, np.newaxis, np.newaxis, np.newaxis]
        return self._conv(given, folded, shift - mean * factor, pads=pads)

    def dense(self, given: str, name: str, inputs: int, outputs: int) -> str:
        """Add a dense layer from ``[B, inputs]`` to ``[B, outputs]``, in float32."""
        weight = self._array(f"{name}.weight", (outputs, inputs))
        bias = self._array(f"{name}.bias", (outputs,))
        return self.graph.node("Gemm", given, *self._constants(weight, bias), transB=1)

    def pooled(self, given: str, cells: int) -> str:
        """Add ``GlobalPool``: ``[B, C, H, W]`` to ``[B, 3 * C]``, ``cells`` = H * W."""
        graph = self.graph
        mean = self.flattened(graph.node("GlobalAveragePool", given))
        factor = np.float32((cells**0.5 - USUAL_SIDE) * 0.1)
        scaled = graph.node("Mul", mean, *self._constants(factor))
        largest = self.flattened(graph.node("GlobalMaxPool", given))
        return graph.node("Concat", mean, scaled, largest, axis=1)

    def flattened(self, given: str) -> str:
        """Add a reshape of ``[B, ...]`` to ``[B, N]``."""
        return self.graph.node("Flatten", given, axis=1)

    def as_channels(self, given: str) -> str:
        """Add a reshape of ``[B, C]`` to ``[B, C, 1, 1]``."""
        axes = self._constants(np.array([2, 3], np.int64))
        return self.graph.node("Unsqueeze", given, *axes)

    def as_values(self, given: str) -> str:
        """Add a reshape of ``[B, 1]`` to ``[B]``."""
        axes = self._constants(np.array([1], np.int64))
        return self.graph.node("Squeeze", given, *axes)

    def stretched(self, given: str) -> str:
        """Add a mapping of win probabilities in [0, 1] to values in [-1, 1]."""
        two, minus_one = self._constants(np.float32(2), np.float32(-1))
        return self.graph.node("Add", self.graph.node("Mul", given, two), minus_one)

    def check_all_read(self) -> None:
        """Raise ``ValueError`` unless every array of the file belongs to a layer."""
        extra = self._weights.keys() - self._read
        if extra:
            raise ValueError(f"weights {min(extra)} that the network does not have")

    def model(self, logits: str, values: str) -> bytes:
        """Return the model with outputs logits ``[B, N]`` and values ``[B]``."""
        self.graph.output(logits, "float32", (BATCH, "cells"))
        self.graph.output(values, "float32", (BATCH,))
        return self.graph.to_bytes()

    def calibration_model(self) -> bytes:
        """Return the model that outputs statistics of each activation.

        It has two outputs for each call of ``activation``, in that order: the largest
        magnitude in each position, ``[B]``, and the mean of each channel, ``[C]``.
        """
        for name in self._activations:
            flat = self.flattened(self.graph.node("Abs", name))
            largest = self.graph.node("ReduceMax", flat, axes=(1,), keepdims=0)
            self.graph.output(largest, "float32", (BATCH,))
            means = self.graph.node("ReduceMean", name, axes=(0, 2, 3), keepdims=0)
            self.graph.output(means, "float32", ("channels",))
        return self.graph.to_bytes()

    def _conv(
        self,
        given: str,
        kernel: npt.NDArray[Any],
        bias: npt.NDArray[Any],
        *,
        pads: bool,
    ) -> str:
        side = kernel.shape[2]
        if given == self._planes:
            extra = padded_channels(kernel.shape[1]) - kernel.shape[1]
            kernel = np.pad(kernel, ((0, 0), (0, extra), (0, 0), (0, 0)))
        return self.graph.node(
            "Conv",
            *(given, *self._parameters(given, kernel, bias)),
            kernel_shape=(side, side),
            pads=(side // 2 if pads else 0,) * 4,
        )

    def _parameters(
        self, given: str, kernel: npt.NDArray[Any], bias: npt.NDArray[Any]
    ) -> list[str]:
        """Return kernel and bias; they are integers if the layer reads bytes."""
        read_scale = self._scales.get(given)
        if read_scale is None:
            return self._constants(kernel.astype(np.float32), bias.astype(np.float32))
        largest = np.abs(kernel).max(axis=(1, 2, 3)) / self._largest_weight
        least = np.abs(bias) / (read_scale * LARGEST_BIAS)
        scales = np.maximum(np.maximum(largest, least), LEAST_SCALE).astype(np.float32)
        step = scales[:, np.newaxis, np.newaxis, np.newaxis]
        rounded = np.rint(kernel / step)
        if given in self._means:
            errors = (rounded * step - kernel).sum(axis=(2, 3))
            bias = bias - errors @ self._means[given]
        sum_scales = scales * read_scale
        return [
            self._restored(rounded.astype(np.int8), scales),
            self._restored(np.rint(bias / sum_scales).astype(np.int32), sum_scales),
        ]

    def _restored(self, integers: npt.NDArray[Any], scales: Array) -> str:
        """Add integers with one scale per output channel, as real numbers."""
        zeros = np.zeros(scales.shape, integers.dtype)
        parts = self._constants(integers, scales, zeros)
        return self.graph.node("DequantizeLinear", *parts, axis=0)

    def _array(self, name: str, shape: tuple[int, ...]) -> Array:
        """Return an array of the file.

        Raises:
            ValueError: The array is missing or has another shape.
        """
        self._read.add(name)
        array = self._weights.get(name)
        if array is None or array.shape != shape:
            raise ValueError(f"no weights {name} of shape {shape}")
        return array

    def _constants(self, *arrays: npt.NDArray[Any] | np.generic) -> list[str]:
        return [self.graph.constant(np.asarray(array)) for array in arrays]


def padded_channels(count: int) -> int:
    """Return the next multiple of four, for which integer kernels are fastest."""
    return -(-count // CHANNEL_GROUP) * CHANNEL_GROUP
