"""Matches with clocks: late engines, their limits, pauses, reviews."""

import pytest

from engine.core.clocks.time_control import TimeTerms
from engine.core.types import Move, Outcome, Player
from engine.match import events
from engine.match.limits import limits_by_clock
from engine.match.match import GRACE_SECONDS
from engine.match.match_setup import MatchSetup
from engine.match.notices import GameEnded
from engine.match.options import MatchOptions
from engine.match.view import Activity
from tests.engine.match.matches import (
    ENGINE,
    SETUP,
    Seconds,
    answer,
    cells,
    make_match,
    notices_of,
    show,
    views_of,
)


@pytest.fixture
def now():
    return Seconds()


@pytest.fixture
def begin(now):
    """Return a function that shows a new match under terms, and its port."""

    def start(terms, **players):
        setup = MatchSetup(setup=SETUP, time=TimeTerms.parse(terms), **players)
        match = make_match(setup, now=now, choose_limits=limits_by_clock)
        return match, show(match)

    return start


def test_an_engine_that_does_not_answer_loses_on_time(begin, now):
    match, port = begin("0.2s/move", first=ENGINE)
    assert match.seconds_to_flag() == pytest.approx(0.2 + GRACE_SECONDS)
    now.pass_by(0.2 + GRACE_SECONDS)

    match.handle(events.Ticked())

    assert match.session.outcome == Outcome(Player.SECOND, "time")
    assert port.calls == ["start", "stop"]
    assert match.session.ply == 0
    assert match.view.activity is Activity.IDLE


def test_an_answer_after_the_flag_waits_for_no_stone(now):
    setup = MatchSetup(setup=SETUP, first=ENGINE, time=TimeTerms.parse("0.2s/move"))
    match = make_match(setup, now=now, options=MatchOptions(awaits_stones=True))
    show(match)
    now.pass_by(5)

    answer(match, Move(30), seconds=5)

    assert match.view.held_answer is None
    assert match.session.outcome == Outcome(Player.SECOND, "time")


def test_a_late_engine_in_a_game_that_goes_on_may_still_move(begin, now):
    match, _ = begin("0.2s/move warn", first=ENGINE)
    now.pass_by(5)
    match.handle(events.Ticked())

    answer(match, Move(30), seconds=5)

    assert cells(match) == [30]
    assert match.session.outcome is None


def test_an_engine_gets_its_time_from_the_clock(begin):
    match, _ = begin("20s/move", first=ENGINE)

    assert 19 < match.request.limits.seconds < 20


@pytest.mark.parametrize(
    ("terms", "is_capped"),
    [("20s/move", True), ("none 5m", False)],
    ids=["kept from taking all", "no clock"],
)
def test_an_engine_has_its_own_time_for_a_move(begin, terms, is_capped):
    match, _ = begin(terms, first=ENGINE, seconds_per_move=2.0, caps_engines=is_capped)

    assert match.request.limits.seconds == 2.0


def test_a_pause_stops_the_clock_and_locks_the_board(begin, now):
    match, _ = begin("5m")
    match.handle(events.MovePlayed(Move(30)))
    match.handle(events.PauseRequested())
    before = match.session.time.left(Player.SECOND).seconds
    now.pass_by(60)

    assert not match.handle(events.MovePlayed(Move(31)))

    assert match.session.time.left(Player.SECOND).seconds == before
    assert match.session.ply == 1
    assert match.view.activity is Activity.PAUSED


def test_the_game_goes_on_after_a_pause(begin):
    match, _ = begin("5m")
    match.handle(events.MovePlayed(Move(30)))
    match.handle(events.PauseRequested())

    match.handle(events.ResumeRequested())

    assert match.session.time.is_running
    match.handle(events.MovePlayed(Move(31)))
    assert match.session.ply == 2


def test_an_engine_thinks_again_after_a_pause(begin):
    match, port = begin("5m", first=ENGINE)
    old = match.request.number

    match.handle(events.PauseRequested())
    assert port.calls == ["start", "stop"]
    assert match.request is None
    match.handle(events.ResumeRequested())

    assert match.request.number > old
    answer(match, Move(30))
    assert cells(match) == [30]


