"""Entropy of a network's policy: how much it prefers some moves to others."""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np

from engine.core.game import GameSetup, Position
from engine.core.types import Move
from engine.games import get_game
from engine.search.evaluation import NO_LAST_MOVE, Evaluator, LeafBatch
from engine.training.learning.game_samples import mover_cells

POSITIONS = 64
MOST_PLIES = 31
"""Random moves before a position at most, from none on."""

CELLS_A_PLY = 3
"""Fewest cells of the board for each of these moves, so that small boards stay open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PolicyEntropy:
    """Mean entropies over positions after random moves, in nats."""

    policy: float
    """That of the network's policy."""

    uniform: float
    """That of equal chances for all legal cells, the largest there is."""


def policy_entropy(evaluator: Evaluator, setup: GameSetup) -> PolicyEntropy:
    """Return the mean entropy of a policy over 64 positions.

    They come after 0 to 31 random moves, fewer on small boards, and are the same for
    every network of a setup.
    """
    batch = random_positions(setup)
    policy = evaluator.evaluate(batch)[0].astype(np.float64).clip(min=0)
    logarithms = np.log(policy, out=np.zeros_like(policy), where=policy > 0)
    counts = np.count_nonzero(batch.legal, axis=1)
    return PolicyEntropy(
        policy=float(-(policy * logarithms).sum(axis=1).mean()),
        uniform=float(np.log(counts).mean()),
    )


def random_positions(setup: GameSetup) -> LeafBatch:
    """Return 64 positions after 0, 1, 2 and so on random moves, again and again."""
    most = min(MOST_PLIES, setup.cell_count // CELLS_A_PLY)
    found = [_after_random_moves(setup, k % (most + 1), k) for k in range(POSITIONS)]
    legal = np.zeros((POSITIONS, setup.cell_count), np.bool_)
    for row, position in enumerate(found):
        legal[row, _cells(position)] = True
    last = [position.last_cell for position in found]
    return LeafBatch(
        setup=setup,
        cells=np.stack([mover_cells(position) for position in found]),
        to_move=np.array([position.to_move for position in found], np.int8),
        last_move=np.array(
            [NO_LAST_MOVE if cell is None else cell for cell in last], np.int16
        ),
        legal=legal,
    )


def _after_random_moves(setup: GameSetup, plies: int, seed: int) -> Position:
    """Return a position after random moves that goes on."""
    rng = random.Random(seed)
    while True:
        position = get_game(setup.game).new_position(setup)
        for _ in range(plies):
            if position.outcome is None:
                position = position.play(rng.choice(_cells(position)))
        if position.outcome is None:
            return position


def _cells(position: Position) -> list[Move]:
    """Return the legal moves that put a stone."""
    return [m for m in position.legal_moves() if m < position.setup.cell_count]
