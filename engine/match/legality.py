"""Which event of a match is legal in which state.

===================  ===========================================================
event                legal in
===================  ===========================================================
MovePlayed           NotStarted, AwaitingPerson; Reviewing if a person is to move;
                     EngineIdle if engines are not asked by themselves
EngineAnswered,      AwaitingEngine with the same request
EngineFailed
StandInMoved         AwaitingEngine
AnswerPlaced         AnswerHeld
AnswerKnown          any phase in which an engine is to move
MoveRequested        AwaitingEngine, AnswerHeld, EngineIdle, Reviewing before an
                     engine's move
EngineStopped        AwaitingEngine, AnswerHeld unless it awaits a stone
EnginesStarted,      any phase but Over, between two engines
StepRequested
PauseRequested       every phase without a pause, once time counts
ResumeRequested      every phase with a pause but Over
Resigned, Forfeited  any phase but Over
SidesChanged         any phase but Over
all others           every phase
===================  ===========================================================

A game that can only be looked at takes no event of ``FIXED``, and no ``Edited`` that
changes more than its notes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.match import events
from engine.match.events import Event
from engine.match.state import (
    AnswerHeld,
    AwaitingEngine,
    AwaitingPerson,
    EngineIdle,
    MatchState,
    NotStarted,
    Reviewing,
    Situation,
)


def is_legal(state: MatchState, event: Event, situation: Situation) -> bool:
    """Return whether ``event`` has a meaning now; see the table of the module."""
    if situation.is_fixed and _is_refused_when_fixed(event):
        return False
    check = LEGAL.get(type(event))
    return check is None or check(state, event, situation)


def _is_refused_when_fixed(event: Event) -> bool:
    return type(event) in FIXED or (
        isinstance(event, events.Edited) and event.stops_engine
    )


def _may_move(state: MatchState, _event: Event, situation: Situation) -> bool:
    if state.waits_in(NotStarted, AwaitingPerson):
        return True
    may_enter = not situation.engine_is_to_move or not situation.asks_engines
    return may_enter and state.waits_in(EngineIdle, Reviewing)


def _is_current(
    state: MatchState,
    event: events.EngineAnswered | events.EngineFailed,
    _situation: Situation,
) -> bool:
    return state.active_request == event.request


def _in(*phases: type) -> Callable[[MatchState, Any, Situation], bool]:
    """Return a check that the match waits in one of ``phases``."""
    return lambda state, _event, _situation: state.waits_in(*phases)


def _may_request(state: MatchState, _event: Event, situation: Situation) -> bool:
    if state.waits_in(AwaitingEngine, AnswerHeld):
        return True
    return state.waits_in(EngineIdle, Reviewing) and situation.engine_is_to_move


def _may_stop(state: MatchState, _event: Event, _situation: Situation) -> bool:
    phase = state.phase
    if isinstance(phase, AnswerHeld) and phase.awaits_stone:
        return False
    return state.waits_in(AwaitingEngine, AnswerHeld)


def _engines_may_play(_state: MatchState, _event: Event, situation: Situation) -> bool:
    return situation.is_watched and situation.outcome is None


def _may_pause(state: MatchState, _event: Event, _situation: Situation) -> bool:
    return state.is_started and state.pause is None


def _is_going(_state: MatchState, _event: Event, situation: Situation) -> bool:
    return situation.outcome is None


LEGAL: Mapping[type, Callable[[MatchState, Any, Situation], bool]] = {
    events.MovePlayed: _may_move,
    events.EngineAnswered: _is_current,
    events.EngineFailed: _is_current,
    events.StandInMoved: _in(AwaitingEngine),
    events.AnswerPlaced: _in(AnswerHeld),
    events.AnswerKnown: lambda _state, _event, facts: facts.engine_is_to_move,
    events.MoveRequested: _may_request,
    events.EngineStopped: _may_stop,
    events.EnginesStarted: _engines_may_play,
    events.StepRequested: _engines_may_play,
    events.PauseRequested: _may_pause,
    events.ResumeRequested: lambda state, _event, _facts: state.is_paused,
    events.Resigned: _is_going,
    events.Forfeited: _is_going,
    events.SidesChanged: _is_going,
}
"""Events that are not legal in every phase."""

FIXED = frozenset(
    {
        *(events.MovePlayed, events.StandInMoved, events.AnswerPlaced),
        *(events.MoveRequested, events.EnginesStarted, events.StepRequested),
        *(events.ResumeRequested, events.TakenBack, events.Redone),
        *(events.Resigned, events.Forfeited),
        *(events.PlayerChanged, events.SidesChanged),
    }
)
"""Events that change a game or let it go on."""
