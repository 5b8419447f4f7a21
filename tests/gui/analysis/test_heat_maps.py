"""Values of heat maps, and the policy of positions without a search."""

import threading
from dataclasses import replace

import pytest

from engine.core.types import Candidate, Move, MoveAnalysis
from engine.games import GAMES
from engine.players.preset_player import PresetPlayer
from engine.search.api import SearchResult
from gui.analysis import policy_source
from gui.analysis.continuous_analysis import ContinuousAnalysis
from gui.analysis.heat_maps import HeatKind, policy_map, visit_map, win_rate_map
from gui.analysis.policy_source import PolicySource, has_network, policy_engine
from tests.games import cell, position_of
from tests.gui.analysis.test_continuous_analysis import RESIGNED, Desk

NETWORK = PresetPlayer(preset="mcts")

POSITION = position_of(
    "gomoku", ". . . . .\n. . X O .\n. . . . .\n. . . . .\n. . . . ."
)
A5, B5, STONE = Move(0), Move(1), cell(POSITION, "c4")
RESULT = SearchResult(
    move=A5,
    value=0.0,
    candidates=(
        Candidate(move=A5, value=0.0, visits=900, prior=0.36),
        Candidate(move=B5, value=0.0, visits=100, prior=0.04),
    ),
    policy=((A5, 0.36), (B5, 0.04), (Move(2), 0.0001), (STONE, 0.2)),
)
STORED = MoveAnalysis(value=0.0, candidates=RESULT.candidates[:1])


def test_the_policy_of_a_search_has_every_move_but_stones():
    heat = policy_map(POSITION, RESULT, STORED, None)

    assert heat.kind is HeatKind.POLICY
    assert heat.is_complete
    assert heat.values == {A5: 0.36, B5: 0.04, Move(2): 0.0001}
    tiles = {tile.cell: (round(tile.share, 2), tile.text) for tile in heat.cells()}
    assert tiles == {A5: (1.0, "36"), B5: (0.33, "4.0")}


def test_one_evaluation_stands_in_for_a_search():
    heat = policy_map(POSITION, None, STORED, ((B5, 0.5),))

    assert (heat.values, heat.is_complete) == ({B5: 0.5}, True)


def test_a_record_has_the_priors_of_its_candidates_only():
    heat = policy_map(POSITION, None, STORED, None)

    assert (heat.values, heat.is_complete) == ({A5: 0.36}, False)


def test_visits_of_a_search_and_of_a_record():
    live, stored = (
        visit_map(POSITION, RESULT, STORED),
        visit_map(POSITION, None, STORED),
    )

    assert (live.values, live.is_complete) == ({A5: 900, B5: 100}, True)
    assert [tile.text for tile in live.cells()] == ["900", "100"]
    assert (stored.values, stored.is_complete) == ({A5: 900}, False)


def test_win_rates_fill_the_colours_from_the_lowest_to_the_highest():
    heat = win_rate_map({A5: 0.1, B5: 0.9, Move(2): 0.3})

    assert (heat.kind, heat.is_complete) == (HeatKind.WIN_RATES, True)
    assert (heat.lowest, heat.middle, heat.highest) == (0.1, 0.5, 0.9)
    tiles = {tile.cell: (round(tile.share, 2), tile.text) for tile in heat.cells()}
    assert tiles == {A5: (0.0, "10"), B5: (1.0, "90"), Move(2): (0.25, "30")}


@pytest.mark.parametrize(
    ("win_rates", "ends"),
    [
        ((0.5, 0.52), (0.41, 0.61)),
        ((0.0, 0.0), (0.0, 0.2)),
        ((1.0, 0.99), (0.8, 1.0)),
    ],
)
def test_small_differences_have_similar_colours(win_rates, ends):
    heat = win_rate_map(dict(zip((A5, B5), win_rates, strict=True)))

    assert (heat.lowest, heat.highest) == pytest.approx(ends)
    assert all(0 <= tile.share <= 1 for tile in heat.cells())


def test_no_win_rate_is_known_at_first():
    assert win_rate_map({}).cells() == ()
    assert not win_rate_map({}).is_complete


def test_nothing_is_known_without_any_analysis():
    for heat in (
        policy_map(POSITION, None, None, None),
        visit_map(POSITION, None, None),
    ):
        assert heat.cells() == ()
        assert heat.highest == 0.0
        assert not heat.is_complete


def test_an_engine_with_a_network_is_found_where_one_plays():
    found = policy_engine(GAMES["gomoku"].setup())

    assert found == replace(NETWORK, overrides=(("nodes", 1),))
    assert has_network(found, GAMES["gomoku"].setup())
    assert not has_network(PresetPlayer(preset="uct"), GAMES["gomoku"].setup())


class Network:
    """Searcher that evaluates a position once, when it may."""

    def __init__(self):
        self.may_answer = threading.Event()
        self.may_answer.set()
        self.asked, self.error, self.has_policy = [], None, True

    def prepare(self, position):
        pass

    def search(self, position, limits, *, stop=None, on_progress=None):
        self.asked.append((position.history, limits.nodes))
        while not stop and not self.may_answer.wait(0.001):
            pass
        if self.error:
            raise self.error
        move = position.legal_moves()[0]
        policy = ((move, 1.0),) if self.has_policy else ()
        return SearchResult(move=move, value=0.0, policy=policy)


@pytest.fixture
def network(engines):
    engines.fixed[NETWORK.preset] = Network()
    return engines.fixed[NETWORK.preset]


@pytest.fixture
def desk(network, controller, factory, qtbot):
    desk = Desk(controller, factory, network, qtbot)
    desk.open(RESIGNED)
    return desk


@pytest.fixture
def source(desk, engine_thread, monkeypatch):
    monkeypatch.setattr(policy_source, "START_MS", 0)
    analysis = ContinuousAnalysis(
        engine_thread,
        desk.controller,
        choose_engine=lambda setup: NETWORK,
        choose_seconds=lambda: 60.0,
    )
    source = PolicySource(
        engine_thread, desk.controller, analysis, choose_engine=lambda setup: NETWORK
    )
    yield source
    source.set_on(False)


def test_the_position_on_the_board_is_evaluated_once_while_it_is_on(
    source, desk, network, qtbot
):
    assert source.policy is None

    source.set_on(True)
    qtbot.waitUntil(lambda: source.policy is not None)
    desk.controller.go_to(1)
    assert source.policy is None
    qtbot.waitUntil(lambda: source.policy is not None)

    assert [nodes for _, nodes in network.asked] == [1, 1]
    assert [len(history) for history, _ in network.asked] == [3, 1]


def test_a_board_whose_network_fails_is_not_asked_again(source, desk, network, qtbot):
    network.error = MemoryError()
    source.set_on(True)
    qtbot.waitUntil(lambda: not source.has_network)

    desk.controller.go_to(1)

    assert source.policy is None
    assert len(network.asked) == 1


def test_a_failure_after_a_change_of_board_is_that_of_the_other_board(
    source, desk, network, qtbot
):
    network.error = MemoryError()
    network.may_answer.clear()
    source.set_on(True)
    qtbot.waitUntil(lambda: len(network.asked) == 1)

    source.set_on(False)
    desk.controller.switch_to("hex")
    with qtbot.waitSignal(source.changed):
        network.may_answer.set()

    assert source.has_network
    desk.controller.switch_to("gomoku")
    assert not source.has_network
