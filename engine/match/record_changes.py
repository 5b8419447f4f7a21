"""What each event of a match does to its record, before the state changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from engine.core.types import Move, MoveAnalysis
from engine.match import events
from engine.match.answers import is_hopeless
from engine.match.events import Event
from engine.match.notices import (
    EngineGaveUp,
    EngineReplaced,
    FoulRefused,
    ProgramFailed,
    StandInPlayed,
    TimeIsUp,
)
from engine.match.state import AnswerHeld, AwaitingEngine
from engine.players.program_player import ProgramPlayer

if TYPE_CHECKING:
    from engine.match.match import Match

ENDING = frozenset(
    {
        *(events.MovePlayed, events.StandInMoved, events.AnswerPlaced),
        *(events.Ticked, events.Resigned, events.Forfeited),
    }
)
"""Events that can end a game."""


class RecordChanges:
    """Changes of the record of a match.

    Args:
        match: The match.
    """

    def __init__(self, match: Match[Any]) -> None:
        self._match = match
        self._session = match.session
        self._changes: Mapping[type, Callable[[Any], bool]] = {
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

    def apply(self, event: Event) -> bool:
        """Change the record; return whether the state follows by this event.

        Raises:
            EngineError: The rules, or the state of the game, do not allow it.
        """
        change = self._changes.get(type(event))
        return change is None or change(event)

    def _play(self, move: Move, analysis: MoveAnalysis | None = None) -> bool:
        """Play a move; return whether the flag let it."""
        if not self._drop_flag():
            return False
        self._session.play(move, analysis=analysis)
        return True

    def _drop_flag(self) -> bool:
        """Let the flag fall if it is due; return whether the game goes on."""
        session = self._session
        if session.drop_flag():
            if session.outcome is None:
                self._match.report(TimeIsUp(session.position))
            else:
                self._match.advance(events.Ticked())
        return session.outcome is None

    def _on_move_played(self, event: events.MovePlayed) -> bool:
        position, move = self._session.position, event.move
        if self._match.options.refuses_fouls:
            reasons = position.fouls().get(move)
            if reasons:
                self._match.report(FoulRefused(position, move, reasons))
                return False
        return self._play(move)

    def _on_stand_in_moved(self, event: events.StandInMoved) -> bool:
        self._match.report(StandInPlayed())
        return self._play(event.move)

    def _on_answered(self, event: events.EngineAnswered) -> bool:
        """Charge the engine for its search, not for the way of its answer.

        An engine with an illegal move has failed.
        """
        match, session, asked = self._match, self._session, self._match.state.phase
        objection = session.position.objection_to(event.result.move)
        if objection is not None:
            match.apply(events.EngineFailed(event.request, objection))
            return False
        match.close_request()
        session.time.pause(longest=event.result.seconds)
        if not self._drop_flag():
            return False
        if match.players.engines_resign and is_hopeless(session, event.result):
            match.apply(events.Resigned(session.position.seat_to_move))
            return False
        match.advance(event)
        held = match.state.phase
        is_hurried = isinstance(asked, AwaitingEngine) and asked.is_hurried
        if isinstance(held, AnswerHeld) and not held.awaits_stone:
            is_shown = match.players.is_watched and not (held.is_single or is_hurried)
            if not (is_shown and match.delay_answer()):
                match.apply(events.AnswerPlaced())
        return False

    def _on_failed(self, event: events.EngineFailed) -> bool:
        """Let another engine, or a person, move for an engine that failed.

        An external program was chosen by name: nothing replaces it, except at a
        contest, whose clock runs.
        """
        match, seat = self._match, self._session.position.seat_to_move
        match.close_request()
        if not match.options.replaces_engines:
            return False
        is_external = isinstance(match.players.engines[seat], ProgramPlayer)
        if is_external and not match.players.is_contest:
            match.advance(events.EngineStopped())
            match.report(ProgramFailed(event.message, seat))
            return False
        substitute = match.seats.substitute(seat)
        match.seats.forget_searcher(seat)
        if substitute is None:
            match.report(EngineGaveUp(event.message))
            return True
        match.apply(events.PlayerChanged(seat, substitute))
        match.report(EngineReplaced(event.message, seat))
        return False

    def _on_answer_placed(self, _event: events.AnswerPlaced) -> bool:
        answer = self._match.state.held_answer
        return answer is not None and self._play(answer.move, answer.analysis)

    def _on_move_requested(self, _event: events.MoveRequested) -> bool:
        """Play an answer that is held at once."""
        if isinstance(self._match.state.phase, AnswerHeld):
            self._match.apply(events.AnswerPlaced())
            return False
        return True

    def _on_engines_started(
        self, _event: events.EnginesStarted | events.StepRequested
    ) -> bool:
        """Go on from an earlier move: there is nobody who could take back to it."""
        self._session.go_on_here()
        return True

    def _on_taken_back(self, _event: events.TakenBack) -> bool:
        return self._session.take_back() > 0

    def _on_redone(self, _event: events.Redone) -> bool:
        return self._session.redo() > 0

    def _on_went_to(self, event: events.WentTo) -> bool:
        if event.node == self._session.cursor:
            return False
        self._session.go_to(event.node)
        return True

    def _on_edited(self, event: events.Edited) -> bool:
        """Change the record; a search for the same position may go on."""
        session = self._session
        before = (session.position, session.outcome)
        event.change(session)
        return event.stops_engine or before != (session.position, session.outcome)

    def _on_resigned(self, event: events.Resigned) -> bool:
        self._session.resign(event.player)
        return True

    def _on_forfeited(self, event: events.Forfeited) -> bool:
        self._session.forfeit(event.player, event.reason)
        return True

    def _on_player_changed(self, event: events.PlayerChanged) -> bool:
        match, session = self._match, self._session
        match.seats.set_player(event.player, event.engine)
        match.mark_players()
        session.automatic = frozenset(match.players.engines)
        headers = match.seats.name(session.record.headers, event.player)
        session.set_headers(headers)
        return True

    def _on_sides_changed(self, _event: events.SidesChanged) -> bool:
        match, session = self._match, self._session
        match.seats.exchange()
        match.mark_players()
        session.automatic = frozenset(match.players.engines)
        headers = session.record.headers
        session.set_headers(
            replace(
                headers,
                first_name=headers.second_name,
                second_name=headers.first_name,
            )
        )
        return True

    def _on_ticked(self, _event: events.Ticked) -> bool:
        self._drop_flag()
        return False
