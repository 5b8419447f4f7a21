"""Moves of an engine in one opening."""

from __future__ import annotations

from engine.core.game import Position
from engine.core.types import Move
from engine.games.gomoku.rules.openings.choices import take_black


class OpeningMoves:
    """Moves that need no search, and choices; an opening overrides what differs."""

    def fixed_moves(self, position: Position, *, seed: int) -> tuple[Move, ...]:
        """See ``OpeningPlay.fixed_moves``; there are none."""
        del position, seed
        return ()

    def even_cells(self, position: Position, *, seed: int) -> tuple[Move, ...]:
        """See ``OpeningPlay.even_cells``; there are none."""
        del position, seed
        return ()

    def choose_colour(self, position: Position, *, is_worse: bool) -> Move | None:
        """Return the choice of Black, or ``None`` to keep the colour to move.

        Args:
            position: The position.
            is_worse: Whether the colour to move is worse than the other one.
        """
        return take_black(position.setup) if is_worse else None

    def count_offers(self, position: Position) -> int:
        """See ``OpeningPlay.count_offers``; the opponent replies freely."""
        del position
        return 1
