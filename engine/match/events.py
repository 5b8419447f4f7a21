"""Events of a match: what people, engines and clocks do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.core.types import Move, Player
from engine.match.session.game_session import GameSession
from engine.match.state import Answer
from engine.players.player_config import PlayerConfig

if TYPE_CHECKING:
    from engine.search.api import SearchResult


@dataclass(frozen=True, slots=True)
class MovePlayed:
    """A person played a move."""

    move: Move


@dataclass(frozen=True, slots=True)
class EngineAnswered:
    """An engine answered a request."""

    request: int
    result: SearchResult


@dataclass(frozen=True, slots=True)
class StandInMoved:
    """A simple engine moved in the place of the one that is being compiled."""

    move: Move


@dataclass(frozen=True, slots=True)
class EngineFailed:
    """An engine could not answer a request."""

    request: int
    message: str
    """One sentence."""


@dataclass(frozen=True, slots=True)
class AnswerPlaced:
    """The held answer may be played: it was shown long enough, or its stone placed."""


@dataclass(frozen=True, slots=True)
class AnswerKnown:
    """The answer of the engine to move is known without a search."""

    answer: Answer


@dataclass(frozen=True, slots=True)
class MoveRequested:
    """The engine is requested to move now: its search starts, or stops early."""


@dataclass(frozen=True, slots=True)
class EngineStopped:
    """Somebody stopped the engine; it waits until it is asked."""


@dataclass(frozen=True, slots=True)
class EnginesStarted:
    """Two engines play on by themselves."""


@dataclass(frozen=True, slots=True)
class StepRequested:
    """One engine of two moves once."""


@dataclass(frozen=True, slots=True)
class PauseRequested:
    """Somebody stopped the clocks and the engine."""


@dataclass(frozen=True, slots=True)
class ResumeRequested:
    """Somebody ended the pause."""


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The last decision of a person was taken back."""


@dataclass(frozen=True, slots=True)
class Redone:
    """The moves that were taken back were played again."""


@dataclass(frozen=True, slots=True)
class WentTo:
    """Another position of the record was chosen."""

    node: int


@dataclass(frozen=True, slots=True)
class Edited:
    """The record was changed by something else than a move."""

    change: Callable[[GameSession], object]
    """Changes the session; raises an ``EngineError`` if it cannot."""

    stops_engine: bool = True
    """Whether an engine to move then waits until it is asked."""


@dataclass(frozen=True, slots=True)
class Resigned:
    """A participant gave the game up."""

    player: Player


@dataclass(frozen=True, slots=True)
class Forfeited:
    """A participant lost by what is no move, such as a crash or an illegal move."""

    player: Player
    reason: str
    """Reason of the outcome, a word such as ``time`` or ``crash``."""


@dataclass(frozen=True, slots=True)
class PlayerChanged:
    """A side got another player."""

    player: Player
    engine: PlayerConfig | None
    """``None`` is a person."""


@dataclass(frozen=True, slots=True)
class SidesChanged:
    """The players exchanged their sides."""


@dataclass(frozen=True, slots=True)
class Suspended:
    """Another game is on the screen."""


@dataclass(frozen=True, slots=True)
class Shown:
    """This game is on the screen and goes on."""


@dataclass(frozen=True, slots=True)
class PreparingChanged:
    """The preparation of an engine began or ended."""

    is_preparing: bool


@dataclass(frozen=True, slots=True)
class Ticked:
    """Time passed: a flag may be due, or the program did not run for a while."""


@dataclass(frozen=True, slots=True)
class StoodStill:
    """The program did not run for a while, such as while the computer slept."""

    seconds: float


Event = (
    MovePlayed
    | EngineAnswered
    | StandInMoved
    | EngineFailed
    | AnswerPlaced
    | AnswerKnown
    | MoveRequested
    | EngineStopped
    | EnginesStarted
    | StepRequested
    | PauseRequested
    | ResumeRequested
    | TakenBack
    | Redone
    | WentTo
    | Edited
    | Resigned
    | Forfeited
    | PlayerChanged
    | SidesChanged
    | Suspended
    | Shown
    | PreparingChanged
    | Ticked
    | StoodStill
)
