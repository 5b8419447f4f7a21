"""First stones that the second player takes over by the swap, and those near even."""

from __future__ import annotations

from engine.core.game import GameSetup, Position
from engine.core.types import EMPTY, Move, Player, SensibleMoves
from engine.games.hex.rules.position import SWAP

STRONG_LINE = 2
"""Lines between the edges and a winning stone: it is at least on the third line."""


def swap_follows(position: Position) -> bool:
    """Return whether the stone to play now may be swapped.

    Its owner gets the opposite of its value if that is better for the opponent.
    """
    is_start = not position.history and not any(position.stones)
    has_swap = position.setup.option(SWAP) == "on"
    return has_swap and is_start and position.to_move is Player.FIRST


def list_even_stones(setup: GameSetup) -> tuple[Move, ...]:
    """Return the first stones that are neither clearly strong nor clearly weak."""
    cells = map(Move, range(setup.cell_count))
    return tuple(cell for cell in cells if _is_strong(setup, cell) is None)


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
