"""Results of root moves over a search whose last iteration is given as tables."""

import pytest

from engine.core.search_values import MATE, PROVEN
from engine.core.types import Move
from engine.search.alphabeta.root_results import RootResults, show_value


class FinishedIteration:
    """Search whose last iteration had given values and nodes of the root moves."""

    prunes = True

    def __init__(self, values, nodes=None):
        self._values = values
        self._nodes = nodes or {}

    def best(self):
        move = max(self._values, key=self._values.get)
        return self._values[move], (move,)

    def root_value(self, move):
        return self._values[move]

    def root_nodes(self, move):
        return self._nodes.get(move, 0)


def new_results(search, *, has_lines=False):
    moves = [Move(move) for move in (0, 1, 2)]
    return RootResults(search, moves, scale=400.0, has_lines=has_lines)


def test_after_an_iteration_the_moves_with_most_nodes_follow_the_best():
    results = new_results(FinishedIteration({0: 5, 1: 9, 2: 5}, {0: 10, 1: 5, 2: 70}))

    results.take_best()
    results.finish_depth(1)

    assert (results.moves, results.value, results.depth) == ([1, 2, 0], 9, 1)


def test_an_iteration_whose_moves_lose_so_far_proves_no_loss_when_interrupted():
    loss = -MATE + 4
    search = FinishedIteration({0: loss, 1: 0, 2: 0})
    search.best = lambda: (loss, (Move(0),))
    results = new_results(search)

    results.take_best(is_done=False)

    assert (results.moves[0], results.value) == (1, 0)
    assert not results.is_proven


def test_the_moves_with_lines_come_first_by_value_among_those_after_the_best():
    results = new_results(FinishedIteration({0: 50, 1: 0, 2: 0}), has_lines=True)

    results.replace_lines({Move(2): (20, (Move(2), Move(1)))})

    assert results.order_moves_after_best() == [2, 1]


def test_a_bound_is_not_shown_above_the_value_of_a_line():
    results = new_results(FinishedIteration({0: 50, 1: 50, 2: 50}), has_lines=True)
    results.take_best()
    results.finish_depth(1)
    results.replace_lines({Move(2): (20, (Move(2), Move(1)))})

    best, line, bound = results.candidates()

    assert (best.move, line.move, bound.move) == (0, 2, 1)
    assert line.pv == (2, 1)
    assert best.value > line.value == bound.value
    assert [one.is_bound for one in (best, line, bound)] == [False, False, True]


@pytest.mark.parametrize(("value", "shown"), [(MATE - 3, 1.0), (-MATE + 3, -1.0)])
def test_a_proven_value_is_a_whole_point(value, shown):
    assert show_value(value, 400.0) == shown


def test_a_value_of_the_scale_is_a_win_in_about_three_games_of_four():
    assert 0.72 < (show_value(400, 400.0) + 1) / 2 < 0.76
    assert abs(show_value(PROVEN, 1e6)) < 1.0
