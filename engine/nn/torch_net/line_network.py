"""A network for Gomoku that knows every short line by heart.

Whoever plays Gomoku looks along lines. What nine cells in a row mean to the one in
their middle hangs on these nine alone, so that it can be worked out once for all of
them: a table takes the place of the layers that see the most. Source of the idea:
Rapfi's Mix networks (github.com/dhbloo/rapfi); the layers here are our own.
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
    LineWeights,
)
from engine.nn.line_net.weights_file import HIDDEN, patterns, weights_from

OWN, OTHER = 1, 2
"""What stands on a cell of a line, two bits each; beside 0 and ``OUTSIDE``."""

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
"""Rows and columns from a cell to the next one of its four lines."""


@cache
def _patterns_on(device: torch.device) -> tuple[Tensor, Tensor]:
    """Return ``patterns`` where a network is."""
    number, looks = map(torch.from_numpy, patterns())
    return number.to(device), looks.to(device)


class LineNet(nn.Module):
    """Sums over a cell's four lines, two small layers, pooled over the board.

    All of it looks alike from every side: turned and mirrored boards get turned and
    mirrored answers.

    A line, a cell and the board are each described by ``CHANNELS`` numbers.
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
        # Normal numbers would import torch's compiler where a file is loaded: 2 s.
        nn.init.uniform_(self.near, -0.5, 0.5)

    def table(self) -> Tensor:
        """Return what each pattern means, ``[P, C]``."""
        meaning: Tensor = self.line(_patterns_on(self.near.device)[1])
        return meaning

    def forward(self, planes: Tensor) -> tuple[Tensor, Tensor]:
        """Return logits and values; see ``MoverPlanes``."""
        table = self.table().float()
        number, _ = _patterns_on(planes.device)
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
        """Return ``[B, H, W, C]`` of each cell's and its neighbours' numbers."""
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
    """Return the lines through every cell, ``[B, H, W, 4]``; see ``MoverPlanes``."""
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


def weights_of(network: LineNet) -> LineWeights:
    """Return the weights of a network as kernels take them."""
    return weights_from(
        {
            name: tensor.detach().float().cpu().numpy()
            for name, tensor in network.state_dict().items()
        }
    )
