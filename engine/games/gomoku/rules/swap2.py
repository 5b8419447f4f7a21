"""Swap2: the participants determine their colours after the first stones.

The beginner places three stones, black, white and black. The other participant plays on
as White, or takes Black, or adds a white and a black stone and leaves the choice to the
beginner. Source: vcpr.cz/en/help-and-rules/gomoku-rules, "SWAP2".
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engine.core.game import GameSetup, Position
from engine.core.message import Message
from engine.core.special_move import SpecialMove
from engine.core.types import EMPTY, Move, Player

OPTION = "opening"
"""Name of the option."""

NONE = "none"
"""Value of the option: Black begins and colours are fixed."""

SWAP2 = "swap2"
"""Value of the option: the swap2 opening."""

CHOICES = (
    SpecialMove(
        name="take-black",
        label=Message("take Black"),
        description=Message("take Black"),
        title=Message("Take Black"),
        menu_text=Message("Take &Black"),
        words=("take-black", "执黑"),
    ),
    SpecialMove(
        name="add-two",
        label=Message("add two"),
        description=Message("add two stones"),
        title=Message("Add two stones"),
        menu_text=Message("Add t&wo stones"),
        words=("add-two", "add", "再放两子", "加两子"),
    ),
)
"""The special moves, in the order of their indices behind the cells."""

CHOICE_NAMES = tuple(choice.name for choice in CHOICES)
"""Names of the special moves."""


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

LATER_STAGES: tuple[Swap2Stage, ...] = (
    Swap2Stage.ADDING,
    Swap2Stage.ADDING,
    Swap2Stage.RETURNED,
)
"""Stage of each following move if two stones are added."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Swap2:
    """State of the opening."""

    stage: Swap2Stage
    """Current stage."""

    black: Player = Player.FIRST
    """Participant who holds Black; until the opening is complete, the beginner."""

    @property
    def is_complete(self) -> bool:
        """Whether both participants have a colour."""
        return self.stage is Swap2Stage.COMPLETE

    @property
    def seat_to_move(self) -> Player | None:
        """Participant who decides now; ``None`` when the colour to move decides."""
        return DECIDERS.get(self.stage)


def take_black(setup: GameSetup) -> Move:
    """Return the move by which a participant takes Black."""
    return Move(setup.cell_count)


NO_OPENING = Swap2(stage=Swap2Stage.COMPLETE)
"""State of a game without the opening."""


def add_two(setup: GameSetup) -> Move:
    """Return the move that announces two more stones."""
    return Move(setup.cell_count + 1)


def choice_name(setup: GameSetup, move: Move) -> str | None:
    """Return the name of a special move; ``None`` for any other."""
    index = move - setup.cell_count
    return CHOICE_NAMES[index] if 0 <= index < len(CHOICE_NAMES) else None


def parse_choice(setup: GameSetup, text: str) -> Move | None:
    """Return the special move with a name, or ``None``."""
    name = text.strip().lower()
    if setup.option(OPTION) != SWAP2 or name not in CHOICE_NAMES:
        return None
    return Move(setup.cell_count + CHOICE_NAMES.index(name))


def find_swap2_state(position: Position) -> Swap2:
    """Return the state of the opening after the moves so far.

    It is complete where stones were set up or White was to begin.
    """
    setup, history = position.setup, position.history
    if setup.option(OPTION) != SWAP2 or not _began_with_nothing(position):
        return NO_OPENING
    stages = FIRST_STAGES
    if history[len(stages) - 1 : len(stages)] == (add_two(setup),):
        stages += LATER_STAGES
    if len(history) < len(stages):
        return Swap2(stage=stages[len(history)])
    decider = DECIDERS[stages[-1]]
    has_taken = history[len(stages) - 1] == take_black(setup)
    return Swap2(
        stage=Swap2Stage.COMPLETE, black=decider if has_taken else decider.opponent
    )


def list_choices(position: Position) -> list[Move]:
    """Return the special moves that are legal now."""
    stage = find_swap2_state(position).stage
    if stage is Swap2Stage.OFFERED:
        return [take_black(position.setup), add_two(position.setup)]
    return [take_black(position.setup)] if stage is Swap2Stage.RETURNED else []


def describe_decision(position: Position) -> str:
    """Return what the participant to move may do; empty once colours are chosen."""
    return {
        Swap2Stage.PLACING: Message(
            "Place three stones for the opening: black, white, black."
        ),
        Swap2Stage.OFFERED: Message(
            "Place a white stone, take Black, or add two stones."
        ),
        Swap2Stage.ADDING: Message("Add two stones: one white, one black."),
        Swap2Stage.RETURNED: Message(
            "Place a white stone to play White, or take Black."
        ),
    }.get(find_swap2_state(position).stage, "")


def objection_to_choice(position: Position, move: Move) -> str | None:
    """Return one sentence on why a special move is illegal, or ``None``."""
    if position.setup.option(OPTION) != SWAP2:
        return Message("This game is played without the swap2 opening.")
    if move in list_choices(position):
        return None
    if move == take_black(position.setup):
        return Message(
            "Black can only be taken right after the first three stones, or after the "
            "two that were added."
        )
    return Message("Two stones can only be added right after the first three.")


def _began_with_nothing(position: Position) -> bool:
    """Return whether the game began with Black on an empty board."""
    cells = position.setup.cell_count
    placed = sum(move < cells for move in position.history)
    began_black = (position.to_move is Player.FIRST) == (placed % 2 == 0)
    return began_black and cells - position.stones.count(EMPTY) == placed
