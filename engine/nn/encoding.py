"""What a network sees of a position: planes of numbers, ``[B, planes, H, W]``.

Every encoding is a class with the same methods, so that whoever asks a network knows
none of them. ``encode`` turns the board where the network wants it turned, ``decode``
turns its policy back, and ``arranged`` turns what the policy is to be.
"""

from __future__ import annotations

from typing import Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from engine.core.game import GameSetup
from engine.core.types import Player
from engine.search.evaluation import LeafBatch

Planes = npt.NDArray[np.float32]
"""``[B, planes, H, W]``."""

_Cells = TypeVar("_Cells", bound=np.generic)

OWN, OTHER = 1, 2
"""Cells of a batch with a stone."""


class Encoding(Protocol):
    """Makes planes of positions and reads policies."""

    planes: int
    """How many planes."""

    def parts(self, batch: LeafBatch) -> list[npt.NDArray[np.intp]]:
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

    def arranged(
        self, batch: LeafBatch, cells: npt.NDArray[_Cells]
    ) -> npt.NDArray[_Cells]:
        """Return ``[B, N]`` of the board's cells in the order of the network's scores.

        It undoes ``decode``.
        """
        ...


class MoverPlanes:
    """Own stones, the other's stones: OU-2020, "from the mover's view"."""

    planes = 2

    def parts(self, batch: LeafBatch) -> list[npt.NDArray[np.intp]]:
        """See ``Encoding.parts``."""
        return [np.arange(len(batch))]

    def encode(self, batch: LeafBatch) -> Planes:
        """See ``Encoding.encode``."""
        return _stones(batch)

    def decode(
        self, batch: LeafBatch, scores: npt.NDArray[_Cells]
    ) -> npt.NDArray[_Cells]:
        """See ``Encoding.decode``."""
        del batch
        return scores

    def arranged(
        self, batch: LeafBatch, cells: npt.NDArray[_Cells]
    ) -> npt.NDArray[_Cells]:
        """See ``Encoding.arranged``."""
        del batch
        return cells


class ColourPlanes(MoverPlanes):
    """Black stones, white stones, and all 1 where Black moves: LIU-2022, figure 2."""

    planes = 3

    def encode(self, batch: LeafBatch) -> Planes:
        """See ``Encoding.encode``."""
        stones = _stones(batch)
        is_black = batch.to_move[:, None, None, None] == Player.FIRST
        turn = np.broadcast_to(is_black, stones[:, :1].shape)
        colours = np.where(is_black, stones, stones[:, ::-1])
        return np.concatenate([colours, turn], axis=1, dtype=np.float32)


class MoverJoinsRows(MoverPlanes):
    """As ``MoverPlanes``, turned for Blue: the mover joins top and bottom.

    Reading of ZHANG-HEX: Hex transposed is Hex with the sides' edges changed.
    """

    def parts(self, batch: LeafBatch) -> list[npt.NDArray[np.intp]]:
        """See ``Encoding.parts``; a board that is not square changes its shape."""
        if batch.setup.height == batch.setup.width:
            return [np.arange(len(batch))]
        sides = (np.flatnonzero(batch.to_move == side) for side in Player)
        return [rows for rows in sides if rows.size]

    def encode(self, batch: LeafBatch) -> Planes:
        """See ``Encoding.encode``."""
        stones = _stones(batch)
        is_turned = batch.to_move == Player.SECOND
        if is_turned.all():
            return np.ascontiguousarray(stones.transpose(0, 1, 3, 2))
        if is_turned.any():
            turned = stones.transpose(0, 1, 3, 2)
            return np.where(is_turned[:, None, None, None], turned, stones)
        return stones

    def decode(
        self, batch: LeafBatch, scores: npt.NDArray[_Cells]
    ) -> npt.NDArray[_Cells]:
        """See ``Encoding.decode``."""
        return _turned_back(batch, scores, batch.setup.width)

    def arranged(
        self, batch: LeafBatch, cells: npt.NDArray[_Cells]
    ) -> npt.NDArray[_Cells]:
        """See ``Encoding.arranged``."""
        return _turned_back(batch, cells, batch.setup.height)


def _turned_back(
    batch: LeafBatch, cells: npt.NDArray[_Cells], rows: int
) -> npt.NDArray[_Cells]:
    """Return ``[B, N]`` with the boards of Blue, of so many rows now, transposed."""
    is_turned = batch.to_move == Player.SECOND
    if not is_turned.any():
        return cells
    order = np.arange(batch.setup.cell_count).reshape(rows, -1).T.ravel()
    return np.where(is_turned[:, None], cells[:, order], cells)


class Framed:
    """Stones, and what lies outside, on a board with a frame of one cell around it.

    The frame says what an edge is: a third plane is 1 there, and in Hex the mover's
    edges are rows of own stones, the other's columns of its stones.
    """

    planes = 3

    def __init__(self, game: str) -> None:
        self._joins = game == "hex"
        self._inner = MoverJoinsRows() if self._joins else MoverPlanes()

    def parts(self, batch: LeafBatch) -> list[npt.NDArray[np.intp]]:
        """See ``Encoding.parts``."""
        return self._inner.parts(batch)

    def encode(self, batch: LeafBatch) -> Planes:
        """See ``Encoding.encode``; ``[B, 3, H + 2, W + 2]``."""
        stones = self._inner.encode(batch)
        count, _, height, width = stones.shape
        framed = np.zeros((count, 3, height + 2, width + 2), np.float32)
        framed[:, 2] = 1
        framed[:, 2, 1:-1, 1:-1] = 0
        if self._joins:
            framed[:, 0, [0, -1], 1:-1] = 1
            framed[:, 1, 1:-1, 0] = framed[:, 1, 1:-1, -1] = 1
        framed[:, :2, 1:-1, 1:-1] = stones
        return framed

    def decode(
        self, batch: LeafBatch, scores: npt.NDArray[_Cells]
    ) -> npt.NDArray[_Cells]:
        """See ``Encoding.decode``."""
        return self._inner.decode(batch, scores)

    def arranged(
        self, batch: LeafBatch, cells: npt.NDArray[_Cells]
    ) -> npt.NDArray[_Cells]:
        """See ``Encoding.arranged``."""
        return self._inner.arranged(batch, cells)


def _stones(batch: LeafBatch) -> Planes:
    setup: GameSetup = batch.setup
    cells = batch.cells.reshape(-1, setup.height, setup.width)
    stones = np.empty((len(batch), 2, setup.height, setup.width), np.float32)
    np.equal(cells, OWN, out=stones[:, 0], casting="unsafe")
    np.equal(cells, OTHER, out=stones[:, 1], casting="unsafe")
    return stones
