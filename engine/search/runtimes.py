"""Networks of a search: their files, and the runtime that evaluates them.

A runtime is a library with a precision.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, get_args

Runtime = Literal[
    "torch-float32", "torch-bfloat16", "onnx-float32", "onnx-int8", "kernels"
]
RUNTIMES: tuple[str, ...] = get_args(Runtime)

TORCH_FLOAT32: Final = "torch-float32"
TORCH_BFLOAT16: Final = "torch-bfloat16"
ONNX_FLOAT32: Final = "onnx-float32"
ONNX_INT8: Final = "onnx-int8"
KERNELS: Final = "kernels"
"""Compiled kernels of this program, for the line network."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NetworkChoice:
    """Networks of a search, in a preset."""

    net: str | tuple[str, ...] = ()
    """Names or files of networks, of which the one that fits the board is used; none
    for a search without a network."""

    evaluator: Runtime | None = None
    """Library that runs the network, with its precision; the fastest one by default."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueNetworkChoice:
    """Value network of an alpha-beta search, in a preset."""

    net: str | None = None
    """Name or file of the network, if the search evaluates by one; the shipped one by
    default."""
