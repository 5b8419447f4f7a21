"""Continuous analysis, with scripted engines and without a window."""

import pytest

from engine.core.types import Move
from engine.games import GAMES
from engine.match.match_setup import MatchSetup
from engine.players.preset_player import PresetPlayer
from engine.records import files
from engine.search.wrappers.opening_searcher import OpeningSearcher
from gui.analysis import continuous_analysis
from gui.analysis.analysis_messages import analysis_message, switching_message
from gui.analysis.continuous_analysis import AnalysisState, ContinuousAnalysis
from gui.game.hints import Hints
from tests.engine.review.reviewed_games import game_of
from tests.gui.analysis.searchers import CountingSearcher
from tests.gui.game.controller_games import AGAINST_ENGINE, PERSONS, WATCHED

RESIGNED = "(;FF[4]GM[4]SZ[15]RE[W+R];B[hh];W[ii];B[jj])"
WON = "(;FF[4]GM[4]SZ[15];B[aa];W[ab];B[ba];W[bb];B[ca];W[cb];B[da];W[db];B[ea])"
ANALYST = PresetPlayer(preset="uct")
H8 = Move(112)
THREE = (Move(112), Move(128), Move(144))


class Desk:
    """A game on the board, its analysis, and the searcher of that."""

    def __init__(self, controller, factory, searcher, qtbot):
        self.controller, self.searcher = controller, searcher
        self._factory, self._qtbot = factory, qtbot

    def open(self, text):
        self.put(files.parse(text))

    def put(self, record):
        self.controller.put(self._factory.open_record(record, None))

    def begin(self, choice):
        self.controller.put(self._factory.make_game(choice))

    def wait_for(self, *moves):
        """Wait until the position after some moves is searched."""
        self._qtbot.waitUntil(lambda: self.searcher.running == moves)

    def wait_until(self, condition):
        self._qtbot.waitUntil(condition)

    def stored(self, node=None):
        """Return the analysis in the record at a node, or on the board."""
        session = self.controller.session
        return session.record.nodes[session.cursor if node is None else node].analysis


@pytest.fixture
def desk(engines, controller, factory, qtbot):
    engines.fixed[ANALYST.preset] = CountingSearcher()
    return Desk(controller, factory, engines.fixed[ANALYST.preset], qtbot)


@pytest.fixture
def make_analysis(desk, engine_thread, monkeypatch):
    """Return a function that makes the analysis of the games of the desk."""
    monkeypatch.setattr(continuous_analysis, "START_MS", 0)
    monkeypatch.setattr(continuous_analysis, "SAVE_SECONDS", 0.0)
    made = []

    def make(choose_engine=lambda setup: ANALYST):
        analysis = ContinuousAnalysis(
            engine_thread,
            desk.controller,
            choose_engine=choose_engine,
            choose_seconds=lambda: 60.0,
        )
        made.append(analysis)
        return analysis

    yield make
    for analysis in made:
        analysis.set_on(False)


@pytest.fixture
def analysis(make_analysis):
    return make_analysis()


@pytest.fixture
def seldom_saved(monkeypatch):
    """Let a search store nothing until it ends."""
    monkeypatch.setattr(continuous_analysis, "SAVE_SECONDS", 1e9)


def test_it_is_off_at_first(analysis, desk):
    assert not analysis.is_on
    assert analysis.state is AnalysisState.OFF
    assert desk.searcher.searched == []


def test_a_finished_game_is_searched_where_one_looks(analysis, desk):
    desk.open(RESIGNED)
    analysis.set_on(True)
    desk.wait_for(*THREE)
    desk.wait_until(lambda: desk.stored() is not None)

    desk.controller.go_to(1)

    desk.wait_for(*THREE[:1])
    desk.wait_until(lambda: desk.stored(1) is not None)
    assert desk.stored(2) is None


