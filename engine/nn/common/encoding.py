"""What a network sees of a position: planes of numbers, ``[B, planes, H, W]``.

Every encoding is a class with the same methods, so that whoever asks a network knows
none of them. ``encode`` turns the board where the network wants it turned, ``decode``
turns its policy back, and ``arranged`` turns what the policy is to be.
"""

from __future__ import annotations

from typing import Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from engine.core.types import Player
from engine.nn.common.kernels import planes as kernels
from engine.search.evaluation import LeafBatch

Planes = npt.NDArray[np.float32]
"""``[B, planes, H, W]``."""

_Cells = TypeVar("_Cells", bound=np.generic)

Rows = slice | npt.NDArray[np.intp]
"""Some positions of a batch."""


class Encoding(Protocol):
    """Makes planes of positions and reads policies."""

    planes: int
    """How many planes."""

    def parts(self, batch: LeafBatch) -> list[Rows]:
        """Return the rows of the batch that can go through a network together."""
        ...

    def encode(self, batch: LeafBatch) -> Planes:
        """Return the planes of positions that go together; at least one."""
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
    """Own stones, the other's stones: OU-2020, "from the mover's view"."""

    planes = 2
    second = kernels.AS_IT_IS
    """What becomes of a position in which the second side is to move."""

    frame = 0
    """Cells around the board on every side."""

    def parts(self, batch: LeafBatch) -> list[Rows]:
        """See ``Encoding.parts``; some boards change their shape when they turn."""
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
            *(batch.cells, batch.to_move, self.second),
            *(batch.setup.width, self.frame, planes),
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
        """See ``Encoding.arranged``."""
        return self._turned(batch, cells, batch.setup.height)

    def _turned(
        self, batch: LeafBatch, cells: npt.NDArray[_Cells], columns: int
    ) -> npt.NDArray[_Cells]:
        """Return ``[B, N]`` with boards that turn, of so many columns then, turned."""
        if self.second != kernels.BOARD_TURNS:
            return cells
        turned = np.empty_like(cells)
        kernels.turn(cells, batch.to_move, columns, turned)
        return turned


class ColourPlanes(MoverPlanes):
    """Black stones, white stones, and all 1 where Black moves: LIU-2022, figure 2."""

    planes = 3
    second = kernels.COLOURS_CHANGE

    def encode(self, batch: LeafBatch) -> Planes:
        """See ``Encoding.encode``."""
        planes = super().encode(batch)
        kernels.write_turn(batch.to_move, planes)
        return planes


class MoverJoinsRows(MoverPlanes):
    """As ``MoverPlanes``, turned for Blue: the mover joins top and bottom.

    Reading of ZHANG-HEX: Hex transposed is Hex with the sides' edges changed.
    """

    second = kernels.BOARD_TURNS


class Framed(MoverPlanes):
    """Stones, and what lies outside, on a board with a frame of one cell around it.

    The frame says what an edge is: a third plane is 1 there, and in Hex, which is
    turned for Blue, the mover's edges are rows of own stones, the other's columns of
    its stones.
    """

    planes = 3
    frame = 1

    def __init__(self, game: str) -> None:
        self._joins = game == "hex"
        if self._joins:
            self.second = kernels.BOARD_TURNS

    def encode(self, batch: LeafBatch) -> Planes:
        """See ``Encoding.encode``; ``[B, 3, H + 2, W + 2]``."""
        planes = super().encode(batch)
        kernels.write_frame(self._joins, planes)
        return planes


def new_encoding(kind: str, game: str) -> Encoding:
    """Return the encoding that a kind of network reads."""
    if kind == "residual":
        return Framed(game)
    if kind == "liu-2022":
        return ColourPlanes()
    return MoverJoinsRows() if game == "hex" else MoverPlanes()
