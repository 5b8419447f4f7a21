"""The value network of Gomoku's alpha-beta search as a torch module, for training.

``engine/games/gomoku/value_network`` computes it stone by stone, with the same sizes.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from engine.nn.line_net.packed_weights import (
    AREA,
    HEAD_UNITS,
    LARGEST,
    PLACES,
    POLICY_UNITS,
    VIEW,
    WIDTH,
)
from engine.nn.torch_net.line_network import lines, patterns_on, swapped_patterns_on

LINE_UNITS = 64
"""Hidden units of the layers from a line to its row."""


class LineValueNet(nn.Module):
    """Network of a value: sums over lines, then over cells, and a small head.

    Both sides' views of the lines have the same weights. The value is the same for all
    symmetries of the board. There is no policy: all logits are 0.
    """

    def __init__(self) -> None:
        super().__init__()
        self.line = nn.Sequential(
            *(nn.Linear(4 * PLACES, LINE_UNITS), nn.ReLU()),
            *(nn.Linear(LINE_UNITS, LINE_UNITS), nn.ReLU()),
            nn.Linear(LINE_UNITS, VIEW),
        )
        self.first = nn.Linear(WIDTH, HEAD_UNITS)
        self.second = nn.Linear(HEAD_UNITS, HEAD_UNITS)
        self.last = nn.Linear(HEAD_UNITS, 1)

    def table(self) -> Tensor:
        """Return ``[P, 2 C]``: the mover's view of each pattern, then the other's."""
        device = self.last.weight.device
        one_hot = patterns_on(device)[1].to(self.last.weight.dtype)
        view = self.line(one_hot).float().clamp(-LARGEST, LARGEST)
        return torch.cat([view, view[swapped_patterns_on(device)]], dim=1)

    def forward(self, planes: Tensor) -> tuple[Tensor, Tensor]:
        """Return logits, all 0, and values; see ``MoverPlanes``."""
        cells = self.cells(planes)
        _, value = self.judge(cells)
        return torch.zeros(cells.shape[:2], device=planes.device), value

    def cells(self, planes: Tensor) -> Tensor:
        """Return ``[B, H W, 2 C]``: the sums of the lines of each cell, cut off."""
        count, _, height, width = planes.shape
        number, _ = patterns_on(planes.device)
        seen = number[lines(planes)].view(-1, 4)
        sums = functional.embedding_bag(seen, self.table(), mode="sum")
        return sums.view(count, height * width, WIDTH).clamp(0, LARGEST)

    def judge(self, cells: Tensor) -> tuple[Tensor, Tensor]:
        """Return the last hidden units, and values, of the sums of cells."""
        inputs = (cells.sum(dim=1) / AREA).to(self.first.weight.dtype)
        units = torch.relu(self.second(torch.relu(self.first(inputs))))
        # A chance of 1 / (1 + exp(-x)) is a value of tanh(x / 2).
        return units, torch.tanh(self.last(units).squeeze(1).float() / 2)


class LineSumNet(LineValueNet):
    """A ``LineValueNet`` that has a policy, too.

    The logit of a cell depends on its own sums and on the last hidden units of the
    value. It is the same for all symmetries of the board.
    """

    def __init__(self) -> None:
        super().__init__()
        self.seen = nn.Linear(WIDTH, POLICY_UNITS)
        self.told = nn.Linear(HEAD_UNITS, POLICY_UNITS, bias=False)
        self.policy = nn.Linear(POLICY_UNITS, 1, bias=False)

    def forward(self, planes: Tensor) -> tuple[Tensor, Tensor]:
        """Return logits and values; see ``MoverPlanes``."""
        cells = self.cells(planes)
        board, value = self.judge(cells)
        units = self.seen(cells.to(self.seen.weight.dtype)) + self.told(board)[:, None]
        return self.policy(torch.relu(units)).squeeze(2), value
