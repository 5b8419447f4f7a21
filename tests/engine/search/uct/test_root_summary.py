"""Results of several trees of one root, added up."""

import math

import pytest

from engine.core.types import Move
from engine.games import GAMES
from engine.search.api import Limits
from engine.search.uct.kernels import node_pool as pool
from engine.search.uct.root_summary import RootChild, TreeRootStatistics, summarise
from engine.search.uct.uct_search import UctSearch
from tests.games import random_game

GOMOKU, HEX = GAMES["gomoku"], GAMES["hex"]
EMPTY = HEX.new_position(HEX.setup(height=3, width=4))


def tree_with_reply(move, reply):
    """Return a tree whose root has one move with one reply, and the move's entry."""
    tree = pool.new_tree(1 << 10, with_rave=False)
    child = pool.append_child(tree, 0, move)
    after = pool.append_child(tree, child, reply)
    tree.visits[child] = tree.visits[after] = 1
    return tree, child


def child(move, visits, value, reply=11):
    tree, entry = tree_with_reply(move, reply)
    return RootChild(
        move=Move(move), visits=visits, value=value, tree=tree, entry=entry
    )


def root(*children, wanted=(), is_lost=False):
    return TreeRootStatistics(
        children=children,
        wanted=wanted,
        nodes=sum(one.visits for one in children),
        deepest=2,
        is_lost=is_lost,
    )


def test_visits_and_values_are_sums():
    roots = [root(child(1, 6, 2.0), child(2, 4, 0.0)), root(child(2, 5, -3.0))]

    result = summarise(EMPTY, roots, 0.5)

    shown = [(one.move, one.visits, one.value) for one in result.candidates]
    assert shown == [(2, 9, pytest.approx(3 / 9)), (1, 6, pytest.approx(-2 / 6))]
    assert (result.nodes, result.depth, result.seconds) == (15, 2, 0.5)


def test_the_line_is_that_of_the_tree_with_most_visits():
    roots = [root(child(1, 3, 0.0, reply=5)), root(child(1, 4, 0.0, reply=6))]

    assert summarise(EMPTY, roots, 0.0).pv == (1, 6)
    assert summarise(EMPTY, roots[::-1], 0.0).pv == (1, 6)


@pytest.mark.parametrize(("value", "best"), [(-math.inf, 1), (math.inf, 2)])
def test_a_proof_in_one_tree_counts_in_all(value, best):
    roots = [root(child(1, 9, 0.0), child(2, 2, 0.0)), root(child(1, 1, value))]

    result = summarise(EMPTY, roots, 0.0)

    proven = {one.move: one.value for one in result.candidates}[1]
    assert result.move == best
    assert proven == math.copysign(1, -value)


def test_a_root_that_a_solver_found_lost_is_lost():
    roots = [root(child(1, 3, 0.0)), root(child(1, 3, 0.0), is_lost=True)]

    assert summarise(EMPTY, roots, 0.0).value == -1


def test_of_a_restricted_root_only_the_wanted_moves_are_reported():
    roots = [root(child(1, 2, 0.0), wanted=(1,)), root(child(2, 9, 0.0), wanted=(1,))]

    assert [one.move for one in summarise(EMPTY, roots, 0.0).candidates] == [1]


def test_a_restricted_root_that_visited_none_of_its_moves_reports_the_others():
    roots = [root(child(2, 9, -math.inf), wanted=(1,))]

    assert summarise(EMPTY, roots, 0.0).move == 2


@pytest.mark.parametrize("limit", [1, 2, 7])
def test_threads_keep_to_limits_below_their_number(limit):
    position = HEX.new_position(HEX.setup(height=4, width=5))

    assert UctSearch(threads=5).search(position, Limits(nodes=limit)).nodes == limit


@pytest.mark.parametrize("game", [GOMOKU, HEX], ids=lambda game: game.name)
def test_threads_simulate_up_to_the_limit_together(game):
    position = random_game(game.new_position(game.setup(height=6, width=7)), seed=1)[3]

    result = UctSearch(threads=3).search(position, Limits(nodes=999))

    assert 900 < result.nodes <= 999
    assert sum(one.visits for one in result.candidates) == result.nodes


def test_threads_reuse_their_trees_in_the_next_move():
    position = GOMOKU.new_position(GOMOKU.setup(height=6, width=7))
    searcher = UctSearch(threads=2)
    position = position.play(searcher.search(position, Limits(nodes=2000)).move)

    result = searcher.search(position, Limits(nodes=100))

    assert sum(one.visits for one in result.candidates) > result.nodes
