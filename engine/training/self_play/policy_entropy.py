"""Entropy of a network's policy over random positions."""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np

from engine.core.game import GameSetup, Position
from engine.core.types import Move
from engine.games import get_game
from engine.search.evaluation import Evaluator, LeafBatch

POSITIONS = 64
MAX_PLIES = 31
"""Largest number of random moves before a position."""

MIN_CELLS_PER_PLY = 3
"""Fewest cells of the board per random move, so that small boards are not full."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PolicyEntropy:
    """Mean entropies over positions after random moves, in nats."""

    policy: float
    """Entropy of the network's policy."""

    uniform: float
    """Entropy of the uniform policy over legal cells, the largest possible."""


def measure_policy_entropy(evaluator: Evaluator, setup: GameSetup) -> PolicyEntropy:
    """Return the mean entropy of a policy over 64 positions.

    The positions follow 0 to 31 random moves, fewer on small boards, and are the same
    for every network of a setup.
    """
    batch = make_random_positions(setup)
    policy = evaluator.evaluate(batch)[0].astype(np.float64).clip(min=0)
    logarithms = np.log(policy, out=np.zeros_like(policy), where=policy > 0)
    counts = np.count_nonzero(batch.legal, axis=1)
    return PolicyEntropy(
        policy=float(-(policy * logarithms).sum(axis=1).mean()),
        uniform=float(np.log(counts).mean()),
    )


def make_random_positions(setup: GameSetup) -> LeafBatch:
    """Return 64 positions after 0, 1, 2, ... random moves, in cycles."""
    most = min(MAX_PLIES, setup.cell_count // MIN_CELLS_PER_PLY)
    found = [_play_random_moves(setup, k % (most + 1), k) for k in range(POSITIONS)]
    return LeafBatch.of_positions(found)


def _play_random_moves(setup: GameSetup, plies: int, seed: int) -> Position:
    """Return an unfinished position after random moves."""
    rng = random.Random(seed)
    while True:
        position = get_game(setup.game).new_position(setup)
        for _ in range(plies):
            if position.outcome is None:
                position = position.play(rng.choice(_list_stone_moves(position)))
        if position.outcome is None:
            return position


def _list_stone_moves(position: Position) -> list[Move]:
    """Return the legal moves that place a stone."""
    return [m for m in position.legal_moves() if m < position.setup.cell_count]
