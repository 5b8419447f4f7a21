"""Core value types, and the one convention for values.

Every value in the program lies in [-1, 1] and is meant for the side to move of
the position it belongs to: +1, that side wins. It changes sign exactly when the
turn passes to the other side. Only the window turns it into the win rate of a named
colour.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import NewType

Move = NewType("Move", int)
"""What a player may do, as an index.

``0 <= move < height * width`` places a stone on the cell ``row * width + column``,
row 0 at the top; larger numbers are special moves of a game.
"""


class Player(IntEnum):
    """A side, or a participant by who began; they are one but for openings.

    The value is the cell content of that side's stones.
    """

    FIRST = 1
    SECOND = 2

    @property
    def opponent(self) -> Player:
        """The other side."""
        return Player(3 - self)


EMPTY = 0
"""Content of a cell without a stone."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a finished game ended."""

    winner: Player | None
    """The winning side, or ``None`` for a draw."""

    reason: str
    """Short machine-readable cause, such as ``"line"`` or ``"resignation"``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """One move that a search considered at its root."""

    move: Move
    """The move itself."""

    value: float
    """Expected result in [-1, 1] for the side that would play the move."""

    visits: int = 0
    """Simulations or nodes spent below the move."""

    prior: float | None = None
    """Probability the evaluator gave to the move, if it gave any."""

    pv: tuple[Move, ...] = ()
    """Best line, beginning with the move."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveAnalysis:
    """What a search said about a position, as kept in a record."""

    value: float
    """Expected result in [-1, 1] for the side to move."""

    nodes: int = 0
    """Simulations or nodes the search spent."""

    depth: int = 0
    """Length in plies of the longest line the search looked at."""

    pv: tuple[Move, ...] = ()
    """Best line found."""

    candidates: tuple[Candidate, ...] = ()
    """Moves considered, best first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SolverResult:
    """What is known of a position without searching."""

    winner: Player | None = None
    """Who wins with best play, if that is certain."""

    moves: tuple[Move, ...] = ()
    """A winning move for the winner to move; while nobody has won, the moves among
    which there is a winning one if there is any; else none."""

    value_deficits: tuple[float, ...] = ()
    """By how much less each of the first moves promises than the best one, in results
    from -1 to 1; while nobody has won."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SensibleMoves:
    """Moves that an attentive player considers."""

    moves: tuple[Move, ...]
    """At least one, in ascending order."""

    is_forced: bool
    """Whether every other move is a mistake at sight or in the first moves."""
