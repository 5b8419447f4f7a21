"""Contract of an engine's play in an opening in which colours are chosen."""

from __future__ import annotations

from typing import Protocol

from engine.core.game import Position
from engine.core.types import Move


class Opening(Protocol):
    """Fixed stones and choices of colour, around any search."""

    def is_over(self, position: Position) -> bool:
        """Return whether the search plays alone from here on."""
        ...

    def stones_to_place(self, position: Position, *, seed: int) -> tuple[Move, ...]:
        """Return the stones to place without a search, the next one first.

        An empty result leaves the decision to a search.
        """
        ...

    def choice(self, position: Position, value: float) -> Move | None:
        """Return the choice to make, or ``None`` to play the move of the search.

        Args:
            position: A position without stones to place.
            value: Value that the search found for the side to move.
        """
        ...
