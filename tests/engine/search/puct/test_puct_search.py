"""The network search as an engine: tactics, limits, reuse of the tree."""

import math

import numpy as np
import pytest

from engine.core.errors import SettingsError
from engine.core.types import Player, SolverResult
from engine.games import GAMES
from engine.search.api import Limits, StopFlag
from engine.search.evaluators.wrappers import SymmetricEvaluator
from engine.search.puct import puct_search
from engine.search.puct.kernels.edge_tree import ROOT
from engine.search.puct.puct_settings import PuctSettings
from engine.search.puct.root import find_edge_after
from tests.engine.search.puct.plain_search import PlainSearch
from tests.engine.search.puct.puct_oracle import (
    FlatEvaluator,
    HashEvaluator,
    image_of,
    search_with,
    start_of,
)
from tests.games import ALL_GAMES, cell, on_boards, position_of, random_game

TACTICS = [
    (
        "gomoku",
        """
        . . . . . . .
        . X X X X . .
        . O O O . . .
        . O . . . . .
        . . . . . . .
        """,
        {"a4", "f4"},
    ),
    (
        "gomoku",
        """
        . . . . . . .
        O X X X X . .
        . O . O . . .
        . O . . . . .
        . . . . . . .
        """,
        {"f4"},
    ),
    (
        "hex",
        """
        . X . . O
        . X . O .
        . X O . .
        . . . . .
        """,
        {"b4", "a4"},
    ),
    (
        "hex",
        """
        . . X .
        . O . .
        . . X .
        O . . .
        """,
        {"c2"},
    ),
]


@pytest.mark.parametrize("batch", [1, 16])
@pytest.mark.parametrize(("name", "drawing", "best"), TACTICS)
def test_tactics_are_found_whatever_the_batch(name, drawing, best, batch):
    position = position_of(name, drawing)

    result = search_with(FlatEvaluator(), batch=batch).search(
        position, Limits(nodes=3_000)
    )

    assert position.cell_name(result.move) in best


class SureEvaluator(FlatEvaluator):
    """Evaluator that is sure of a win of the side to move."""

    def evaluate(self, batch):
        policies, values = super().evaluate(batch)
        return policies, np.ones_like(values)


class LosingEvaluator(FlatEvaluator):
    """Evaluator that is sure of a loss of the side to move."""

    def evaluate(self, batch):
        policies, values = super().evaluate(batch)
        return policies, -np.ones_like(values)


def test_an_evaluator_that_is_sure_proves_nothing():
    position = ALL_GAMES["hex"].new_position(ALL_GAMES["hex"].setup(height=7))

    result = search_with(SureEvaluator()).search(position, Limits(nodes=20))

    assert len(result.candidates) > 1
    assert all(abs(candidate.value) < 1 for candidate in result.candidates)
    assert max(abs(candidate.value) for candidate in result.candidates) > 0.999


def test_a_move_that_wins_at_once_is_no_loss_whatever_the_evaluator():
    position = position_of("gomoku", TACTICS[0][1])
    row = cell(position, "a4")
    limits = Limits(nodes=1, root_moves=frozenset([row]))

    result = search_with(LosingEvaluator(), proves=False).search(position, limits)

    assert (result.move, result.value) == (row, 1)


@pytest.mark.parametrize("batch", [1, 16])
def test_a_win_in_one_is_proven_and_ends_the_search(batch):
    position = position_of("gomoku", TACTICS[0][1])

    result = search_with(FlatEvaluator(), batch=batch).search(
        position, Limits(nodes=100_000)
    )

    assert result.value == 1.0
    assert result.nodes < 100


def test_a_lost_position_is_proven_lost():
    position = position_of("hex", ". . .\n. X .\n. . .", to_move=Player.SECOND)

    result = search_with(FlatEvaluator()).search(position, Limits(nodes=5_000))

    assert result.value == -1.0
    assert result.nodes < 5_000


def test_the_golden_tree():
    position = random_game(start_of("hex", height=7, width=6), seed=4)[3]

    result = search_with(HashEvaluator(), seed=1).search(position, Limits(nodes=400))

    found = [(position.cell_name(c.move), c.visits) for c in result.candidates[:6]]
    assert (found, result.depth) == GOLDEN


