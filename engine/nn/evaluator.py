"""A network as an evaluator: batches of leaves in, policies and values out, fast.

Norms are folded into convolutions, the graph is traced and packed for the processor
once for each shape of board, and the memory lies as its kernels like it.
"""

from __future__ import annotations

import statistics
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass
from typing import cast

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn

from engine.core.game import GameSetup
from engine.nn.encoding import Planes
from engine.nn.net_info import NetInfo
from engine.nn.network import Output, encoding_for, fold_norms
from engine.search.evaluation import NO_LAST_MOVE, LeafBatch, Policy, Values

BATCHES = (1, 2, 4, 8, 16, 32, 64)
"""Sizes of batches that a measurement tries."""

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


class TorchEvaluator:
    """Judges leaves by a network; implements ``Evaluator``.

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
        return masked_softmax(scores, batch.legal), values

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
        """Return how many positions a second the bare network judges in batches."""
        planes = self._encoding.encode(some_leaves(setup, size))
        self.run(planes)
        count, started = 0, now()
        while (used := now() - started) < seconds or count == 0:
            self.run(planes)
            count += size
        return count / used

    def _graph_for(self, board: Tensor) -> Graph:
        shape = tuple(board.shape[1:])
        graph = self._graphs.get(shape)
        if graph is None:
            is_traced = self._device.type == "cpu"
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


def masked_softmax(
    logits: npt.NDArray[np.float32], legal: npt.NDArray[np.bool_]
) -> Policy:
    """Return the softmax of the legal cells; 0 elsewhere, rows sum to 1."""
    scores = np.where(legal, logits, -np.inf)
    scores -= scores.max(axis=1, keepdims=True)
    np.exp(scores, out=scores)
    scores /= scores.sum(axis=1, keepdims=True)
    return scores.astype(np.float32, copy=False)


@contextmanager
def _quiet() -> Iterator[None]:
    """Hold back warnings.

    torch calls its tracer deprecated, and offers in its place only a compiler that
    a user's machine does not have.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@dataclass(frozen=True, slots=True, kw_only=True)
class Speed:
    """How fast a network judges."""

    batch: int
    """Positions in a batch."""

    threads: int
    """Threads of the arithmetic."""

    evals_per_s: float
    """Positions a second."""


def fastest(
    evaluator: TorchEvaluator,
    setup: GameSetup,
    *,
    seconds: float,
    threads: tuple[int, ...] = (1,),
    repeats: int = 3,
    now: Callable[[], float] = time.perf_counter,
) -> Speed:
    """Return the batch and threads at which the bare network is fastest.

    Args:
        evaluator: What is measured, without making planes and policies.
        setup: The board.
        seconds: Time for one figure.
        threads: Numbers of threads to try; the last one tried stays set.
        repeats: Figures of which the median counts.
        now: Source of seconds; the thread's CPU time where other work disturbs.
    """
    found = []
    for count in threads:
        torch.set_num_threads(count)
        for size in BATCHES:
            rates = [evaluator.rate(setup, size, seconds, now) for _ in range(repeats)]
            rate = statistics.median(rates)
            found.append(Speed(batch=size, threads=count, evals_per_s=rate))
    return max(found, key=lambda speed: speed.evals_per_s)


def some_leaves(setup: GameSetup, count: int, *, seed: int = 0) -> LeafBatch:
    """Return positions with a few random stones, one side's turn, to measure on."""
    rng = np.random.default_rng(seed)
    cells = np.zeros((count, setup.cell_count), np.int8)
    stones = max(setup.cell_count // 10, 1)
    for row in cells:
        row[rng.choice(setup.cell_count, 2 * stones, replace=False)] = [1, 2] * stones
    return LeafBatch(
        setup=setup,
        cells=cells,
        to_move=np.ones(count, np.int8),
        last_move=np.full(count, NO_LAST_MOVE, np.int16),
        legal=cells == 0,
    )
