"""CUDA graphs of a network: one launch for a whole evaluation.

A small network takes some hundred kernels of a few microseconds each; launching them
one by one takes longer than they do, above all where processes share the device.
"""

from __future__ import annotations

from threading import Lock

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn

from engine.nn.common.encoding import Planes
from engine.search.evaluation import Values

BATCH_STEP = 64
"""A graph has one size of batch, a multiple of this; smaller batches are filled up."""

WARM_UP = 3
"""Evaluations before a capture, in which cuDNN selects its algorithms."""


class CudaGraphs:
    """A network on a CUDA device, captured once for each shape of batch.

    Calls from several threads wait for each other.

    Args:
        network: The network on its device, in evaluation mode.
        dtype: Type of the arithmetic.
    """

    def __init__(self, network: nn.Module, dtype: torch.dtype) -> None:
        self._network = network
        self._dtype = dtype
        self._graphs: dict[tuple[int, ...], _Graph] = {}
        self._lock = Lock()

    def run(self, planes: Planes) -> tuple[npt.NDArray[np.float32], Values]:
        """Return logits ``[B, N]`` and values ``[B]`` of ``[B, planes, H, W]``."""
        shape = (fill_up(len(planes)), *planes.shape[1:])
        with self._lock, torch.inference_mode():
            graph = self._graphs.get(shape)
            if graph is None:
                graph = self._graphs[shape] = _Graph(self._network, self._dtype, shape)
            found = graph.replay(torch.from_numpy(planes))
        return np.ascontiguousarray(found[:, :-1]), found[:, -1].copy()


def fill_up(count: int) -> int:
    """Return the size of the batch in which ``count`` positions are evaluated."""
    return -(-count // BATCH_STEP) * BATCH_STEP


class _Graph:
    """One captured evaluation with the memory of its input and output."""

    def __init__(
        self, network: nn.Module, dtype: torch.dtype, shape: tuple[int, ...]
    ) -> None:
        device = next(network.parameters()).device
        self._network = network
        self._dtype = dtype
        self._input = torch.zeros(shape, device=device)
        self._graph = torch.cuda.CUDAGraph()
        stream = torch.cuda.Stream(device)  # type: ignore[no-untyped-call]
        stream.wait_stream(torch.cuda.current_stream(device))
        with torch.backends.cudnn.flags(enabled=True, benchmark=True):
            with torch.cuda.stream(stream):
                for _ in range(WARM_UP):
                    self._evaluate()
            torch.cuda.current_stream(device).wait_stream(stream)
            with torch.cuda.graph(
                self._graph, stream=stream, capture_error_mode="thread_local"
            ):
                self._output = self._evaluate()

    def replay(self, planes: Tensor) -> npt.NDArray[np.float32]:
        """Return logits and, in the last column, values: ``[B, N + 1]``."""
        self._input[: len(planes)].copy_(planes)
        self._graph.replay()
        found: npt.NDArray[np.float32] = self._output[: len(planes)].cpu().numpy()
        return found

    def _evaluate(self) -> Tensor:
        board = self._input.to(dtype=self._dtype, memory_format=torch.channels_last)
        logits, values = self._network(board)
        return torch.cat([logits.float(), values.float()[:, None]], dim=1)
