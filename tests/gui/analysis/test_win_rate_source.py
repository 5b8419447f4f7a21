"""Win rates of all moves of the position on the board, with scripted engines."""

import threading

import pytest

from engine.games import GAMES
from engine.players.preset_player import PresetPlayer
from engine.review.move_values import ROUND_SHARES
from engine.search.api import SearchResult
from gui.analysis import win_rate_source
from gui.analysis.continuous_analysis import ContinuousAnalysis
from gui.analysis.win_rate_source import KEPT_POSITIONS, WinRateSource
from gui.game.root_choice import RootChoice
from tests.gui.analysis.test_continuous_analysis import WON, Desk
from tests.gui.game.controller_games import AGAINST_ENGINE

SMALL = "(;FF[4]GM[4]SZ[5];B[aa];W[ab];B[ba];W[bb])"
ENGINE = PresetPlayer(preset="uct")
ANALYST = PresetPlayer(preset="mcts")


class Even:
    """Searcher that finds every position even, when it may go on."""

    def __init__(self):
        self.may_go = threading.Event()
        self.may_go.set()
        self.searched, self.error = [], None

    def prepare(self, position):
        pass

    def search(self, position, limits, *, stop=None, on_progress=None):
        self.searched.append((position.history, limits.seconds))
        while not stop and not self.may_go.wait(0.001):
            pass
        if self.error:
            raise self.error
        return SearchResult(move=position.legal_moves()[0], value=0.0)


@pytest.fixture
def even(engines):
    engines.fixed[ENGINE.preset] = Even()
    return engines.fixed[ENGINE.preset]


@pytest.fixture
def desk(even, engines, controller, factory, qtbot):
    engines.fixed[ANALYST.preset] = Even()
    desk = Desk(controller, factory, even, qtbot)
    desk.open(SMALL)
    return desk


@pytest.fixture
def analysis(desk, engine_thread):
    analysis = ContinuousAnalysis(
        engine_thread,
        desk.controller,
        choose_engine=lambda setup: ANALYST,
        choose_seconds=lambda: 60.0,
    )
    yield analysis
    analysis.set_on(False)


@pytest.fixture
def choice(desk):
    return RootChoice(desk.controller)


@pytest.fixture
def source(desk, choice, engine_thread, analysis, monkeypatch):
    monkeypatch.setattr(win_rate_source, "START_MS", 0)
    source = WinRateSource(
        engine_thread,
        desk.controller,
        analysis,
        choose_engine=lambda setup: ENGINE,
        seconds=lambda: 1.0,
        choice=choice,
    )
    yield source
    source.set_on(False)


def is_done(source):
    values = source.values
    return values is not None and values.next_search is None


def test_every_move_is_searched_in_rounds_while_it_is_on(source, even, desk, qtbot):
    assert source.values is None

    source.set_on(True)
    qtbot.waitUntil(lambda: is_done(source))

    cells = desk.controller.session.position.legal_moves()
    assert source.values.win_rates == dict.fromkeys(cells, 0.5)
    assert [seconds for _, seconds in even.searched] == [
        share for share in ROUND_SHARES for _ in cells
    ]
    assert not source.is_searching


def test_another_position_is_searched_and_a_known_one_is_not(source, even, desk, qtbot):
    source.set_on(True)
    qtbot.waitUntil(lambda: is_done(source))
    known = source.values

    desk.controller.go_to(1)
    assert source.values is None
    qtbot.waitUntil(lambda: is_done(source))
    searches = len(even.searched)
    desk.controller.go_to(4)

    assert source.values is known
    qtbot.wait(50)
    assert len(even.searched) == searches


def test_an_excluded_move_is_neither_searched_nor_shown(
    source, choice, even, desk, qtbot
):
    legal = desk.controller.session.position.legal_moves()
    choice.exclude(legal[0])

    source.set_on(True)
    qtbot.waitUntil(lambda: is_done(source))

    assert source.values.win_rates == dict.fromkeys(legal[1:], 0.5)
    assert {history[-1] for history, _ in even.searched} == set(legal[1:])


