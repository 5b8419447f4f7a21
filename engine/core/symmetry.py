"""The ways to turn or mirror a board after which a game is the same."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Symmetry:
    """A way to move all stones at once that leaves every result as it was."""

    cells: tuple[int, ...]
    """``[N]``: the cell that the stone of each cell goes to."""

    swaps_sides: bool = False
    """Whether the stones change their colours, too, and the turn passes with them."""


def identity(cell_count: int) -> Symmetry:
    """Return the symmetry that moves nothing."""
    return Symmetry(cells=tuple(range(cell_count)))


def rectangle_symmetries(height: int, width: int) -> tuple[Symmetry, ...]:
    """Return the 8 symmetries of a square, or the 4 of an oblong; the identity first.

    Rows or columns or both may be mirrored, on a square also exchanged.
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
    """Return the 4 symmetries of a square Hex board, or the 2 of an oblong.

    The board may be turned by half a circle. On a square the sides may change their
    places as well, since rows and columns are each one's own way across.
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
