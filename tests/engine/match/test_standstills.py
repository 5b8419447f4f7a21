"""A computer that sleeps, or a program that hangs, costs nobody time."""

from engine.core.clocks.time_control import TimeTerms
from engine.core.types import Move, Player
from engine.match import events
from engine.match.match_setup import MatchSetup
from engine.match.options import MatchOptions
from tests.engine.match.matches import (
    ENGINE,
    OTHER,
    SETUP,
    Seconds,
    answer,
    cells,
    make_match,
    show,
)

OPTIONS = MatchOptions(notices_standstills=True)


def timed(terms, now, **players):
    setup = MatchSetup(setup=SETUP, time=TimeTerms.parse(terms), **players)
    match = make_match(setup, now=now, options=OPTIONS)
    show(match)
    return match


def test_a_standstill_in_a_timed_game_costs_no_time():
    now = Seconds()
    match = timed("600s/move", now)
    match.handle(events.MovePlayed(Move(30)))
    now.pass_by(100)

    match.handle(events.Ticked())

    assert match.view.is_paused
    assert match.session.outcome is None
    assert match.session.time.total(Player.SECOND) == 0.0
    match.handle(events.ResumeRequested())
    assert not match.view.is_paused


def test_a_click_right_after_a_standstill_loses_no_game():
    now = Seconds()
    match = timed("1s/move", now)
    match.handle(events.MovePlayed(Move(30)))
    now.pass_by(100)

    assert not match.handle(events.MovePlayed(Move(31)))

    assert match.view.is_paused
    assert match.session.outcome is None
    assert match.session.ply == 1
    match.handle(events.ResumeRequested())
    match.handle(events.MovePlayed(Move(31)))
    assert match.session.ply == 2


def test_two_engines_are_paused():
    now = Seconds()
    match = timed("5s/move", now, first=ENGINE, second=OTHER)
    now.pass_by(100)

    match.handle(events.Ticked())

    assert not match.view.is_running
    assert match.session.outcome is None
    match.handle(events.EnginesStarted())
    answer(match, Move(30))
    assert cells(match) == [30]


def test_an_engine_that_answers_during_a_standstill_moves_after_the_pause():
    now = Seconds()
    match = timed("1s/move", now, second=ENGINE)
    match.handle(events.MovePlayed(Move(30)))
    now.pass_by(100)

    assert not answer(match, Move(31))
    match.handle(events.ResumeRequested())
    answer(match, Move(31))

    assert cells(match) == [30, 31]
    assert match.session.outcome is None
