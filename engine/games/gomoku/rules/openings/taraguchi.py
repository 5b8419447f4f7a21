"""Taraguchi-10: a swap after each of the first stones, then ten fifth moves or one.

Each stone but the first lies in a larger square around the centre, from 3 x 3 for the
second to 9 x 9 for the fifth. After each of these stones the other participant may swap
the colours before the next one. After the fourth Black may instead offer ten fifth
moves anywhere, without any further swap; White chooses one, and plays the sixth.

Source: en.wikipedia.org, "Taraguchi opening rule", with ten fifth moves (Taraguchi-N).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from engine.core.game import GameSetup, Position
from engine.core.message import Message
from engine.core.types import Move, Player
from engine.games.gomoku.rules.openings.choices import (
    MOST_FIFTH_MOVES,
    declare,
    declared_count,
    offered_cell,
    swap_colours,
)
from engine.games.gomoku.rules.openings.fifth_move_offers import (
    objection_to_offer,
    while_choosing,
    while_offering,
)
from engine.games.gomoku.rules.openings.placements import cells_near_centre
from engine.games.gomoku.rules.openings.state import (
    NO_OPENING,
    OpeningState,
    began_with_nothing,
)

STONES = 5
"""Number of stones that the opening places."""

FIRST_STONE = Message("Place the first black stone in the centre.")

STONES_OR_SWAP = (
    Message("Place the white stone in the middle 3x3 cells, or swap colours."),
    Message("Place the black stone in the middle 5x5 cells, or swap colours."),
    Message("Place the white stone in the middle 7x7 cells, or swap colours."),
    Message(
        "Place the black stone in the middle 9x9 cells, swap colours, or declare 10 "
        "fifth moves."
    ),
    Message("Place a white stone, or swap colours."),
)
"""Options after each stone."""

STONES_AFTER_SWAP = (
    Message("Colours are swapped. Place the white stone in the middle 3x3 cells."),
    Message("Colours are swapped. Place the black stone in the middle 5x5 cells."),
    Message("Colours are swapped. Place the white stone in the middle 7x7 cells."),
    Message("Colours are swapped. Place the black stone in the middle 9x9 cells."),
)
"""Options after each stone but the last, and a swap."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TaraguchiStage:
    """Stage of the opening."""

    stones: int = 0
    """Number of stones placed."""

    black: Player = Player.FIRST
    """Participant who holds Black."""

    has_swapped: bool = False
    """Whether the colours were swapped after the last stone."""

    has_declared: bool = False
    """Whether Black offers ten fifth moves."""

    offers: int = 0
    """Number of fifth moves offered."""

    is_complete: bool = False
    """Whether all further moves are free."""


def find_stage(position: Position) -> TaraguchiStage:
    """Return the stage of the opening after the moves so far."""
    if not began_with_nothing(position):
        return TaraguchiStage(is_complete=True)
    stage = TaraguchiStage()
    for move in position.history:
        if stage.is_complete:
            break
        stage = _stage_after(stage, position.setup, move)
    return stage


def _stage_after(stage: TaraguchiStage, setup: GameSetup, move: Move) -> TaraguchiStage:
    """Return the stage after one more move of the opening."""
    if move == swap_colours(setup):
        return replace(
            stage,
            black=stage.black.opponent,
            has_swapped=True,
            is_complete=stage.stones == STONES,
        )
    if declared_count(setup, move) is not None:
        return replace(stage, has_declared=True)
    if offered_cell(setup, move) is not None:
        return replace(stage, offers=stage.offers + 1)
    return replace(
        stage,
        stones=stage.stones + 1,
        has_swapped=False,
        is_complete=stage.has_declared or stage.stones == STONES,
    )


@lru_cache(maxsize=64)  # every query about a position needs it
def find_state(position: Position) -> OpeningState:
    """Return the state of the opening after the moves so far."""
    if not began_with_nothing(position):
        return NO_OPENING
    stage = find_stage(position)
    state = OpeningState(
        black=stage.black,
        has_fixed_colours=stage.is_complete or stage.has_declared,
        is_complete=stage.is_complete,
    )
    if stage.is_complete:
        return state
    if stage.has_declared:
        if stage.offers < MOST_FIFTH_MOVES:
            return while_offering(state, position, MOST_FIFTH_MOVES)
        return while_choosing(state, position)
    request = _request(stage)
    return replace(
        state,
        cells=_list_cells(position.setup, stage),
        choices=_list_choices(position.setup, stage),
        request=request,
        objection=request,
    )


def _request(stage: TaraguchiStage) -> str:
    """Return the options of the participant who is to place a stone."""
    if stage.stones == 0:
        return FIRST_STONE
    requests = STONES_AFTER_SWAP if stage.has_swapped else STONES_OR_SWAP
    return requests[stage.stones - 1]


def _list_cells(setup: GameSetup, stage: TaraguchiStage) -> frozenset[Move] | None:
    """Return the only cells for the next stone; ``None`` for all empty ones."""
    if stage.stones == STONES:
        return None
    return cells_near_centre(setup, stage.stones)


def _list_choices(setup: GameSetup, stage: TaraguchiStage) -> tuple[Move, ...]:
    """Return the legal choices before the next stone, in ascending order."""
    if stage.stones == 0 or stage.has_swapped:
        return ()
    if stage.stones == STONES - 1:
        return declare(setup, MOST_FIFTH_MOVES), swap_colours(setup)
    return (swap_colours(setup),)


def objection_to_choice(position: Position, move: Move) -> str | None:
    """Return why a choice of this opening is illegal, as one sentence, or ``None``."""
    setup, state = position.setup, find_state(position)
    if move in state.choices:
        return None
    if move == swap_colours(setup):
        return Message(
            "Colours can be swapped once after each of the first five stones, but not "
            "once fifth moves are declared."
        )
    if declared_count(setup, move) is not None:
        return Message(
            "Fifth moves can only be declared right after the fourth stone, without a "
            "swap."
        )
    cell = offered_cell(setup, move)
    if cell is None or not state.offers_left:
        return Message("Fifth moves are offered right after they were declared.")
    return objection_to_offer(position, cell)
