"""State of an opening: who decides, and what the rules allow."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from engine.core.game import Position
from engine.core.types import EMPTY, Move, Player

S = TypeVar("S")
"""Stages of one opening."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpeningState:
    """State of a position by the rules of an opening.

    An opening is complete before the first stone that can end the game.
    """

    decider: Player | None = None
    """Participant who decides now; ``None`` when the colour to move decides."""

    black: Player = Player.FIRST
    """Participant who holds Black; the beginner, until a colour is chosen."""

    has_fixed_colours: bool = False
    """Whether both participants have a colour for the rest of the game."""

    is_complete: bool = False
    """Whether the opening leaves all further moves free."""

    cells: frozenset[Move] | None = None
    """The only cells where the next stone may go; ``None`` for all empty ones."""

    choices: tuple[Move, ...] = ()
    """The special moves that are legal now, in ascending order."""

    offered: tuple[Move, ...] = ()
    """Cells offered as the next stone so far, in the order of the offers."""

    offers_left: int = 0
    """Number of cells still to be offered before the next stone."""

    request: str = ""
    """Options of the participant to move, as a sentence."""

    objection: str = ""
    """Reason why a stone on another cell than ``cells`` is illegal, as a sentence."""


NO_OPENING = OpeningState(has_fixed_colours=True, is_complete=True)
"""State of a game without an opening, or after a position was set up."""


def stage_of(
    position: Position, list_stages: Callable[[Position], Sequence[S]], complete: S
) -> S:
    """Return the stage of an opening after the moves so far.

    Args:
        position: The position.
        list_stages: Function that returns the stage of each move of the opening.
        complete: Stage after them, and where stones were set up or White was to begin.
    """
    if not began_with_nothing(position):
        return complete
    stages, played = list_stages(position), len(position.history)
    return stages[played] if played < len(stages) else complete


def began_with_nothing(position: Position) -> bool:
    """Return whether the game began with Black on an empty board."""
    cells = position.setup.cell_count
    placed = sum(move < cells for move in position.history)
    began_black = (position.to_move is Player.FIRST) == (placed % 2 == 0)
    return began_black and cells - position.stones.count(EMPTY) == placed
