"""Line network: a network for Gomoku with a look-up table of line patterns.

The features of a line of nine cells depend on these nine cells only. They can therefore
be computed once for all patterns, and a table replaces the most expensive layers.
Source of the idea: Rapfi's Mix networks (github.com/dhbloo/rapfi); the layers differ.
"""

from __future__ import annotations

from functools import cache

import torch
from torch import Tensor, nn
from torch.nn import functional

from engine.nn.line_net.packed_weights import (
    CHANNELS,
    OUTSIDE,
    PLACES,
    REACH,
)
from engine.nn.line_net.weights_file import (
    HIDDEN,
    patterns,
    swapped_patterns,
)

OWN, OTHER = 1, 2
"""Two-bit codes of stones on a line; 0 is empty, ``OUTSIDE`` is off the board."""

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
"""Row and column steps along the four lines of a cell."""


@cache
def patterns_on(device: torch.device) -> tuple[Tensor, Tensor]:
    """Return ``patterns`` as tensors on a device."""
    # Training uses these tensors, too, even if an evaluation created them.
    with torch.inference_mode(mode=False):
        number, one_hot = map(torch.from_numpy, patterns())
        return number.to(device), one_hot.to(device)


@cache
def swapped_patterns_on(device: torch.device) -> Tensor:
    """Return ``swapped_patterns`` as a tensor on a device."""
    with torch.inference_mode(mode=False):
        return torch.from_numpy(swapped_patterns()).to(device)


class LineNet(nn.Module):
    """Line network: sums over four lines per cell, two small layers, global pooling.

    It is equivariant under all symmetries of the board: a rotated or mirrored board has
    the rotated or mirrored policy and the same value.

    A line, a cell and the board have ``CHANNELS`` features each.
    """

    def __init__(self) -> None:
        super().__init__()
        channels = CHANNELS
        self.line = nn.Sequential(
            *(nn.Linear(4 * PLACES, HIDDEN), nn.ReLU()),
            *(nn.Linear(HIDDEN, HIDDEN), nn.ReLU()),
            nn.Linear(HIDDEN, channels),
        )
        self.near = nn.Parameter(torch.zeros(3, channels))
        self.near_bias = nn.Parameter(torch.zeros(channels))
        self.mixed = nn.Linear(channels, channels)
        self.pooled = nn.Linear(2 * channels, channels)
        self.told = nn.Linear(channels, channels)
        self.policy = nn.Linear(channels, 1)
        self.judged = nn.Linear(channels, channels)
        self.value = nn.Linear(channels, 1)
        # Normal random numbers would import torch's compiler while loading: 2 s.
        nn.init.uniform_(self.near, -0.5, 0.5)

    def table(self) -> Tensor:
        """Return the features of each pattern, ``[P, C]``."""
        meaning: Tensor = self.line(patterns_on(self.near.device)[1])
        return meaning

    def forward(self, planes: Tensor) -> tuple[Tensor, Tensor]:
        """Return logits ``[B, N]`` and values ``[B]`` for ``MoverPlanes``."""
        table = self.table().float()
        number, _ = patterns_on(planes.device)
        seen = functional.embedding(number[lines(planes)], table).sum(dim=3)
        cells = torch.relu(seen)
        mixed = torch.relu(cells + self.mixed(torch.relu(self._around(cells))))
        pool = torch.cat([mixed.mean(dim=(1, 2)), mixed.amax(dim=(1, 2))], dim=1)
        board = torch.relu(self.pooled(pool))
        told = self.told(board)[:, None, None]
        logits = self.policy(torch.relu(mixed + told)).flatten(1)
        value = torch.tanh(self.value(torch.relu(self.judged(board))))
        return logits, value.squeeze(1)

    def _around(self, cells: Tensor) -> Tensor:
        """Return weighted sums over each cell and its neighbours, ``[B, H, W, C]``."""
        height, width = cells.shape[1:3]
        framed = functional.pad(cells, (0, 0, 1, 1, 1, 1))
        around = self.near_bias + self.near[0] * cells
        for row in range(3):
            for column in range(3):
                far = abs(row - 1) + abs(column - 1)
                if far > 0:
                    part = framed[:, row : row + height, column : column + width]
                    around = around + self.near[far] * part
        return around


def lines(planes: Tensor) -> Tensor:
    """Return the codes of each cell's lines, ``[B, H, W, 4]``; see ``MoverPlanes``."""
    height, width = planes.shape[2:]
    stones = (OWN * planes[:, 0] + OTHER * planes[:, 1]).to(torch.int64)
    board = functional.pad(stones, (REACH,) * 4, value=OUTSIDE)
    found = []
    for down, right in DIRECTIONS:
        code = torch.zeros_like(stones)
        for k in range(PLACES):
            row, column = (REACH + (k - REACH) * step for step in (down, right))
            part = board[:, row : row + height, column : column + width]
            code += part << 2 * k
        found.append(code)
    return torch.stack(found, dim=3)
