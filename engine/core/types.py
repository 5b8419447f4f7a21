"""Core value types, and the one convention for values.

Every value in the program is in [-1, 1] and is for the side to move of its position:
+1, that side wins. It changes sign exactly when the turn passes to the other side. Only
the window converts it to the win rate of a named colour.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import NewType

Move = NewType("Move", int)
"""A move as an index.

``0 <= move < height * width`` places a stone on the cell ``row * width + column``, row
0 at the top; larger numbers are special moves of a game.
"""


class Player(IntEnum):
    """A side, or a participant by order of play; the two differ only in swap2.

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
    """Result of a finished game."""

    winner: Player | None
    """The winning side, or ``None`` for a draw."""

    reason: str
    """Short machine-readable reason, such as ``"line"`` or ``"resignation"``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A root move that a search considered."""

    move: Move
    """The move."""

    value: float
    """Expected result in [-1, 1] for the side that would play the move."""

    is_bound: bool = False
    """Whether the value is an upper bound: the search has refuted the move only."""

    visits: int = 0
    """Simulations or nodes spent below the move."""

    prior: float | None = None
    """Probability of the move by the evaluator, if any."""

    pv: tuple[Move, ...] = ()
    """Best line, starting with the move."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchSample:
    """State of a search at one moment."""

    seconds: float
    """Time since the start of the search, in seconds."""

    nodes: int
    """Simulations or nodes so far."""

    value: float
    """Expected result in [-1, 1] for the side to move."""

    depth: int = 0
    """Plies of the longest line so far."""

    shares: tuple[tuple[Move, float], ...] = ()
    """The most visited root moves with their shares of all visits, from 0 to 1."""

    def __post_init__(self) -> None:
        if not (self.seconds >= 0 and self.nodes >= 0 and self.depth >= 0):
            raise ValueError(f"Expected time, nodes and depth from 0, got {self}.")
        shares_are_valid = all(0 <= share <= 1 for _, share in self.shares)
        if not (-1 <= self.value <= 1 and shares_are_valid):
            raise ValueError(f"Expected a value and shares in range, got {self}.")


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveAnalysis:
    """Result of a search of a position, as stored in a record."""

    value: float
    """Expected result in [-1, 1] for the side to move."""

    nodes: int = 0
    """Simulations or nodes the search spent."""

    depth: int = 0
    """Length of the longest line searched, in plies."""

    seconds: float = 0.0
    """Time of the search in seconds; 0 if it is not known."""

    pv: tuple[Move, ...] = ()
    """Best line found."""

    candidates: tuple[Candidate, ...] = ()
    """Moves considered, best first."""

    counts_nodes: bool = False
    """Whether ``visits`` of the candidates are nodes, not simulations."""

    samples: tuple[SearchSample, ...] = ()
    """The search over time, in order; empty if it is not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SolverResult:
    """Result of a solver for a position."""

    winner: Player | None = None
    """Side that wins with best play, if that is certain."""

    moves: tuple[Move, ...] = ()
    """Winning move, or moves among which a winning one is, if any.

    With a winner it is a winning move for the side to move, or nothing.
    """

    value_deficits: tuple[float, ...] = ()
    """Value deficit of each of the first moves relative to the best one.

    In results from -1 to 1; only without a winner.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class SensibleMoves:
    """Moves that an attentive player considers."""

    moves: tuple[Move, ...]
    """At least one, in ascending order."""

    is_forced: bool
    """Whether every other move is an obvious mistake or an opening mistake."""

    are_hidden: bool = False
    """Whether a search among all moves might never visit them, so that it has to
    consider them alone."""