def test_a_move_excluded_while_it_is_searched_is_left(
    source, choice, even, desk, qtbot
):
    even.may_go.clear()
    source.set_on(True)
    qtbot.waitUntil(lambda: len(even.searched) == 1)
    searched = even.searched[0][0][-1]

    choice.exclude(searched)
    even.may_go.set()
    qtbot.waitUntil(lambda: is_done(source))

    assert searched not in source.values.win_rates
    choice.allow_all()
    assert not is_done(source)
    qtbot.waitUntil(lambda: is_done(source))
    assert source.values.win_rates[searched] == 0.5


def test_the_choice_of_moves_belongs_to_its_position(source, choice, desk, qtbot):
    choice.focus(desk.controller.session.position.legal_moves()[0])
    source.set_on(True)
    qtbot.waitUntil(lambda: is_done(source))
    assert len(source.values.win_rates) == 1

    desk.controller.go_to(1)
    qtbot.waitUntil(lambda: is_done(source))
    assert len(source.values.win_rates) == 24
    desk.controller.go_to(4)

    assert len(source.values.win_rates) == 1


def test_few_positions_are_kept(source, desk, qtbot, monkeypatch):
    monkeypatch.setattr(win_rate_source, "KEPT_POSITIONS", 1)
    assert KEPT_POSITIONS > 1
    source.set_on(True)
    qtbot.waitUntil(lambda: is_done(source))

    desk.controller.go_to(1)
    qtbot.waitUntil(lambda: is_done(source))
    source.set_on(False)
    desk.controller.go_to(4)

    assert source.values is None


def test_switched_off_it_stops_and_keeps_what_it_has(source, even, qtbot):
    even.may_go.clear()
    source.set_on(True)
    qtbot.waitUntil(lambda: len(even.searched) == 1)

    source.set_on(False)

    assert not source.is_searching
    even.may_go.set()
    source.set_on(True)
    qtbot.waitUntil(lambda: is_done(source))


def test_continuous_analysis_waits_for_the_last_search(
    source, even, engines, analysis, qtbot
):
    analyst = engines.fixed[ANALYST.preset]
    analyst.may_go.clear()
    analysis.set_on(True)
    qtbot.waitUntil(lambda: len(analyst.searched) == 1)

    source.set_on(True)
    qtbot.waitUntil(lambda: is_done(source))
    qtbot.waitUntil(lambda: len(analyst.searched) == 2)

    assert analyst.searched[0] == analyst.searched[1]


def test_a_players_engine_goes_first(source, even, engines, desk, qtbot):
    desk.begin(AGAINST_ENGINE)
    even.may_go.clear()
    source.set_on(True)
    qtbot.waitUntil(lambda: len(even.searched) == 1)

    desk.controller.play(desk.controller.session.position.legal_moves()[0])

    assert not source.is_searching


def test_a_finished_position_has_no_searches(source, even, desk, qtbot):
    desk.open(WON)
    desk.controller.go_to(9)
    source.set_on(True)

    qtbot.wait(50)

    assert source.values is None
    assert not even.searched


def test_another_engine_or_time_begins_again(source, even, qtbot):
    source.set_on(True)
    qtbot.waitUntil(lambda: is_done(source))
    before = source.values

    source.restart()

    assert source.values is None
    qtbot.waitUntil(lambda: is_done(source))
    assert source.values is not before


def test_a_board_whose_engine_fails_is_not_searched_again(source, even, desk, qtbot):
    even.error = MemoryError()
    with qtbot.waitSignal(source.problem_reported) as problem:
        source.set_on(True)
    assert problem.args == ["The engine ran out of memory."]
    assert not source.has_engine

    desk.controller.go_to(1)
    qtbot.wait(50)

    assert len(even.searched) == 1
    desk.controller.switch_to("hex")
    assert source.has_engine
    assert GAMES["hex"].name == desk.controller.session.setup.game
