"""What a game knows of a position without search, used by the tree search."""

import random
import threading
from dataclasses import replace

import numpy as np
import pytest

from engine.core.kernels.rng import new_rng
from engine.core.types import Move, Player
from engine.games.hex.annotations import analyse_board
from engine.games.hex.evaluation.solver import HexSolver
from engine.search.api import Limits, StopFlag
from engine.search.kernels.search_tree import ROOT, copy_subtree, find_best_child
from engine.search.solvers import LOADER, SolverPolicy
from engine.search.uct.kernels import node_pool as pool
from engine.search.uct.kernels import solver_results
from engine.search.uct.kernels import tree as kernels
from engine.search.uct.search_run import UctRun
from engine.search.uct.uct_search import UctSearch
from engine.search.uct.uct_settings import UctSettings
from tests.engine.games.hex.connections.test_fillin import late_boards
from tests.engine.games.hex.hex_oracles import winner_of, winning_moves
from tests.games import ALL_GAMES, position_of

SOLVING = UctSettings(
    exploration=0.0, rave_equivalence=500.0, proves=True, solver_visits=50
)


def test_a_solved_position_ends_its_search():
    position = ALL_GAMES["hex"].new_position(ALL_GAMES["hex"].setup(height=5))

    result = UctSearch(SOLVING).search(position, Limits(nodes=1_000))

    assert position.cell_name(result.move) == "c3"
    assert result.value == 1.0


def test_a_search_without_rave_runs_no_solver():
    game = ALL_GAMES["gomoku"]
    position = game.new_position(game.setup(height=9, width=9))
    for name in ("e5", "c5", "d5", "a2", "f5", "a3", "g5"):  # a four to stop on h5
        position = position.play(game.parse_cell(position.setup, name))
    plain = replace(SOLVING, rave_equivalence=0.0)

    found = UctSearch(plain, seed=1).search(position, Limits(nodes=400))

    without_solver = replace(plain, solver_visits=0)
    usual = UctSearch(without_solver, seed=1).search(position, Limits(nodes=400))
    assert len(found.candidates) > 1
    assert found.candidates == usual.candidates


def test_solved_nodes_do_not_depend_on_how_often_the_clock_is_read():
    game = ALL_GAMES["hex"]
    position = game.new_position(game.setup(height=9, width=8))
    solver, settings = HexSolver(position), replace(SOLVING, solver_visits=5)

    def visits_by_steps_of(count):
        tree = settings.new_tree()
        policy = SolverPolicy(solver=solver, weight=settings.solver_weight)
        run = UctRun(position, tree, settings.params(), new_rng(5), policy)
        while run.nodes < 3_000:
            assert run.advance(min(count, 3_000 - run.nodes), StopFlag())
        return tree.visits.tolist(), tree.value.tolist()

    assert visits_by_steps_of(3_000) == visits_by_steps_of(10)


def test_a_lost_position_is_reported_as_such_with_a_move():
    position = position_of(
        "hex",
        """
        . . . . .
        . . X . .
        . X . . .
        . . . . .
        """,
        to_move=Player.SECOND,
    )

    result = UctSearch(SOLVING).search(position, Limits(nodes=200))

    assert result.value == -1.0
    assert position.is_legal(result.move)


def test_only_moves_that_meet_the_threats_are_searched():
    position = position_of(
        "hex",
        """
        . . . . . .
        . . O . . .
        . . . . . .
        . . O . . .
        . . . . . .
        . . . . . .
        """,
        to_move=Player.FIRST,
    )
    region = analyse_board(position).must_play[Player.FIRST]

    result = UctSearch(SOLVING).search(position, Limits(nodes=2_000))

    assert 0 < len(region) < len(position.legal_moves())
    assert {candidate.move for candidate in result.candidates} <= region


def test_the_solver_proves_what_simulations_do_not():
    position = position_of(
        "hex",
        """
        . . . . . . .
        . . . . . . .
        . . . . O . .
        . . . X O . .
        . . . . . . .
        . . . . . . .
        X . . . . . .
        """,
        to_move=Player.FIRST,
    )
    without_solver = replace(SOLVING, solver_visits=0)

    blind = UctSearch(without_solver).search(position, Limits(nodes=20_000))
    found = UctSearch(SOLVING).search(position, Limits(nodes=20_000))

    assert blind.value < 1.0
    assert found.value == 1.0


