"""Swap2: the participants settle by the first stones who plays which colour.

Three stones, black, white and black, are put by who began. The other one plays on as
White, or takes Black, or puts a white and a black stone more and leaves the choice
to who began. Source: vcpr.cz/en/help-and-rules/gomoku-rules, "SWAP2".
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engine.core.game import GameSetup, Position
from engine.core.message import Sentence
from engine.core.types import EMPTY, Move, Player

OPTION = "opening"
"""Name of the option."""

NONE = "none"
"""Black begins and everybody keeps their colour."""

SWAP2 = "swap2"
"""What this module is about."""

CHOICE_NAMES = ("take-black", "add-two")
"""How the special moves are written, by the distance of their index from the cells."""


class Stage(Enum):
    """What is to be done now."""

    PLACING = "placing"
    """Who began puts the first three stones."""

    OFFERED = "offered"
    """The other one takes a colour or adds two stones; a white stone takes White."""

    ADDING = "adding"
    """The other one puts two more stones."""

    RETURNED = "returned"
    """Who began takes a colour; a white stone takes White."""

    SETTLED = "settled"
    """Everybody has a colour for the rest of the game."""


DECIDERS = {
    Stage.PLACING: Player.FIRST,
    Stage.OFFERED: Player.SECOND,
    Stage.ADDING: Player.SECOND,
    Stage.RETURNED: Player.FIRST,
}
"""The participant who moves at each stage, whatever the colour of the stone."""

FIRST_STAGES: tuple[Stage, ...] = (
    Stage.PLACING,
    Stage.PLACING,
    Stage.PLACING,
    Stage.OFFERED,
)
"""What each of the first moves is played at."""

LATER_STAGES: tuple[Stage, ...] = (Stage.ADDING, Stage.ADDING, Stage.RETURNED)
"""The same of the moves that follow when two stones are added."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """How far the participants are, and who holds Black."""

    stage: Stage
    """What is to be done now."""

    black: Player = Player.FIRST
    """The participant who holds Black; until it is settled, who began."""

    @property
    def is_settled(self) -> bool:
        """Whether everybody has a colour."""
        return self.stage is Stage.SETTLED

    @property
    def seat_to_move(self) -> Player | None:
        """The participant who decides now, unless the turn of the colours does."""
        return DECIDERS.get(self.stage)


def take_black(setup: GameSetup) -> Move:
    """Return the move by which a participant takes Black."""
    return Move(setup.cell_count)


def add_two(setup: GameSetup) -> Move:
    """Return the move that announces two more stones."""
    return Move(setup.cell_count + 1)


def choice_name(setup: GameSetup, move: Move) -> str | None:
    """Return the name of a special move; ``None`` for any other."""
    index = move - setup.cell_count
    return CHOICE_NAMES[index] if 0 <= index < len(CHOICE_NAMES) else None


def choice_named(setup: GameSetup, text: str) -> Move | None:
    """Return the special move that a text names in a game that has it."""
    name = text.strip().lower()
    if setup.option(OPTION) != SWAP2 or name not in CHOICE_NAMES:
        return None
    return Move(setup.cell_count + CHOICE_NAMES.index(name))


def opening_of(position: Position) -> Opening:
    """Return the state of the opening, as the moves so far have made it.

    Nothing is open where stones were set up or White was to begin.
    """
    setup, history = position.setup, position.history
    if setup.option(OPTION) != SWAP2 or not _began_with_nothing(position):
        return Opening(stage=Stage.SETTLED)
    stages = FIRST_STAGES
    if history[len(stages) - 1 : len(stages)] == (add_two(setup),):
        stages += LATER_STAGES
    if len(history) < len(stages):
        return Opening(stage=stages[len(history)])
    decider = DECIDERS[stages[-1]]
    has_taken = history[len(stages) - 1] == take_black(setup)
    return Opening(
        stage=Stage.SETTLED, black=decider if has_taken else decider.opponent
    )


def choices(position: Position) -> list[Move]:
    """Return the special moves that are legal now."""
    stage = opening_of(position).stage
    if stage is Stage.OFFERED:
        return [take_black(position.setup), add_two(position.setup)]
    return [take_black(position.setup)] if stage is Stage.RETURNED else []


def objection_to_choice(position: Position, move: Move) -> str | None:
    """Return one sentence on why a special move is not allowed, or ``None``."""
    if position.setup.option(OPTION) != SWAP2:
        return Sentence("This game is played without the swap2 opening.")
    if move in choices(position):
        return None
    if move == take_black(position.setup):
        return Sentence(
            "Black can only be taken right after the first three stones, or after the "
            "two that were added."
        )
    return Sentence("Two stones can only be added right after the first three.")


def _began_with_nothing(position: Position) -> bool:
    """Say whether the moves so far began with Black on the empty board."""
    cells = position.setup.cell_count
    placed = sum(move < cells for move in position.history)
    began_black = (position.to_move is Player.FIRST) == (placed % 2 == 0)
    return began_black and cells - position.stones.count(EMPTY) == placed
