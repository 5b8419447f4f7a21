"""RIF and Yamaguchi: one of the 26 openings, a swap, and several fifth moves.

The beginner places three stones: black in the centre, white next to it, black in the
middle 5 x 5 cells; by Yamaguchi it also declares how many fifth moves will be offered,
by RIF there are two. The other participant takes Black, or plays on as White. White's
fourth move is free. Black offers the fifth moves, no two of which are symmetrical;
White chooses one, and plays the sixth.

Sources: en.wikipedia.org, "RIF opening rule"; renju.net/media/showrule.php?rule=5,
"Yamaguchi rule". Chinese contests call the parts designated opening, swap after three
moves, and N fifth moves.
"""

from __future__ import annotations

from enum import Enum
from functools import lru_cache

from engine.core.game import GameSetup, Position
from engine.core.message import Message
from engine.core.types import Move, Player
from engine.games.gomoku.rules.openings.choices import (
    MOST_FIFTH_MOVES,
    OPTION,
    YAMAGUCHI,
    declare,
    declared_count,
    offered_cell,
    take_black,
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
    stage_of,
)

RIF_FIFTH_MOVES = 2
"""Number of fifth moves by RIF."""

REACHES = (0, 1, 2)
"""Largest distance of each of the first stones from the centre."""


class FifthMoveStage(Enum):
    """Stage of the opening."""

    PLACING = "placing"
    """The beginner places the first three stones."""

    DECLARING = "declaring"
    """The beginner declares the number of fifth moves."""

    SWAPPING = "swapping"
    """The other participant takes Black, or White by the fourth stone."""

    FOURTH = "fourth"
    """The beginner, now White, places the fourth stone."""

    OFFERING = "offering"
    """Black offers fifth moves."""

    CHOOSING = "choosing"
    """White chooses the fifth move."""

    COMPLETE = "complete"
    """All further moves are free."""


REQUESTS = {
    FifthMoveStage.DECLARING: Message("Declare how many fifth moves Black will offer."),
    FifthMoveStage.FOURTH: Message(
        "Black is taken. Place the white stone of the fourth move."
    ),
}
"""Options of the participant at each stage that do not depend on the moves."""

STONE_REQUESTS = (
    Message("Place three stones for the opening: first a black one in the centre."),
    Message("Place the white stone next to the first one."),
    Message("Place the black stone of the opening in the middle 5x5 cells."),
)
"""Options of the beginner for each of the first stones."""


def find_stage(position: Position) -> FifthMoveStage:
    """Return the stage of the opening after the moves so far; see ``stage_of``."""
    return stage_of(position, _list_stages, FifthMoveStage.COMPLETE)


@lru_cache(maxsize=64)  # every query about a position needs it
def find_state(position: Position) -> OpeningState:
    """Return the state of the opening after the moves so far."""
    stage = find_stage(position)
    if stage is FifthMoveStage.COMPLETE and not began_with_nothing(position):
        return NO_OPENING
    if len(position.history) <= _swap_index(position.setup):
        return _state_before_colours(position, stage)
    return _state_with_colours(position, stage)


def _state_before_colours(position: Position, stage: FifthMoveStage) -> OpeningState:
    """Return the state of an opening whose colours are not chosen yet."""
    setup, played = position.setup, len(position.history)
    if stage is FifthMoveStage.PLACING:
        return OpeningState(
            decider=Player.FIRST,
            cells=cells_near_centre(setup, REACHES[played]),
            request=STONE_REQUESTS[played],
            objection=STONE_REQUESTS[played],
        )
    if stage is FifthMoveStage.DECLARING:
        counts = range(1, MOST_FIFTH_MOVES + 1)
        return OpeningState(
            decider=Player.FIRST,
            cells=frozenset(),
            choices=tuple(declare(setup, count) for count in counts),
            request=REQUESTS[stage],
            objection=REQUESTS[stage],
        )
    return OpeningState(
        decider=Player.SECOND,
        choices=(take_black(setup),),
        request=Message(
            "Place a white stone, or take Black. Fifth moves to offer: {count}.",
            count=_count_fifth_moves(position),
        ),
    )


def _state_with_colours(position: Position, stage: FifthMoveStage) -> OpeningState:
    """Return the state of an opening in which both participants have a colour."""
    setup = position.setup
    has_taken = position.history[_swap_index(setup)] == take_black(setup)
    state = OpeningState(
        black=Player.SECOND if has_taken else Player.FIRST,
        has_fixed_colours=True,
        is_complete=stage is FifthMoveStage.COMPLETE,
        request=REQUESTS.get(stage, ""),
        objection=REQUESTS.get(stage, ""),
    )
    if stage is FifthMoveStage.OFFERING:
        return while_offering(state, position, _count_fifth_moves(position))
    if stage is FifthMoveStage.CHOOSING:
        return while_choosing(state, position)
    return state


def objection_to_choice(position: Position, move: Move) -> str | None:
    """Return why a choice of this opening is illegal, as one sentence, or ``None``."""
    setup, state = position.setup, find_state(position)
    if move in state.choices:
        return None
    if move == take_black(setup):
        return Message("Black can only be taken right before the fourth stone.")
    if declared_count(setup, move) is not None:
        return Message(
            "The number of fifth moves is declared once, right after the first three "
            "stones."
        )
    cell = offered_cell(setup, move)
    if cell is None or not state.offers_left:
        return Message("Fifth moves are offered right after the fourth stone.")
    return objection_to_offer(position, cell)


def count_offers(position: Position) -> int:
    """Return the number of fifth moves if White's next stone is the fourth, or 1."""
    if find_stage(position) in (FifthMoveStage.SWAPPING, FifthMoveStage.FOURTH):
        return _count_fifth_moves(position)
    return 1


def _list_stages(position: Position) -> list[FifthMoveStage]:
    """Return the stage of each move of the opening, as far as it is known."""
    setup, history = position.setup, position.history
    swap = _swap_index(setup)
    stages = [FifthMoveStage.PLACING] * len(REACHES)
    stages += [FifthMoveStage.DECLARING] * (swap - len(stages))
    stages.append(FifthMoveStage.SWAPPING)
    if len(history) > swap:
        stages += [FifthMoveStage.FOURTH] * (history[swap] == take_black(setup))
        stages += [FifthMoveStage.OFFERING] * _count_fifth_moves(position)
        stages.append(FifthMoveStage.CHOOSING)
    return stages


def _count_fifth_moves(position: Position) -> int:
    """Return the number of fifth moves that Black offers, once it is known."""
    if position.setup.option(OPTION) != YAMAGUCHI:
        return RIF_FIFTH_MOVES
    count = declared_count(position.setup, position.history[len(REACHES)])
    return RIF_FIFTH_MOVES if count is None else count


def _swap_index(setup: GameSetup) -> int:
    """Return the number of moves before the choice of colour."""
    return len(REACHES) + (setup.option(OPTION) == YAMAGUCHI)
