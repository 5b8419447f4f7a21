"""The value network of Gomoku's alpha-beta search as a torch module, for training.

``engine/games/gomoku/value_network`` computes it stone by stone, with the same sizes.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from engine.nn.line_net.packed_weights import PLACES
from engine.nn.torch_net.line_network import lines, patterns_on, swapped_patterns_on

LINE_UNITS = 64
"""Hidden units of the layers from a line to its row."""

CHANNELS = 32
"""Numbers of a line in the view of one side."""

LARGEST = 4
"""Largest absolute number in a row, and largest sum of a cell that counts."""

AREA = 32
"""Full cells that make 1 in the input of the head."""

HIDDEN = 32
"""Units of each hidden layer of the head."""


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
            nn.Linear(LINE_UNITS, CHANNELS),
        )
        self.first = nn.Linear(2 * CHANNELS, HIDDEN)
        self.second = nn.Linear(HIDDEN, HIDDEN)
        self.last = nn.Linear(HIDDEN, 1)

    def table(self) -> Tensor:
        """Return ``[P, 2 C]``: the mover's view of each pattern, then the other's."""
        device = self.last.weight.device
        one_hot = patterns_on(device)[1].to(self.last.weight.dtype)
        view = self.line(one_hot).float().clamp(-LARGEST, LARGEST)
        return torch.cat([view, view[swapped_patterns_on(device)]], dim=1)

    def forward(self, planes: Tensor) -> tuple[Tensor, Tensor]:
        """Return logits, all 0, and values; see ``MoverPlanes``."""
        count, _, height, width = planes.shape
        number, _ = patterns_on(planes.device)
        seen = number[lines(planes)].view(-1, 4)
        sums = functional.embedding_bag(seen, self.table(), mode="sum")
        cells = sums.view(count, height * width, 2 * CHANNELS).clamp(0, LARGEST)
        inputs = (cells.sum(dim=1) / AREA).to(self.first.weight.dtype)
        units = torch.relu(self.first(inputs))
        log_odds = self.last(torch.relu(self.second(units))).squeeze(1)
        logits = torch.zeros(count, height * width, device=planes.device)
        # A chance of 1 / (1 + exp(-x)) is a value of tanh(x / 2).
        return logits, torch.tanh(log_odds.float() / 2)
