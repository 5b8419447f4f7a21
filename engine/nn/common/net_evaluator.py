"""The contract of evaluators that run a network."""

from __future__ import annotations

from typing import Protocol

from engine.nn.common.net_info import NetInfo
from engine.search.evaluation import Evaluator


class NetEvaluator(Evaluator, Protocol):
    """Evaluates leaves by a network.

    ``evaluate`` raises ``NetError`` where that is for another game, size or rule.
    """

    @property
    def info(self) -> NetInfo:
        """Description of the network."""
        ...
