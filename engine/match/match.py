"""A match: players, session, clocks and requests to engines, without a window.

``Match.handle`` takes every event. It changes the record first, then the state by
``transitions``. Then it compares the states before and after: the port starts and
stops searches, the clock runs or not, and a frozen ``MatchView`` is published once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic

from engine.core.errors import EngineError
from engine.match import events
from engine.match.events import Event
from engine.match.legality import is_legal
from engine.match.match_setup import MatchSetup
from engine.match.notices import GameEnded, MoveRefused, Notice, ProgramStoodStill
from engine.match.options import MatchOptions, MatchTools
from engine.match.port import EnginePort, NoPort, SearcherT, SearchRequest
from engine.match.record_changes import ENDING, RecordChanges
from engine.match.seats import Seats
from engine.match.session.game_session import GameSession
from engine.match.standstill import StandstillDetector
from engine.match.state import (
    AnswerHeld,
    AwaitingEngine,
    MatchState,
    Over,
    Phase,
    Situation,
)
from engine.match.transitions import initial_state, time_counts, transition
from engine.match.view import Change, MatchView
from engine.match.view_publisher import ViewPublisher

GRACE_SECONDS = 0.5
"""An engine's answer that came in time can reach a busy window so much later; what
counts is the time of its search."""


class Match(Generic[SearcherT]):
    """One game between two players; suspended until ``Shown``.

    Args:
        session: The game.
        players: Who plays which side, and the time of engines.
        tools: Factory of searchers, names, limits and time.
        options: Behaviour.
        is_started: Whether time counts from the first moment.
        is_idle: Whether an engine to move waits until it is asked.
    """

    def __init__(
        self,
        session: GameSession,
        players: MatchSetup,
        tools: MatchTools[SearcherT],
        *,
        options: MatchOptions | None = None,
        is_started: bool = True,
        is_idle: bool = False,
    ) -> None:
        self.session = session
        self._options = options or MatchOptions()
        self._tools = tools
        self._seats = Seats(players, tools, session.setup)
        self._port: EnginePort[SearcherT] = NoPort()
        self._request: SearchRequest[SearcherT] | None = None
        self._standstill = StandstillDetector(session.time, tools.now)
        self._publisher = ViewPublisher(self._make_view)
        self._record_changes = RecordChanges(
            session, self._seats, lambda: self._options, self._publisher.report
        )
        self._is_handling = False
        self._followed = (session.position, session.outcome)
        self._state = initial_state(
            self.situation, is_started=is_started, is_idle=is_idle
        )
        session.subscribe(self._on_session_changed)
        session.subscribe_to_notes(self._on_notes_changed)

    @property
    def state(self) -> MatchState:
        """What the match waits for."""
        return self._state

    @property
    def players(self) -> MatchSetup:
        """Who plays which side."""
        return self._seats.players

    @property
    def seats(self) -> Seats[SearcherT]:
        """The players with their searchers."""
        return self._seats

    @property
    def options(self) -> MatchOptions:
        """Behaviour of the match."""
        return self._options

    @property
    def request(self) -> SearchRequest[SearcherT] | None:
        """The request whose answer the match waits for."""
        return self._request

    @property
    def situation(self) -> Situation:
        """Facts about record and players now."""
        session = self.session
        engines = frozenset(self._seats.players.engines)
        elsewhere = session.awaited_elsewhere
        return Situation(
            seat=session.position.seat_to_move,
            engines=engines,
            outcome=session.outcome,
            ply=session.ply,
            is_at_end=session.is_at_end,
            is_in_play=session.is_in_play,
            is_person_awaited_elsewhere=elsewhere is not None
            and elsewhere not in engines,
            is_fixed=self._options.is_fixed,
            asks_engines=self._options.asks_engines,
            awaits_stones=self._options.awaits_stones,
        )

    @property
    def view(self) -> MatchView:
        """The match now; the same object until something changes."""
        return self._publisher.view

    def attach(self, port: EnginePort[SearcherT]) -> None:
        """Run searches by ``port`` from now on."""
        self._port = port

    def subscribe(self, callback: Callable[[MatchView], None]) -> None:
        """Call ``callback`` with a new view after every change."""
        self._publisher.subscribe(callback)

    def set_options(self, options: MatchOptions) -> None:
        """Change the behaviour; an answer that is held stays held."""
        self._options = options
        self._publisher.mark(Change.ACTIVITY)
        self._publisher.publish()

    def can_handle(self, event: Event) -> bool:
        """Return whether an event has a meaning now."""
        return is_legal(self._state, event, self.situation)

    def handle(self, event: Event) -> bool:
        """Apply an event, then ask or stop engines and publish the new view.

        An event that comes too late, such as the answer to an earlier request, has no
        effect. A move that the rules refuse is reported as ``MoveRefused``.

        Returns:
            Whether the event was legal and the rules accepted it.

        Raises:
            EngineError: The change of ``Edited`` raised it.
        """
        before = self._state
        self._is_handling = True
        try:
            self._look_for_standstill()
            is_accepted = self.can_handle(event)
            if is_accepted:
                self._apply(event)
        except EngineError as error:
            if isinstance(event, events.Edited):
                raise
            self._publisher.report(MoveRefused(error.message))
            is_accepted = False
        finally:
            self._is_handling = False
            self._follow(before)
        return is_accepted

    def seconds_to_flag(self) -> float | None:
        """Return the seconds until a flag is due, or ``None`` while no clock runs out.

        An engine has ``GRACE_SECONDS`` more, because its answer may be on its way.
        """
        time = self.session.time
        if not time.is_running:
            return None
        left = time.left_to_move()
        if left is None or left.is_up:
            return None
        is_asked = isinstance(self._state.phase, AwaitingEngine)
        return left.until_flag + (GRACE_SECONDS if is_asked else 0.0)

    def _apply(self, event: Event) -> None:
        """Change the record by a legal event, then the state."""
        if isinstance(event, events.EngineAnswered | events.EngineFailed):
            self._request = None  # its search has ended by itself
        asked = self._state.phase
        happened = self._record_changes.apply(event, self._state)
        if happened is None:
            return
        if isinstance(happened, events.PlayerChanged | events.SidesChanged):
            self._publisher.mark(Change.MATCH)
        self._advance(happened)
        if isinstance(happened, events.EngineAnswered):
            self._place_answer(asked)

    def _place_answer(self, asked: Phase) -> None:
        """Place an answer, unless a person does so, or the playback speed later.

        Args:
            asked: Phase before the answer.
        """
        held, players = self._state.phase, self._seats.players
        if not isinstance(held, AnswerHeld) or held.awaits_stone:
            return
        is_hurried = isinstance(asked, AwaitingEngine) and asked.is_hurried
        is_shown = players.is_watched and not (held.is_single or is_hurried)
        if not (is_shown and self._port.delay_answer()):
            self._apply(events.AnswerPlaced())

    def _advance(self, event: Event) -> None:
        """Change the state by an event that has changed the record already."""
        before, session = self._state, self.session
        self._state = transition(before, event, self.situation)
        if self._state == before:
            return
        self._publisher.mark(Change.ACTIVITY)
        is_end = isinstance(self._state.phase, Over) and type(event) in ENDING
        if is_end and not isinstance(before.phase, Over) and session.is_at_game_end:
            self._publisher.report(GameEnded())

    def _look_for_standstill(self) -> None:
        """Leave a standstill out of the time and pause, unless the clock runs on."""
        seconds = self._standstill.look()
        if seconds is None or not self._options.notices_standstills:
            return
        runs_on = self._options.clock_runs_on
        self._publisher.report(ProgramStoodStill(seconds, clock_ran=runs_on))
        if not runs_on:
            self.session.time.forgive(seconds)
            self._advance(events.StoodStill(seconds))

    def _follow(self, before: MatchState) -> None:
        """Let clock and searches follow the state, and publish the change."""
        self._followed = (self.session.position, self.session.outcome)
        self._run_clock()
        number = self._state.active_request
        if number is None and self._request is not None:
            self._request = None
            self._port.stop()
        elif number is not None and number != before.active_request:
            self._request = self._make_request(number)
            self._port.start(self._request)
        elif number is not None and self._state != before and self._is_hurried():
            self._port.answer_now()
        self._publisher.publish()

    def _is_hurried(self) -> bool:
        phase = self._state.phase
        return isinstance(phase, AwaitingEngine) and phase.is_hurried

    def _run_clock(self) -> None:
        """Run the clock of the participant to move exactly while its time counts.

        The time until an engine turns out to be in preparation is not charged, except
        at a contest, whose clock runs on.
        """
        time, runs_on = self.session.time, self._options.clock_runs_on
        if time_counts(self._state, self.situation, charges_preparation=runs_on):
            if not time.is_running:
                self._standstill.begin()
                self.session.start_clock()
        elif time.is_running:
            is_asked = isinstance(self._state.phase, AwaitingEngine)
            is_free = is_asked and self._state.is_preparing
            time.pause(longest=0.0 if is_free else None)

    def _make_request(self, number: int) -> SearchRequest[SearcherT]:
        seat, players = self.session.position.seat_to_move, self._seats.players
        return SearchRequest(
            number=number,
            seat=seat,
            engine=players.engines[seat],
            searcher=self._seats.searcher(seat),
            position=self.session.position,
            limits=self._tools.choose_limits(players, self.session),
        )

    def _make_view(self, changes: Change, notices: tuple[Notice, ...]) -> MatchView:
        session, is_fixed = self.session, self._options.is_fixed
        return MatchView(
            players=self._seats.players,
            state=self._state,
            record=session.record,
            cursor=session.cursor,
            position=session.position,
            outcome=session.outcome,
            ply=session.ply,
            is_in_play=session.is_in_play,
            take_back_count=0 if is_fixed else session.take_back_count,
            can_redo=session.can_redo and not is_fixed,
            is_fixed=is_fixed,
            changes=changes,
            notices=notices,
        )

    def _on_session_changed(self) -> None:
        """Follow a change of the record, also one from outside ``handle``."""
        self._publisher.mark(Change.POSITION)
        if self._is_handling:
            return
        before, session = self._state, self.session
        if (session.position, session.outcome) != self._followed:
            self._advance(events.Edited(lambda _session: None))
        self._follow(before)

    def _on_notes_changed(self) -> None:
        """Publish notes that changed outside ``handle``; nothing else follows."""
        self._publisher.mark(Change.NOTES)
        if not self._is_handling:
            self._publisher.publish()
