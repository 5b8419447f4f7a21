"""States of a match: one explicit, frozen value without record, clocks or engines."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.types import Move, MoveAnalysis, Outcome, Player


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """Move of an engine for the position on the board."""

    move: Move
    """The move."""

    analysis: MoveAnalysis | None = None
    """Analysis of the position before the move, if it is known."""


@dataclass(frozen=True, slots=True)
class NotStarted:
    """A person is to move on a board whose time does not count yet."""

    seat: Player
    """The participant to move."""


@dataclass(frozen=True, slots=True)
class AwaitingPerson:
    """A person is to move."""

    seat: Player
    """The participant to move."""

    replaces_engine: bool = False
    """Whether an engine failed and the person moves for it."""


@dataclass(frozen=True, slots=True)
class AwaitingEngine:
    """An engine was asked for a move."""

    seat: Player
    """The participant to move."""

    request: int
    """Number of the request; an answer with another number is too late."""

    is_single: bool = False
    """Whether no other engine is asked after this move."""

    is_hurried: bool = False
    """Whether the answer is played at once, whatever the playback speed."""


@dataclass(frozen=True, slots=True)
class AnswerHeld:
    """An engine has answered and its move is still to be played."""

    seat: Player
    """The participant to move."""

    answer: Answer
    """The move."""

    awaits_stone: bool
    """Whether somebody first puts the stone on a real board, in the engine's time;
    otherwise the playback speed delays the move."""

    is_single: bool = False
    """See ``AwaitingEngine``."""


@dataclass(frozen=True, slots=True)
class EngineIdle:
    """An engine is to move and was not asked."""

    seat: Player
    """The participant to move."""


@dataclass(frozen=True, slots=True)
class Reviewing:
    """An earlier position is on the board; no time counts and no engine is asked."""

    ply: int
    """Number of moves before the position."""

    seat: Player
    """The participant to move there."""

    is_idle: bool = False
    """Whether an engine to move at the end of the line waits until it is asked."""


@dataclass(frozen=True, slots=True)
class Over:
    """The game is over."""

    outcome: Outcome
    """Its result."""


Phase = (
    NotStarted
    | AwaitingPerson
    | AwaitingEngine
    | AnswerHeld
    | EngineIdle
    | Reviewing
    | Over
)


@dataclass(frozen=True, slots=True)
class Pause:
    """Clocks and engines are stopped and the board is locked."""

    standstill_seconds: float = 0.0
    """Seconds for which the program did not run before it paused by itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchState:
    """State of a match."""

    phase: Phase
    """What the match waits for, after a pause if there is one."""

    pause: Pause | None = None
    """The pause; it outlasts the end of a game that goes on after a take-back."""

    is_started: bool = False
    """Whether time counts; not before the first move of a board just looked at."""

    is_suspended: bool = True
    """Whether another game is on the screen: nothing runs, and the phase stays."""

    is_preparing: bool = False
    """Whether an engine is being built or compiled, which is no time of the game."""

    last_request: int = 0
    """Number of the last request."""

    @property
    def is_paused(self) -> bool:
        """Whether a pause holds up the game."""
        return self.pause is not None and not isinstance(self.phase, Over)

    def waits_in(self, *phases: type) -> bool:
        """Return whether the match is in one of ``phases`` and not paused."""
        return isinstance(self.phase, phases) and not self.is_paused

    @property
    def active_request(self) -> int | None:
        """Number of the request whose search runs, if any."""
        is_held_up = self.is_suspended or self.is_paused
        if is_held_up or not isinstance(self.phase, AwaitingEngine):
            return None
        return self.phase.request

    @property
    def held_answer(self) -> Answer | None:
        """The engine's move that is still to be played, also during a pause."""
        return self.phase.answer if isinstance(self.phase, AnswerHeld) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """Facts about record and players that transitions depend on."""

    seat: Player
    """The participant to move."""

    engines: frozenset[Player]
    """The participants that engines play."""

    outcome: Outcome | None
    """Result at the position on the board."""

    ply: int
    """Number of moves before the position."""

    is_at_end: bool
    """Whether the current line has no later move."""

    is_in_play: bool
    """Whether a move would continue the main line."""

    is_person_awaited_elsewhere: bool = False
    """Whether the game waits for a person's move at its end while another position is
    on the board."""

    is_fixed: bool = False
    """Whether the game can only be looked at."""

    asks_engines: bool = True
    """Whether engines are asked by themselves when they are to move; otherwise their
    moves may be entered, too."""

    awaits_stones: bool = False
    """Whether somebody puts the stones of engines on a real board."""

    @property
    def is_watched(self) -> bool:
        """Whether engines play both sides."""
        return len(self.engines) == len(Player)

    @property
    def engine_is_to_move(self) -> bool:
        """Whether the game is not over and an engine is to move."""
        return self.outcome is None and self.seat in self.engines