def test_nothing_wakes_the_engine_of_a_paused_game(begin):
    match, port = begin("5m", second=ENGINE)
    match.handle(events.MovePlayed(Move(30)))
    match.handle(events.PauseRequested())

    for event in (
        events.MoveRequested(),
        events.WentTo(0),
        events.WentTo(1),
        events.Suspended(),
        events.Shown(),
        events.TakenBack(),
        events.Redone(),
    ):
        match.handle(event)

    assert port.calls == ["start", "stop"]
    assert not match.session.time.is_running


def test_the_clock_runs_on_while_earlier_moves_are_looked_at(begin, now):
    match, _ = begin("10s/move")
    match.handle(events.MovePlayed(Move(30)))
    views = views_of(match)
    now.pass_by(2)

    match.handle(events.WentTo(0))
    now.pass_by(3)
    assert match.seconds_to_flag() == 5
    match.handle(events.WentTo(1))
    assert match.session.time.of_move(Player.SECOND) == 5
    match.handle(events.WentTo(0))
    now.pass_by(6)
    match.handle(events.Ticked())

    assert match.session.outcome == Outcome(Player.FIRST, "time")
    assert match.session.ply == 1
    assert GameEnded() in notices_of(views)


def test_a_pause_stops_the_clock_at_earlier_moves_too(begin, now):
    match, _ = begin("10s/move")
    match.handle(events.MovePlayed(Move(30)))
    match.handle(events.WentTo(0))
    now.pass_by(3)

    match.handle(events.PauseRequested())
    now.pass_by(60)
    match.handle(events.ResumeRequested())
    now.pass_by(1)
    match.handle(events.WentTo(1))

    assert match.session.time.of_move(Player.SECOND) == 4


def test_an_engine_that_answers_in_a_variation_gives_no_time_back(begin, now):
    match, _ = begin("40s", second=ENGINE)
    match.handle(events.MovePlayed(Move(30)))
    answer(match)
    now.pass_by(2)
    match.handle(events.WentTo(0))
    now.pass_by(4)
    match.handle(events.MovePlayed(Move(40)))
    before = match.session.time.left(Player.FIRST).seconds

    answer(match)

    assert match.session.time.left(Player.FIRST).seconds == before
    assert match.session.time.is_running


def test_a_pause_at_an_earlier_move_shows_the_time_that_is_left(begin, now):
    match, _ = begin("40s")
    match.handle(events.MovePlayed(Move(30)))
    now.pass_by(5)
    match.handle(events.WentTo(0))
    now.pass_by(2)

    match.handle(events.PauseRequested())

    assert match.session.time.left(Player.SECOND).seconds == 33
    assert match.session.time.seat is Player.SECOND


def test_a_variation_is_tried_at_the_cost_of_the_move_that_is_due(begin, now):
    match, _ = begin("10s/move")
    match.handle(events.MovePlayed(Move(30)))
    match.handle(events.WentTo(0))
    now.pass_by(1)
    match.handle(events.MovePlayed(Move(31)))
    now.pass_by(1)

    match.handle(events.WentTo(1))
    now.pass_by(1)
    match.handle(events.MovePlayed(Move(32)))

    record = match.session.record
    assert [node.seconds for node in record.nodes if node.move == Move(31)] == [None]
    assert [node.seconds for node in record.nodes if node.move == Move(32)] == [3]


def test_taking_back_after_a_loss_on_time_opens_the_game(begin, now):
    match, _ = begin("0.3s/move")
    match.handle(events.MovePlayed(Move(30)))
    now.pass_by(1)
    match.handle(events.Ticked())
    assert match.session.outcome is not None

    match.handle(events.TakenBack())
    match.handle(events.MovePlayed(Move(31)))

    assert match.session.outcome is None
    assert match.session.ply == 1


def test_the_clock_runs_on_where_moves_were_taken_back(begin):
    match, _ = begin("5m")
    match.handle(events.MovePlayed(Move(30)))

    match.handle(events.TakenBack())
    match.handle(events.PauseRequested())
    match.handle(events.ResumeRequested())

    assert match.session.time.is_running


def test_a_limit_set_in_the_middle_of_a_game_counts(begin, now):
    match, _ = begin("none")
    assert match.seconds_to_flag() is None

    match.session.set_terms(TimeTerms.parse("0.2s"))

    assert match.seconds_to_flag() == pytest.approx(0.2)
    now.pass_by(1)
    match.handle(events.Ticked())
    assert match.session.outcome == Outcome(Player.SECOND, "time")
