"""Matches between two engines, which somebody watches."""

from dataclasses import replace

import pytest

from engine.core.types import Move, Player
from engine.match import events
from engine.match.state import AnswerHeld, EngineIdle, Over
from engine.match.view import Activity
from engine.records.model.record import GameRecord
from tests.engine.match.matches import (
    SETUP,
    WATCHED,
    Port,
    answer,
    cells,
    make_match,
    show,
)


def test_two_engines_play_to_the_end_when_they_are_stepped():
    match = make_match(WATCHED)
    match.handle(events.Shown())

    while match.request is not None:
        answer(match)

    assert isinstance(match.state.phase, Over)
    assert match.session.outcome is not None


def test_watched_moves_wait_until_they_were_shown():
    match = make_match(WATCHED)
    port = show(match, Port(delays=True))
    answer(match, Move(3))
    assert cells(match) == []
    assert isinstance(match.state.phase, AnswerHeld)

    match.handle(events.AnswerPlaced())

    assert cells(match) == [3]
    assert len(port.requests) == 2


def test_one_step_of_two_engines_asks_one_of_them():
    match = make_match(WATCHED, is_idle=True)
    port = show(match)
    assert match.view.activity is Activity.PAUSED

    match.handle(events.StepRequested())
    answer(match)

    assert len(port.requests) == 1
    assert match.state.phase == EngineIdle(Player.SECOND)


@pytest.mark.parametrize("start", [events.EnginesStarted(), events.StepRequested()])
def test_two_engines_go_on_with_the_game_from_an_earlier_move(start):
    match = make_match(WATCHED, is_idle=True)
    show(match)
    for move in (30, 20, 40):
        match.handle(events.StepRequested())
        answer(match, Move(move))
    match.handle(events.WentTo(1))

    match.handle(start)
    answer(match, Move(50))

    record = match.session.record
    assert record.main_moves() == [30, 50]
    assert len(record.nodes) == 1 + 4
    assert record.nodes[match.session.cursor].seconds is not None
    assert match.session.is_in_play


def test_two_engines_leave_the_moves_of_an_opened_record():
    record = GameRecord(setup=SETUP)
    for cursor, move in enumerate((30, 20, 40)):
        record, _ = record.with_move(cursor, Move(move))
    match = make_match(WATCHED, record=record, is_opened=True, is_idle=True)
    show(match)
    match.handle(events.WentTo(1))

    match.handle(events.StepRequested())
    answer(match, Move(50))

    assert cells(match) == [30, 50]
    assert match.session.record.main_moves() == [30, 20, 40]


def test_two_engines_go_on_from_the_end_of_a_game_they_resigned():
    players = replace(WATCHED, engines_resign=True)
    match = make_match(players, is_idle=True)
    show(match)
    for move in (30, 20, 40):
        match.handle(events.StepRequested())
        answer(match, Move(move), value=-1.0)
    assert match.session.outcome is not None
    match.handle(events.WentTo(1))

    match.handle(events.StepRequested())
    answer(match, Move(50))

    assert match.session.record.outcome is None
    assert match.session.record.main_moves() == [30, 50]
