"""Base class of the evaluators whose networks read planes."""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np
import numpy.typing as npt

from engine.core.game import GameSetup
from engine.nn.common.encoding import Planes, new_encoding
from engine.nn.common.kernels.planes import masked_softmax
from engine.nn.common.net_info import NetInfo
from engine.search.evaluation import Evaluations, LeafBatch, Values


class PlaneEvaluator(ABC):
    """Evaluator by a network that reads planes; implements ``NetEvaluator``.

    Args:
        info: Description of the network.
    """

    def __init__(self, info: NetInfo) -> None:
        self._info = info
        self._encoding = new_encoding(info.kind, info.game)
        self._checked: GameSetup | None = None

    @abstractmethod
    def run(self, planes: Planes) -> tuple[npt.NDArray[np.float32], Values]:
        """Return logits ``[B, N]`` and values ``[B]`` of ``[B, planes, H, W]``."""

    @property
    def info(self) -> NetInfo:
        """Description of the network."""
        return self._info

    def evaluate(self, batch: LeafBatch) -> Evaluations:
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

    def encode_planes(self, batch: LeafBatch) -> Planes:
        """Return the input planes of leaves, ``[B, planes, H, W]``."""
        return self._encoding.encode(batch)

    def _evaluate(self, batch: LeafBatch) -> Evaluations:
        logits, values = self.run(self.encode_planes(batch))
        scores = self._encoding.decode(batch, logits)
        policy = np.empty(batch.legal.shape, np.float32)
        masked_softmax(scores, batch.legal, policy)
        return policy, values
