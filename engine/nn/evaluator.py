"""What judges by a network, whatever its kind."""

from __future__ import annotations

import torch
from torch import nn

from engine.nn.line_evaluator import LineEvaluator
from engine.nn.line_net import LineNet, weights_of
from engine.nn.net_info import NetInfo
from engine.nn.speed import NetEvaluator
from engine.nn.torch_evaluator import EvaluatorSettings, TorchEvaluator


def evaluator_for(
    network: nn.Module, info: NetInfo, settings: EvaluatorSettings | None = None
) -> NetEvaluator:
    """Return what judges by a network in the fastest way there is for it."""
    if isinstance(network, LineNet) and not torch.cuda.is_available():
        return LineEvaluator(weights_of(network), info)
    return TorchEvaluator(network, info, settings)
