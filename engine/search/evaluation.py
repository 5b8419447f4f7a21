"""Contract between tree searches and evaluators: batches of leaves, policies, values.

An evaluator is a network, random playouts, or a hand-made rule; a search depends only
on the contract.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from engine.core.game import GameSetup, Position
from engine.core.types import Player

NO_LAST_MOVE = -1
"""``last_move`` of a position whose last move placed no stone."""


_NAMES = ("cells", "legal", "to_move", "last_move")
_TYPES = tuple(map(np.dtype, (np.int8, np.bool_, np.int8, np.int16)))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LeafBatch:
    """``B`` unfinished positions of one setup, ``N = H * W`` cells each.

    The arrays may be views of buffers of the search, which change with the next batch.
    """

    setup: GameSetup
    """Game, size and rules of all positions."""

    cells: npt.NDArray[np.int8]
    """``[B, N]``: 0 empty, 1 a stone of the side to move, 2 an opponent's stone."""

    to_move: npt.NDArray[np.int8]
    """``[B]``: 1 if the first colour moves (Black, Red), 2 if the second one does."""

    last_move: npt.NDArray[np.int16]
    """``[B]``: the cell of the last stone, or ``NO_LAST_MOVE``."""

    legal: npt.NDArray[np.bool_]
    """``[B, N]``: cells on which the rules allow a stone; at least one in each row.

    A legal move without a stone, such as Hex's swap, has no column.
    """

    def __post_init__(self) -> None:
        # A search creates a thousand batches a second: check all arrays in one step.
        board = (len(self.cells), self.setup.cell_count)
        expected = (board, board, board[:1], board[:1])
        given: list[npt.NDArray[Any]]
        given = [self.cells, self.legal, self.to_move, self.last_move]
        shapes = tuple(array.shape for array in given)
        if shapes == expected and tuple(array.dtype for array in given) == _TYPES:
            return
        for name, array, shape, dtype in zip(
            _NAMES, given, expected, _TYPES, strict=True
        ):
            if array.shape != shape or array.dtype != dtype:
                raise ValueError(
                    f"Expected {name} of shape {shape} and type {dtype}, "
                    f"got {array.shape} and {array.dtype}."
                )

    @classmethod
    def of_positions(cls, positions: Sequence[Position]) -> LeafBatch:
        """Return unfinished positions of one setup as a batch."""
        setup = positions[0].setup
        last = [position.last_cell for position in positions]
        legal = np.zeros((len(positions), setup.cell_count), np.bool_)
        for row, position in zip(legal, positions, strict=True):
            row[[move for move in position.legal_moves() if move < len(row)]] = True
        return cls(
            setup=setup,
            cells=np.stack([relative_cells(position) for position in positions]),
            to_move=np.array([position.to_move for position in positions], np.int8),
            last_move=np.array(
                [NO_LAST_MOVE if cell is None else cell for cell in last], np.int16
            ),
            legal=legal,
        )

    def __len__(self) -> int:
        return len(self.cells)

    def rows(self, index: npt.NDArray[Any] | slice | list[int]) -> LeafBatch:
        """Return the positions of an index array, a slice or a mask."""
        return LeafBatch(
            setup=self.setup,
            cells=self.cells[index],
            to_move=self.to_move[index],
            last_move=self.last_move[index],
            legal=self.legal[index],
        )


def relative_cells(position: Position) -> npt.NDArray[np.int8]:
    """Return ``[N]`` cells relative to the side to move: 0 empty, 1 own, 2 other."""
    return relative_stones(np.frombuffer(position.stones, np.int8), position.to_move)


def relative_stones(stones: npt.NDArray[np.int8], side: Player) -> npt.NDArray[np.int8]:
    """Convert stones of any shape: by colour to relative to ``side``, or back."""
    if side is Player.FIRST:
        return stones.copy()
    return np.array([0, 2, 1], np.int8)[stones]


Policy = npt.NDArray[np.float32]
"""``[B, N]``: probabilities of the cells; 0 where illegal, each row sums to 1.

A negative entry, which does not count in the sum, marks a proven losing move.
"""

Values = npt.NDArray[np.float32]
"""``[B]``: expected results in [-1, 1] for the side to move; infinite if proven."""

Evaluations = tuple[Policy, Values]
"""Policies and values of ``B`` positions."""


class Evaluator(Protocol):
    """Evaluator of positions; one instance serves one search at a time.

    An evaluator that is equivariant under the symmetries of the board may set an
    attribute ``is_symmetric`` to true; then no symmetries are applied to its input.
    """

    def evaluate(self, batch: LeafBatch) -> Evaluations:
        """Return the policy and the values of a batch."""
        ...


def uniform_policy(legal: npt.NDArray[np.bool_]) -> Policy:
    """Return the policy with equal probabilities for all legal cells of each row.

    Args:
        legal: ``[B, N]``: whether a cell is legal.
    """
    counts = np.count_nonzero(legal, axis=1, keepdims=True)
    return (legal / np.maximum(counts, 1)).astype(np.float32)


def normalise(scores: npt.NDArray[np.float32], legal: npt.NDArray[np.bool_]) -> Policy:
    """Return scores as a policy; a row of zeros becomes uniform.

    Args:
        scores: ``[B, N]``, 0 or above.
        legal: ``[B, N]``: whether a cell is legal; the scores of others do not count.
    """
    kept = np.where(legal, scores, np.float32(0))
    sums = kept.sum(axis=1, keepdims=True)
    policy = kept / np.maximum(sums, np.finfo(np.float32).tiny)
    return np.where(sums > 0, policy, uniform_policy(legal)).astype(np.float32)
