"""A network as an evaluator: batches of leaves in, policies and values out, fast.

Norms are folded into convolutions, the graph is traced and packed for the processor
once for each shape of board, and the memory lies as its kernels like it.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass
from threading import Lock
from typing import cast

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn

from engine.core.game import GameSetup
from engine.nn.encoding import Planes
from engine.nn.kernels_planes import masked_softmax
from engine.nn.net_info import NetInfo
from engine.nn.network import Output, encoding_for, fold_norms
from engine.nn.speed import rate_of, some_leaves
from engine.search.evaluation import LeafBatch, Policy, Values

WARM_UP = 3
"""Calls before a graph has its final form."""

Graph = Callable[[Tensor], Output]


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluatorSettings:
    """How a network is run."""

    threads: int | None = None
    """Threads of the arithmetic of the whole process; ``None`` leaves them alone."""

    half: bool | None = None
    """Whether to calculate in bfloat16, faster and with three digits.

    ``None`` does so on processors that have instructions for it.
    """

    device: str | None = None
    """``"cpu"`` or ``"cuda"``; ``None`` takes CUDA where there is one."""

    traced: bool = True
    """Whether to trace the graph on a CPU: faster, but its memory is never freed."""


class TorchEvaluator:
    """Judges leaves by a network; implements ``NetEvaluator``.

    Args:
        network: The network; the evaluator works on a copy.
        info: What it is.
        settings: How to run it.
    """

    def __init__(
        self,
        network: nn.Module,
        info: NetInfo,
        settings: EvaluatorSettings | None = None,
    ) -> None:
        self._settings = settings or EvaluatorSettings()
        self._info = info
        self._encoding = encoding_for(info.kind, info.game)
        usual = "cuda" if torch.cuda.is_available() else "cpu"
        self._device = torch.device(self._settings.device or usual)
        half = self._settings.half
        if half is None:
            half = self._device.type == "cpu" and calculates_in_half()
        self._type = torch.bfloat16 if half else torch.float32
        self._network = deepcopy(network).requires_grad_(requires_grad=False)
        fold_norms(self._network)
        self._network.to(device=self._device, dtype=self._type)
        self._network.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
        self._graphs: dict[tuple[int, ...], Graph] = {}
        self._lock = Lock()
        self._checked: GameSetup | None = None
        if self._settings.threads is not None:
            torch.set_num_threads(self._settings.threads)

    @property
    def info(self) -> NetInfo:
        """What the network is."""
        return self._info

    def evaluate(self, batch: LeafBatch) -> tuple[Policy, Values]:
        """See ``Evaluator.evaluate``.

        Raises:
            NetError: The network is for another game, size or rule.
        """
        if batch.setup is not self._checked:
            self._info.check_fits(batch.setup)
            self._checked = batch.setup
        parts = self._encoding.parts(batch)
        if len(parts) == 1:
            return self._evaluate(batch)
        policy = np.zeros(batch.legal.shape, np.float32)
        values = np.zeros(len(batch), np.float32)
        for rows in parts:
            policy[rows], values[rows] = self._evaluate(batch.rows(rows))
        return policy, values

    def _evaluate(self, batch: LeafBatch) -> tuple[Policy, Values]:
        logits, values = self.run(self._encoding.encode(batch))
        scores = self._encoding.decode(batch, logits)
        policy = np.empty(batch.legal.shape, np.float32)
        masked_softmax(scores, batch.legal, policy)
        return policy, values

    def run(self, planes: Planes) -> tuple[npt.NDArray[np.float32], Values]:
        """Return the bare logits and values of planes ``[B, planes, H, W]``."""
        with torch.inference_mode():
            board = torch.from_numpy(planes).to(
                device=self._device,
                dtype=self._type,
                memory_format=torch.channels_last,
            )
            logits, values = self._graph_for(board)(board)
            return logits.float().cpu().numpy(), values.float().cpu().numpy()

    def rate(
        self, setup: GameSetup, size: int, seconds: float, now: Callable[[], float]
    ) -> float:
        """See ``NetEvaluator.rate``; without making planes and policies."""
        planes = self._encoding.encode(some_leaves(setup, size))
        return rate_of(lambda: self.run(planes), size, seconds, now)

    def _graph_for(self, board: Tensor) -> Graph:
        shape = tuple(board.shape[1:])
        with self._lock:
            graph = self._graphs.get(shape)
            if graph is None:
                is_traced = self._settings.traced and self._device.type == "cpu"
                graph = self._traced(board) if is_traced else self._network
                self._graphs[shape] = graph
        return graph

    def _traced(self, board: Tensor) -> Graph:
        # The size of the board becomes a constant of the graph, which warns of it;
        # the size of the batch does not.
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
    """Say whether the processor has instructions for bfloat16; others imitate them."""
    known = torch.cpu.get_capabilities()
    return bool(known.get("avx512_bf16") or known.get("amx_bf16"))


@contextmanager
def _quiet() -> Iterator[None]:
    """Hold back warnings.

    torch calls its tracer deprecated, and offers in its place only a compiler that
    a user's machine does not have.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield
