"""Results of the solver inside the network search."""

from dataclasses import replace

import numpy as np
import pytest

from engine.core.kernels.rng import new_rng
from engine.core.types import Move, Player, SolverResult
from engine.games.hex.evaluation.solver import HexSolver
from engine.search.api import Limits
from engine.search.kernels.search_tree import ROOT
from engine.search.puct import root as puct_root
from engine.search.puct.kernels import edge_tree as edges
from engine.search.puct.kernels.root import add_noise
from engine.search.puct.kernels.scores import EXCLUDED
from engine.search.puct.kernels.solver_results import restrict_moves
from tests.engine.games.hex.connections.test_fillin import late_boards
from tests.engine.games.hex.hex_oracles import winner_of, winning_moves
from tests.engine.search.puct.puct_oracle import FlatEvaluator
from tests.engine.search.solver_stubs import (
    SOLVING,
    empty_board,
    even_moves,
    searcher,
    use_solver,
)
from tests.games import position_of


def nodes_of(search, root):
    """Yield edge, node and position of every node with edges, from the root on."""
    tree = search.engine.tree
    waiting = [(ROOT, root)]
    while waiting:
        edge, position = waiting.pop()
        node = int(tree.edges["node"][edge])
        if node == edges.NO_NODE or tree.nodes["first_edge"][node] == edges.NO_EDGE:
            continue
        yield edge, node, position
        for after in edges_of(tree, node):
            if tree.edges["node"][after] != edges.NO_NODE:
                waiting.append(
                    (after, position.play(Move(int(tree.edges["move"][after]))))
                )


def edges_of(tree, node):
    """Return the open edges of a node."""
    count = int(tree.nodes["expanded_count"][node])
    return [int(edges.edge_at(tree, node, k)) for k in range(count)]


def row_of(tree, node):
    """Return the priors of the moves whose edges are not open."""
    row = tree.nodes["row"][node]
    if row == edges.NO_ROW:
        return np.zeros(tree.policies.shape[1], np.int64)
    return tree.policies[row].astype(np.int64)


def solver_called(search, node):
    return search.engine.tree.nodes["solver_called"][node] == 1


def test_everything_that_stands_in_the_tree_for_certain_is_true():
    proven = 0

    for start in late_boards(60, 9, seed=31):
        size = start.setup.height, start.setup.width
        search = searcher()
        result = search.search(start, Limits(nodes=120))
        tree = search.engine.tree
        for edge, _node, position in nodes_of(search, start):
            winner = winner_of(position.stones, *size, position.to_move)
            is_left_out = tree.edges["prior"][edge] == 0
            if np.isinf(tree.edges["value"][edge]) and not is_left_out:
                proven += 1
                assert (tree.edges["value"][edge] < 0) == (winner is position.to_move)
        if result.value == 1.0:
            assert result.move in winning_moves(start.stones, *size, start.to_move)

    assert proven > 40


def test_a_win_is_proven_through_nodes_that_the_solver_proves():
    position = position_of(
        "hex",
        """
        . . . . . .
        X . . . O .
        . . . . . .
        . . . . . .
        . . O . . .
        . . X . . .
        """,
        to_move=Player.FIRST,
    )
    without_solver = replace(SOLVING, solver_visits=0, solves_root=True)

    blind = searcher(FlatEvaluator(), without_solver).search(
        position, Limits(nodes=3_000)
    )
    with_solver = searcher(FlatEvaluator()).search(position, Limits(nodes=1_500))

    assert abs(blind.value) < 1.0
    assert with_solver.value == 1.0
    assert HexSolver(position).solve(position).winner is None
    after = position.play(with_solver.move)
    assert HexSolver(after).solve(after).winner is None


@pytest.mark.parametrize(("height", "width"), [(5, 5), (4, 6), (6, 4)])
def test_solved_nodes_are_restricted_to_moves_that_may_win(monkeypatch, height, width):
    use_solver(monkeypatch, even_moves)
    position = empty_board(height=height, width=width)
    search = searcher()

    search.search(position, Limits(nodes=400))

    solved = 0
    tree = search.engine.tree
    for _edge, node, _position in nodes_of(search, position):
        if solver_called(search, node):
            solved += 1
            children = edges_of(tree, node)
            is_even = tree.edges["move"][children] % 2 == 0
            left = tree.edges["prior"][children][is_even]
            assert np.all(left > 0)
            closed = row_of(tree, node)
            assert np.all(closed[1::2] == 0)
            assert left.sum() + closed.sum() == pytest.approx(edges.PRIOR_ONE, rel=0.01)
            assert np.all(tree.edges["prior"][children][~is_even] == 0)
            # Only those tried before the node was solved have visits.
            assert (
                tree.edges["visits"][children][~is_even].sum()
                <= SOLVING.solver_visits + 8
            )
    assert solved > 20


def test_no_node_with_fewer_visits_is_solved(monkeypatch):
    use_solver(monkeypatch, even_moves)
    position = empty_board(height=5)
    settings = replace(SOLVING, solver_visits=30)
    search = searcher(settings=settings)

    search.search(position, Limits(nodes=400))

    tree = search.engine.tree
    visits = {
        is_known: [
            int(tree.edges["visits"][edge])
            for edge, node, _position in nodes_of(search, position)
            if edge != ROOT and solver_called(search, node) == is_known
        ]
        for is_known in (True, False)
    }
    assert min(visits[True]) >= 30
    assert max(visits[False]) < 30 + SOLVING.batch