def test_what_was_found_is_stored_when_the_position_is_left(
    analysis, desk, seldom_saved
):
    desk.open(RESIGNED)
    analysis.set_on(True)
    desk.wait_for(*THREE)
    desk.wait_until(lambda: analysis.latest is not None)
    assert desk.stored(3) is None

    desk.controller.go_to(0)

    desk.wait_until(lambda: desk.stored(3) is not None)


def test_the_result_stays_with_its_position_when_nodes_are_renumbered(
    analysis, desk, seldom_saved
):
    desk.open(RESIGNED)
    desk.controller.go_to(0)
    desk.controller.play(Move(0))
    analysis.set_on(True)
    desk.wait_for(Move(0))
    desk.wait_until(lambda: analysis.latest is not None)

    desk.controller.delete_from(1)

    assert desk.controller.session.record.nodes[1].move == 0
    desk.wait_until(lambda: desk.stored(1) is not None)


def test_a_deleted_position_is_forgotten(analysis, desk):
    desk.open(RESIGNED)
    analysis.set_on(True)
    desk.wait_for(*THREE)
    desk.wait_until(lambda: analysis.latest is not None)

    desk.controller.delete_from(2)

    desk.wait_for(*THREE[:1])
    assert len(desk.controller.session.record.nodes) == 2


def test_variations_are_searched(analysis, desk):
    desk.open(RESIGNED)
    desk.controller.go_to(1)
    analysis.set_on(True)

    desk.controller.play(Move(0))

    desk.wait_for(H8, Move(0))


def test_the_engine_of_a_player_goes_first(analysis, desk, engines):
    engines.delay = 60
    desk.begin(AGAINST_ENGINE)
    analysis.set_on(True)
    desk.wait_for()

    desk.controller.play(H8)

    desk.wait_until(lambda: (H8,) in engines.searched)
    assert analysis.state is AnalysisState.YIELDING
    assert desk.searcher.running is None
    engines.latest.let_go.set()
    desk.wait_for(H8, Move(0))


def test_a_hint_goes_first_and_the_analysis_goes_on(analysis, desk, engine_thread):
    hints = Hints(engine_thread, desk.controller)
    desk.begin(PERSONS)
    analysis.set_on(True)
    desk.wait_for()

    hints.request()

    desk.wait_until(lambda: hints.hint is not None)
    desk.wait_for()
    assert desk.searcher.searched == [(), ()]


def test_two_engines_are_not_disturbed_until_they_pause(analysis, desk, engines):
    engines.delay = 60
    desk.begin(WATCHED)
    desk.controller.set_running(True)
    desk.wait_until(lambda: len(engines.searched) == 1)

    analysis.set_on(True)
    assert analysis.state is AnalysisState.YIELDING
    assert desk.searcher.searched == []
    desk.controller.set_running(False)

    desk.wait_for()


def test_it_rests_when_the_search_ends_by_itself(analysis, desk):
    desk.open(RESIGNED)
    analysis.set_on(True)
    desk.wait_for(*THREE)

    desk.searcher.may_finish.set()

    desk.wait_until(lambda: analysis.state is AnalysisState.RESTING)
    assert len(desk.searcher.searched) == 1
    assert "Analysed for" in analysis_message(analysis, desk.controller.view)
    assert desk.stored() == analysis.latest


def test_a_proven_win_is_said(analysis, desk):
    desk.searcher.value = 1.0
    desk.open(RESIGNED)
    analysis.set_on(True)
    desk.wait_for(*THREE)
    desk.searcher.may_finish.set()
    desk.wait_until(lambda: analysis.state is AnalysisState.RESTING)

    message = analysis_message(analysis, desk.controller.view)

    assert message == "White to move. Proven win for White."


def test_the_side_that_decides_is_named_where_the_other_one_has_the_next_stone(
    analysis, desk
):
    moves = "h8 h9 i10 g10 offer-i8 offer-k8"
    record = game_of("gomoku", moves, height=15, width=15, opening="rif")
    desk.put(record)

    analysis.set_on(True)

    message = analysis_message(analysis, desk.controller.view)
    assert message.startswith("White to move. ")


