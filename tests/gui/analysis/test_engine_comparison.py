"""Engines that search a position in turn, with scripted engines."""

import pytest

from engine.core.types import Move
from engine.games import GAMES
from engine.match.engine_choice import best_engine
from engine.match.match_setup import MatchSetup
from engine.players.preset_player import PresetPlayer
from gui.analysis import engine_comparison
from gui.analysis.continuous_analysis import AnalysisState, ContinuousAnalysis
from gui.analysis.engine_comparison import EngineComparison
from gui.game.hints import Hints
from tests.gui.analysis.searchers import CountingSearcher, TurnSearcher
from tests.gui.game.controller_games import GOMOKU, PERSONS

BEST = best_engine(GOMOKU)
OTHER = PresetPlayer(preset="minimax")
THIRD = PresetPlayer(preset="mcts")
ENGINES = (BEST, OTHER, THIRD)
ENOUGH = 4
"""Turns of each engine that a test waits for."""


@pytest.fixture
def searchers(engines):
    """Return the searcher of each engine, in their order."""
    made = [TurnSearcher(value=0.1 * n) for n in range(len(ENGINES))]
    engines.fixed = {one.preset: two for one, two in zip(ENGINES, made, strict=True)}
    return made


@pytest.fixture
def analysis(engine_thread, controller):
    made = ContinuousAnalysis(
        engine_thread,
        controller,
        choose_engine=lambda setup: PresetPlayer(preset="uct"),
        choose_seconds=lambda: 60.0,
    )
    yield made
    made.set_on(False)


@pytest.fixture
def comparison(searchers, engine_thread, controller, analysis, monkeypatch):
    monkeypatch.setattr(engine_comparison, "START_MS", 0)

    def fit(engine, setup):
        assert engine.refusal(setup) is None  # its keys may be wrong for other games
        return engine

    made = EngineComparison(
        engine_thread,
        controller,
        fit=fit,
        turn_seconds=lambda: 2.0,
        background=(analysis,),
    )
    made.choose(ENGINES)
    yield made
    made.set_on(False)


@pytest.fixture
def wait_for_turns(comparison, searchers, qtbot):
    """Return a function that waits until each engine has had enough turns."""

    def wait():
        qtbot.waitUntil(lambda: min(one.turns for one in searchers) >= ENOUGH)

    return wait


def test_the_engines_get_equal_time_in_turn(comparison, wait_for_turns):
    comparison.set_on(True)

    wait_for_turns()
    comparison.set_on(False)

    times = [one.seconds for one in comparison.compared]
    assert max(times) - min(times) <= 2.0
    assert all(one.nodes == 250 * one.seconds for one in comparison.compared)


def test_an_engine_shows_its_deepest_result(comparison, searchers, wait_for_turns):
    comparison.set_on(True)
    wait_for_turns()
    comparison.set_on(False)

    before = comparison.compared[0]
    searchers[0].turns = 0
    comparison.set_on(True)

    assert comparison.compared[0].analysis.depth >= before.analysis.depth


def test_only_the_strongest_engine_is_stored_with_the_position(
    comparison, controller, wait_for_turns
):
    comparison.set_on(True)

    wait_for_turns()
    comparison.set_on(False)

    stored = controller.session.record.nodes[0].analysis
    assert stored.value == comparison.compared[0].analysis.value
    assert stored.nodes >= 500


def test_an_engine_that_finds_nothing_new_has_no_more_turns(
    comparison, searchers, wait_for_turns, qtbot
):
    searchers[1].share = 0.1
    comparison.set_on(True)

    qtbot.waitUntil(lambda: searchers[0].turns >= ENOUGH)
    comparison.set_on(False)

    assert comparison.compared[1].is_done
    assert searchers[1].turns == 1


def test_it_rests_when_all_engines_are_done(
    comparison, searchers, engine_thread, qtbot
):
    for one in searchers:
        one.share = 0.1

    comparison.set_on(True)

    qtbot.waitUntil(lambda: comparison.is_done)
    assert not engine_thread.is_searching
    assert comparison.is_on


def test_an_engine_that_fails_is_explained_and_the_others_go_on(
    comparison, searchers, qtbot
):
    searchers[1].error = RuntimeError("boom")

    comparison.set_on(True)

    qtbot.waitUntil(lambda: searchers[2].turns >= ENOUGH)
    comparison.set_on(False)
    problem = comparison.compared[1].problem
    assert problem == "The engine stopped with an error (RuntimeError)."
    assert comparison.compared[2].analysis is not None


def test_an_engine_that_does_not_play_the_rules_is_explained(
    comparison, searchers, begin_game, qtbot
):
    begin_game(MatchSetup(setup=GAMES["gomoku"].setup(options={"rule": "renju"})))
    comparison.choose([BEST, PresetPlayer(preset="mcts")])

    comparison.set_on(True)

    qtbot.waitUntil(lambda: searchers[0].turns >= ENOUGH)
    comparison.set_on(False)
    assert "this network" in comparison.compared[1].problem


def test_an_engine_of_another_game_remains_until_its_game_returns(
    comparison, controller
):
    comparison.choose([BEST, PresetPlayer(preset="liu-1")])

    controller.switch_to("hex")
    in_hex = comparison.compared[1].problem
    comparison.restart()
    controller.switch_to("gomoku")

    assert in_hex
    assert not comparison.compared[1].problem


def test_another_position_begins_again(comparison, controller, wait_for_turns, qtbot):
    comparison.set_on(True)
    wait_for_turns()

    controller.play(Move(112))

    assert comparison.position.history == (112,)
    assert all(one.analysis is None for one in comparison.compared)


def test_a_hint_goes_first(
    comparison, controller, searchers, engine_thread, begin_game
):
    begin_game(PERSONS)
    hints = Hints(engine_thread, controller)
    searchers[0].may_go.clear()
    comparison.set_on(True)

    hints.request()

    assert engine_thread.is_searching_for(hints)
    searchers[0].may_go.set()
    hints.clear()


def test_continuous_analysis_waits(comparison, analysis, engines, wait_for_turns):
    engines.fixed["uct"] = CountingSearcher()
    analysis.set_on(True)

    comparison.set_on(True)

    wait_for_turns()
    assert analysis.state is AnalysisState.YIELDING
    assert engines.fixed["uct"].running is None


def test_engines_that_remain_keep_their_results(comparison, wait_for_turns):
    comparison.set_on(True)
    wait_for_turns()
    comparison.set_on(False)
    before = comparison.compared[0]

    comparison.choose([BEST])

    assert comparison.compared == (before,)


def test_four_engines_are_too_many(comparison):
    with pytest.raises(ValueError, match="at most 3"):
        comparison.choose([*ENGINES, PresetPlayer(preset="uct")])
