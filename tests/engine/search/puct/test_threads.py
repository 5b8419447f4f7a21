"""Searches in several threads: what they promise, though not repeatable."""

import gc
import threading
from dataclasses import replace

import numpy as np
import pytest

from engine.core.errors import NetError
from engine.games import GAMES
from engine.players.build import build_searcher
from engine.players.player_config import parse_engine
from engine.search.api import Limits, StopFlag
from engine.search.kernels.search_tree import ROOT
from engine.search.puct.puct_search import PuctSearch
from engine.search.puct.puct_settings import PuctSettings
from tests.engine.search.puct.puct_oracle import FlatEvaluator, HashEvaluator, start_of
from tests.engine.search.puct.tree_checks import check_nothing_is_in_flight, edges_in
from tests.engine.search.solver_stubs import even_moves, use_solver
from tests.engine.search.test_searcher_contract import WINS_IN_ONE
from tests.games import cell, on_boards, position_of, random_game

THREADS = 3

SMALL = {"pool_edges": 1 << 18, "pool_nodes": 1 << 14, "pool_policies": 1 << 12}

boards = on_boards(
    [("gomoku", 7, 9, {}), ("hex", 5, 7, {}), ("hex", 5, 5, {"swap": "on"})]
)


def searcher(evaluator=HashEvaluator, **changes):
    """Return a search in several threads, each with an evaluator of its own."""
    settings = PuctSettings(**{**SMALL, "batch": 4, "stops_early": False, **changes})
    return PuctSearch(lambda _setup: evaluator(), settings, seed=3, threads=THREADS)


@boards
def test_every_simulation_is_a_visit_of_the_root(empty_board):
    position = random_game(empty_board, seed=2)[2]
    search = searcher(reuses_tree=False)

    result = search.search(position, Limits(nodes=333))

    tree = search.engine.tree
    is_proven = np.isinf(tree.edges["value"][ROOT])
    assert result.nodes == 333 or is_proven
    # The first visit evaluates the root.
    assert tree.edges["visits"][ROOT] == result.nodes
    assert sum(found.visits for found in result.candidates) == result.nodes - 1
    check_nothing_is_in_flight(tree)


@boards
def test_a_game_in_one_tree_leaves_nothing_in_flight(empty_board):
    position = empty_board
    search = searcher()
    kept = 0

    while position.outcome is None:
        result = search.search(position, Limits(nodes=60))
        check_nothing_is_in_flight(search.engine.tree)
        kept += search.engine.tree.edges["visits"][ROOT] > result.nodes
        assert position.is_legal(result.move)
        assert -1 <= result.value <= 1
        position = position.play(result.move)

    assert kept > 0


def test_a_stopped_search_leaves_nothing_in_flight():
    class Stopping(HashEvaluator):
        def evaluate(self, batch):
            self.sizes.append(len(batch))
            if len(self.sizes) == 5:
                stop.set()
            return super().evaluate(batch)

    stop = StopFlag()
    search = searcher(Stopping)

    search.search(start_of("hex", height=6), Limits(seconds=60), stop=stop)

    check_nothing_is_in_flight(search.engine.tree)


def test_progress_counts_no_simulation_in_flight():
    position = start_of("hex", height=6)
    search = searcher(reuses_tree=False)
    stop = StopFlag()
    seen = []

    def keep(partial):
        tree = search.engine.tree
        check_nothing_is_in_flight(tree)
        seen.append(partial.nodes == tree.edges["visits"][ROOT])
        stop.set()

    search.search(position, Limits(seconds=60), stop=stop, on_progress=keep)

    assert seen == [True]


@pytest.mark.parametrize("nodes", [1, 2, 7, 100])
def test_a_node_limit_is_exact(nodes):
    position = start_of("gomoku", height=7, width=8)

    result = searcher().search(position, Limits(nodes=nodes))

    assert result.nodes == nodes


def test_several_threads_evaluate():
    class Known(HashEvaluator):
        def evaluate(self, batch):
            used.add(threading.current_thread())
            return super().evaluate(batch)

    used = set()

    searcher(Known).search(start_of("hex", height=6), Limits(nodes=500))

    assert len(used) == THREADS


@pytest.mark.parametrize(("nodes", "largest"), [(200, 1), (2_000, 2)])
def test_a_small_tree_has_small_batches(nodes, largest):
    class Sized(HashEvaluator):
        def evaluate(self, batch):
            sizes.append(len(batch))
            return super().evaluate(batch)

    sizes = []

    searcher(Sized, batch=2).search(start_of("hex", height=7), Limits(nodes=nodes))

    assert max(sizes) == largest


