"""Readable rules of Hex: Red joins top and bottom, Blue joins left and right.

Cells are named by column letter and row number, ``a1`` at the top left. A cell touches
``(r, c +- 1)``, ``(r +- 1, c)``, ``(r - 1, c + 1)`` and ``(r + 1, c - 1)``.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace
from functools import lru_cache

from engine.core.board.board_notation import format_column
from engine.core.game import GameSetup, KernelState, Position
from engine.core.message import Message
from engine.core.types import Move, Outcome, Player
from engine.games.hex.rules.constants import NEIGHBOURS

SWAP = "swap"
"""Name of the option."""

SWAP_TEXTS = ("swap", "swap-pieces")
"""Accepted names of the swap move; the last one is the one shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HexPosition(Position):
    """See ``Position``."""

    @property
    def swap_move(self) -> Move:
        """The move by which Blue takes over Red's first stone."""
        return Move(self.setup.cell_count)

    @property
    def swap_is_open(self) -> bool:
        """Whether the swap is a legal move now."""
        return (
            self.setup.option(SWAP) == "on"
            and len(self.history) == 1
            and self.to_move is Player.SECOND
            and sum(map(bool, self.stones)) == 1
        )

    @property
    def last_cell(self) -> Move | None:
        """See ``Position.last_cell``; after the swap, the mirrored stone."""
        if self.history and self.history[-1] == self.swap_move:
            return Move(self.stones.index(Player.SECOND))
        return self.last_move

    def special_moves(self) -> list[Move]:
        """See ``Position.special_moves``."""
        return [self.swap_move] if self.swap_is_open else []

    def objection_to(self, move: Move) -> str | None:
        """See ``Position.objection_to``."""
        if move != self.swap_move:
            return Position.objection_to(self, move)
        if self.swap_is_open:
            return None
        if self.setup.option(SWAP) != "on":
            return Message("This game is played without the swap rule.")
        return Message("A swap is only possible as the second move.")

    def play(self, move: Move) -> Position:
        """See ``Position.play``; the swap mirrors Red's stone and makes it Blue's.

        Source: red-bean.com/sgf/hex.html, ``swap-pieces``.
        """
        if move != self.swap_move or self.objection_to(move) is not None:
            return Position.play(self, move)
        row, column = divmod(self.stones.index(Player.FIRST), self.setup.width)
        stones = bytearray(len(self.stones))
        stones[column * self.setup.width + row] = Player.SECOND
        return replace(
            self,
            stones=bytes(stones),
            to_move=Player.FIRST,
            history=(*self.history, move),
        )

    def adjudicate(self, move: Move) -> Position:
        """See ``Position.adjudicate``."""
        owner = Player(self.stones[move])
        if not all(owner in edge for edge in self._get_edges(owner)):
            return self
        goal = self.setup.height if owner is Player.FIRST else self.setup.width
        chain = self._chain_around(move)
        along = [self._progress(cell, owner) for cell in chain]
        if min(along) > 0 or max(along) < goal - 1:
            return self
        return replace(
            self,
            outcome=Outcome(owner, "connection"),
            winning_cells=self._shortest_connection(chain, owner),
        )

    def _get_edges(self, owner: Player) -> tuple[bytes, bytes]:
        """Return the stones along the two edges of a side."""
        width = self.setup.width
        if owner is Player.FIRST:
            return self.stones[:width], self.stones[-width:]
        return self.stones[::width], self.stones[width - 1 :: width]

    def _progress(self, move: Move, owner: Player) -> int:
        """Return the row of a cell for Red, its column for Blue."""
        row, column = divmod(move, self.setup.width)
        return row if owner is Player.FIRST else column

    def _chain_around(self, move: Move) -> set[Move]:
        """Return the connected stones of one colour that contain ``move``."""
        neighbours = list_neighbours(self.setup.height, self.setup.width)
        colour = self.stones[move]
        chain = {move}
        open_cells = [move]
        while open_cells:
            for cell in neighbours[open_cells.pop()]:
                if self.stones[cell] == colour and cell not in chain:
                    chain.add(cell)
                    open_cells.append(cell)
        return chain

    def _shortest_connection(self, chain: set[Move], owner: Player) -> tuple[Move, ...]:
        """Return the fewest stones of a won chain that still join both edges."""
        goal = self.setup.height if owner is Player.FIRST else self.setup.width
        neighbours = list_neighbours(self.setup.height, self.setup.width)
        came_from: dict[Move, Move | None] = {
            cell: None for cell in sorted(chain) if self._progress(cell, owner) == 0
        }
        open_cells = deque(came_from)
        while open_cells:
            cell = open_cells.popleft()
            if self._progress(cell, owner) == goal - 1:
                path: list[Move] = []
                step: Move | None = cell
                while step is not None:
                    path.append(step)
                    step = came_from[step]
                return tuple(reversed(path))
            for neighbour in neighbours[cell]:
                if neighbour in chain and neighbour not in came_from:
                    came_from[neighbour] = cell
                    open_cells.append(neighbour)
        return ()

    def cell_name(self, move: Move) -> str:
        """See ``Position.cell_name``."""
        return cell_name(self.setup, move)

    def kernel_state(self) -> KernelState:
        """See ``Position.kernel_state``."""
        from engine.games.hex.rules.kernels import state  # noqa: PLC0415

        return state.make_state(self)


@lru_cache(maxsize=32)
def list_neighbours(height: int, width: int) -> list[tuple[Move, ...]]:
    """Return for each cell those that it touches.

    Positions use it for every move of a record.
    """
    return [
        tuple(
            Move((row + r) * width + column + c)
            for r, c in NEIGHBOURS
            if 0 <= row + r < height and 0 <= column + c < width
        )
        for row in range(height)
        for column in range(width)
    ]


def cell_name(setup: GameSetup, move: Move) -> str:
    """Return column letter and row number, ``a1`` at the top left, or the swap."""
    if move == setup.cell_count:
        return SWAP_TEXTS[-1]
    row, column = divmod(move, setup.width)
    return f"{format_column(column)}{row + 1}"