def test_a_finished_position_is_one_sentence(analysis, desk):
    desk.open(WON)

    analysis.set_on(True)

    assert analysis.state is AnalysisState.FINISHED
    assert desk.searcher.searched == []


def test_a_game_that_no_engine_plays_is_one_sentence(make_analysis, desk):
    analysis = make_analysis(choose_engine=lambda setup: None)
    desk.begin(PERSONS)

    analysis.set_on(True)

    assert switching_message(analysis, desk.controller.view) == (
        "No engine plays Gomoku by these rules."
    )


def test_an_engine_that_fails_switches_it_off(analysis, desk, engine_thread, qtbot):
    desk.searcher.error = RuntimeError("boom")
    desk.begin(PERSONS)

    with qtbot.waitSignal(analysis.status_reported) as reported:
        analysis.set_on(True)

    assert reported.args == ["The engine stopped with an error (RuntimeError)."]
    assert not analysis.is_on
    assert not engine_thread.is_searching


def test_a_new_game_against_an_engine_switches_it_off(
    analysis, desk, engine_thread, qtbot
):
    desk.open(RESIGNED)
    analysis.set_on(True)
    desk.wait_for(*THREE)

    with qtbot.waitSignal(analysis.status_reported):
        desk.begin(AGAINST_ENGINE)

    assert not analysis.is_on
    assert not engine_thread.is_searching


def test_another_record_keeps_it_on(analysis, desk):
    desk.open(RESIGNED)
    analysis.set_on(True)
    desk.wait_for(*THREE)

    desk.open(RESIGNED)

    assert analysis.is_on


def test_another_board_keeps_it_on(analysis, desk):
    desk.begin(AGAINST_ENGINE)
    analysis.set_on(True)
    desk.wait_for()

    desk.controller.switch_to("hex")
    desk.wait_until(lambda: len(desk.searcher.searched) == 2)
    desk.controller.switch_to("gomoku")
    desk.wait_until(lambda: len(desk.searcher.searched) == 3)

    assert analysis.is_on


def test_a_running_game_may_be_analysed_on_request(analysis, desk):
    desk.begin(AGAINST_ENGINE)

    analysis.set_on(True)

    desk.wait_for()
    assert "running game" in switching_message(analysis, desk.controller.view)


def test_switching_off_stops_the_search(analysis, desk, engine_thread):
    desk.begin(PERSONS)
    analysis.set_on(True)
    desk.wait_for()

    analysis.set_on(False)

    desk.wait_until(lambda: desk.searcher.running is None)
    assert not engine_thread.is_searching
    assert desk.searcher.searched == [()]


def test_fewer_nodes_leave_the_stored_result_on_the_board(analysis, desk):
    desk.open(RESIGNED)
    analysis.set_on(True)
    desk.wait_for(*THREE)
    desk.wait_until(lambda: desk.stored() is not None and desk.stored().nodes > 50_000)
    desk.controller.go_to(0)
    before = desk.stored(3)

    desk.controller.go_to(3)
    desk.wait_for(*THREE)
    desk.wait_until(lambda: analysis.latest is not None)

    assert desk.stored(3).nodes >= before.nodes


def test_a_stone_that_an_opening_places_without_a_search_has_no_value(
    analysis, desk, engines
):
    gomoku = GAMES["gomoku"]
    engines.fixed[ANALYST.preset] = OpeningSearcher(desk.searcher, gomoku.opening())
    setup = gomoku.setup(options={"opening": "swap2"})
    desk.begin(MatchSetup(setup=setup))

    analysis.set_on(True)
    desk.wait_until(lambda: analysis.state is AnalysisState.RESTING)

    assert analysis.latest is None
    assert desk.stored() is None
    assert analysis_message(analysis, desk.controller.view) == (
        "Black to move. The engine plays on without a search here."
    )
