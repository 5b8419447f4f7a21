"""Game of a server, in a match without a window.

The engine has both seats and is asked for the side to move; the other program enters
all other moves.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.core.errors import IllegalMoveError
from engine.core.game import GameSetup, Position
from engine.core.types import Move, Outcome, Player
from engine.match import events
from engine.match.match import Match
from engine.match.match_setup import MatchSetup
from engine.match.notices import MoveRefused
from engine.match.options import MatchOptions, MatchTools
from engine.match.session.game_session import GameSession
from engine.match.view import MatchView
from engine.players.player_config import OwnEngine
from engine.records.model.record import GameRecord
from engine.search.api import SearchResult

OPTIONS = MatchOptions(asks_engines=False)
"""Both sides are entered; the engine moves when it is asked."""


@dataclass(frozen=True, slots=True)
class MoveRequest:
    """Request for the engine's move."""

    number: int
    """Number in the match."""

    position: Position
    """Position to search."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Branch:
    """Game that was left for one with a set-up board."""

    match: Match[None]
    """The game."""

    is_move: bool
    """Whether leaving it was a move of its own."""


class ServedGame:
    """The current game, and the games that it was set up from.

    Args:
        engine: The engine.
        setup: Game, size and rules of the first game.
        now: Clock in seconds.
    """

    def __init__(
        self, engine: OwnEngine, setup: GameSetup, now: Callable[[], float]
    ) -> None:
        self._engine = engine
        self._now = now
        self._refusals: list[str] = []
        self._earlier: list[_Branch] = []
        self._match = self._open(GameRecord(setup=setup))

    @property
    def setup(self) -> GameSetup:
        """Game, size and rules."""
        return self._match.session.setup

    @property
    def position(self) -> Position:
        """The current position."""
        return self._match.session.position

    @property
    def outcome(self) -> Outcome | None:
        """The result of the game, if it is over."""
        return self._match.session.outcome

    @property
    def is_empty(self) -> bool:
        """Whether the board is empty and nothing can be taken back."""
        return not (any(self.position.stones) or self.can_take_back)

    @property
    def can_take_back(self) -> bool:
        """Whether there is a move to take back."""
        return bool(self._match.session.ply or self._earlier)

    def start(self, setup: GameSetup) -> None:
        """Start a new game."""
        self.load(GameRecord(setup=setup))

    def load(self, record: GameRecord) -> None:
        """Continue at the end of the main line of ``record``."""
        self._earlier.clear()
        self._match = self._open(record)

    def branch(self, record: GameRecord, *, is_move: bool) -> None:
        """Go on with another game; taking its moves back leads to the current one.

        Args:
            record: The other game, without moves.
            is_move: Whether this is a move of its own, which is taken back alone.
        """
        self._earlier.append(_Branch(match=self._match, is_move=is_move))
        self._match = self._open(record)

    def play(self, move: Move) -> None:
        """Play a move of the side to move.

        Raises:
            IllegalMoveError: The rules do not allow it, or the game is over.
        """
        self._handle(events.MovePlayed(move))

    def ask(self) -> MoveRequest:
        """Ask the engine for a move of the side to move.

        Raises:
            IllegalMoveError: The game is over.
        """
        self._handle(events.MoveRequested())
        request = self._match.request
        if request is None:
            raise IllegalMoveError("The game is over.")
        return MoveRequest(request.number, request.position)

    def answer(self, request: MoveRequest, result: SearchResult) -> None:
        """Play the engine's move."""
        self._handle(events.EngineAnswered(request.number, result))

    def resign(self, player: Player) -> None:
        """End the game in favour of the opponent of ``player``.

        Raises:
            IllegalMoveError: The game is over.
        """
        self._handle(events.Resigned(player))

    def take_back(self) -> None:
        """Take the last move back; without a move nothing happens."""
        last, was_start = self._match.session.cursor, not self._match.session.ply
        if not was_start:
            self._match.handle(events.TakenBack())
            self._match.handle(events.Edited(lambda game: game.delete_from(last)))
        if self._match.session.ply or not self._earlier:
            return
        if was_start or not self._earlier[-1].is_move:
            self._match = self._earlier.pop().match

    def _open(self, record: GameRecord) -> Match[None]:
        players = MatchSetup(
            setup=record.setup, first=self._engine, second=self._engine
        )
        tools: MatchTools[None] = MatchTools(
            make_searcher=lambda _engine, _game: None,
            name_player=lambda engine, _setup: str(engine or ""),
            now=self._now,
        )
        session = GameSession(record, automatic=players.engines, now=self._now)
        match = Match(session, players, tools, options=OPTIONS, is_idle=True)
        match.subscribe(self._note_refusal)
        match.handle(events.Shown())
        return match

    def _note_refusal(self, view: MatchView) -> None:
        for notice in view.notices:
            if isinstance(notice, MoveRefused):
                self._refusals.append(notice.message)

    def _handle(self, event: events.Event) -> None:
        """Hand an event to the match.

        Raises:
            IllegalMoveError: It is not legal now, or the rules refuse the move.
        """
        self._refusals.clear()
        if not self._match.handle(event):
            raise IllegalMoveError(*(self._refusals or ["The game is over."]))
