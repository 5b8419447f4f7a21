"""Tests for engine.match.match."""

from dataclasses import replace

import pytest

from engine.core.types import Move, Outcome, Player
from engine.match import events
from engine.match.match_setup import MatchSetup
from engine.match.notices import (
    EngineGaveUp,
    EngineReplaced,
    MoveRefused,
    ProgramFailed,
)
from engine.match.options import MatchOptions
from engine.match.state import (
    AwaitingEngine,
    AwaitingPerson,
    EngineIdle,
    Over,
    Reviewing,
)
from engine.match.view import Activity, Change
from engine.players.preset_player import PresetPlayer
from engine.players.program_player import ProgramPlayer
from tests.engine.match.matches import (
    AGAINST_ENGINE,
    ENGINE,
    PERSONS,
    SETUP,
    WATCHED,
    answer,
    cells,
    make_match,
    notices_of,
    result,
    show,
    views_of,
)

PROGRAM = ProgramPlayer(command="./program")


def test_a_persons_move_asks_the_engine_for_its_position():
    match = make_match()
    port = show(match)

    match.handle(events.MovePlayed(Move(30)))

    assert match.request.position is match.session.position
    assert match.request.engine == ENGINE
    assert port.calls == ["start"]
    assert isinstance(match.state.phase, AwaitingEngine)


def test_the_answer_is_played_and_its_search_not_stopped():
    match = make_match()
    port = show(match)
    match.handle(events.MovePlayed(Move(30)))

    answer(match, Move(31))

    assert cells(match) == [30, 31]
    assert port.calls == ["start"]
    assert match.session.record.nodes[1].analysis.nodes == 200
    assert match.state.phase == AwaitingPerson(Player.FIRST)


def test_a_resigned_game_is_over_again_after_take_back_and_redo():
    match = make_match()
    show(match)
    match.handle(events.MovePlayed(Move(30)))
    answer(match, Move(31))
    match.handle(events.Resigned(Player.FIRST))
    match.handle(events.TakenBack())
    assert match.view.outcome is None

    match.handle(events.Redone())

    assert match.state.phase == Over(Outcome(Player.SECOND, "resignation"))
    assert not match.session.time.is_running
    assert match.request is None


def test_an_answer_to_an_older_request_cannot_arrive_as_a_move():
    match = make_match()
    port = show(match)
    match.handle(events.MovePlayed(Move(30)))
    old = match.request.number
    match.handle(events.TakenBack())
    match.handle(events.MovePlayed(Move(20)))

    assert not match.handle(events.EngineAnswered(old, result(Move(31))))

    assert cells(match) == [20]
    assert port.calls == ["start", "stop", "start"]


def test_one_view_is_published_for_a_move_and_the_request_after_it():
    match = make_match()
    show(match)
    views = views_of(match)

    match.handle(events.MovePlayed(Move(30)))

    assert len(views) == 1
    assert views[0].changes == Change.POSITION | Change.ACTIVITY
    assert views[0].activity is Activity.THINKING


def test_a_comment_is_published_alone_and_leaves_the_search():
    match = make_match()
    port = show(match)
    match.handle(events.MovePlayed(Move(30)))
    views = views_of(match)

    note = events.Edited(
        lambda session: session.set_notes(1, comment="Here"), stops_engine=False
    )
    match.handle(note)

    assert [view.changes for view in views] == [Change.NOTES]
    assert views[0].has_new_notes
    assert not views[0].has_new_position
    assert match.state.phase == AwaitingEngine(Player.SECOND, match.request.number)
    assert port.calls == ["start"]


def test_a_person_cannot_move_for_an_engine():
    match = make_match()
    show(match)
    match.handle(events.MovePlayed(Move(30)))

    assert not match.handle(events.MovePlayed(Move(31)))


def test_an_illegal_move_is_one_notice_and_nothing_else():
    match = make_match(PERSONS)
    show(match)
    match.handle(events.MovePlayed(Move(30)))
    views = views_of(match)

    assert not match.handle(events.MovePlayed(Move(30)))

    (notice,) = notices_of(views)
    assert notice == MoveRefused("c5 is already occupied.")
    assert cells(match) == [30]


