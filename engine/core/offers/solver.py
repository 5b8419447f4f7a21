"""Contracts of a game's solvers, which prove results without a tree search."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from engine.core.game import Position
from engine.core.types import SolverResult

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    ProvenResults = npt.NDArray[np.int8]
    """``[B]``: 1 for a proven win of the side to move, -1 for a loss, else 0."""

    MovesLeft = npt.NDArray[np.bool_]
    """``[B, N]``: legal cells without losing ones; at least one in each row."""


class Solver(Protocol):
    """Solver for positions of one setup."""

    def solve(self, position: Position) -> SolverResult | None:
        """Return the proven result of an unfinished position, or ``None``."""
        ...

    def load(self) -> None:
        """Load or compile all kernels of the solver."""
        ...


class LeafSolver(Protocol):
    """Solver for batches of leaves of one setup."""

    def solve(
        self,
        cells: npt.NDArray[np.int8],
        to_move: npt.NDArray[np.int8],
        legal: npt.NDArray[np.bool_],
    ) -> tuple[ProvenResults, MovesLeft]:
        """Return proven results, and the moves that may be best.

        In a won position these are winning moves only.

        Args:
            cells: ``[B, N]``: 0 empty, 1 a stone of the side to move, 2 an opponent's.
            to_move: ``[B]``: 1 if the first colour moves, 2 if the second one does.
            legal: ``[B, N]``: cells on which the rules allow a stone.
        """
        ...
