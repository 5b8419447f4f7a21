"""Factory of network evaluators, with the fastest available runtime for each network.

torch is imported only to run a network: the import takes two seconds, and the package
is optional for playing.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from engine.core.errors import MissingPackageError, NetError
from engine.core.message import Message
from engine.nn.common.evaluator_settings import EvaluatorSettings
from engine.nn.common.net_evaluator import NetEvaluator
from engine.nn.common.net_info import KINDS_WITH_KERNELS, NetInfo, read_info, unreadable
from engine.nn.torch_net.torch_loader import has_cuda, has_torch, load_torch
from engine.search.runtimes import (
    KERNELS,
    ONNX_FLOAT32,
    ONNX_INT8,
    TORCH_BFLOAT16,
    TORCH_FLOAT32,
    Runtime,
)

if TYPE_CHECKING:
    from engine.nn.torch_net.networks import Network

ONNX_PRECISION: Mapping[str, Runtime] = {
    "residual": ONNX_INT8,
    "ou-2020": ONNX_FLOAT32,
    "ou-2020-matrix": ONNX_FLOAT32,
    "liu-2022": ONNX_FLOAT32,
    "zhang-hex": ONNX_FLOAT32,
}
"""ONNX runtime by kind of network; int8 only where it won a match at equal time.

See docs/benchmarks.md.
"""


def new_evaluator(
    network: Network, info: NetInfo, settings: EvaluatorSettings | None = None
) -> NetEvaluator:
    """Return the evaluator of a network in memory.

    Raises:
        NetError: The runtime is not installed, or does not support the network.
    """
    settings = resolve_runtime(info.kind, settings)
    if settings.runtime == KERNELS:
        from engine.nn.line_net.evaluator import LineEvaluator  # noqa: PLC0415
        from engine.nn.line_net.weights_file import pack_lines  # noqa: PLC0415
        from engine.nn.torch_net.networks import export_weights  # noqa: PLC0415

        return LineEvaluator(pack_lines(info.kind, export_weights(network)), info)
    if settings.runtime in {ONNX_FLOAT32, ONNX_INT8}:
        from engine.nn.onnx_net.evaluator import OnnxEvaluator  # noqa: PLC0415
        from engine.nn.torch_net.networks import export_weights  # noqa: PLC0415

        return OnnxEvaluator(export_weights(network), info, settings)
    from engine.nn.torch_net.evaluator import TorchEvaluator  # noqa: PLC0415

    return TorchEvaluator(network, info, settings)


def load_evaluator(
    path: Path, settings: EvaluatorSettings | None = None
) -> NetEvaluator:
    """Return the evaluator of the network in a file.

    Raises:
        NetError: The file has no valid network, or the runtime is not installed or
            does not support the network.
    """
    info = read_info(path)
    settings = resolve_runtime(info.kind, settings)
    if settings.runtime == KERNELS:
        from engine.nn.line_net.evaluator import LineEvaluator  # noqa: PLC0415
        from engine.nn.line_net.weights_file import load_lines  # noqa: PLC0415

        return LineEvaluator(*load_lines(path))
    if settings.runtime in {ONNX_FLOAT32, ONNX_INT8}:
        from engine.nn.common.weights_file import load_weights  # noqa: PLC0415
        from engine.nn.onnx_net.evaluator import OnnxEvaluator  # noqa: PLC0415

        weights, info = load_weights(path)
        try:
            return OnnxEvaluator(weights, info, settings)
        except (ValueError, TypeError) as error:
            raise unreadable(path, error) from error
    load_torch()
    from engine.nn.torch_net.checkpoint import load_network  # noqa: PLC0415

    return new_evaluator(*load_network(path), settings)


def resolve_runtime(kind: str, settings: EvaluatorSettings | None) -> EvaluatorSettings:
    """Return settings with a runtime for a kind of network.

    Raises:
        NetError: See ``choose_runtime``.
    """
    settings = settings or EvaluatorSettings()
    return replace(settings, runtime=choose_runtime(kind, settings.runtime))


def choose_runtime(kind: str, wanted: Runtime | None) -> Runtime:
    """Return the runtime for a kind of network: ``wanted``, or else the fastest.

    Raises:
        NetError: The runtime is not installed, or does not support the kind.
    """
    runtime = wanted or fastest_runtime(kind)
    is_onnx = runtime in {ONNX_FLOAT32, ONNX_INT8}
    if (is_onnx and kind not in ONNX_PRECISION) or (
        runtime == KERNELS and kind not in KINDS_WITH_KERNELS
    ):
        raise NetError(
            Message(
                "Expected an evaluator that runs networks of the kind {kind}, "
                "got {name}.",
                kind=kind,
                name=runtime,
            )
        )
    if is_onnx and not has_onnx_runtime():
        raise MissingPackageError(
            Message(
                "Expected the package onnxruntime for the evaluator {name}, "
                "found none.",
                name=runtime,
            )
        )
    return runtime


def untraced_settings(kind: str) -> EvaluatorSettings:
    """Return the settings of an exact evaluator for a few batches.

    It is slower, but saves the memory of a traced graph, which torch never frees.
    """
    runtime: Runtime = KERNELS if kind in KINDS_WITH_KERNELS else TORCH_FLOAT32
    return EvaluatorSettings(runtime=runtime, traced=False)


def fastest_runtime(kind: str) -> Runtime:
    """Return the fastest installed runtime for a kind of network.

    Raises:
        MissingPackageError: No runtime for the network is installed.
    """
    if has_cuda():
        return TORCH_FLOAT32
    if kind in KINDS_WITH_KERNELS:
        return KERNELS
    if kind in ONNX_PRECISION and has_onnx_runtime():
        return ONNX_PRECISION[kind]
    if not has_torch():
        raise MissingPackageError(
            Message(
                "Expected the package onnxruntime or torch for this engine's network, "
                "found neither."
            )
        )
    return torch_runtime()


def torch_runtime() -> Runtime:
    """Return the torch runtime with the precision that suits this processor."""
    load_torch()
    from engine.nn.torch_net.evaluator import calculates_in_half  # noqa: PLC0415

    return TORCH_BFLOAT16 if calculates_in_half() else TORCH_FLOAT32


def has_onnx_runtime() -> bool:
    """Return whether the package onnxruntime is installed."""
    return importlib.util.find_spec("onnxruntime") is not None
