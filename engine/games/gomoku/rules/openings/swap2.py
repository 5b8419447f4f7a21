"""Swap2: the participants determine their colours after the first stones.

The beginner places three stones, black, white and black. The other participant plays on
as White, or takes Black, or adds a white and a black stone and leaves the choice to the
beginner. Source: vcpr.cz/en/help-and-rules/gomoku-rules, "SWAP2".
"""

from __future__ import annotations

from enum import Enum

from engine.core.game import Position
from engine.core.message import Message
from engine.core.types import Move, Player
from engine.games.gomoku.rules.openings.choices import add_two, take_black
from engine.games.gomoku.rules.openings.state import (
    NO_OPENING,
    OpeningState,
    began_with_nothing,
    stage_of,
)


class Swap2Stage(Enum):
    """Stage of the opening."""

    PLACING = "placing"
    """The beginner places the first three stones."""

    OFFERED = "offered"
    """The other participant takes a colour (White by a white stone) or adds two
    stones."""

    ADDING = "adding"
    """The other participant places two more stones."""

    RETURNED = "returned"
    """The beginner takes a colour; a white stone takes White."""

    COMPLETE = "complete"
    """Both participants have a colour for the rest of the game."""


DECIDERS = {
    Swap2Stage.PLACING: Player.FIRST,
    Swap2Stage.OFFERED: Player.SECOND,
    Swap2Stage.ADDING: Player.SECOND,
    Swap2Stage.RETURNED: Player.FIRST,
}
"""Participant who moves at each stage, whatever the colour of the stone."""

FIRST_STAGES: tuple[Swap2Stage, ...] = (
    Swap2Stage.PLACING,
    Swap2Stage.PLACING,
    Swap2Stage.PLACING,
    Swap2Stage.OFFERED,
)
"""Stage of each of the first moves."""

PLACED, ADDED = len(FIRST_STAGES) - 1, 2
"""Stones of the beginner, and those that the other participant may add."""

LATER_STAGES: tuple[Swap2Stage, ...] = (
    Swap2Stage.ADDING,
    Swap2Stage.ADDING,
    Swap2Stage.RETURNED,
)
"""Stage of each following move if two stones are added."""


REQUESTS = {
    Swap2Stage.PLACING: Message(
        "Place three stones for the opening: black, white, black."
    ),
    Swap2Stage.OFFERED: Message("Place a white stone, take Black, or add two stones."),
    Swap2Stage.ADDING: Message("Add two stones: one white, one black."),
    Swap2Stage.RETURNED: Message("Place a white stone to play White, or take Black."),
}
"""Options of the participant at each stage."""


def find_stage(position: Position) -> Swap2Stage:
    """Return the stage of the opening after the moves so far; see ``stage_of``."""
    return stage_of(position, _list_stages, Swap2Stage.COMPLETE)


def find_state(position: Position) -> OpeningState:
    """Return the state of the opening after the moves so far."""
    stage = find_stage(position)
    if stage is not Swap2Stage.COMPLETE:
        return OpeningState(
            decider=DECIDERS[stage],
            choices=_list_choices(position, stage),
            request=REQUESTS[stage],
        )
    if not began_with_nothing(position):
        return NO_OPENING
    stages = _list_stages(position)
    decider = DECIDERS[stages[-1]]
    has_taken = position.history[len(stages) - 1] == take_black(position.setup)
    return OpeningState(
        black=decider if has_taken else decider.opponent,
        has_fixed_colours=True,
        is_complete=True,
    )


def objection_to_choice(position: Position, move: Move) -> str | None:
    """Return why a choice of this opening is illegal, as one sentence, or ``None``."""
    if move in find_state(position).choices:
        return None
    if move == take_black(position.setup):
        return Message(
            "Black can only be taken right after the first three stones, or after the "
            "two that were added."
        )
    return Message("Two stones can only be added right after the first three.")


def _list_stages(position: Position) -> tuple[Swap2Stage, ...]:
    """Return the stage of each move of the opening, as far as it is known."""
    decision = len(FIRST_STAGES) - 1
    has_added = position.history[decision : decision + 1] == (add_two(position.setup),)
    return FIRST_STAGES + LATER_STAGES if has_added else FIRST_STAGES


def _list_choices(position: Position, stage: Swap2Stage) -> tuple[Move, ...]:
    if stage is Swap2Stage.OFFERED:
        return take_black(position.setup), add_two(position.setup)
    return (take_black(position.setup),) if stage is Swap2Stage.RETURNED else ()
