"""Frozen view of a match, for everything that shows it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, Flag, auto

from engine.core.game import GameSetup, Position
from engine.core.types import Move, Outcome, Player
from engine.games import get_game
from engine.match.match_setup import MatchSetup
from engine.match.notices import Notice
from engine.match.state import (
    Answer,
    AnswerHeld,
    AwaitingEngine,
    AwaitingPerson,
    MatchState,
    Over,
)
from engine.records.model.record import GameRecord


class Activity(Enum):
    """What the engines of a match do."""

    IDLE = "idle"
    PREPARING = "preparing"
    THINKING = "thinking"
    PAUSED = "paused"


class Lock(Enum):
    """Reason for which a click on the board has no meaning."""

    OVER = "over"
    FIXED = "fixed"
    WATCHED = "watched"
    PAUSED = "paused"
    ENGINE_ASKED = "engine_asked"
    ENGINE_IDLE = "engine_idle"


class Change(Flag):
    """Parts of a view that may differ from the view before."""

    NONE = 0
    MATCH = auto()
    """Another match, or other players."""
    POSITION = auto()
    """Cursor, tree, result, headers or time controls."""
    ACTIVITY = auto()
    """State, and what the engines do."""
    NOTES = auto()
    """Comments, marks and analysis in the record, without its moves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchView:
    """A match at one moment; running clocks are read from its session."""

    players: MatchSetup
    """Who plays which side."""

    state: MatchState
    """What the match waits for."""

    record: GameRecord
    """The whole game with its variations."""

    cursor: int
    """Index of the node on the board."""

    position: Position
    """The position on the board."""

    outcome: Outcome | None
    """Result at the position on the board."""

    ply: int
    """Number of moves before the position."""

    is_in_play: bool
    """Whether the game goes on from the position: at its end and after a take-back."""

    take_back_count: int
    """Number of moves that a take-back removes."""

    can_redo: bool
    """Whether there is a move to redo."""

    is_fixed: bool
    """Whether the game can only be looked at."""

    changes: Change
    """What may differ from the view before."""

    notices: tuple[Notice, ...] = ()
    """What happened just now."""

    @property
    def has_new_match(self) -> bool:
        """Whether another match is on the board, or other players."""
        return bool(self.changes & Change.MATCH)

    @property
    def has_new_position(self) -> bool:
        """Whether position, record or match may differ from the view before."""
        return bool(self.changes & (Change.MATCH | Change.POSITION))

    @property
    def has_new_notes(self) -> bool:
        """Whether anything in the record may differ from the view before."""
        return self.has_new_position or bool(self.changes & Change.NOTES)

    @property
    def has_only_new_notes(self) -> bool:
        """Whether nothing but notes differs from the view before."""
        return self.changes is Change.NOTES and not self.notices

    @property
    def setup(self) -> GameSetup:
        """Game, size and rules."""
        return self.record.setup

    @property
    def is_watched(self) -> bool:
        """Whether engines play both sides."""
        return self.players.is_watched

    @property
    def is_paused(self) -> bool:
        """Whether clocks and engines are stopped and the board is locked."""
        return self.state.is_paused

    @property
    def standstill_seconds(self) -> float:
        """Seconds for which the program did not run before it paused by itself."""
        pause = self.state.pause
        return pause.standstill_seconds if pause and self.is_paused else 0.0

    @property
    def awaits_engine(self) -> bool:
        """Whether an engine was asked and its move is not played yet."""
        return self.state.waits_in(AwaitingEngine, AnswerHeld)

    @property
    def is_running(self) -> bool:
        """Whether two engines play on by themselves."""
        phase = self.state.phase
        if self.is_paused or not isinstance(phase, AwaitingEngine | AnswerHeld):
            return False
        return self.is_watched and not phase.is_single

    @property
    def engine_failed(self) -> bool:
        """Whether a person moves for an engine that failed."""
        phase = self.state.phase
        is_person = isinstance(phase, AwaitingPerson) and phase.replaces_engine
        return is_person and not self.is_paused

    @property
    def held_answer(self) -> Answer | None:
        """The engine's move that waits for its stone on a real board."""
        return None if self.outcome is not None else self.state.held_answer

    @property
    def activity(self) -> Activity:
        """What the engines do."""
        if self.outcome is not None:
            return Activity.IDLE
        if self.is_paused or (self.is_watched and not self.awaits_engine):
            return Activity.PAUSED
        if self.state.is_preparing and self.players.engines:
            return Activity.PREPARING
        return Activity.THINKING if self.awaits_engine else Activity.IDLE

    @property
    def engine_is_to_move(self) -> bool:
        """Whether the game is not over and an engine is to move."""
        seat = self.position.seat_to_move
        return self.outcome is None and seat in self.players.engines

    @property
    def is_locked(self) -> bool:
        """Whether a click on the board has no meaning."""
        return self.lock is not None

    @property
    def lock(self) -> Lock | None:
        """Why a click on the board has no meaning; ``None`` if a person may move."""
        if self.outcome is not None:
            return Lock.OVER
        if self.is_fixed:
            return Lock.FIXED
        if self.is_watched:
            return Lock.WATCHED
        if self.is_paused:
            return Lock.PAUSED
        if not self.engine_is_to_move or self.engine_failed:
            return None
        return Lock.ENGINE_ASKED if self.awaits_engine else Lock.ENGINE_IDLE

    @property
    def special_moves(self) -> list[Move]:
        """The moves without a cell, such as the swap, that a person may play now."""
        return [] if self.is_locked else self.position.special_moves()

    def special_move(self, number: int) -> Move | None:
        """Return a special move if a person may play it now.

        Args:
            number: Index among the kinds of special moves that the rules have.
        """
        game = get_game(self.setup.game)
        kinds = game.special_moves_of(self.setup)
        if number >= len(kinds):
            return None
        move = game.parse_cell(self.setup, kinds[number].name)
        return move if move in self.special_moves else None

    @property
    def takeover_move(self) -> Move | None:
        """The special move that takes over the last stone, if a person may now."""
        game = get_game(self.setup.game)
        moves = (m for m in self.special_moves if not game.is_choice(self.setup, m))
        return next(moves, None)

    @property
    def has_moves(self) -> bool:
        """Whether the record has a move."""
        return len(self.record.nodes) > 1

    @property
    def has_next(self) -> bool:
        """Whether the record has a move after the position on the board."""
        return bool(self.record.nodes[self.cursor].children)

    @property
    def can_take_back(self) -> bool:
        """Whether there is a move to take back."""
        return self.take_back_count > 0

    @property
    def can_pause(self) -> bool:
        """Whether there is a game in progress, or one that can be resumed."""
        has_begun = self.state.is_started or self.is_watched
        is_over = self.outcome is not None or self.record.outcome is not None
        return has_begun and not is_over and not self.is_fixed

    @property
    def can_resign(self) -> bool:
        """Whether the user plays in a game that has begun and is in progress.

        The persons of a contest game are another team, which resigns at the contest.
        """
        has_begun = self.is_in_play and self.has_moves
        is_own = not self.is_watched and not self.players.is_contest
        return has_begun and self.outcome is None and is_own and not self.is_fixed

    @property
    def can_change_sides(self) -> bool:
        """Whether two different players are in a game in progress."""
        has_two = self.players.has_two_kinds
        return has_two and self.outcome is None and not self.is_fixed

    @property
    def can_continue(self) -> bool:
        """Whether a new game can begin at the position on the board."""
        return self.record.has_content and self.position.outcome is None

    @property
    def persons(self) -> list[Player]:
        """The participants for whom no engine plays, the one to move first."""
        to_move = self.position.seat_to_move
        seats = (to_move, to_move.opponent)
        return [player for player in seats if player not in self.players.engines]

    @property
    def is_over(self) -> bool:
        """Whether the game is over at the position on the board."""
        return isinstance(self.state.phase, Over)

    def move_meant_by(self, cell: Move) -> Move:
        """Return the move of a person who clicks a cell.

        A click on the stone that can be taken over means the special move.
        """
        takeover = self.takeover_move
        if takeover is not None and cell == self.position.last_cell:
            return takeover
        return self.position.move_on(cell)
