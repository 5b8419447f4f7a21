"""Symmetries of boards: permutations of the cells under which a game is the same."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Symmetry:
    """A permutation of the cells that leaves every result unchanged."""

    cells: tuple[int, ...]
    """``[N]``: target cell of the stone on each cell."""

    swaps_sides: bool = False
    """Whether the stones change their colours and the turn passes with them."""


def identity(cell_count: int) -> Symmetry:
    """Return the symmetry that moves nothing."""
    return Symmetry(cells=tuple(range(cell_count)))


def rectangle_symmetries(height: int, width: int) -> tuple[Symmetry, ...]:
    """Return the 8 symmetries of a square, or the 4 of an oblong; the identity first.

    Rows or columns or both may be mirrored, on a square also transposed.
    """
    rows, columns = range(height), range(width)
    ways = [
        [r * width + c for r in down for c in right]
        for down in (rows, rows[::-1])
        for right in (columns, columns[::-1])
    ]
    if height == width:
        ways += [
            [way[c * width + r] for r in rows for c in columns] for way in list(ways)
        ]
    return tuple(Symmetry(cells=tuple(way)) for way in ways)


def rhombus_symmetries(height: int, width: int) -> tuple[Symmetry, ...]:
    """Return the 4 symmetries of a square rhombus board, or the 2 of an oblong one.

    The board may be rotated by 180 degrees. On a square, rows and columns may also be
    exchanged together with the sides, since each side joins one pair of edges.
    """
    count = height * width
    ways = [identity(count), Symmetry(cells=tuple(range(count))[::-1])]
    if height == width:
        transposed = [c * width + r for r in range(height) for c in range(width)]
        ways += [
            Symmetry(cells=tuple(order), swaps_sides=True)
            for order in (transposed, transposed[::-1])
        ]
    return tuple(ways)


def keeping_stones(symmetries: Iterable[Symmetry], stones: bytes) -> list[Symmetry]:
    """Return the symmetries that leave all stones and the turn in place.

    Args:
        symmetries: Symmetries of the board.
        stones: ``[N]`` content of each cell.
    """
    return [
        symmetry
        for symmetry in symmetries
        if not symmetry.swaps_sides
        and all(
            stone == stones[target]
            for stone, target in zip(stones, symmetry.cells, strict=True)
        )
    ]