def test_each_thread_makes_its_own_evaluator():
    def make():
        made.append(threading.current_thread())
        return HashEvaluator()

    made = []
    search = searcher(make)

    search.prepare(start_of("hex", height=5))
    search.search(start_of("hex", height=5), Limits(nodes=50))

    assert len(made) == len(set(made)) == THREADS


@pytest.mark.parametrize(("game", "drawing", "wins"), WINS_IN_ONE)
def test_a_win_in_one_is_found(game, drawing, wins):
    position = position_of(game, drawing)
    search = searcher(FlatEvaluator)

    result = search.search(position, Limits(nodes=3_000))

    assert result.move in {cell(position, name) for name in wins}
    assert result.value == 1.0
    check_nothing_is_in_flight(search.engine.tree)


def test_only_the_allowed_moves_of_the_root_are_played():
    position = start_of("hex", height=5, width=6)
    allowed = frozenset(position.legal_moves()[3:6])

    result = searcher().search(position, Limits(nodes=200, root_moves=allowed))

    assert {found.move for found in result.candidates} <= allowed
    assert sum(found.visits for found in result.candidates) >= 199


def test_an_early_stop_waits_for_simulations_in_flight():
    class Sure(FlatEvaluator):
        def evaluate(self, batch):
            policy, values = super().evaluate(batch)
            policy[:, 12] += 9 * batch.legal[:, 12]
            return policy / policy.sum(axis=1, keepdims=True), values

    search = searcher(Sure, stops_early=True)

    result = search.search(start_of("hex", height=5), Limits(nodes=1_000))

    assert result.nodes < 1_000
    check_nothing_is_in_flight(search.engine.tree)


class Failing(HashEvaluator):
    """Evaluator that fails in helpers as long as it should."""

    fails = True

    def evaluate(self, batch):
        is_helper = threading.current_thread() is not threading.main_thread()
        if is_helper and Failing.fails:
            raise ZeroDivisionError
        return super().evaluate(batch)


def test_an_error_in_a_thread_reaches_the_caller(monkeypatch):
    position = start_of("hex", height=5)
    search = searcher(Failing)

    with pytest.raises(ZeroDivisionError):
        search.search(position, Limits(nodes=5_000))
    monkeypatch.setattr(Failing, "fails", False)
    result = search.search(position, Limits(nodes=200))

    assert result.nodes == search.engine.tree.edges["visits"][ROOT] == 200
    check_nothing_is_in_flight(search.engine.tree)


def test_an_evaluator_that_cannot_be_made_is_an_error_of_the_caller():
    def make():
        if threading.current_thread() is threading.main_thread() or not missing:
            return HashEvaluator()
        raise missing.pop()

    missing = [NetError("no network")]
    search = searcher(make)

    with pytest.raises(NetError, match="no network"):
        search.prepare(start_of("hex", height=5))

    assert search.search(start_of("hex", height=5), Limits(nodes=50)).nodes == 50


def test_the_threads_end_with_the_searcher():
    before = set(threading.enumerate())
    search = searcher()
    search.search(start_of("hex", height=5), Limits(nodes=100))
    helpers = set(threading.enumerate()) - before

    gc.disable()
    try:
        del search
    finally:
        gc.enable()
    for helper in helpers:
        helper.join(timeout=60)

    assert len(helpers) == THREADS - 1
    assert not any(helper.is_alive() for helper in helpers)


@pytest.mark.parametrize(
    "changes", [{"uses_playouts": True}, {"evaluates_children": True}]
)
def test_searches_for_one_thread_can_be_repeated(changes):
    position = start_of("hex", height=5)

    results = [
        searcher(**changes).search(position, Limits(nodes=200)) for _ in range(2)
    ]

    assert replace(results[0], seconds=0) == replace(results[1], seconds=0)


def test_the_solver_may_restrict_nodes_while_batches_are_in_flight(monkeypatch):
    solver = use_solver(monkeypatch, even_moves)
    search = searcher(solver_visits=3)

    search.search(start_of("hex", height=5, width=6), Limits(nodes=600))

    tree = search.engine.tree
    check_nothing_is_in_flight(tree)
    assert len(solver.solved) > 10
    excluded = [edge for edge in edges_in(tree) if tree.edges["prior"][edge] == 0]
    assert excluded
    assert np.all(tree.edges["value"][excluded] == -np.inf)


@pytest.mark.parametrize("game", ["hex", "gomoku"])
def test_the_last_level_plays_a_game_in_two_threads(game):
    position = GAMES[game].new_position(GAMES[game].setup())
    search = build_searcher(parse_engine("mcts{threads=2}"), game, seed=1)

    for _ in range(4):
        result = search.search(position, Limits(nodes=100))
        position = position.play(result.move)

    assert -1 <= result.value <= 1
