"""Growth of our residual network: a larger one takes over the function of a smaller.

Source: Chen, Goodfellow and Shlens 2016, "Net2Net: accelerating learning via knowledge
transfer". There new channels copy old ones; here they are random, and nothing that the
smaller network computes depends on them at first.
"""

from __future__ import annotations

from collections.abc import Mapping
from inspect import signature
from typing import Any

import torch
from torch import Tensor, nn

from engine.nn.common.net_info import NetInfo
from engine.nn.torch_net.networks import PoolingBias, ResidualNet

POOLED_PARTS = 3
"""Parts of the pooled features, one channel after the other in each."""


def can_grow(small: NetInfo, large: NetInfo) -> bool:
    """Return whether a network can become another one: larger, or of the same size."""
    if (small.game, small.kind) != (large.game, large.kind):
        return False
    if small.kind != "residual":
        return dict(small.parameters) == dict(large.parameters)
    sizes = _sizes(small.parameters), _sizes(large.parameters)
    return all(sizes[0][name] <= wanted for name, wanted in sizes[1].items())


def grow_network(large: nn.Module, small: nn.Module) -> None:
    """Set the weights of a network so that it computes the same as a smaller one.

    Residual networks may differ in blocks, channels and pooled channels, see
    ``can_grow``; networks of other kinds take over all weights.

    Args:
        large: The network, changed in place.
        small: The smaller network, or one of the same size.
    """
    if not isinstance(large, ResidualNet) or not isinstance(small, ResidualNet):
        large.load_state_dict(small.state_dict())
        return
    after_pooling = _names_after_pooling(large)
    grown = large.state_dict()
    with torch.no_grad():
        for name, kept in small.state_dict().items():
            parts = POOLED_PARTS if name in after_pooling else 1
            _embed(grown[name], kept, parts)
        for block in list(large.blocks)[len(small.blocks) :]:
            # The block adds nothing to its input then, which is not negative.
            block.get_parameter("second.norm.weight").zero_()


def _sizes(parameters: Mapping[str, Any]) -> dict[str, int]:
    """Return all sizes of a residual network, with the default ones."""
    known = signature(ResidualNet).parameters.items()
    return {name: parameters.get(name, size.default) for name, size in known}


def _names_after_pooling(network: nn.Module) -> set[str]:
    """Return the names of the weights whose inputs are pooled features."""
    names = {
        f"{name}.dense.weight"
        for name, module in network.named_modules()
        if isinstance(module, PoolingBias)
    }
    return {*names, "value.3.weight"}


def _embed(large: Tensor, small: Tensor, parts: int) -> None:
    """Write a tensor into a larger one, along whose first axis are the outputs.

    Outputs of the smaller one get no input from new channels.

    Args:
        large: The larger tensor.
        small: The smaller tensor.
        parts: Equal parts of the inputs, each of which has grown.
    """
    if small.ndim == 0:
        large.copy_(small)
        return
    if small.ndim == 1:
        large[: len(small)] = small
        return
    outputs, inputs = small.shape[:2]
    rest = small.shape[2:]
    large[:outputs] = 0
    target = large[:outputs].view(outputs, parts, -1, *rest)
    target[:, :, : inputs // parts] = small.view(outputs, parts, -1, *rest)
