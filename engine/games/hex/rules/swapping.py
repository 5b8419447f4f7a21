"""First stones that the second player takes over by the swap, and those near even."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.board.board_notation import split_cell_name
from engine.core.game import GameSetup, Position
from engine.core.types import EMPTY, Move, Player, SensibleMoves
from engine.games.hex.rules.position import SWAP

STRONG_LINE = 2
"""Lines between the edges and a winning stone: it is at least on the third line."""

EVEN_STONES: Mapping[int, str] = {
    7: "b2 g1",
    8: "h1 b4",
    9: "a4 g2 c2",
    10: "h2 a4 j4",
    11: "a4 k4",
    12: "k3 a4 l4",
    13: "a4 c2 l3 k2",
    14: "a5 b2 c2 a6",
    15: "a6 a5 c2 m2",
}
"""First stones nearest to even by size of the board; half a turn gives as many more.

Measured by ``build_spec/first_stones.py``.
"""


def swap_follows(position: Position) -> bool:
    """Return whether the stone to play now may be swapped.

    Its owner gets the opposite of its value if that is better for the opponent.
    """
    is_start = not position.history and not any(position.stones)
    has_swap = position.setup.option(SWAP) == "on"
    return has_swap and is_start and position.to_move is Player.FIRST


def list_even_stones(setup: GameSetup) -> tuple[Move, ...]:
    """Return the first stones nearest to even.

    Where they are not known, these are all that are neither strong nor weak.
    """
    cells = map(Move, range(setup.cell_count))
    if setup.height not in EVEN_STONES:
        return tuple(cell for cell in cells if _is_strong(setup, cell) is None)
    places = map(split_cell_name, EVEN_STONES[setup.height].split())
    known = {(row - 1) * setup.width + column for column, row in filter(None, places)}
    last = setup.cell_count - 1
    return tuple(cell for cell in cells if not known.isdisjoint({cell, last - cell}))


def sensible_answers(position: Position) -> SensibleMoves | None:
    """Return the answers to a clearly strong or weak first stone while a swap is open.

    For all others, which are close to even, the result is ``None``.
    """
    stones = position.stones
    is_strong = _is_strong(position.setup, Move(stones.index(Player.FIRST)))
    if is_strong is None:
        return None
    if is_strong:
        return SensibleMoves(moves=tuple(position.special_moves()), is_forced=True)
    cells = tuple(Move(at) for at, content in enumerate(stones) if content == EMPTY)
    return SensibleMoves(moves=cells, is_forced=True)


def _is_strong(setup: GameSetup, stone: Move) -> bool | None:
    """Return whether a first stone wins; ``None`` if it is close to even.

    A stone on the third line or further in is strong. One on an edge of its own side
    is weak, except in the two obtuse corners.

    Source: HexWiki, "Swap rule", sizes 7 (solved) and 11.
    """
    row, column = divmod(stone, setup.width)
    lines = (row, column, setup.height - 1 - row, setup.width - 1 - column)
    if min(lines) >= STRONG_LINE:
        return True
    is_obtuse_corner = (row, column) in {(0, setup.width - 1), (setup.height - 1, 0)}
    return False if row in (0, setup.height - 1) and not is_obtuse_corner else None