GOLDEN = (
    [("b5", 115), ("b1", 44), ("a7", 40), ("d4", 34), ("d5", 19), ("f1", 19)],
    7,
)


@on_boards(
    [("gomoku", 5, 5, {"line_length": "4"}), ("hex", 4, 6, {}), ("hex", 5, 5, {})]
)
def test_a_search_is_the_same_however_the_board_is_turned(empty_board):
    game = ALL_GAMES[empty_board.setup.game]
    ways = game.symmetries(empty_board.setup)
    history = random_game(empty_board, seed=2)[4]
    position = game.position(
        empty_board.setup, stones=history.stones, to_move=history.to_move
    )
    answers = []
    for way in ways:
        stones, to_move = image_of(position, way)
        seen = game.position(empty_board.setup, stones=stones, to_move=to_move)
        evaluator = SymmetricEvaluator(HashEvaluator(), ways, averages=True)
        result = search_with(evaluator, batch=4).search(seen, Limits(nodes=150))
        goal = {way.cells[c]: c for c in range(len(stones))}
        visits = {goal[c.move]: c.visits for c in result.candidates}
        answers.append((goal[result.move], visits))

    assert all(answer == answers[0] for answer in answers)


def test_a_search_stops_when_no_move_can_overtake_the_best():
    class Sure(FlatEvaluator):
        def evaluate(self, batch):
            policy, values = super().evaluate(batch)
            policy[:] = 0
            policy[:, 12] = batch.legal[:, 12]
            rest = ~batch.legal[:, 12]
            policy[rest] = batch.legal[rest] / batch.legal[rest].sum(1, keepdims=True)
            return policy, values

    position = start_of("hex", height=5)
    early, late = (
        search_with(Sure(), stops_early=stops).search(position, Limits(nodes=1_000))
        for stops in (True, False)
    )

    assert early.nodes < 700
    assert late.nodes == 1_000
    assert early.move == late.move == 12


def test_the_tree_is_kept_from_move_to_move():
    position = start_of("hex", height=5)
    search = search_with(HashEvaluator(), stops_early=False)
    first = search.search(position, Limits(nodes=400))
    later = position.play(first.pv[0]).play(first.pv[1])

    kept = search.search(later, Limits(nodes=100))
    fresh = search_with(HashEvaluator(), reuses_tree=False).search(
        later, Limits(nodes=100)
    )

    assert sum(c.visits for c in kept.candidates) > 110
    assert sum(c.visits for c in fresh.candidates) < 100


@pytest.mark.parametrize("moves", [[3, 9], [16, 3]], ids=["stones", "swap"])
def test_the_edge_after_some_moves_is_found(moves):
    game = GAMES["hex"]
    before = game.new_position(game.setup(height=4, options={"swap": "on"})).play(1)
    settings = PuctSettings(pool_edges=1 << 16, pool_nodes=1 << 12, proves=False)
    tree = settings.new_tree(before)
    PlainSearch(before, tree, HashEvaluator(), settings).advance_to(2000)

    edge = find_edge_after(tree, moves)

    assert edge is not None
    assert tree.edges["move"][edge] == moves[-1]
    assert find_edge_after(tree, []) == ROOT
    assert find_edge_after(tree, [moves[1], moves[1]]) is None


def test_another_game_begins_a_new_tree():
    search = search_with(HashEvaluator(), stops_early=False)
    search.search(start_of("hex", height=5), Limits(nodes=50))

    other = search.search(start_of("gomoku", height=6), Limits(nodes=50))

    assert sum(c.visits for c in other.candidates) == 49


def test_a_cache_answers_what_an_earlier_tree_has_asked():
    evaluator = HashEvaluator()
    search = search_with(evaluator, cache_size=1_000, reuses_tree=False)
    position = start_of("hex", height=5)

    first = search.search(position, Limits(nodes=100))
    evaluated = sum(evaluator.sizes)
    again = search.search(position, Limits(nodes=100))

    assert sum(evaluator.sizes) == evaluated
    assert again.candidates == first.candidates


def test_a_symmetry_of_the_settings_is_shown_to_the_evaluator():
    evaluator = HashEvaluator()
    search_with(evaluator, symmetry="average").search(
        start_of("gomoku", height=6), Limits(nodes=1)
    )

    assert evaluator.sizes == [8]


