"""Contract of an engine's play in an opening in which colours are chosen."""

from __future__ import annotations

from typing import Protocol

from engine.core.game import GameSetup, Position
from engine.core.types import Move


class OpeningPlay(Protocol):
    """Fixed moves and choices of colour, around any search."""

    def is_over(self, position: Position) -> bool:
        """Return whether the opening is over: the search chooses all moves."""
        ...

    def fixed_moves(self, position: Position, *, seed: int) -> tuple[Move, ...]:
        """Return the moves to play without a search, the next one first.

        An empty result leaves the decision to a search; whether it is empty does not
        depend on the seed.
        """
        ...

    def even_cells(self, position: Position, *, seed: int) -> tuple[Move, ...]:
        """Return the cells to search if the opponent may swap after the next stone.

        The stone of the most even value is then the best. It is empty elsewhere.
        """
        ...

    def choice(self, position: Position, value: float) -> Move | None:
        """Return the choice to make, or ``None`` to play the move of the search.

        Args:
            position: A position without fixed moves.
            value: Value that the search found for the side to move.
        """
        ...

    def count_offers(self, position: Position) -> int:
        """Return the number of replies to the next stone from which its player chooses.

        It is 1 where the opponent replies freely.
        """
        ...

    def offers_left(self, position: Position) -> int:
        """Return the number of cells still to be offered before the next stone."""
        ...

    def set_up(self, position: Position) -> Position:
        """Return a position of the same stones that leaves nothing to choose.

        Its setup is the same, so that searches keep what they have for it.
        """
        ...

    def without_opening(self, setup: GameSetup) -> GameSetup:
        """Return the setup of the same game without an opening."""
        ...

    def equal_cells(self, position: Position, cell: Move) -> frozenset[Move]:
        """Return a cell and those that count as the same offer."""
        ...
