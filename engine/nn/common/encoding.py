"""Input planes of networks, ``[B, planes, H, W]``, and the order of their policies.

Every encoding has the same methods, so evaluators and training depend on none of them.
``encode`` transposes the board if the network needs it, ``decode`` transposes its
policy back, and ``encode_cells`` transposes policy targets.
"""

from __future__ import annotations

from typing import Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from engine.core.types import Player
from engine.games import get_game
from engine.nn.common.kernels import planes as kernels
from engine.search.evaluation import LeafBatch

OWN, OTHER = 1, 2
"""Stones of the side to move and of the other one in ``LeafBatch.cells``."""

Planes = npt.NDArray[np.float32]
"""``[B, planes, H, W]``."""

_Cells = TypeVar("_Cells", bound=np.generic)

Rows = slice | npt.NDArray[np.intp]
"""Rows of a batch: a slice or indices."""


class Encoding(Protocol):
    """Contract of the input planes and the policy order of networks."""

    planes: int
    """Number of planes."""

    def parts(self, batch: LeafBatch) -> list[Rows]:
        """Return the parts of a batch whose planes have the same shape."""
        ...

    def encode(self, batch: LeafBatch) -> Planes:
        """Return the planes of one part of a batch, at least one position."""
        ...

    def decode(
        self, batch: LeafBatch, scores: npt.NDArray[_Cells]
    ) -> npt.NDArray[_Cells]:
        """Return ``[B, N]`` scores of a network in the order of the board's cells."""
        ...

    def encode_cells(
        self, batch: LeafBatch, cells: npt.NDArray[_Cells]
    ) -> npt.NDArray[_Cells]:
        """Return ``[B, N]`` of the board's cells in the order of the network's scores.

        It undoes ``decode``.
        """
        ...


class MoverPlanes:
    """Planes of own and other stones: OU-2020, "from the mover's view"."""

    planes = 2
    second = kernels.AS_IT_IS
    """Transformation of positions with the second side to move."""

    frame = 0
    """Cells around the board on every side."""

    def parts(self, batch: LeafBatch) -> list[Rows]:
        """See ``Encoding.parts``; transposed boards may have another shape."""
        is_square = batch.setup.height == batch.setup.width
        if self.second != kernels.BOARD_TURNS or is_square:
            return [slice(None)]
        sides = (np.flatnonzero(batch.to_move == side) for side in Player)
        return [rows for rows in sides if rows.size]

    def encode(self, batch: LeafBatch) -> Planes:
        """See ``Encoding.encode``."""
        height, width = batch.setup.height, batch.setup.width
        if self.second == kernels.BOARD_TURNS and batch.to_move[0] == Player.SECOND:
            height, width = width, height
        size = height + 2 * self.frame, width + 2 * self.frame
        planes = np.empty((len(batch), self.planes, *size), np.float32)
        kernels.write_stones(
            batch.cells,
            batch.to_move,
            self.second,
            batch.setup.width,
            self.frame,
            planes,
        )
        return planes

    def decode(
        self, batch: LeafBatch, scores: npt.NDArray[_Cells]
    ) -> npt.NDArray[_Cells]:
        """See ``Encoding.decode``."""
        return self._turned(batch, scores, batch.setup.width)

    def encode_cells(
        self, batch: LeafBatch, cells: npt.NDArray[_Cells]
    ) -> npt.NDArray[_Cells]:
        """See ``Encoding.encode_cells``."""
        return self._turned(batch, cells, batch.setup.height)

    def _turned(
        self, batch: LeafBatch, cells: npt.NDArray[_Cells], columns: int
    ) -> npt.NDArray[_Cells]:
        """Return ``[B, N]`` with boards transposed to ``columns`` where they turn."""
        if self.second != kernels.BOARD_TURNS:
            return cells
        turned = np.empty_like(cells)
        kernels.turn(cells, batch.to_move, columns, turned)
        return turned


class MatrixPlane(MoverPlanes):
    """One plane of 0 for empty cells, 1 for black and -1 for white: OU-2020's T.

    The side to move is not part of the input.
    """

    planes = 1

    def encode(self, batch: LeafBatch) -> Planes:
        """See ``Encoding.encode``."""
        stones = (batch.cells == OWN).astype(np.float32) - (batch.cells == OTHER)
        colours = np.where(batch.to_move == Player.FIRST, stones.T, -stones.T).T
        shape = len(batch), self.planes, batch.setup.height, batch.setup.width
        return np.ascontiguousarray(colours.reshape(shape), np.float32)


class ColourPlanes(MoverPlanes):
    """Planes of black stones, white stones, and the turn: LIU-2022, figure 2."""

    planes = 3
    second = kernels.COLOURS_CHANGE

    def encode(self, batch: LeafBatch) -> Planes:
        """See ``Encoding.encode``."""
        planes = super().encode(batch)
        kernels.write_turn(batch.to_move, planes)
        return planes


class TransposedPlanes(MoverPlanes):
    """Planes as ``MoverPlanes``, transposed for the second side.

    Source: an interpretation of ZHANG-HEX; transposition exchanges the sides' edges.
    """

    second = kernels.BOARD_TURNS


class FramedPlanes(MoverPlanes):
    """Planes of stones and of a frame of one cell around the board.

    The third plane is 1 on the frame. Where transposing the board exchanges the goals
    of the sides, boards are transposed for the second side; their frame has rows of own
    stones as the mover's edges and columns of the other's stones.
    """

    planes = 3
    frame = 1

    def __init__(self, game: str) -> None:
        self._joins = get_game(game).transposes_sides
        if self._joins:
            self.second = kernels.BOARD_TURNS

    def encode(self, batch: LeafBatch) -> Planes:
        """See ``Encoding.encode``; ``[B, 3, H + 2, W + 2]``."""
        planes = super().encode(batch)
        kernels.write_frame(self._joins, planes)
        return planes


def new_encoding(kind: str, game: str) -> Encoding:
    """Return the encoding for a kind of network and a game."""
    if kind == "residual":
        return FramedPlanes(game)
    if kind == "ou-2020-matrix":
        return MatrixPlane()
    if kind == "liu-2022":
        return ColourPlanes()
    is_turned = get_game(game).transposes_sides
    return TransposedPlanes() if is_turned else MoverPlanes()
