"""Values for a participant, whose colour an opening may not have settled yet."""

from __future__ import annotations

from contextlib import suppress

from engine.core.errors import IllegalMoveError
from engine.core.game import Position
from engine.core.types import Move, Player


def own_value(
    seat: Player, position: Position, value: float, move: Move | None = None
) -> float:
    """Return a value for the colour to move as one for a participant.

    Args:
        seat: The participant.
        position: The position.
        value: Value for the colour to move.
        move: The move it is for; it may settle the colour of the participant.
    """
    after = position
    if move is not None:
        with suppress(IllegalMoveError):  # in a damaged record
            after = position.play(move)
    return value if position.to_move is after.colour_of(seat) else -value
