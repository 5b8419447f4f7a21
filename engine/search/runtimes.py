"""Names of network runtimes: a library with a precision."""

from __future__ import annotations

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
