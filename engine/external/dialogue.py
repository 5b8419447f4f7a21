"""Contract of the protocols by which an external program plays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from engine.core.game import GameSetup, Position
from engine.core.types import EMPTY, Move
from engine.search.api import Limits, StopFlag

POLL_SECONDS = 0.02
"""Time between two looks at the stop flag."""

UNTIMED_SECONDS = 60.0
"""Time for a move if the limits name none, as many programs ignore a node limit."""

OPTIONAL_SECONDS = 2.0
"""Time for the answer to a command that a program need not know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """Move of a program."""

    move: Move
    seconds: float
    """Time from the request to the move."""


class Dialogue(Protocol):
    """Conversation with a program in one protocol."""

    def begin(self, setup: GameSetup) -> None:
        """Set up a game, when the program has been started.

        Raises:
            ExternalProgramError: The program does not answer, or refuses the board.
        """
        ...

    def ask(self, position: Position, limits: Limits, stop: StopFlag) -> Answer:
        """Return the program's move in an ongoing position.

        Raises:
            ExternalProgramError: There is no legal move in time.
        """
        ...

    def close(self) -> None:
        """End the program; nothing of it is left running."""
        ...

    def kill(self) -> None:
        """End the program by force."""
        ...


def seconds_allowed(limits: Limits) -> float:
    """Return the seconds that a program has for a move."""
    return UNTIMED_SECONDS if limits.seconds is None else limits.seconds


def order_stones(position: Position) -> list[Move]:
    """Return the cells with stones in the order of play, those of the set-up first."""
    order = {move: number for number, move in enumerate(position.history)}
    cells = [Move(cell) for cell, stone in enumerate(position.stones) if stone != EMPTY]
    return sorted(cells, key=lambda cell: order.get(cell, -1))


def find_continuation(known: Position | None, position: Position) -> Move | None:
    """Return the move that leads from ``known`` to ``position``, if one move does."""
    if known is None or position.last_move is None:
        return None
    move = position.last_move
    if position.history[:-1] != known.history or not known.is_legal(move):
        return None
    return move if known.play(move) == position else None
