"""Stones and swaps of an engine in the Taraguchi-10 opening.

After each of its stones the opponent may swap colours, so that an even stone is best.
It never declares ten fifth moves, of which the opponent would choose the worst.
"""

from __future__ import annotations

import random

from engine.core.game import Position
from engine.core.types import EMPTY, Move
from engine.games.gomoku.rules.openings.choices import swap_colours
from engine.games.gomoku.rules.openings.fifth_move_offers import symmetrical_cells
from engine.games.gomoku.rules.openings.opening_moves import OpeningMoves
from engine.games.gomoku.rules.openings.taraguchi import find_stage, find_state

REACH = 2
"""Largest distance in rows and columns of a new stone from those before."""

MOST_CELLS = 12
"""Largest number of cells to search; random ones, so that games differ."""

DECISIVE_STONES = 3
"""Stones from which on the engine swaps; before, the next ones decide more."""


class TaraguchiMoves(OpeningMoves):
    """Moves in Taraguchi-10."""

    def fixed_moves(self, position: Position, *, seed: int) -> tuple[Move, ...]:
        """See ``OpeningPlay.fixed_moves``; the centre for the first stone."""
        del seed
        cells = find_state(position).cells
        return () if position.history or cells is None else tuple(cells)

    def even_cells(self, position: Position, *, seed: int) -> tuple[Move, ...]:
        """See ``OpeningPlay.even_cells``; near the stones, no two symmetrical.

        It is empty where the colours are fixed by the next stone, or already.
        """
        state = find_state(position)
        if state.has_fixed_colours or state.cells is None:
            return ()
        near = {cell for cell in state.cells if _is_near_stone(position, cell)}
        classes = {min(symmetrical_cells(position, cell)) for cell in near}
        rng = random.Random(f"{seed} {position.setup} {position.history}")
        count = min(len(classes), MOST_CELLS)
        return tuple(sorted(rng.sample(sorted(classes), count)))

    def choose_colour(self, position: Position, *, is_worse: bool) -> Move | None:
        """See ``OpeningMoves.choose_colour``; early stones decide nothing."""
        is_decisive = find_stage(position).stones >= DECISIVE_STONES
        return swap_colours(position.setup) if is_worse and is_decisive else None


def _is_near_stone(position: Position, cell: Move) -> bool:
    """Return whether an empty cell is within ``REACH`` of a stone."""
    if position.stones[cell] != EMPTY:
        return False
    width = position.setup.width
    row, column = divmod(cell, width)
    return any(
        abs(other // width - row) <= REACH and abs(other % width - column) <= REACH
        for other, stone in enumerate(position.stones)
        if stone != EMPTY
    )
