"""The contract of evaluators that run a network."""

from __future__ import annotations

from typing import Protocol

from engine.nn.common.net_info import NetInfo
from engine.search.evaluation import Evaluator


class NetEvaluator(Evaluator, Protocol):
    """Evaluator of leaves by a network.

    ``evaluate`` raises ``NetError`` for a game, size or rule that the network does not
    support.
    """

    @property
    def info(self) -> NetInfo:
        """Description of the network."""
        ...
