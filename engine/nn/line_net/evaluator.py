"""Evaluator of line networks by compiled kernels, faster than their torch modules."""

from __future__ import annotations

import threading

import numpy as np

from engine.core.game import GameSetup
from engine.nn.common.net_info import NetInfo
from engine.nn.line_net.kernels.inference import (
    LineBuffers,
    infer_batch,
    new_line_buffers,
)
from engine.nn.line_net.kernels.sum_inference import (
    SumBuffers,
    infer_sums,
    new_sum_buffers,
)
from engine.nn.line_net.packed_weights import LineWeights, SumWeights
from engine.search.evaluation import Evaluations, LeafBatch


class _ThreadBuffers(threading.local):
    """Buffers of one thread, by size of the board."""

    def __init__(self) -> None:
        self.by_size: dict[tuple[int, int], LineBuffers | SumBuffers] = {}


class LineEvaluator:
    """Evaluator of a ``LineNet`` or ``LineSumNet``; implements ``NetEvaluator``.

    Args:
        weights: Weights of the network.
        info: Description of the network.
    """

    is_symmetric = True

    def __init__(self, weights: LineWeights | SumWeights, info: NetInfo) -> None:
        self._info = info
        self._weights = weights
        self._has_sums = isinstance(weights, SumWeights)
        self._buffers = _ThreadBuffers()
        self._checked: GameSetup | None = None

    @property
    def info(self) -> NetInfo:
        """Description of the network."""
        return self._info

    def evaluate(self, batch: LeafBatch) -> Evaluations:
        """See ``NetEvaluator.evaluate``."""
        setup = batch.setup
        if setup is not self._checked:
            self._info.check_fits(setup)
            self._checked = setup
        size = setup.height, setup.width
        buffers = self._buffers.by_size.get(size)
        if buffers is None:
            new_buffers = new_sum_buffers if self._has_sums else new_line_buffers
            buffers = self._buffers.by_size[size] = new_buffers(*size)
        policy = np.empty(batch.legal.shape, np.float32)
        values = np.empty(len(batch), np.float32)
        infer = infer_sums if self._has_sums else infer_batch
        infer(
            buffers,
            self._weights,
            np.ascontiguousarray(batch.cells),
            np.ascontiguousarray(batch.legal),
            setup.width,
            policy,
            values,
        )
        return policy, values
