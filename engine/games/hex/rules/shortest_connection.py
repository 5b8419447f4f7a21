"""Shortest connections of a Hex board, by the readable rules.

For the root of a search: the fewest stones that join a player's edges, the cells on
such a path, and the moves that lengthen it most. Nodes use ``two_distance`` instead.
"""

from __future__ import annotations

from collections import deque
from functools import lru_cache

from engine.core.game import Position
from engine.core.types import EMPTY, Move, Player, SensibleMoves
from engine.games.hex.rules.position import list_neighbours

UNREACHABLE = 1 << 20
"""Length of a path that does not exist."""


class ShortestConnections:
    """The shortest connections of one player.

    Args:
        height: Rows of the board.
        width: Columns of the board.
        stones: ``[H * W]`` content of each cell.
        player: Whose connections.
    """

    def __init__(
        self, height: int, width: int, stones: bytes | bytearray, player: Player
    ) -> None:
        self._board = height, width
        self._stones = stones
        self._player = player
        first, last = edges(height, width, player)
        self._from_first = self._lengths(first)
        self._last = last
        self.length = min(self._from_first[cell] for cell in last)
        """Stones that are missing; ``UNREACHABLE`` if the player cannot connect."""

    def cells(self) -> list[Move]:
        """Return the empty cells on at least one shortest connection."""
        if self.length >= UNREACHABLE:
            return []
        return [
            Move(cell)
            for cell, length in enumerate(self.lengths_through())
            if self._stones[cell] == EMPTY and length - 1 == self.length
        ]

    def lengths_through(self) -> list[int]:
        """Return for each cell the stones that join it to one edge and to the other.

        An empty cell counts for both edges.
        """
        from_last = self._lengths(self._last)
        return [a + b for a, b in zip(self._from_first, from_last, strict=True)]

    def _lengths(self, edge: tuple[int, ...]) -> list[int]:
        """Return for each cell the stones that join it to an edge, its own included."""
        stones, player = self._stones, self._player
        around = list_neighbours(*self._board)
        found = [UNREACHABLE] * len(stones)
        queue: deque[int] = deque()
        for cell in edge:
            if stones[cell] == player:
                found[cell] = 0
                queue.appendleft(cell)
            elif stones[cell] == EMPTY:
                found[cell] = 1
                queue.append(cell)
        while queue:
            cell = queue.popleft()
            length = found[cell]
            for beside in around[cell]:
                content = stones[beside]
                if content == player and length < found[beside]:
                    found[beside] = length
                    queue.appendleft(beside)
                elif content == EMPTY and length + 1 < found[beside]:
                    found[beside] = length + 1
                    queue.append(beside)
        return found


def sensible_moves(position: Position, *, foresight: int) -> SensibleMoves | None:
    """Return the moves that win at once or stop a win.

    Without foresight, return the cells near stones. See ``GameOffers.sensible_moves``.
    """
    if foresight <= 0:
        near = _near_cells(position)
        return SensibleMoves(moves=near, is_forced=False) if near else None
    for player in (position.to_move, position.to_move.opponent):
        connection = find_shortest_connections(position, player)
        if connection.length == 1:
            return SensibleMoves(moves=tuple(connection.cells()), is_forced=True)
    return None


def resisting_moves(position: Position) -> tuple[Move, ...]:
    """Return the moves after which the opponent's shortest connection is longest."""
    opponent = position.to_move.opponent
    stones = bytearray(position.stones)
    lengths = {}
    for cell in find_shortest_connections(position, opponent).cells():
        stones[cell] = position.to_move
        setup = position.setup
        after = ShortestConnections(setup.height, setup.width, stones, opponent)
        lengths[cell] = after.length
        stones[cell] = EMPTY
    longest = max(lengths.values(), default=0)
    return tuple(cell for cell, length in lengths.items() if length == longest)


def _near_cells(position: Position) -> tuple[Move, ...]:
    """Return the empty cells at most two steps away from a stone."""
    setup, stones = position.setup, position.stones
    around = list_neighbours(setup.height, setup.width)
    near = {
        Move(cell)
        for at, content in enumerate(stones)
        if content != EMPTY
        for beside in around[at]
        for cell in (beside, *around[beside])
        if stones[cell] == EMPTY
    }
    return tuple(sorted(near))


def find_shortest_connections(
    position: Position, player: Player
) -> ShortestConnections:
    """Return the shortest connections of ``player`` in a position."""
    setup = position.setup
    return ShortestConnections(setup.height, setup.width, position.stones, player)


@lru_cache(maxsize=32)
def edges(
    height: int, width: int, player: Player
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the cells along both edges of a player: rows for Red, columns for Blue."""
    cells = range(height * width)
    if player is Player.FIRST:
        return tuple(cells[:width]), tuple(cells[-width:])
    return tuple(cells[::width]), tuple(cells[width - 1 :: width])