def test_what_a_knowing_search_holds_for_certain_is_true():
    settings = replace(SOLVING, solver_visits=5)
    certain = {-1.0: 0, 1.0: 0}

    for position in late_boards(120, 8, seed=21):
        size = position.setup.height, position.setup.width
        result = UctSearch(settings).search(position, Limits(nodes=200))
        winner = winner_of(position.stones, *size, position.to_move)
        if result.value in certain:
            certain[result.value] += 1
            assert (result.value == 1.0) == (winner == position.to_move)
        if result.value == 1.0:
            winning = winning_moves(position.stones, *size, position.to_move)
            assert result.move in winning

    assert min(certain.values()) > 20


def test_a_reused_tree_and_its_solver_results_stay_true_from_move_to_move():
    settings = replace(SOLVING, solver_visits=5)
    solved = 0

    for start in late_boards(40, 9, seed=22):
        searcher, position = UctSearch(settings), start
        size = position.setup.height, position.setup.width
        while position.outcome is None:
            result = searcher.search(position, Limits(nodes=100))
            if abs(result.value) == 1.0:
                solved += 1
                winner = winner_of(position.stones, *size, position.to_move)
                assert (result.value == 1.0) == (winner == position.to_move)
            position = position.play(result.move)

    assert solved > 60


def test_an_incremental_solver_result_equals_a_new_one():
    rng = random.Random(3)
    game = ALL_GAMES["hex"]
    empty = game.new_position(game.setup(height=9, width=10))
    solver = HexSolver(empty)
    compared = 0

    for _ in range(6):
        position = empty
        for _ in range(12):
            known = solver.solve(position)
            fresh = HexSolver(position).solve(position)
            if None not in (known.winner, fresh.winner):
                assert known.winner is fresh.winner
            elif known.winner is fresh.winner:
                compared += 1
                assert len(known.value_deficits) == len(known.moves)
                assert min(known.value_deficits) == 0.0
            position = position.play(rng.choice(position.legal_moves()))

    assert compared > 20


def test_a_solver_that_forgets_results_finds_them_again(monkeypatch):
    monkeypatch.setattr("engine.games.hex.evaluation.solver.MAX_BYTES", 0)
    game = ALL_GAMES["hex"]
    empty = game.new_position(game.setup(height=5))
    bounded, first = HexSolver(empty), HexSolver(empty).solve(empty)

    for move in empty.legal_moves():
        bounded.solve(empty.play(move))

    assert bounded.solve(empty) == first


def test_the_order_of_solved_moves_counts_as_simulations_with_a_deficit():
    rng = np.random.default_rng(5)
    game = ALL_GAMES["hex"]
    state = game.new_position(game.setup(height=3)).kernel_state()
    tree = pool.new_tree(64, with_rave=True)
    kernels.add_all_children(tree, ROOT, state)
    start, count = int(tree.first_child[ROOT]), 9
    children = slice(start, start + count)
    tree.rave_visits[children] = rng.integers(0, 20, count)
    tree.rave_value[children] = tree.rave_visits[children] * rng.uniform(-1, 1, count)
    tree.value[start + 4] = np.inf
    tree.rave_visits[start + 4], tree.rave_value[start + 4] = 10, 10.0
    value_deficit = rng.uniform(0, 2.5, count).astype(np.float32)
    visits, value = tree.rave_visits.copy(), tree.rave_value.copy()

    solver_results.set_child_priors(tree, ROOT, value_deficit, 7)

    others = [start + k for k in range(count) if k != 4]
    best = max(value[k] / visits[k] for k in others if visits[k] > 0)
    for k in others:
        added = 7 * max(best - value_deficit[k - start], -1.0)
        assert tree.rave_visits[k] == visits[k] + 7
        assert tree.rave_value[k] == pytest.approx(value[k] + added, abs=1e-4)
    assert tree.rave_visits[start + 4] == 10


def simulate(position, tree, policy, count):
    run = UctRun(position, tree, SOLVING.params(), new_rng(7), policy)
    run.apply_to_root(policy.solver.solve(position))
    while run.nodes < count and run.advance(count - run.nodes, StopFlag()):
        pass