@pytest.mark.parametrize(
    "changes",
    [
        {"formula": "ucb"},
        {"symmetry": "all"},
        {"batch": 0},
        {"pool_edges": 99},
        {"pool_policies": 1},
    ],
)
def test_settings_that_make_no_sense_are_refused_in_one_sentence(changes):
    (key,) = changes

    with pytest.raises(SettingsError, match=rf"^{key}: expected .*, got .*\.$"):
        PuctSettings(**changes)


def test_candidates_say_visits_value_prior_and_line():
    result = search_with(HashEvaluator()).search(start_of("hex"), Limits(nodes=200))

    best = result.candidates[0]
    assert best.visits > 1
    assert 0 < best.prior < 1
    assert len(best.pv) > 1
    assert -1 <= best.value <= 1


def test_a_bad_first_move_is_swapped_away_and_a_good_one_too_good_to_leave():
    class Centre(FlatEvaluator):
        """Counts stones: those in the middle are worth more."""

        def evaluate(self, batch):
            policy, _ = super().evaluate(batch)
            rows, columns = np.divmod(np.arange(25), 5)
            worth = 0.8 - 0.2 * (abs(rows - 2) + abs(columns - 2))
            own = np.where(batch.cells == 1, 1, np.where(batch.cells == 2, -1, 0))
            return policy, np.tanh(own @ worth).astype(np.float32)

    empty = GAMES["hex"].new_position(
        GAMES["hex"].setup(height=5, options={"swap": "on"})
    )
    swap = 25
    for name, swaps in (("c3", True), ("a1", False)):
        position = empty.play(cell(empty, name))
        result = search_with(Centre(), proves=False).search(position, Limits(nodes=500))
        assert (result.move == swap) is swaps


class Oracle:
    """Knows one thing about every position."""

    def __init__(self, result):
        self.result = result

    def solve(self, _position):
        return self.result


def search_with_result(monkeypatch, result):
    oracle = Oracle(result)
    monkeypatch.setattr(
        puct_search, "make_solver", lambda _position, **_options: oracle
    )
    search = search_with(HashEvaluator(), solves_root=True, stops_early=False)
    return search.search(start_of("hex", height=5), Limits(nodes=100))


def test_a_win_of_the_solver_is_played_at_once(monkeypatch):
    result = search_with_result(
        monkeypatch, SolverResult(winner=Player.FIRST, moves=(7,))
    )

    assert (result.move, result.value, result.nodes) == (7, 1.0, 1)


def test_only_moves_that_may_win_are_searched(monkeypatch):
    result = search_with_result(monkeypatch, SolverResult(moves=(3, 9, 4)))

    assert {c.move for c in result.candidates} <= {3, 4, 9}


def test_a_loss_of_the_solver_is_played_on_and_reported(monkeypatch):
    result = search_with_result(
        monkeypatch, SolverResult(winner=Player.SECOND, moves=())
    )

    assert result.value == -1.0
    assert result.nodes == 100


def test_an_evaluator_that_fails_leaves_no_trace():
    class Failing(HashEvaluator):
        fails = False

        def evaluate(self, batch):
            if self.fails:
                raise RuntimeError("out of memory")
            return super().evaluate(batch)

    evaluator = Failing()
    position = start_of("hex", height=5)
    search = search_with(evaluator)
    search.search(position, Limits(nodes=100))
    evaluator.fails = True
    with pytest.raises(RuntimeError):
        search.search(position, Limits(nodes=100))
    evaluator.fails = False

    again = search.search(position, Limits(nodes=100))

    assert (
        again.candidates
        == search_with(HashEvaluator()).search(position, Limits(nodes=100)).candidates
    )


def test_a_stopped_search_answers_after_the_batch_under_way():
    stop = StopFlag()

    class Stopping(HashEvaluator):
        def evaluate(self, batch):
            if len(self.sizes) == 5:
                stop.set()
            return super().evaluate(batch)

    evaluator = Stopping()
    result = search_with(evaluator, batch=4).search(
        start_of("hex"), Limits(nodes=10_000), stop=stop
    )

    assert len(evaluator.sizes) == 6
    assert result.nodes < 40


def test_proven_values_are_certain_only_where_they_are_proven():
    result = search_with(HashEvaluator()).search(start_of("hex"), Limits(nodes=300))

    assert all(math.fabs(c.value) < 1 for c in result.candidates)
