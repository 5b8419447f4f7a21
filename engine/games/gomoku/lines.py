"""The four lines through a crossing, and the unbroken rows of stones on them."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.game import GameSetup
from engine.core.types import Move

Direction = tuple[int, int]
"""Row step and column step."""

DIRECTIONS: tuple[Direction, ...] = ((0, 1), (1, 0), (1, 1), (1, -1))
"""Along a row, a column and the two diagonals."""


def unbroken_row(
    setup: GameSetup, stones: Sequence[int], cell: Move, direction: Direction
) -> tuple[Move, ...]:
    """Return the neighbouring stones of one colour that ``cell`` belongs to, in order.

    Args:
        setup: Size of the board.
        stones: ``[H * W]`` content of each cell.
        cell: A cell with a stone.
        direction: Along which line to look.
    """
    row_step, column_step = direction
    before = _stones_after(setup, stones, cell, (-row_step, -column_step))
    return (
        *reversed(before),
        cell,
        *_stones_after(setup, stones, cell, direction),
    )


def neighbour(setup: GameSetup, cell: Move, direction: Direction) -> Move | None:
    """Return the next cell in a direction, or ``None`` beyond the board."""
    row, column = divmod(cell, setup.width)
    row += direction[0]
    column += direction[1]
    if 0 <= row < setup.height and 0 <= column < setup.width:
        return Move(row * setup.width + column)
    return None


def _stones_after(
    setup: GameSetup, stones: Sequence[int], cell: Move, direction: Direction
) -> list[Move]:
    """Return the stones of the same colour that follow ``cell`` in a direction."""
    found = []
    following = neighbour(setup, cell, direction)
    while following is not None and stones[following] == stones[cell]:
        found.append(following)
        following = neighbour(setup, following, direction)
    return found
