"""The openings of Gomoku: the opening of a game, and the state of a position by it."""

from __future__ import annotations

from typing import Protocol

from engine.core.game import Position
from engine.core.message import Message
from engine.core.types import Move
from engine.games.gomoku.rules.openings import fifth_moves, swap2, taraguchi
from engine.games.gomoku.rules.openings.choices import (
    CHOICES_OF,
    OPTION,
    RIF,
    SWAP2,
    TARAGUCHI,
    WITH_FIFTH_MOVES,
    YAMAGUCHI,
    offered_cell,
    special_move,
)
from engine.games.gomoku.rules.openings.state import NO_OPENING, OpeningState


class OpeningRules(Protocol):
    """Rules of an opening; its module has these functions."""

    def find_state(self, position: Position) -> OpeningState:
        """Return the state of the opening after the moves so far."""
        ...

    def objection_to_choice(self, position: Position, move: Move) -> str | None:
        """Return why one of its choices is illegal, as one sentence, or ``None``."""
        ...


RULES: dict[str, OpeningRules] = {
    SWAP2: swap2,
    RIF: fifth_moves,
    YAMAGUCHI: fifth_moves,
    TARAGUCHI: taraguchi,
}
"""The module with the rules of each opening."""


def find_state(position: Position) -> OpeningState:
    """Return the state of the opening after the moves so far."""
    rules = RULES.get(position.setup.option(OPTION))
    return NO_OPENING if rules is None else rules.find_state(position)


def needs_centre(opening: str) -> bool:
    """Return whether an opening needs a cell in the middle of the board."""
    return opening in WITH_FIFTH_MOVES


def objection_to_choice(position: Position, move: Move) -> str | None:
    """Return why a special move is illegal, as one sentence, or ``None``."""
    opening = position.setup.option(OPTION)
    if position.outcome is not None:
        return Message("The game is over; take a move back or start a new game.")
    if offered_cell(position.setup, move) is not None:
        has_kind = opening in WITH_FIFTH_MOVES
    else:
        has_kind = special_move(position.setup, move) in CHOICES_OF[opening]
    if not has_kind:
        return Message("The opening of this game has no such choice.")
    return RULES[opening].objection_to_choice(position, move)
