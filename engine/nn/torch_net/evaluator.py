"""Evaluator of a network by torch: batches of leaves to policies and values.

Batch norms are folded into convolutions, and tensors use the channels-last memory
format. The graph is traced and optimised for the processor once for each board shape.
On CUDA it is captured.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from threading import Lock
from typing import cast

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn

from engine.nn.common.encoding import Planes
from engine.nn.common.evaluator_settings import EvaluatorSettings
from engine.nn.common.net_info import NetInfo
from engine.nn.common.plane_evaluator import PlaneEvaluator
from engine.nn.torch_net.cuda_graphs import CudaGraphs
from engine.nn.torch_net.networks import Output, fold_norms
from engine.search.evaluation import Values
from engine.search.runtimes import TORCH_BFLOAT16

WARM_UP = 3
"""Calls after which a graph is fully optimised."""

Graph = Callable[[Tensor], Output]


class TorchEvaluator(PlaneEvaluator):
    """Evaluator that runs a network by torch.

    Args:
        network: Network to run; the evaluator copies it.
        info: Description of the network.
        settings: Evaluator settings.
    """

    def __init__(
        self,
        network: nn.Module,
        info: NetInfo,
        settings: EvaluatorSettings | None = None,
    ) -> None:
        super().__init__(info)
        settings = settings or EvaluatorSettings()
        self._traces = settings.traced
        usual = "cuda" if torch.cuda.is_available() else "cpu"
        self._device = torch.device(settings.device or usual)
        half = settings.runtime == TORCH_BFLOAT16
        if settings.runtime is None:
            half = self._device.type == "cpu" and calculates_in_half()
        self._type = torch.bfloat16 if half else torch.float32
        self._network = deepcopy(network).requires_grad_(requires_grad=False)
        fold_norms(self._network)
        self._network.to(device=self._device, dtype=self._type)
        self._network.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
        self._cuda: CudaGraphs | None = None
        if self._device.type == "cuda":
            self._cuda = CudaGraphs(self._network, self._type)
        self._graphs: dict[tuple[int, ...], Graph] = {}
        self._lock = Lock()
        if settings.threads is not None:
            torch.set_num_threads(settings.threads)

    def run(self, planes: Planes) -> tuple[npt.NDArray[np.float32], Values]:
        """See ``PlaneEvaluator.run``."""
        if self._cuda is not None:
            return self._cuda.run(planes)
        with torch.inference_mode():
            board = torch.from_numpy(planes).to(
                device=self._device,
                dtype=self._type,
                memory_format=torch.channels_last,
            )
            logits, values = self._graph_for(board)(board)
            return logits.float().cpu().numpy(), values.float().cpu().numpy()

    def _graph_for(self, board: Tensor) -> Graph:
        shape = tuple(board.shape[1:])
        with self._lock:
            graph = self._graphs.get(shape)
            if graph is None:
                graph = self._traced(board) if self._traces else self._network
                self._graphs[shape] = graph
        return graph

    def _traced(self, board: Tensor) -> Graph:
        # The tracer makes the board size a constant, with a warning; the batch size
        # remains variable.
        with _quiet():
            example = board[:1].expand(2, -1, -1, -1).contiguous()
            traced = torch.jit.trace(  # type: ignore[no-untyped-call]
                self._network, example, check_trace=False
            )
            packed = torch.jit.freeze(traced)
            if self._type == torch.float32:
                packed = torch.jit.optimize_for_inference(packed)
            for _ in range(WARM_UP):
                packed(example)
            return cast("Graph", packed)


def calculates_in_half() -> bool:
    """Return whether the processor has bfloat16 instructions, not just emulation."""
    known = torch.cpu.get_capabilities()
    return bool(known.get("avx512_bf16") or known.get("amx_bf16"))


@contextmanager
def _quiet() -> Iterator[None]:
    """Suppress warnings.

    torch marks its tracer as deprecated, but the replacement needs a compiler that
    users' machines do not have.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield
