"""Clocks, flags and standstills of matches."""

from engine.core.clocks.time_control import TimeControl, TimeTerms
from engine.core.types import Move, Outcome, Player
from engine.match import events
from engine.match.match_setup import MatchSetup
from engine.match.notices import (
    GameEnded,
    ProgramStoodStill,
    TimeIsUp,
)
from engine.match.options import MatchOptions
from engine.match.state import (
    NotStarted,
    Over,
)
from tests.engine.match.matches import (
    PERSONS,
    SETUP,
    Seconds,
    answer,
    cells,
    make_match,
    notices_of,
    show,
    views_of,
)

TEN_SECONDS = TimeTerms.for_both(TimeControl(main_seconds=10.0))


def test_time_does_not_count_on_a_board_just_looked_at():
    now = Seconds()
    match = make_match(PERSONS, now=now, is_started=False)
    show(match)
    assert match.state.phase == NotStarted(Player.FIRST)
    now.pass_by(3)

    match.handle(events.MovePlayed(Move(30)))
    now.pass_by(2)
    match.handle(events.MovePlayed(Move(31)))

    assert [node.seconds for node in match.session.record.nodes[1:]] == [0.0, 2.0]


def test_an_engine_is_charged_for_its_search_alone():
    now = Seconds()
    match = make_match(now=now)
    show(match)
    match.handle(events.MovePlayed(Move(30)))
    now.pass_by(4)

    answer(match, seconds=0.5)

    assert match.session.record.nodes[2].seconds == 0.5


def test_the_preparation_of_an_engine_is_free():
    now = Seconds()
    match = make_match(now=now)
    show(match)
    match.handle(events.MovePlayed(Move(30)))
    now.pass_by(1)
    match.handle(events.PreparingChanged(is_preparing=True))
    now.pass_by(30)
    match.handle(events.PreparingChanged(is_preparing=False))
    now.pass_by(2)

    answer(match, seconds=60)

    assert match.session.record.nodes[2].seconds == 2.0


def test_the_preparation_of_an_engine_is_charged_at_a_contest():
    now = Seconds()
    match = make_match(now=now, options=MatchOptions(clock_runs_on=True))
    show(match)
    match.handle(events.MovePlayed(Move(30)))
    match.handle(events.PreparingChanged(is_preparing=True))
    now.pass_by(30)
    match.handle(events.PreparingChanged(is_preparing=False))
    now.pass_by(2)

    answer(match, seconds=2)

    assert match.session.record.nodes[2].seconds == 32.0


def test_the_flag_of_a_person_ends_the_game():
    now = Seconds()
    players = MatchSetup(setup=SETUP, time=TEN_SECONDS)
    match = make_match(players, now=now)
    show(match)
    views = views_of(match)
    assert match.seconds_to_flag() == 10.0
    now.pass_by(10)

    match.handle(events.Ticked())

    assert match.session.outcome == Outcome(Player.SECOND, "time")
    assert notices_of(views) == [GameEnded()]
    assert match.seconds_to_flag() is None


def test_a_move_after_the_flag_is_not_played():
    now = Seconds()
    match = make_match(MatchSetup(setup=SETUP, time=TEN_SECONDS), now=now)
    show(match)
    now.pass_by(11)

    match.handle(events.MovePlayed(Move(30)))

    assert cells(match) == []
    assert isinstance(match.state.phase, Over)


def test_a_flag_can_only_warn():
    now = Seconds()
    control = TimeControl(main_seconds=10.0)
    terms = TimeTerms.for_both(control, flag_ends_game=False)
    match = make_match(MatchSetup(setup=SETUP, time=terms), now=now)
    show(match)
    views = views_of(match)
    now.pass_by(10)

    match.handle(events.Ticked())
    match.handle(events.Ticked())

    assert notices_of(views) == [TimeIsUp(match.session.position)]
    assert match.session.outcome is None


def test_a_pause_stops_the_clock_and_the_engine():
    now = Seconds()
    match = make_match(now=now)
    port = show(match)
    match.handle(events.MovePlayed(Move(30)))
    now.pass_by(1)

    match.handle(events.PauseRequested())
    now.pass_by(60)
    assert match.request is None
    match.handle(events.ResumeRequested())

    assert port.calls == ["start", "stop", "start"]
    assert match.session.time.of_move(Player.SECOND) == 1.0


def test_another_game_on_the_screen_stops_everything():
    now = Seconds()
    match = make_match(now=now)
    port = show(match)
    match.handle(events.MovePlayed(Move(30)))
    old = match.request.number

    match.handle(events.Suspended())
    now.pass_by(60)

    assert port.calls == ["start", "stop"]
    assert match.session.time.of_move(Player.SECOND) == 0.0
    match.handle(events.Shown())
    assert match.request.number > old


def test_a_held_answer_is_played_when_its_stone_lies_on_the_board():
    now = Seconds()
    match = make_match(now=now, options=MatchOptions(awaits_stones=True))
    show(match)
    match.handle(events.MovePlayed(Move(30)))
    answer(match, Move(31), seconds=1.0)
    now.pass_by(2)
    assert match.view.held_answer.move == 31

    match.handle(events.AnswerPlaced())

    assert cells(match) == [30, 31]
    assert match.session.record.nodes[2].seconds == 2.0


def test_a_standstill_pauses_and_is_free():
    now = Seconds()
    options = MatchOptions(notices_standstills=True)
    match = make_match(PERSONS, now=now, options=options)
    show(match)
    views = views_of(match)
    now.pass_by(100)

    match.handle(events.Ticked())

    assert notices_of(views) == [ProgramStoodStill(100.0, clock_ran=False)]
    assert match.state.is_paused
    assert match.session.time.of_move(Player.FIRST) == 0.0


def test_a_contest_clock_runs_on():
    now = Seconds()
    options = MatchOptions(notices_standstills=True, clock_runs_on=True)
    match = make_match(PERSONS, now=now, options=options)
    show(match)
    views = views_of(match)
    now.pass_by(100)

    match.handle(events.Ticked())

    assert notices_of(views) == [ProgramStoodStill(100.0, clock_ran=True)]
    assert match.session.time.of_move(Player.FIRST) == 100.0
