"""The four lines through a crossing, and the unbroken rows of stones on them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engine.core.game import GameSetup
from engine.core.types import Move, Player
from engine.games.gomoku.rules.constants import EXACT, RENJU

Direction = tuple[int, int]
"""Row step and column step."""

DIRECTIONS: tuple[Direction, ...] = ((0, 1), (1, 0), (1, 1), (1, -1))
"""Along a row, a column and the two diagonals."""


def unbroken_row(
    setup: GameSetup, stones: Sequence[int], cell: Move, direction: Direction
) -> tuple[Move, ...]:
    """Return the adjacent stones of one colour on a line through ``cell``, in order.

    Args:
        setup: Size of the board.
        stones: ``[H * W]`` content of each cell.
        cell: A cell with a stone.
        direction: Direction of the line.
    """
    before, after = _rays(setup.height, setup.width)[direction][cell]
    colour = stones[cell]
    row = [cell]
    for other in after:
        if stones[other] != colour:
            break
        row.append(other)
    for other in before:
        if stones[other] != colour:
            break
        row.insert(0, other)
    return tuple(row)


def winning_row(
    setup: GameSetup, stones: Sequence[int], cell: Move
) -> tuple[Move, ...]:
    """Return the winning row through the stone on ``cell``, or nothing.

    Args:
        setup: Size of the board, length of a row and rule.
        stones: ``[H * W]`` content of each cell.
        cell: A cell with a stone.
    """
    needed = int(setup.option("line_length"))
    rule = setup.option("rule")
    is_exact = rule == EXACT or (rule == RENJU and stones[cell] == Player.FIRST)
    colour = stones[cell]
    for direction, rays in _rays(setup.height, setup.width).items():
        length = 1
        for ray in rays[cell]:
            for other in ray:
                if stones[other] != colour:
                    break
                length += 1
        if length == needed or (length > needed and not is_exact):
            return unbroken_row(setup, stones, cell, direction)
    return ()


def neighbour(setup: GameSetup, cell: Move, direction: Direction) -> Move | None:
    """Return the next cell in a direction, or ``None`` beyond the board."""
    row, column = divmod(cell, setup.width)
    row += direction[0]
    column += direction[1]
    if 0 <= row < setup.height and 0 <= column < setup.width:
        return Move(row * setup.width + column)
    return None


@lru_cache(maxsize=32)
def _rays(
    height: int, width: int
) -> dict[Direction, list[tuple[tuple[Move, ...], tuple[Move, ...]]]]:
    """Return for each direction and cell the cells before and after it, nearest first.

    Positions use it for every move of a record.
    """
    setup = GameSetup(game="gomoku", height=height, width=width)
    return {
        direction: [
            (
                _ray(setup, Move(cell), (-direction[0], -direction[1])),
                _ray(setup, Move(cell), direction),
            )
            for cell in range(height * width)
        ]
        for direction in DIRECTIONS
    }


def _ray(setup: GameSetup, cell: Move, direction: Direction) -> tuple[Move, ...]:
    """Return the cells after a cell in a direction, up to the edge."""
    found = []
    following = neighbour(setup, cell, direction)
    while following is not None:
        found.append(following)
        following = neighbour(setup, following, direction)
    return tuple(found)