def test_a_stopped_engine_waits_until_it_is_asked():
    match = make_match()
    show(match)
    match.handle(events.MovePlayed(Move(30)))

    match.handle(events.EngineStopped())

    assert match.state.phase == EngineIdle(Player.SECOND)
    assert match.request is None
    match.handle(events.MoveRequested())
    assert match.request is not None


def test_an_engine_that_searches_is_told_to_hurry():
    match = make_match()
    port = show(match)
    match.handle(events.MovePlayed(Move(30)))

    match.handle(events.MoveRequested())

    assert port.calls[-1] == "answer_now"


def test_earlier_moves_can_be_reviewed_without_waking_the_engine():
    match = make_match()
    port = show(match)
    for move in (30, 20):
        match.handle(events.MovePlayed(Move(move)))
        answer(match)

    match.handle(events.WentTo(1))

    assert match.state.phase == Reviewing(1, Player.SECOND)
    assert len(port.requests) == 2


def test_a_hopeless_game_is_resigned():
    players = MatchSetup(setup=SETUP, second=ENGINE, engines_resign=True)
    match = make_match(players)
    show(match)
    for move in (30, 31):
        match.handle(events.MovePlayed(Move(move)))
        answer(match, value=-0.99)

    assert match.session.outcome == Outcome(Player.FIRST, "resignation")
    assert match.session.ply == 3


@pytest.mark.parametrize(
    ("resigns", "value"), [(False, -1.0), (True, -0.9)], ids=["unasked", "with hope"]
)
def test_an_engine_plays_on(resigns, value):
    players = MatchSetup(setup=SETUP, second=ENGINE, engines_resign=resigns)
    match = make_match(players)
    show(match)

    for move in (30, 31):
        match.handle(events.MovePlayed(Move(move)))
        answer(match, value=value)

    assert match.session.ply == 4
    assert match.session.outcome is None


def test_a_short_search_does_not_resign():
    players = MatchSetup(setup=SETUP, second=ENGINE, engines_resign=True)
    match = make_match(players)
    show(match)
    for move in (30, 31):
        match.handle(events.MovePlayed(Move(move)))
        answer(match, value=-1.0, nodes=99)

    assert match.session.outcome is None


def test_a_failed_engine_is_replaced():
    match = make_match(options=MatchOptions(replaces_engines=True))
    show(match)
    match.handle(events.MovePlayed(Move(30)))
    views = views_of(match)

    match.handle(events.EngineFailed(match.request.number, "It broke."))

    assert EngineReplaced("It broke.", Player.SECOND) in notices_of(views)
    assert match.request.engine.preset != ENGINE.preset


@pytest.mark.parametrize("move", [Move(30), Move(10_000)])
def test_an_engine_with_an_illegal_move_is_replaced(move):
    match = make_match(options=MatchOptions(replaces_engines=True))
    show(match)
    match.handle(events.MovePlayed(Move(30)))
    views = views_of(match)

    answer(match, move)

    objection = match.session.position.objection_to(move)
    assert EngineReplaced(objection, Player.SECOND) in notices_of(views)
    assert match.request.engine.preset != ENGINE.preset
    assert cells(match) == [30]


def test_a_failed_program_waits_until_it_is_asked_again():
    players = replace(AGAINST_ENGINE, second=PROGRAM)
    match = make_match(players, options=MatchOptions(replaces_engines=True))
    show(match)
    match.handle(events.MovePlayed(Move(30)))
    views = views_of(match)

    match.handle(events.EngineFailed(match.request.number, "It broke."))

    assert notices_of(views) == [ProgramFailed("It broke.", Player.SECOND)]
    assert match.state.phase == EngineIdle(Player.SECOND)
    match.handle(events.MoveRequested())
    assert match.request.engine == PROGRAM


