"""Network modules: the papers' networks as published, and ours for every board size.

The input is planes ``[B, planes, H, W]``. The outputs are logits of the cells
``[B, N]``, and values ``[B]`` in [-1, 1] for the side to move.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from typing import Annotated, Any, TypeAlias

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn
from torch.nn.utils.fusion import fuse_conv_bn_eval

from engine.core.errors import NetError, SettingsError
from engine.core.formats.settings_reader import Range, check_keys, join_path, read_value
from engine.core.game import GameSetup
from engine.core.message import Message
from engine.nn.common.encoding import (
    ColourPlanes,
    FramedPlanes,
    MatrixPlane,
    MoverPlanes,
)
from engine.nn.common.net_info import fits_every_size
from engine.nn.torch_net.line_network import LineNet
from engine.nn.torch_net.line_sum_network import LineSumNet

Network: TypeAlias = nn.Module
"""Type of a torch network, for modules that do not import torch."""

Output = tuple[Tensor, Tensor]
"""Logits ``[B, N]`` of the cells, and values ``[B]``."""

POLICY_FILTERS = 4
"""Filters of the policy before its dense layer, in OU-2020 and LIU-2022."""

USUAL_SIDE = 14.0
"""Side of an average board, for the scaling of pooled features (KataGo)."""


def conv(inputs: int, outputs: int, size: int) -> nn.Conv2d:
    """Return a convolution that keeps the board size."""
    return nn.Conv2d(inputs, outputs, size, padding=size // 2)


class ThreeLayerNet(nn.Module):
    """Network of OU-2020, and with a 1x1 policy and other planes of LIU-2022.

    The trunk has three 3x3 layers of 32, 64 and 128 filters; both heads follow it.
    """

    def __init__(
        self, height: int, width: int, *, planes: int, policy_size: int
    ) -> None:
        super().__init__()
        self._height, self._width = height, width
        cells = height * width
        self.trunk = nn.Sequential(
            *(conv(planes, 32, 3), nn.ReLU()),
            *(conv(32, 64, 3), nn.ReLU()),
            *(conv(64, 128, 3), nn.ReLU()),
        )
        self.policy = nn.Sequential(
            *(conv(128, POLICY_FILTERS, policy_size), nn.ReLU(), nn.Flatten()),
            nn.Linear(POLICY_FILTERS * cells, cells),
        )
        self.value = nn.Sequential(
            *(conv(128, 2, 1), nn.ReLU(), nn.Flatten()),
            *(nn.Linear(2 * cells, 64), nn.ReLU()),
            *(nn.Linear(64, 1), nn.Tanh()),
        )

    def forward(self, planes: Tensor) -> Output:
        """Return logits and values for planes ``[B, P, H, W]``."""
        features = self.trunk(planes)
        return self.policy(features), self.value(features).squeeze(1)

    def localise_policy(self) -> None:
        """Draw new weights; the logit of a cell is the sum of its policy features.

        The dense layer is a convolution then, and can stay one; see
        ``keep_policy_convolutional``. Source of the scale of the convolutions: He et
        al. 2015, "Delving deep into rectifiers", section 2.2.
        """
        for layer in self.modules():
            if isinstance(layer, nn.Conv2d):
                nn.init.kaiming_normal_(layer.weight, nonlinearity="relu")
            if isinstance(layer, nn.Conv2d) and layer.bias is not None:
                nn.init.zeros_(layer.bias)
        dense = self._policy_layer()
        eye = torch.eye(dense.out_features)
        dense.weight.data.copy_(eye.repeat(1, POLICY_FILTERS))
        nn.init.zeros_(dense.bias)

    def keep_policy_convolutional(self) -> None:
        """Share the gradients of the dense policy layer between equal displacements.

        Each gradient becomes the mean over all pairs of cells, one of them an input
        of a filter, the other an output, that are equally far apart. If the layer is
        a convolution, steps of an optimiser leave it one.
        """
        dense = self._policy_layer()
        kernel = _index_displacements(self._height, self._width)
        counts = torch.bincount(kernel.flatten())

        def share(gradient: Tensor) -> Tensor:
            sums = torch.zeros(len(counts), device=gradient.device)
            places = kernel.to(gradient.device)
            sums.index_add_(0, places.flatten(), gradient.flatten())
            return (sums / counts.to(gradient.device))[places]

        def share_bias(gradient: Tensor) -> Tensor:
            return gradient.mean().expand_as(gradient)

        dense.weight.register_hook(share)  # type: ignore[no-untyped-call]
        dense.bias.register_hook(share_bias)  # type: ignore[no-untyped-call]

    def _policy_layer(self) -> nn.Linear:
        dense = self.policy[-1]
        assert isinstance(dense, nn.Linear)
        return dense


def _index_displacements(height: int, width: int) -> Tensor:
    """Return the index of each weight's filter and displacement.

    Returns:
        ``[N, F * N]``, for ``F`` policy filters and ``N`` cells; every index is used.
    """
    rows, columns = torch.meshgrid(
        torch.arange(height), torch.arange(width), indexing="ij"
    )
    rows, columns = rows.flatten(), columns.flatten()
    down = rows - rows[:, None] + height - 1
    right = columns - columns[:, None] + width - 1
    ways = (2 * height - 1) * (2 * width - 1)
    one = down * (2 * width - 1) + right
    return torch.cat([one + ways * n for n in range(POLICY_FILTERS)], dim=1)


class ZhangNet(nn.Module):
    """Network of ZHANG-HEX.

    The trunk has four 3x3 layers and a dense layer of 128 sigmoids; both heads follow
    it. The paper's value is a win probability in [0, 1]; here it is scaled to [-1, 1].
    """

    def __init__(self, height: int, width: int) -> None:
        super().__init__()
        cells = height * width
        self.trunk = nn.Sequential(
            *(conv(2, 32, 3), nn.ReLU()),
            *(conv(32, 64, 3), nn.ReLU()),
            *(conv(64, 64, 3), nn.ReLU()),
            *(conv(64, 96, 3), nn.ReLU(), nn.Flatten()),
            *(nn.Linear(96 * cells, 128), nn.Sigmoid()),
        )
        self.policy = nn.Linear(128, cells)
        self.value = nn.Sequential(nn.Linear(128, 1), nn.Sigmoid())

    def forward(self, planes: Tensor) -> Output:
        """Return logits and values for planes ``[B, P, H, W]``."""
        features = self.trunk(planes)
        return self.policy(features), 2 * self.value(features).squeeze(1) - 1


class GlobalPool(nn.Module):
    """Pooling: mean, mean scaled by board size, and maximum of each channel.

    Source: Wu 2019 (KataGo), section 3.3.
    """

    def forward(self, features: Tensor) -> Tensor:
        """Return ``[B, 3 * C]`` for features ``[B, C, H, W]``."""
        mean = features.mean(dim=(2, 3))
        side = float(features.shape[2] * features.shape[3]) ** 0.5
        scaled = mean * ((side - USUAL_SIDE) * 0.1)
        return torch.cat([mean, scaled, features.amax(dim=(2, 3))], dim=1)


class ConvNorm(nn.Module):
    """Convolution with a batch norm, which ``fold`` merges into it after training."""

    def __init__(
        self, inputs: int, outputs: int, size: int, *, padding: int | None = None
    ) -> None:
        super().__init__()
        padding = size // 2 if padding is None else padding
        self.conv = nn.Conv2d(inputs, outputs, size, padding=padding, bias=False)
        self.norm: nn.Module = nn.BatchNorm2d(outputs)

    def forward(self, features: Tensor) -> Tensor:
        """Return the normalised channels, ``[B, C, H, W]``."""
        normed: Tensor = self.norm(self.conv(features))
        return normed

    def fold(self) -> None:
        """Fold the batch norm into the convolution; later calls do nothing."""
        if isinstance(self.norm, nn.BatchNorm2d):
            self.conv = fuse_conv_bn_eval(self.conv, self.norm)
            self.norm = nn.Identity()


class PoolingBias(nn.Module):
    """Bias of all channels, computed from globally pooled features."""

    def __init__(self, channels: int, pooled: int, outputs: int) -> None:
        super().__init__()
        self.pooled = ConvNorm(channels, pooled, 1)
        self.pool = GlobalPool()
        self.dense = nn.Linear(3 * pooled, outputs)

    def forward(self, features: Tensor) -> Tensor:
        """Return ``[B, outputs, 1, 1]``."""
        bias: Tensor = self.dense(self.pool(torch.relu(self.pooled(features))))
        return bias[:, :, None, None]


class ResidualBlock(nn.Module):
    """Residual block of two 3x3 layers (He et al. 2016), maybe with a pooling bias."""

    def __init__(self, channels: int, pooled: int) -> None:
        super().__init__()
        self.first = ConvNorm(channels, channels, 3)
        self.second = ConvNorm(channels, channels, 3)
        self.bias = PoolingBias(channels, pooled, channels) if pooled else None

    def forward(self, features: Tensor) -> Tensor:
        """Return features of the same shape."""
        inner = self.first(features)
        if self.bias is not None:
            inner = inner + self.bias(features)
        return torch.relu(self.second(torch.relu(inner)) + features)


class ResidualNet(nn.Module):
    """Fully convolutional residual network: one set of weights for every board size.

    Args:
        blocks: Number of residual blocks.
        channels: Channels of each block.
        pooled: Globally pooled channels in every second block and in the heads.
    """

    def __init__(self, blocks: int = 5, channels: int = 32, pooled: int = 16) -> None:
        super().__init__()
        # The planes have a frame of one cell, so the stem needs no padding.
        self.stem = ConvNorm(FramedPlanes.planes, channels, 3, padding=0)
        self.blocks = nn.Sequential(
            *(ResidualBlock(channels, pooled * (n % 2)) for n in range(blocks))
        )
        self.policy_features = ConvNorm(channels, channels, 1)
        self.policy_bias = PoolingBias(channels, pooled, channels)
        self.policy = nn.Conv2d(channels, 1, 1)
        self.value = nn.Sequential(
            *(ConvNorm(channels, pooled, 1), nn.ReLU(), GlobalPool()),
            *(nn.Linear(3 * pooled, 2 * channels), nn.ReLU()),
            *(nn.Linear(2 * channels, 1), nn.Tanh()),
        )

    def forward(self, planes: Tensor) -> Output:
        """Return logits and values for planes ``[B, P, H, W]``."""
        features = self.blocks(torch.relu(self.stem(planes)))
        chosen = self.policy_features(features) + self.policy_bias(features)
        logits = self.policy(torch.relu(chosen)).flatten(1)
        return logits, self.value(features).squeeze(1)


def mean_network(networks: Sequence[nn.Module]) -> nn.Module:
    """Return a copy of the last network with the mean weights of all networks.

    The mean of a run's weights is often better than each of them; it includes the batch
    norm statistics. Networks may be on different devices; the copy is on that of the
    last. Source: Izmailov et al. 2018, "Averaging weights leads to wider optima and
    better generalization".
    """
    states = [network.state_dict() for network in networks]
    mean = {
        name: torch.stack([state[name].double().cpu() for state in states]).mean(dim=0)
        for name in states[-1]
    }
    network = deepcopy(networks[-1])
    network.load_state_dict(mean)
    return network


def fold_norms(network: nn.Module) -> None:
    """Set a network to evaluation mode, and fold its batch norms into convolutions."""
    network.eval()
    for module in list(network.modules()):
        if isinstance(module, ConvNorm):
            module.fold()


def export_weights(network: nn.Module) -> dict[str, npt.NDArray[np.float32]]:
    """Return the weights and batch norm statistics as arrays, by name."""
    return {
        name: tensor.detach().cpu().float().numpy()
        for name, tensor in network.state_dict().items()
        if tensor.is_floating_point()
    }


def _ou(height: int, width: int) -> nn.Module:
    return ThreeLayerNet(height, width, planes=MoverPlanes.planes, policy_size=3)


def _ou_matrix(height: int, width: int) -> nn.Module:
    return ThreeLayerNet(height, width, planes=MatrixPlane.planes, policy_size=3)


def _liu(height: int, width: int) -> nn.Module:
    return ThreeLayerNet(height, width, planes=ColourPlanes.planes, policy_size=1)


KINDS: Mapping[str, Callable[..., nn.Module]] = {
    "ou-2020": _ou,
    "ou-2020-matrix": _ou_matrix,
    "liu-2022": _liu,
    "zhang-hex": ZhangNet,
    "residual": ResidualNet,
    "lines": LineNet,
    "line-sums": LineSumNet,
}
"""Constructor of each network by its name in files; arguments are integers."""

MOST = 1024
"""Largest accepted argument; larger networks would exceed any memory."""

Argument = Annotated[int, Range(least=1, most=MOST)]

BOARD = ("height", "width")
"""Arguments of the networks for one board size."""


def new_network(kind: str, parameters: Mapping[str, int]) -> nn.Module:
    """Return a network with random weights.

    Raises:
        NetError: The kind is unknown, or its arguments are not valid.
    """
    build = KINDS.get(kind)
    if build is None:
        raise NetError(
            Message(
                "Expected a network among {known}, got {kind!r}.",
                known=tuple(KINDS),
                kind=kind,
            )
        )
    try:
        _check_arguments(inspect.signature(build).parameters, parameters, "parameters")
    except SettingsError as error:
        raise NetError(error.message) from error
    return build(**parameters)


def check_parameters(kind: str, parameters: Mapping[str, int], path: str) -> None:
    """Raise ``SettingsError`` unless these are the arguments of a network.

    Args:
        kind: A key of ``KINDS``.
        parameters: The arguments without the size of the board.
        path: Path of their table in a file.
    """
    known = dict(inspect.signature(KINDS[kind]).parameters)
    for name in BOARD:
        known.pop(name, None)
    _check_arguments(known, parameters, path)


def _check_arguments(
    known: Mapping[str, inspect.Parameter], given: Mapping[str, int], path: str
) -> None:
    """Raise ``SettingsError`` unless arguments fit the parameters of a constructor."""
    check_keys(given, known, path)
    for name, entry in known.items():
        if name in given:
            read_value(Argument, given[name], join_path(path, name))
        elif entry.default is entry.empty:
            key = join_path(path, name)
            raise SettingsError(Message("Expected {path}, found none.", path=key))


def parameters_for(
    kind: str, setup: GameSetup, parameters: Mapping[str, int]
) -> dict[str, Any]:
    """Return the arguments of a network, with the board size if the kind needs it."""
    if fits_every_size(kind):
        return dict(parameters)
    return {"height": setup.height, "width": setup.width, **parameters}
