"""What a tree search asks an evaluator, and what it gets back.

An evaluator judges positions in batches: a network, random playouts, or a rule made by
hand. The search knows none of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from engine.core.game import GameSetup

NO_LAST_MOVE = -1
"""``last_move`` of a position that no stone led to."""


_NAMES = ("cells", "legal", "to_move", "last_move")
_TYPES = tuple(map(np.dtype, (np.int8, np.bool_, np.int8, np.int16)))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LeafBatch:
    """``B`` positions of one setup that go on, ``N = H * W`` cells each.

    The arrays may be views into memory of the search: they change with the next batch.
    """

    setup: GameSetup
    """Game, size and rules of all of them."""

    cells: npt.NDArray[np.int8]
    """``[B, N]``: 0 empty, 1 a stone of the side to move, 2 one of the other side."""

    to_move: npt.NDArray[np.int8]
    """``[B]``: 1 where the first colour moves (Black, Red), 2 where the second does."""

    last_move: npt.NDArray[np.int16]
    """``[B]``: the cell of the last stone, or ``NO_LAST_MOVE``."""

    legal: npt.NDArray[np.bool_]
    """``[B, N]``: the cells on which the rules allow a stone; one of each row at least.

    A legal move that puts no stone, such as Hex's swap, has no column.
    """

    def __post_init__(self) -> None:
        # One is made a thousand times a second, so all is compared at once.
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

    def __len__(self) -> int:
        return len(self.cells)

    def rows(self, index: npt.NDArray[Any] | slice | list[int]) -> LeafBatch:
        """Return the positions that an index, a slice or a mask names."""
        return LeafBatch(
            setup=self.setup,
            cells=self.cells[index],
            to_move=self.to_move[index],
            last_move=self.last_move[index],
            legal=self.legal[index],
        )


Policy = npt.NDArray[np.float32]
"""``[B, N]``: probabilities of the cells; 0 where illegal, each row sums to 1.

A negative one, which does not count in the sum, marks a move that certainly loses.
"""

Values = npt.NDArray[np.float32]
"""``[B]``: expected results in [-1, 1] for the side to move; infinite where certain."""

ProvenResults = npt.NDArray[np.int8]
"""``[B]``: 1 where the side to move certainly wins, -1 where it loses, else 0."""

Moves = npt.NDArray[np.bool_]
"""``[B, N]``: legal cells, less those that certainly lose; one of each row at least."""


class Evaluator(Protocol):
    """Judges positions; one instance serves one search at a time.

    One that answers turned and mirrored boards with answers turned and mirrored may say
    so by an attribute ``is_symmetric``; it is not shown boards turned.
    """

    def evaluate(self, batch: LeafBatch) -> tuple[Policy, Values]:
        """Return how likely each move is the best one, and who is going to win."""
        ...


class LeafSolver(Protocol):
    """Says what a game knows of positions of one setup without an evaluator."""

    def solve(
        self,
        cells: npt.NDArray[np.int8],
        to_move: npt.NDArray[np.int8],
        legal: npt.NDArray[np.bool_],
    ) -> tuple[ProvenResults, Moves]:
        """Return what is certain of results and moves; see ``LeafBatch``.

        The moves of a position that is won are winning ones only.
        """
        ...


def uniform_policy(legal: npt.NDArray[np.bool_]) -> Policy:
    """Return the policy that finds every legal cell of each row equally likely."""
    counts = np.count_nonzero(legal, axis=1, keepdims=True)
    return (legal / np.maximum(counts, 1)).astype(np.float32)


def normalise(scores: npt.NDArray[np.float32], legal: npt.NDArray[np.bool_]) -> Policy:
    """Return ``scores`` of at least 0 as a policy; a row of zeros becomes uniform."""
    kept = np.where(legal, scores, np.float32(0))
    sums = kept.sum(axis=1, keepdims=True)
    policy = kept / np.maximum(sums, np.finfo(np.float32).tiny)
    return np.where(sums > 0, policy, uniform_policy(legal)).astype(np.float32)
