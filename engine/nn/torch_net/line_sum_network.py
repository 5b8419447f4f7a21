"""The network of sums over lines, for Gomoku, as a torch module.

``engine/nn/line_net`` evaluates it for ``mcts``. ``engine/games/gomoku/value_network``
computes its value stone by stone for alpha-beta, with the same sizes.
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


class LineSumNet(nn.Module):
    """Network of sums over lines, then over cells, and two small heads.

    Both sides' views of the lines have the same weights. The logit of a cell depends on
    its own sums and on the last hidden units of the value. Both are the same for all
    symmetries of the board.
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
        self.seen = nn.Linear(WIDTH, POLICY_UNITS)
        self.told = nn.Linear(HEAD_UNITS, POLICY_UNITS, bias=False)
        self.policy = nn.Linear(POLICY_UNITS, 1, bias=False)

    def table(self) -> Tensor:
        """Return ``[P, 2 C]``: the mover's view of each pattern, then the other's."""
        device = self.last.weight.device
        one_hot = patterns_on(device)[1].to(self.last.weight.dtype)
        view = self.line(one_hot).float().clamp(-LARGEST, LARGEST)
        return torch.cat([view, view[swapped_patterns_on(device)]], dim=1)

    def forward(self, planes: Tensor) -> tuple[Tensor, Tensor]:
        """Return logits ``[B, N]`` and values ``[B]`` for ``MoverPlanes``."""
        cells = self._sum_lines(planes).to(self.first.weight.dtype)
        inputs = cells.float().sum(dim=1) / AREA
        board = torch.relu(self.first(inputs.to(cells.dtype)))
        board = torch.relu(self.second(board))
        units = self.seen(cells) + self.told(board)[:, None]
        logits = self.policy(torch.relu(units)).squeeze(2)
        # A win probability of 1 / (1 + exp(-x)) is a value of tanh(x / 2).
        return logits, torch.tanh(self.last(board).squeeze(1).float() / 2)

    def _sum_lines(self, planes: Tensor) -> Tensor:
        """Return ``[B, H W, 2 C]``: the clipped sums of the lines of each cell."""
        count, _, height, width = planes.shape
        number, _ = patterns_on(planes.device)
        seen = number[lines(planes)].view(-1, 4)
        sums = functional.embedding_bag(seen, self.table(), mode="sum")
        return sums.view(count, height * width, WIDTH).clamp(0, LARGEST)
