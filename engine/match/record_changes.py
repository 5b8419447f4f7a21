"""What each event of a match does to record and players, before the state changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from engine.core.types import Move, MoveAnalysis
from engine.match import events
from engine.match.events import Event
from engine.match.notices import (
    EngineGaveUp,
    EngineReplaced,
    FoulRefused,
    Notice,
    ProgramFailed,
    StandInPlayed,
    TimeIsUp,
)
from engine.match.options import MatchOptions
from engine.match.resignation import is_hopeless
from engine.match.seats import Seats
from engine.match.session.game_session import GameSession
from engine.match.state import AnswerHeld, MatchState
from engine.players.program_player import ProgramPlayer

ENDING = frozenset(
    {
        *(events.MovePlayed, events.StandInMoved, events.AnswerPlaced),
        *(events.Ticked, events.Resigned, events.Forfeited),
    }
)
"""Events that can end a game."""


class RecordChanges:
    """Changes of record and players.

    Args:
        session: The game.
        seats: The players.
        options: Returns the behaviour of the match now.
        report: Takes notices for the next view.
    """

    def __init__(
        self,
        session: GameSession,
        seats: Seats[Any],
        options: Callable[[], MatchOptions],
        report: Callable[[Notice], None],
    ) -> None:
        self._session = session
        self._seats = seats
        self._options = options
        self._report = report
        self._changes: Mapping[type, Callable[[Any, MatchState], Event | None]] = {
            events.MovePlayed: self._on_move_played,
            events.StandInMoved: self._on_stand_in_moved,
            events.EngineAnswered: self._on_answered,
            events.EngineFailed: self._on_failed,
            events.AnswerPlaced: self._on_answer_placed,
            events.MoveRequested: self._on_move_requested,
            events.EnginesStarted: self._on_engines_started,
            events.StepRequested: self._on_engines_started,
            events.TakenBack: self._on_taken_back,
            events.Redone: self._on_redone,
            events.WentTo: self._on_went_to,
            events.Edited: self._on_edited,
            events.Resigned: self._on_resigned,
            events.Forfeited: self._on_forfeited,
            events.PlayerChanged: self._on_player_changed,
            events.SidesChanged: self._on_sides_changed,
            events.Ticked: self._on_ticked,
        }

    def apply(self, event: Event, state: MatchState) -> Event | None:
        """Change record and players by an event.

        Args:
            event: A legal event.
            state: State of the match before it.

        Returns:
            The event by which the state follows: this one, or one that happened in its
            place; ``None`` if the state stays.

        Raises:
            EngineError: The rules, or the state of the game, do not allow it.
        """
        change = self._changes.get(type(event))
        return event if change is None else change(event, state)

    def _play(
        self, event: Event, move: Move, analysis: MoveAnalysis | None = None
    ) -> Event | None:
        """Play a move, unless the flag falls first."""
        if self._ends_by_flag():
            return events.Ticked()
        if self._session.outcome is not None:
            return None
        self._session.play(move, analysis=analysis)
        return event

    def _ends_by_flag(self) -> bool:
        """Drop the flag if it is due; return whether this ends the game."""
        session = self._session
        if not session.drop_flag():
            return False
        if session.outcome is None:
            self._report(TimeIsUp(session.time.timed_position))
        return session.outcome is not None

    def _on_move_played(
        self, event: events.MovePlayed, _state: MatchState
    ) -> Event | None:
        position, move = self._session.position, event.move
        if self._options().refuses_fouls:
            reasons = position.fouls().get(move)
            if reasons:
                self._report(FoulRefused(position, move, reasons))
                return None
        return self._play(event, move)

    def _on_stand_in_moved(
        self, event: events.StandInMoved, _state: MatchState
    ) -> Event | None:
        self._report(StandInPlayed())
        return self._play(event, event.move)

    def _on_answered(
        self, event: events.EngineAnswered, state: MatchState
    ) -> Event | None:
        """Charge the engine for its search, not for the way of its answer.

        At a contest the clock simply runs. An engine with an illegal move has failed.
        """
        session = self._session
        objection = session.position.objection_to(event.result.move)
        if objection is not None:
            return self.apply(events.EngineFailed(event.request, objection), state)
        if session.time.is_here:  # else a person's clock runs on for another position
            runs_on = self._options().clock_runs_on
            session.time.pause(longest=None if runs_on else event.result.seconds)
        if self._ends_by_flag():
            return events.Ticked()
        if session.outcome is not None:
            return None
        if self._seats.players.engines_resign and is_hopeless(session, event.result):
            return self.apply(events.Resigned(session.position.seat_to_move), state)
        return event

    def _on_failed(self, event: events.EngineFailed, state: MatchState) -> Event | None:
        """Let another engine, or a person, move for an engine that failed.

        An external program was chosen by name: nothing replaces it, except at a
        contest, whose clock runs.
        """
        players, seat = self._seats.players, self._session.position.seat_to_move
        if not self._options().replaces_engines:
            return None
        is_external = isinstance(players.engines[seat], ProgramPlayer)
        if is_external and not players.is_contest:
            self._report(ProgramFailed(event.message, seat))
            return events.EngineStopped()
        substitute = self._seats.substitute(seat)
        self._seats.forget_searcher(seat)
        if substitute is None:
            self._report(EngineGaveUp(event.message))
            return event
        self._report(EngineReplaced(event.message, seat))
        return self.apply(events.PlayerChanged(seat, substitute), state)

    def _on_answer_placed(
        self, event: events.AnswerPlaced, state: MatchState
    ) -> Event | None:
        answer = state.held_answer
        if answer is None:
            return None
        return self._play(event, answer.move, answer.analysis)

    def _on_move_requested(
        self, event: events.MoveRequested, state: MatchState
    ) -> Event | None:
        """Play an answer that is held at once."""
        if isinstance(state.phase, AnswerHeld):
            return self.apply(events.AnswerPlaced(), state)
        return event

    def _on_engines_started(
        self, event: events.EnginesStarted | events.StepRequested, _state: MatchState
    ) -> Event:
        """Go on from an earlier move: there is nobody who could take back to it."""
        self._session.go_on_here()
        return event

    def _on_taken_back(
        self, event: events.TakenBack, _state: MatchState
    ) -> Event | None:
        return event if self._session.take_back() else None

    def _on_redone(self, event: events.Redone, _state: MatchState) -> Event | None:
        return event if self._session.redo() else None

    def _on_went_to(self, event: events.WentTo, _state: MatchState) -> Event | None:
        if event.node == self._session.cursor:
            return None
        self._session.go_to(event.node)
        return event

    def _on_edited(self, event: events.Edited, _state: MatchState) -> Event | None:
        """Change the record; a search for the same position may go on."""
        session = self._session
        before = (session.position, session.outcome)
        event.change(session)
        is_same = before == (session.position, session.outcome)
        return None if is_same and not event.stops_engine else event

    def _on_resigned(self, event: events.Resigned, _state: MatchState) -> Event:
        self._session.resign(event.player)
        return event

    def _on_forfeited(self, event: events.Forfeited, _state: MatchState) -> Event:
        self._session.forfeit(event.player, event.reason)
        return event

    def _on_player_changed(
        self, event: events.PlayerChanged, _state: MatchState
    ) -> Event:
        session = self._session
        self._seats.set_player(event.player, event.engine)
        session.automatic = frozenset(self._seats.players.engines)
        session.set_headers(self._seats.name(session.record.headers, event.player))
        return event

    def _on_sides_changed(
        self, event: events.SidesChanged, _state: MatchState
    ) -> Event:
        session = self._session
        self._seats.exchange()
        session.automatic = frozenset(self._seats.players.engines)
        headers = session.record.headers
        session.set_headers(
            replace(
                headers,
                first_name=headers.second_name,
                second_name=headers.first_name,
            )
        )
        return event

    def _on_ticked(self, event: events.Ticked, _state: MatchState) -> Event | None:
        return event if self._ends_by_flag() else None
