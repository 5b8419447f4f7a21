"""Moves that the user excludes from analysis, without a window."""

import pytest

from engine.core.types import Move
from gui.analysis import continuous_analysis
from gui.analysis.continuous_analysis import ContinuousAnalysis
from gui.game.live_analysis import LiveAnalysis
from gui.game.root_choice import RootChoice
from tests.gui.analysis.searchers import CountingSearcher
from tests.gui.analysis.test_continuous_analysis import (
    ANALYST,
    RESIGNED,
    THREE,
    Desk,
)

A15, B15 = Move(0), Move(1)


@pytest.fixture
def desk(engines, controller, factory, qtbot):
    engines.fixed[ANALYST.preset] = CountingSearcher()
    desk = Desk(controller, factory, engines.fixed[ANALYST.preset], qtbot)
    desk.open(RESIGNED)
    return desk


@pytest.fixture
def choice(desk):
    return RootChoice(desk.controller)


@pytest.fixture
def analysis(desk, choice, engine_thread, monkeypatch):
    monkeypatch.setattr(continuous_analysis, "START_MS", 0)
    monkeypatch.setattr(continuous_analysis, "SAVE_SECONDS", 0.0)
    analysis = ContinuousAnalysis(
        engine_thread,
        desk.controller,
        choose_engine=lambda setup: ANALYST,
        choose_seconds=lambda: 60.0,
        choice=choice,
    )
    yield analysis
    analysis.set_on(False)


def test_every_move_is_allowed_at_first(choice):
    assert choice.allowed is None
    assert choice.excluded == choice.focused == frozenset()


def test_excluded_moves_add_up_and_belong_to_their_position(choice, desk):
    choice.exclude(A15)
    choice.exclude(B15)

    assert choice.excluded == {A15, B15}
    assert not choice.can_exclude(A15)
    assert choice.can_exclude(Move(2))
    desk.controller.go_to(1)
    assert choice.allowed is None
    desk.controller.go_to(3)
    assert choice.excluded == {A15, B15}


def test_one_move_is_looked_at_until_all_are_allowed_again(choice):
    choice.focus(A15)

    assert choice.allowed == choice.focused == {A15}
    assert not choice.can_exclude(A15)
    assert not choice.can_focus(A15)
    assert choice.can_focus(B15)

    choice.allow_all()
    assert choice.allowed is None


def test_a_cell_with_a_stone_is_no_move(choice):
    assert not choice.can_exclude(THREE[0])
    assert not choice.can_focus(THREE[0])


def test_another_game_has_its_own_choice(choice, desk):
    choice.exclude(A15)

    desk.open(RESIGNED)

    assert choice.allowed is None


def test_the_analysis_begins_again_without_the_excluded_moves(choice, analysis, desk):
    analysis.set_on(True)
    desk.wait_until(lambda: len(desk.searcher.limits) == 1)

    choice.exclude(A15)
    desk.wait_until(lambda: len(desk.searcher.limits) == 2)
    choice.allow_all()
    desk.wait_until(lambda: len(desk.searcher.limits) == 3)

    first, second, third = (limits.root_moves for limits in desk.searcher.limits)
    assert first is third is None
    assert A15 not in second
    assert len(second) == 225 - 3 - 1


def test_a_search_without_some_moves_is_shown_but_not_stored(
    choice, analysis, desk, engine_thread
):
    live = LiveAnalysis(desk.controller, engine_thread, choice)
    choice.focus(B15)
    analysis.set_on(True)
    desk.wait_until(lambda: live.analysis is not None)

    analysis.set_on(False)

    assert live.analysis is not None
    assert desk.stored() is None
    choice.allow_all()
    assert live.analysis is None


def test_candidates_of_the_record_are_left_out_at_once(
    choice, analysis, desk, engine_thread
):
    live = LiveAnalysis(desk.controller, engine_thread, choice)
    analysis.set_on(True)
    desk.wait_until(lambda: desk.stored() is not None)
    analysis.set_on(False)
    assert [found.move for found in live.analysis.candidates] == [A15]

    choice.exclude(A15)

    assert live.analysis is None