def test_a_failed_program_is_replaced_at_a_contest():
    players = replace(AGAINST_ENGINE, second=PROGRAM, is_contest=True)
    match = make_match(players, options=MatchOptions(replaces_engines=True))
    show(match)
    match.handle(events.MovePlayed(Move(30)))
    views = views_of(match)

    match.handle(events.EngineFailed(match.request.number, "It broke."))

    assert EngineReplaced("It broke.", Player.SECOND) in notices_of(views)
    assert isinstance(match.request.engine, PresetPlayer)


def test_a_move_without_a_value_has_no_analysis():
    match = make_match()
    show(match)
    match.handle(events.MovePlayed(Move(30)))

    bare = replace(result(Move(31)), has_value=False)
    match.handle(events.EngineAnswered(match.request.number, bare))

    assert cells(match) == [30, 31]
    assert match.session.record.nodes[1].analysis is None


def test_without_a_substitute_a_person_moves():
    match = make_match(options=MatchOptions(replaces_engines=True))
    match.seats.substitute = lambda player: None
    show(match)
    match.handle(events.MovePlayed(Move(30)))
    views = views_of(match)

    match.handle(events.EngineFailed(match.request.number, "It broke."))

    assert notices_of(views) == [EngineGaveUp("It broke.")]
    assert match.handle(events.MovePlayed(Move(31)))
    assert match.handle(events.MovePlayed(Move(32)))
    answer(match, Move(33))
    assert cells(match) == [30, 31, 32, 33]


def test_a_front_end_can_forfeit_the_game_of_a_failed_engine():
    match = make_match(WATCHED)
    match.handle(events.Shown())
    match.handle(events.EngineFailed(match.request.number, "It crashed."))

    match.handle(events.Forfeited(Player.FIRST, "crash"))

    assert match.session.outcome == Outcome(Player.SECOND, "crash")


def test_engines_that_are_not_asked_let_their_moves_be_entered():
    match = make_match(WATCHED, options=MatchOptions(asks_engines=False))
    show(match)
    match.handle(events.MovePlayed(Move(30)))

    match.handle(events.MoveRequested())
    answer(match, Move(31))

    assert cells(match) == [30, 31]
    assert match.request is None


def test_an_engine_keeps_its_searcher_until_the_front_end_fits_it_anew():
    threads = 1
    match = make_match(
        fit_engine=lambda engine, setup: engine.with_options(threads=threads)
    )
    show(match)
    searcher = match.seats.searcher(Player.SECOND)
    kept = match.seats.searcher(Player.SECOND)

    threads = 2

    assert kept is searcher
    assert match.seats.searcher(Player.SECOND) == f"{ENGINE}{{threads=2}} in gomoku"
    assert match.view.players.second == ENGINE


def test_players_that_change_sides_take_their_searchers_along():
    match = make_match()
    show(match)
    match.handle(events.MovePlayed(Move(30)))
    answer(match)
    searcher = match.seats.searcher(Player.SECOND)

    match.handle(events.SidesChanged())

    assert match.request.seat is Player.FIRST
    assert match.seats.searcher(Player.FIRST) is searcher
    assert match.view.players.first == ENGINE
    assert match.session.automatic == {Player.FIRST}


def test_sides_changed_while_the_engine_thinks_leave_its_move_to_the_person():
    match = make_match()
    port = show(match)
    match.handle(events.MovePlayed(Move(30)))

    match.handle(events.SidesChanged())

    assert port.calls == ["start", "stop"]
    assert cells(match) == [30]
    assert not match.view.is_locked


def test_two_persons_have_no_sides_to_change():
    assert make_match().view.can_change_sides
    assert not make_match(PERSONS).view.can_change_sides


def test_a_change_from_outside_is_followed():
    match = make_match(AGAINST_ENGINE)
    port = show(match)
    match.handle(events.MovePlayed(Move(30)))
    views = views_of(match)

    match.session.take_back()

    assert port.calls == ["start", "stop"]
    assert views[-1].position is match.session.position
