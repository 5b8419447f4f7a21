"""Transitions of a match: pure functions of state, event and situation.

The record changes first; ``transition`` then gets the situation after the change.
Which searches and clocks run follows from the new state alone: the search that runs is
that of ``MatchState.active_request``, the clock runs while ``time_counts``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from engine.match import events
from engine.match.events import Event
from engine.match.state import (
    Answer,
    AnswerHeld,
    AwaitingEngine,
    AwaitingPerson,
    EngineIdle,
    MatchState,
    NotStarted,
    Over,
    Pause,
    Phase,
    Reviewing,
    Situation,
)
from engine.search.kept_analysis import kept_analysis


def initial_state(
    situation: Situation, *, is_started: bool, is_idle: bool = False
) -> MatchState:
    """Return the state of a new or restored match, which is suspended.

    Args:
        situation: Its record and players.
        is_started: Whether time counts from now on.
        is_idle: Whether an engine to move waits until it is asked.
    """
    state = MatchState(
        phase=AwaitingPerson(situation.seat), is_started=is_started, is_suspended=True
    )
    return _go_on(state, situation, is_idle=is_idle)


def transition(state: MatchState, event: Event, situation: Situation) -> MatchState:
    """Return the state after a legal event.

    Args:
        state: The state before it.
        event: The event.
        situation: Record and players after the event.
    """
    return TRANSITIONS[type(event)](state, event, situation)


def time_counts(
    state: MatchState, situation: Situation, *, charges_preparation: bool = False
) -> bool:
    """Return whether the clock of the participant to move runs.

    That of a person runs on while the person looks at another position.

    Args:
        state: State of the match.
        situation: What the game says about it.
        charges_preparation: Whether an engine's clock runs while it is prepared.
    """
    is_held_up = state.is_suspended or state.pause is not None
    if not state.is_started or is_held_up:
        return False
    if situation.is_person_awaited_elsewhere:
        return True
    if situation.outcome is not None:
        return False
    phase = state.phase
    is_charged = (
        (isinstance(phase, AwaitingPerson) and not phase.replaces_engine)
        or (
            isinstance(phase, AwaitingEngine)
            and (charges_preparation or not state.is_preparing)
        )
        or (isinstance(phase, AnswerHeld) and phase.awaits_stone)
    )
    return is_charged and situation.is_in_play


def _rest(state: MatchState, situation: Situation, *, is_idle: bool) -> Phase:
    """Return the phase at a position before any engine is asked."""
    if situation.outcome is not None:
        return Over(situation.outcome)
    seat = situation.seat
    if not situation.is_at_end and not situation.is_in_play:
        return Reviewing(situation.ply, seat, is_idle=is_idle)
    if situation.engine_is_to_move:
        return EngineIdle(seat)
    if not state.is_started and situation.is_in_play:
        return NotStarted(seat)
    return AwaitingPerson(seat)


def _go_on(
    state: MatchState,
    situation: Situation,
    *,
    is_idle: bool,
    is_single: bool = False,
    is_forced: bool = False,
) -> MatchState:
    """Return the state at a new position.

    Args:
        state: The state before.
        situation: The new position.
        is_idle: Whether an engine to move waits until it is asked.
        is_single: See ``AwaitingEngine``.
        is_forced: Whether an engine is asked before the end of a line, too.
    """
    phase = _rest(state, situation, is_idle=is_idle)
    is_wanted = situation.engine_is_to_move and situation.asks_engines and not is_idle
    if is_wanted and (is_forced or not isinstance(phase, Reviewing)):
        return _ask(state, situation, is_single=is_single)
    return replace(state, phase=phase)


def _ask(state: MatchState, situation: Situation, *, is_single: bool) -> MatchState:
    """Return the state in which the engine to move is asked; its time counts."""
    number = state.last_request + 1
    phase = AwaitingEngine(situation.seat, number, is_single=is_single)
    return replace(state, phase=phase, is_started=True, last_request=number)


def _is_idle(state: MatchState, situation: Situation) -> bool:
    """Return whether an engine to move waits until it is asked.

    Two engines continue only if they were playing by themselves.
    """
    phase = state.phase
    if isinstance(phase, EngineIdle):
        return True
    if isinstance(phase, Reviewing):
        return phase.is_idle or situation.is_watched
    if isinstance(phase, AwaitingEngine | AnswerHeld):
        return phase.is_single and situation.is_watched
    return situation.is_watched and not isinstance(phase, AwaitingPerson)


def _on_move_played(
    state: MatchState, _event: Event, situation: Situation
) -> MatchState:
    started = replace(state, is_started=state.is_started or situation.is_in_play)
    return _go_on(started, situation, is_idle=False, is_forced=True)


def _on_answered(
    state: MatchState, event: events.EngineAnswered, situation: Situation
) -> MatchState:
    phase = state.phase
    if not isinstance(phase, AwaitingEngine):
        return state
    result = event.result
    analysis = kept_analysis(result) if result.has_value else None
    answer = Answer(move=result.move, analysis=analysis)
    held = AnswerHeld(
        phase.seat,
        answer,
        awaits_stone=situation.awaits_stones,
        is_single=phase.is_single,
    )
    return replace(state, phase=held)


def _on_failed(
    state: MatchState, _event: events.EngineFailed, situation: Situation
) -> MatchState:
    return replace(state, phase=AwaitingPerson(situation.seat, replaces_engine=True))


def _on_answer_placed(
    state: MatchState, _event: Event, situation: Situation
) -> MatchState:
    phase = state.phase
    is_single = isinstance(phase, AnswerHeld) and phase.is_single
    return _go_on(state, situation, is_idle=is_single, is_forced=True)


def _on_answer_known(
    state: MatchState, event: events.AnswerKnown, situation: Situation
) -> MatchState:
    held = AnswerHeld(situation.seat, event.answer, awaits_stone=True)
    return replace(state, phase=held, is_started=True)


def _on_move_requested(
    state: MatchState, _event: Event, situation: Situation
) -> MatchState:
    phase = state.phase
    if isinstance(phase, AwaitingEngine):
        return replace(state, phase=replace(phase, is_hurried=True))
    is_single = situation.is_watched or not situation.asks_engines
    return _ask(state, situation, is_single=is_single)


def _on_engine_stopped(
    state: MatchState, _event: Event, situation: Situation
) -> MatchState:
    return replace(state, phase=_rest(state, situation, is_idle=True))


def _on_engines_started(
    state: MatchState, _event: Event, situation: Situation
) -> MatchState:
    phase = state.phase
    if isinstance(phase, AwaitingEngine | AnswerHeld) and state.pause is None:
        return replace(state, phase=replace(phase, is_single=False))
    return _ask(_resumed(state), situation, is_single=False)


def _on_step_requested(
    state: MatchState, _event: Event, situation: Situation
) -> MatchState:
    return _ask(_resumed(state), situation, is_single=True)


def _on_pause(state: MatchState, _event: Event, _situation: Situation) -> MatchState:
    return replace(state, pause=Pause())


def _resumed(state: MatchState) -> MatchState:
    """Return the state without a pause."""
    return replace(state, pause=None)


def _on_resume(state: MatchState, _event: Event, situation: Situation) -> MatchState:
    phase = state.phase
    if isinstance(phase, AnswerHeld) and phase.awaits_stone:
        return _resumed(state)
    is_single = isinstance(phase, AwaitingEngine | AnswerHeld) and phase.is_single
    was_asked = isinstance(phase, AwaitingEngine | AnswerHeld)
    return _go_on(
        _resumed(state),
        situation,
        is_idle=_is_idle(state, situation) and not was_asked,
        is_single=is_single,
        is_forced=was_asked,
    )


def _on_taken_back(
    state: MatchState, _event: Event, situation: Situation
) -> MatchState:
    return _go_on(state, situation, is_idle=True)


def _on_moved_along(
    state: MatchState, _event: Event, situation: Situation
) -> MatchState:
    is_idle = _is_idle(state, situation) or situation.is_watched
    return _go_on(state, situation, is_idle=is_idle)


def _on_edited(
    state: MatchState, event: events.Edited, situation: Situation
) -> MatchState:
    is_idle = event.stops_engine or _is_idle(state, situation)
    return _go_on(state, situation, is_idle=is_idle)


def _on_player_changed(
    state: MatchState, _event: Event, situation: Situation
) -> MatchState:
    phase = state.phase
    is_going = isinstance(phase, AwaitingPerson | AwaitingEngine | AnswerHeld)
    is_idle = situation.is_watched and not is_going
    is_single = isinstance(phase, AwaitingEngine | AnswerHeld) and phase.is_single
    return _go_on(state, situation, is_idle=is_idle, is_single=is_single)


def _on_sides_changed(
    state: MatchState, _event: Event, situation: Situation
) -> MatchState:
    is_idle = _is_idle(state, situation)
    return _go_on(state, situation, is_idle=is_idle)


def _on_ended(state: MatchState, _event: Event, situation: Situation) -> MatchState:
    if situation.outcome is None:
        return state
    return replace(state, phase=Over(situation.outcome), pause=None)


def _on_suspended(state: MatchState, _event: Event, situation: Situation) -> MatchState:
    phase = state.phase
    is_going = state.pause is None
    if is_going and isinstance(phase, AnswerHeld) and not phase.awaits_stone:
        state = _ask(state, situation, is_single=phase.is_single)
    return replace(state, is_suspended=True)


def _on_shown(state: MatchState, _event: Event, situation: Situation) -> MatchState:
    state = replace(state, is_suspended=False)
    phase = state.phase
    if isinstance(phase, AwaitingEngine) and state.pause is None:
        return _ask(state, situation, is_single=phase.is_single)
    return state


def _on_preparing(
    state: MatchState, event: events.PreparingChanged, _situation: Situation
) -> MatchState:
    return replace(state, is_preparing=event.is_preparing)


def _on_stood_still(
    state: MatchState, event: events.StoodStill, situation: Situation
) -> MatchState:
    if isinstance(state.phase, Over):
        return state
    is_idle = situation.is_watched and _is_idle(state, situation)
    if is_idle and state.pause is None:
        return state
    return replace(state, pause=Pause(event.seconds))


TRANSITIONS: Mapping[type, Callable[[MatchState, Any, Situation], MatchState]] = {
    events.MovePlayed: _on_move_played,
    events.StandInMoved: _on_move_played,
    events.EngineAnswered: _on_answered,
    events.EngineFailed: _on_failed,
    events.AnswerPlaced: _on_answer_placed,
    events.AnswerKnown: _on_answer_known,
    events.MoveRequested: _on_move_requested,
    events.EngineStopped: _on_engine_stopped,
    events.EnginesStarted: _on_engines_started,
    events.StepRequested: _on_step_requested,
    events.PauseRequested: _on_pause,
    events.ResumeRequested: _on_resume,
    events.TakenBack: _on_taken_back,
    events.Redone: _on_moved_along,
    events.WentTo: _on_moved_along,
    events.Edited: _on_edited,
    events.Resigned: _on_ended,
    events.Forfeited: _on_ended,
    events.Ticked: _on_ended,
    events.PlayerChanged: _on_player_changed,
    events.SidesChanged: _on_sides_changed,
    events.Suspended: _on_suspended,
    events.Shown: _on_shown,
    events.PreparingChanged: _on_preparing,
    events.StoodStill: _on_stood_still,
}
