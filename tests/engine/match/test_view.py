"""Tests for engine.match.view: why the board is locked, what an engine may take."""

import pytest

from engine.core.clocks.time_control import TimeControl, TimeTerms
from engine.core.types import Move, Player
from engine.games import GAMES
from engine.match import events
from engine.match.limits import limits_by_clock
from engine.match.match_setup import MatchSetup
from engine.match.view import Activity, Lock
from tests.engine.match.matches import (
    AGAINST_ENGINE,
    ENGINE,
    PERSONS,
    SETUP,
    WATCHED,
    Seconds,
    make_match,
    show,
)
from tests.games import cell


@pytest.mark.parametrize(
    ("players", "steps", "lock", "activity"),
    [
        (PERSONS, [], None, Activity.IDLE),
        (
            AGAINST_ENGINE,
            [events.MovePlayed(Move(30))],
            Lock.ENGINE_ASKED,
            Activity.THINKING,
        ),
        (
            AGAINST_ENGINE,
            [events.MovePlayed(Move(30)), events.EngineStopped()],
            Lock.ENGINE_IDLE,
            Activity.IDLE,
        ),
        (PERSONS, [events.PauseRequested()], Lock.PAUSED, Activity.PAUSED),
        (WATCHED, [], Lock.WATCHED, Activity.THINKING),
        (WATCHED, [events.EngineStopped()], Lock.WATCHED, Activity.PAUSED),
        (PERSONS, [events.Resigned(Player.FIRST)], Lock.OVER, Activity.IDLE),
    ],
)
def test_the_lock_has_a_reason(players, steps, lock, activity):
    match = make_match(players)
    show(match)

    for event in steps:
        assert match.handle(event)

    assert match.view.lock is lock
    assert match.view.is_locked == (lock is not None)
    assert match.view.activity is activity


def test_an_engine_without_a_clock_has_its_own_time():
    players = MatchSetup(setup=SETUP, first=ENGINE, seconds_per_move=2.5)

    limits = limits_by_clock(players, make_match(players).session)

    assert (limits.seconds, limits.seconds_left) == (2.5, None)


def test_an_engine_with_a_clock_gets_a_share_and_the_rest():
    terms = TimeTerms.for_both(TimeControl(main_seconds=100.0))
    players = MatchSetup(setup=SETUP, first=ENGINE, second=ENGINE, time=terms)
    now = Seconds()
    match = make_match(players, now=now)
    show(match)
    now.pass_by(40)

    limits = limits_by_clock(players, match.session)

    assert limits.seconds_left == 60.0
    assert 0 < limits.seconds < 60.0


def test_the_time_of_an_engine_can_be_capped():
    terms = TimeTerms.for_both(TimeControl(main_seconds=1000.0))
    players = MatchSetup(
        setup=SETUP, first=ENGINE, time=terms, caps_engines=True, seconds_per_move=0.5
    )

    assert limits_by_clock(players, make_match(players).session).seconds == 0.5


def opened(moves, opening="yamaguchi"):
    """Return the view of a match of two persons after moves with blanks between."""
    setup = GAMES["gomoku"].setup(options={"opening": opening})
    match = make_match(MatchSetup(setup=setup))
    show(match)
    for name in moves.split():
        move = cell(match.session.position, name)
        assert match.handle(events.MovePlayed(move))
    return match.view


def test_a_click_on_a_cell_offers_it_while_fifth_moves_are_offered():
    offering = opened("h8 h9 i10 fifth-moves-2 g10")
    place = cell(offering.position, "a1")

    assert offering.move_meant_by(place) == cell(offering.position, "offer-a1")
    assert opened("h8 h9 i10").move_meant_by(place) == place


def test_a_special_move_has_the_number_of_its_kind_also_if_others_are_illegal():
    declaring, swapping = opened("h8 h9 i10"), opened("h8 h9 i10 fifth-moves-2")
    three = cell(declaring.position, "fifth-moves-3")
    black = cell(swapping.position, "take-black")

    assert [declaring.special_move(number) for number in (0, 3, 11)] == [
        *(None, three, None)
    ]
    assert [swapping.special_move(number) for number in (0, 3)] == [black, None]
    assert opened("h8", "none").special_move(0) is None
