"""First stones that the second player takes over by the swap."""

from __future__ import annotations

from engine.core.game import Position
from engine.core.types import EMPTY, Move, Player, SensibleMoves

STRONG_LINE = 2
"""Lines between the edges and a winning stone: it is at least on the third line."""


def sensible_answers(position: Position) -> SensibleMoves | None:
    """Return the answers to a clearly strong or weak first stone while a swap is open.

    A stone on the third line or further in is taken over. One on an edge of its own
    side is
    not, except in the two obtuse corners. For all others, which are close to even, the
    result is ``None``.

    Source: HexWiki, "Swap rule", sizes 7 (solved) and 11.
    """
    setup = position.setup
    row, column = divmod(position.stones.index(Player.FIRST), setup.width)
    lines = (row, column, setup.height - 1 - row, setup.width - 1 - column)
    if min(lines) >= STRONG_LINE:
        return SensibleMoves(moves=tuple(position.special_moves()), is_forced=True)
    is_obtuse_corner = (row, column) in {(0, setup.width - 1), (setup.height - 1, 0)}
    if row in (0, setup.height - 1) and not is_obtuse_corner:
        stones = enumerate(position.stones)
        cells = tuple(Move(cell) for cell, content in stones if content == EMPTY)
        return SensibleMoves(moves=cells, is_forced=True)
    return None
