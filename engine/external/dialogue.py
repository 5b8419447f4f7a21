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
"""Time for the answer to a command that a program need not support."""


DISCARD_SECONDS = 0.5
"""Time for the move of a program when nobody needs it; then the program is ended."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramMove:
    """Move of a program."""

    move: Move
    seconds: float
    """Time from the request to the move."""


class Dialogue(Protocol):
    """Conversation with a program in one protocol."""

    def read_name(self) -> str:
        """Return the name by which the program calls itself; empty if it has none."""
        ...

    def begin(self, setup: GameSetup) -> None:
        """Set up a game, when the program has been started.

        Raises:
            ExternalProgramError: The program does not answer, or refuses the board.
        """
        ...

    def try_opening(self, position: Position, limits: Limits) -> None:
        """Check that the program supports the opening rule, during an opening.

        It may take the time of ``limits``, and after it as long as a start.

        Raises:
            ExternalProgramError: The program refuses the rule or is silent, for the
                reason ``refusal``; or it fails in another way.
        """
        ...

    def ask(self, position: Position, limits: Limits, stop: StopFlag) -> ProgramMove:
        """Return the program's move in an ongoing position.

        A program whose move is discarded has ``DISCARD_SECONDS`` to give it.

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


class DiscardTimer:
    """Time that a program has left after its move was discarded.

    Args:
        stop: The signal of the search.
    """

    def __init__(self, stop: StopFlag) -> None:
        self._stop = stop
        self._until: float | None = None

    def is_over(self, now: float) -> bool:
        """Return whether the program has to be ended."""
        if not self._stop.is_discarded:
            return False
        if self._until is None:
            self._until = now + DISCARD_SECONDS
        return now >= self._until


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
