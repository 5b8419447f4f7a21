"""One game of a plan: a stepped ``Match``, the time of its moves, and its record."""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from engine.core.clocks.time_control import (
    MAX_SECONDS,
    MIN_SECONDS,
    TimeControl,
    TimeTerms,
)
from engine.core.errors import EngineError, ExternalProgramError, TournamentError
from engine.core.formats.json_lines import JsonLine
from engine.core.message import Message
from engine.core.own_value import own_value
from engine.core.types import Move, Outcome, Player
from engine.external.external_searcher import ExternalSearcher
from engine.games import get_game
from engine.match.events import Edited, EngineAnswered, Forfeited, Shown
from engine.match.match import Match
from engine.match.match_setup import MatchSetup
from engine.match.options import MatchTools
from engine.match.port import SearchRequest
from engine.match.session.game_session import GameSession
from engine.players.build import build_searcher
from engine.records.model.record import GameRecord, Headers
from engine.search.api import Searcher, SearchResult, close_searcher
from engine.tournament.adjudicator import Adjudicator
from engine.tournament.contestants import Contestant, list_contestants
from engine.tournament.plan import OVERRUN_SECONDS, Plan
from engine.tournament.results import GameResult, SideUsage
from engine.tournament.run_folder import record_name
from engine.tournament.run_state import GAME_STARTED, MOVE_PLAYED
from engine.tournament.schedule import ScheduledGame

TIME, ILLEGAL, ERROR = "time", "illegal", "error"
"""Reasons of a loss of one of our own engines."""

ENGINE_PREPARING = "engine_preparing"
"""Kind of the event before an engine is prepared."""

OVERRUN = "overrun"
"""Reason of an external program without a move in time."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayingTools:
    """What plays and measures; tests replace it."""

    build: Callable[..., Searcher] = build_searcher
    """Factory of searchers, see ``players.build_searcher``."""

    wall: Callable[[], float] = time.perf_counter
    """Source of seconds of the wall clock."""

    cpu: Callable[[], float] = time.process_time
    """Source of seconds of this process's processor time."""


class GameRunner:
    """Player of games of one plan, one after the other.

    Args:
        plan: The plan.
        report: Takes the events of a game.
        tools: What plays and measures.

    Raises:
        PresetError: An engine does not exist, or does not play this game or board.
    """

    def __init__(
        self,
        plan: Plan,
        *,
        report: Callable[[JsonLine], None],
        tools: PlayingTools | None = None,
    ) -> None:
        self._plan = plan
        self._report = report
        self._tools = tools or PlayingTools()
        self._contestants = list_contestants(plan)

    def prepare(self) -> None:
        """Build all engines and compile what they need.

        Raises:
            EngineError: An engine cannot be built, or a program does not know the
                opening rule.
        """
        setup = self._plan.setup
        start = get_game(setup.game).new_position(setup)
        for name, contestant in zip(self._plan.names, self._contestants, strict=True):
            self._report({"kind": ENGINE_PREPARING, "engine": name})
            searcher = self._tools.build(contestant.config, setup.game, seed=0)
            try:
                searcher.prepare(start)
                if isinstance(searcher, ExternalSearcher):
                    searcher.try_opening(start, contestant.limits)
            finally:
                close_searcher(searcher)

    def play(self, scheduled: ScheduledGame) -> tuple[GameResult, GameRecord]:
        """Play a game of the schedule; return its result and its record."""
        number = scheduled.number
        self._report({"kind": GAME_STARTED, "number": number})
        seats = self._seats(scheduled)
        try:
            game = _Game(self._plan, scheduled, seats, self._tools)
            while (request := game.match.request) is not None:
                event = game.step(request)
                if event is not None:
                    self._report({"kind": MOVE_PLAYED, "number": number, **event})
            return game.result(), game.record()
        finally:
            for seat in seats.values():
                close_searcher(seat.searcher)

    def _seats(self, scheduled: ScheduledGame) -> Mapping[Player, _Seat]:
        """Return the engines of a game with new searchers.

        The seed of each depends on the plan, the game and the engine alone, so that a
        game is the same in every process.
        """
        engines = {Player.FIRST: scheduled.first, Player.SECOND: scheduled.second}
        seats = {}
        for player, engine in engines.items():
            contestant = self._contestants[engine]
            rng = random.Random(f"{self._plan.seed} {scheduled.number} {engine}")
            searcher = self._tools.build(
                contestant.config, self._plan.setup.game, seed=rng.getrandbits(32)
            )
            seats[player] = _Seat(
                engine, self._plan.names[engine], contestant, searcher
            )
        return seats


