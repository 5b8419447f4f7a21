"""Notices of a match: facts that are reported once and are no part of its state."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.game import Position
from engine.core.types import Move, Player


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game ended by a move, a flag, a resignation or a forfeit."""


@dataclass(frozen=True, slots=True)
class MoveRefused:
    """The rules or the state of the game do not allow a move."""

    message: str
    """One sentence."""


@dataclass(frozen=True, slots=True)
class FoulRefused:
    """A person's move would lose at once by a foul; it is not played."""

    position: Position
    move: Move
    reasons: tuple[str, ...]
    """Every reason, as in ``Position.fouls``."""


@dataclass(frozen=True, slots=True)
class TimeIsUp:
    """A flag fell in a game that continues without time."""

    position: Position


@dataclass(frozen=True, slots=True)
class ProgramStoodStill:
    """The program did not run for a while."""

    seconds: float
    clock_ran: bool
    """Whether the time was charged."""


@dataclass(frozen=True, slots=True)
class EngineReplaced:
    """An engine failed and another one moves for it."""

    message: str
    """Why, in one sentence."""

    seat: Player


@dataclass(frozen=True, slots=True)
class EngineGaveUp:
    """An engine failed and a person moves for it."""

    message: str
    """Why, in one sentence."""


@dataclass(frozen=True, slots=True)
class ProgramFailed:
    """An external program failed; it waits until it is asked again."""

    message: str
    """Why, in one sentence."""

    seat: Player


@dataclass(frozen=True, slots=True)
class StandInPlayed:
    """A simple engine moved while the chosen one is compiled."""


Notice = (
    GameEnded
    | MoveRefused
    | FoulRefused
    | TimeIsUp
    | ProgramStoodStill
    | EngineReplaced
    | EngineGaveUp
    | ProgramFailed
    | StandInPlayed
)