def test_a_node_is_lost_when_all_moves_lose_that_it_was_left(monkeypatch):
    def answer(position):
        if len(position.history) == 1:
            return SolverResult(moves=position.legal_moves()[:1])
        if len(position.history) == 2:
            return SolverResult(winner=Player.FIRST, moves=position.legal_moves()[:1])
        return None

    use_solver(monkeypatch, answer)

    result = searcher().search(empty_board(height=4), Limits(nodes=400))

    assert result.value == 1.0
    assert result.nodes < 400


@pytest.mark.parametrize("is_open", [False, True])
def test_a_node_that_is_left_only_losing_moves_is_no_longer_open(is_open):
    position = empty_board(height=3)
    search = searcher(settings=replace(SOLVING, solver_visits=0))
    search.search(position, Limits(nodes=30))
    tree = search.engine.tree
    node = int(tree.edges["node"][ROOT])
    start = edges_of(tree, node)[0]
    wanted = np.zeros(9, np.bool_)
    wanted[tree.edges["move"][start : start + 2]] = True
    tree.edges["value"][start : start + 2] = -np.inf
    tree.edges["value"][start + 1] = 0 if is_open else -np.inf

    assert restrict_moves(tree, node, wanted, new_rng(1)) == is_open


class SureOfEvenMoves(FlatEvaluator):
    """Is certain that moves of even number lose."""

    def evaluate(self, batch):
        policies, values = super().evaluate(batch)
        policies[:, ::2] = np.where(batch.legal[:, ::2], -1, 0)
        return policies, values


def test_noise_is_shared_by_the_moves_that_may_not_lose(monkeypatch):
    noised = []

    def note(tree, work, *settings):
        before = work.root_priors.copy()
        add_noise(tree, work, *settings)
        noised.append((before, work.root_priors.copy()))

    monkeypatch.setattr(puct_root, "add_noise", note)
    search = searcher(SureOfEvenMoves(), replace(SOLVING, noise_share=0.9))

    search.search(empty_board(height=4), Limits(nodes=50))

    ((before, after),) = noised
    is_open = before != EXCLUDED
    assert np.count_nonzero(is_open) == 8
    assert (after[is_open] != before[is_open]).all()
    assert (after[~is_open] == EXCLUDED).all()


@pytest.mark.parametrize("changes", [{}, {"noise_share": 0.25}])
def test_a_root_whose_wanted_moves_certainly_lose_is_lost(monkeypatch, changes):
    use_solver(monkeypatch, even_moves)
    search = searcher(SureOfEvenMoves(), replace(SOLVING, **changes))

    result = search.search(empty_board(height=4), Limits(nodes=50))

    assert result.move % 2 == 0
    assert result.value == -1.0


def test_the_search_goes_on_when_the_move_far_ahead_is_refuted(monkeypatch):
    class Fond:
        """Likes the first cell best."""

        def evaluate(self, batch):
            policy = np.where(batch.legal, 0.01, 0).astype(np.float32)
            policy[:, 0] *= 500
            policy /= policy.sum(axis=1, keepdims=True)
            return policy, np.zeros(len(policy), np.float32)

    def answer(position):
        if position.history == (0,):
            return SolverResult(winner=position.to_move, moves=(Move(5),))
        return None

    use_solver(monkeypatch, answer)
    settings = replace(SOLVING, solver_visits=50)

    result = searcher(Fond(), settings).search(empty_board(height=5), Limits(nodes=100))

    assert result.candidates[-1].move == 0
    assert result.candidates[-1].visits >= 50
    assert result.nodes == 100


def test_moves_left_out_are_no_candidates_when_the_game_has_come_there(monkeypatch):
    use_solver(monkeypatch, even_moves)
    position = empty_board(height=5)
    search = searcher()
    result = search.search(position, Limits(nodes=400))
    position = position.play(result.pv[0]).play(result.pv[1])

    result = search.search(position, Limits(nodes=40))

    assert result.candidates
    assert all(candidate.move % 2 == 0 for candidate in result.candidates)


def test_a_reused_tree_keeps_the_results_of_the_solver(monkeypatch):
    solver = use_solver(monkeypatch, even_moves)
    position = empty_board(height=5)
    search = searcher()
    result = search.search(position, Limits(nodes=600))
    position = position.play(result.move)
    before = set(solver.solved)
    solver.solved.clear()

    search.search(position, Limits(nodes=200))

    root, *others = solver.solved
    assert root == position.history
    assert others
    assert not before & set(others)


def test_a_reply_that_was_left_out_is_searched_anew(monkeypatch):
    use_solver(monkeypatch, even_moves)
    position = empty_board(height=5)
    search = searcher()
    result = search.search(position, Limits(nodes=400))
    odd = next(m for m in position.legal_moves() if m % 2 == 1)
    position = position.play(result.move).play(odd)

    again = search.search(position, Limits(nodes=100))

    fresh = searcher().search(position, Limits(nodes=100))
    assert replace(again, seconds=0) == replace(fresh, seconds=0)