@dataclass(slots=True)
class _Seat:
    """One participant of a game."""

    engine: int
    name: str
    contestant: Contestant
    searcher: Searcher
    usage: SideUsage = field(default_factory=SideUsage)


class _Game:
    """One game in progress."""

    def __init__(
        self,
        plan: Plan,
        scheduled: ScheduledGame,
        seats: Mapping[Player, _Seat],
        tools: PlayingTools,
    ) -> None:
        self._plan = plan
        self._scheduled = scheduled
        self._seats = seats
        self._tools = tools
        self._adjudicator = Adjudicator(plan.adjudication)
        self._detail = ""
        self._seconds: list[float] = []
        self._opening = ""
        self._session = GameSession(self._start_record(), automatic=tuple(Player))
        configs = {player: seat.contestant.config for player, seat in seats.items()}
        players = MatchSetup(
            setup=plan.setup,
            first=configs[Player.FIRST],
            second=configs[Player.SECOND],
        )
        self.match: Match[None] = Match(self._session, players, self._match_tools())
        """The game itself; its requests are answered by ``step``."""
        self._prepare()
        self.match.handle(Shown())

    def step(self, request: SearchRequest[None]) -> JsonLine | None:
        """Search for a move and play it; return its event, or ``None`` after a loss."""
        seat = self._seats[request.seat]
        found = self._search(seat, request)
        if found is None:
            return None
        result, seconds = found
        self._count(seat, seconds, nodes=result.nodes)
        limit = request.limits.seconds
        if limit is not None and seconds > limit + self._plan.limits.grace:
            late = Message(
                "A move took {used:.2f} s of {limit:g} s.", used=seconds, limit=limit
            )
            self._forfeit(request.seat, TIME, late)
            return None
        if not request.position.is_legal(result.move):
            refused = Message("The rules refuse the move {number}.", number=result.move)
            self._forfeit(request.seat, ILLEGAL, refused)
            return None
        self.match.handle(EngineAnswered(request.number, result))
        # An external program gives no value.
        value = None if seat.contestant.is_external else round(result.value, 4)
        self._adjudicate(request, result.move, value)
        return {
            "move": request.position.cell_name(result.move),
            "value": value,
            "seconds": round(seconds, 4),
        }

    def _search(
        self, seat: _Seat, request: SearchRequest[None]
    ) -> tuple[SearchResult, float] | None:
        """Return the result of a search and its seconds by the clock of the plan.

        An engine that fails loses the game, and there is no result.
        """
        wall, cpu = self._tools.wall(), self._tools.cpu()
        try:
            result = seat.searcher.search(request.position, request.limits)
        except ExternalProgramError as error:
            if error.reason == OVERRUN:
                self._count(seat, self._tools.wall() - wall)
            self._forfeit(request.seat, error.reason, error.message)
            return None
        except Exception as error:  # an engine must not end the run
            log.exception("game %d: an engine failed", self._scheduled.number)
            self._fail(request.seat, error)
            return None
        seconds = self._tools.wall() - wall
        if seat.contestant.is_external:
            seconds = result.seconds  # without the pause before its turn
        elif self._plan.limits.clock == "cpu":
            seconds = self._tools.cpu() - cpu
        return result, seconds

    def result(self) -> GameResult:
        """Return the result of the game.

        Raises:
            TournamentError: The game is not over.
        """
        outcome = self._session.outcome
        if outcome is None:
            raise TournamentError(
                Message("Game {number} did not end.", number=self._scheduled.number)
            )
        winner = None
        position = self._session.position
        if outcome.winner is not None:
            winner = self._seats[position.get_seat(outcome.winner)].engine
        return GameResult(
            number=self._scheduled.number,
            first=self._scheduled.first,
            second=self._scheduled.second,
            winner=winner,
            reason=outcome.reason,
            detail=self._detail,
            opening=self._opening,
            plies=len(position.history),
            record=record_name(self._scheduled.number),
            usage=(self._seats[Player.FIRST].usage, self._seats[Player.SECOND].usage),
            seconds=tuple(self._seconds),
        )

    def record(self) -> GameRecord:
        """Return the record of the game with the analysis of each move."""
        record = self._session.record
        seconds = self._plan.limits.seconds
        if seconds is None or not MIN_SECONDS <= seconds <= MAX_SECONDS:
            return record
        return replace(record, time=TimeTerms.for_both(TimeControl.per_move(seconds)))

    def _start_record(self) -> GameRecord:
        """Return the record with the opening and the names."""
        plan, scheduled = self._plan, self._scheduled
        headers = Headers(
            first_name=plan.names[scheduled.first],
            second_name=plan.names[scheduled.second],
            event=f"{plan.title}, game {scheduled.number}",
            date=time.strftime("%Y-%m-%d %H:%M"),
        )
        record = GameRecord(setup=plan.setup, headers=headers)
        if scheduled.opening is None:
            return record
        opening = plan.openings[scheduled.opening]
        self._opening = opening.name
        game, at = get_game(plan.setup.game), 0
        for name in opening.moves.split():
            record, at = record.with_move(at, game.parse_cell(plan.setup, name))
        return record

    def _match_tools(self) -> MatchTools[None]:
        """Return tools without searchers: ``step`` chooses them by seat."""
        return MatchTools(
            make_searcher=lambda _config, _game: None,
            name_player=lambda config, _setup: str(config or ""),
            choose_limits=lambda _players, session: (
                self._seats[session.position.seat_to_move].contestant.limits
            ),
        )

    def _prepare(self) -> None:
        """Prepare both searchers; one that fails loses."""
        for player, seat in self._seats.items():
            try:
                seat.searcher.prepare(self._session.position)
            except ExternalProgramError as error:
                self._forfeit(player, error.reason, error.message)
                return
            except Exception as error:  # an engine must not end the run
                log.exception("game %d: an engine failed", self._scheduled.number)
                self._fail(player, error)
                return

    def _count(self, seat: _Seat, seconds: float, *, nodes: int = 0) -> None:
        """Add a move to what an engine used."""
        used, limit = seat.usage, seat.contestant.limits.seconds
        is_overrun = limit is not None and seconds > limit + OVERRUN_SECONDS
        self._seconds.append(round(seconds, 4))
        seat.usage = SideUsage(
            moves=used.moves + 1,
            seconds=round(used.seconds + seconds, 4),
            seconds_max=round(max(used.seconds_max, seconds), 4),
            nodes=used.nodes + nodes,
            overruns=used.overruns + is_overrun,
        )

    def _adjudicate(
        self, request: SearchRequest[None], move: Move, value: float | None
    ) -> None:
        """End the game if the bounds of the plan are reached.

        Args:
            request: The request that a move has answered.
            move: The move.
            value: Its value for the colour to move, if the engine gives one.
        """
        seat = request.seat
        if value is not None:
            value = own_value(seat, request.position, value, move)
        outcome = self._adjudicator.adjudicate(seat, value, self._session.position)
        if outcome is not None and self._session.outcome is None:
            self._declare(outcome)

    def _declare(self, outcome: Outcome) -> None:
        self.match.handle(Edited(lambda session: session.declare(outcome)))

    def _fail(self, player: Player, error: Exception) -> None:
        """Let an engine of ours lose by an error."""
        message = error.message if isinstance(error, EngineError) else repr(error)
        self._forfeit(player, ERROR, message)

    def _forfeit(self, player: Player, reason: str, detail: str) -> None:
        self._detail = detail
        log.error(
            "game %d: %s lost by %s: %s",
            *(self._scheduled.number, self._seats[player].name, reason, detail),
        )
        self.match.handle(Forfeited(player, reason))