def test_a_continued_search_solves_every_busy_node_once(monkeypatch):
    position = ALL_GAMES["hex"].new_position(ALL_GAMES["hex"].setup(height=8, width=9))
    solver = HexSolver(position)
    policy = SolverPolicy(solver=solver, weight=SOLVING.solver_weight)
    solved = []
    solve = solver.solve
    monkeypatch.setattr(solver, "solve", lambda at: solved.append(at) or solve(at))
    tree, kept = SOLVING.new_tree(), SOLVING.new_tree()
    simulate(position, tree, policy, 9_000)
    child = find_best_child(tree, ROOT)
    copy_subtree(kept, tree, child)
    marked, visits = kept.solver_called.copy(), kept.visits.copy()
    solved.clear()

    simulate(position.play(Move(int(tree.move[child]))), kept, policy, 9_000)

    least = max(SOLVING.solver_visits, kept.visits[ROOT] // solver_results.SOLVED_SHARE)
    passed = (kept.visits > visits) & (kept.child_count > 0) & np.isfinite(kept.value)
    busy = np.flatnonzero(passed & (kept.visits > least))
    assert len(busy) > 5
    assert kept.solver_called[busy[busy != ROOT]].all()
    # Some of them were above the threshold before the search began.
    assert (visits[busy] > least).sum() > 1
    assert len(solved) == 1 + (kept.solver_called > marked).sum()


def test_moves_that_promise_more_are_tried_first():
    position = ALL_GAMES["hex"].new_position(ALL_GAMES["hex"].setup(height=11))
    found = HexSolver(position).solve(position)
    promising = set(found.moves[:8])

    result = UctSearch(SOLVING).search(position, Limits(nodes=40))

    assert {c.move for c in result.candidates if c.visits > 0} <= promising


@pytest.fixture
def slow_loading(monkeypatch):
    """Delay the compilation of the solver until the test allows it."""
    may_load = threading.Event()
    load = HexSolver.load

    def wait_and_load(solver):
        assert may_load.wait(timeout=60)
        load(solver)

    monkeypatch.setattr(HexSolver, "load", wait_and_load)
    yield may_load
    may_load.set()


def is_loading():
    return any(thread.name == LOADER for thread in threading.enumerate())


def test_a_prompt_search_begins_without_a_solver_that_is_being_compiled(slow_loading):
    position = ALL_GAMES["hex"].new_position(ALL_GAMES["hex"].setup(height=5))
    searcher = UctSearch(SOLVING, is_prompt=True)
    searcher.prepare(position)

    before = searcher.search(position, Limits(seconds=0.02))
    was_loading = is_loading()
    slow_loading.set()
    while is_loading():
        pass
    after = searcher.search(position, Limits(seconds=0.02))

    assert was_loading
    assert before.value < 1.0
    assert after.value == 1.0


def test_a_search_bounded_by_nodes_waits_for_the_solver(slow_loading):
    position = ALL_GAMES["hex"].new_position(ALL_GAMES["hex"].setup(height=5))
    searcher = UctSearch(SOLVING, is_prompt=True)
    searcher.prepare(position)
    threading.Timer(0.5, slow_loading.set).start()

    result = searcher.search(position, Limits(nodes=50))

    assert result.value == 1.0


def test_threads_share_what_the_solver_finds_at_the_root(monkeypatch):
    position = ALL_GAMES["hex"].new_position(ALL_GAMES["hex"].setup(height=11))
    solved, solvers = [], set()
    solve = HexSolver.solve

    def count(solver, at):
        solvers.add(id(solver))
        solved.append(at)
        return solve(solver, at)

    monkeypatch.setattr(HexSolver, "solve", count)
    searcher = UctSearch(SOLVING, is_prompt=True, threads=4)
    searcher.prepare(position)
    while is_loading():
        pass
    solved.clear()

    result = searcher.search(position, Limits(seconds=1.0))

    assert solved.count(position) == 1
    assert len(solvers) > 2  # nodes of several trees, by solvers of their own
    assert {c.move for c in result.candidates} <= set(
        solve(HexSolver(position), position).moves
    )


def test_one_searcher_knows_boards_of_every_size():
    game = ALL_GAMES["hex"]
    searcher = UctSearch(SOLVING)

    for height, width in ((5, 5), (3, 7), (6, 4), (5, 5)):
        position = game.new_position(game.setup(height=height, width=width))
        assert abs(searcher.search(position, Limits(nodes=300)).value) == 1.0


def test_the_solver_proves_nothing_before_a_stone_that_may_be_swapped():
    game = ALL_GAMES["hex"]
    setup = game.setup(height=4, options={"swap": "on"})
    start = game.new_position(setup)

    assert HexSolver(start).solve(start) is None
    assert HexSolver(start).solve(game.new_position(game.setup(height=4))) is not None
