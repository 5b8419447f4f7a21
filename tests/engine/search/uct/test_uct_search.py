"""The compiled tree against a tree of Python objects that grows the same way."""

import numpy as np
import pytest

from engine.core.kernels.rng import new_rng
from engine.core.search_values import UNANIMOUS
from engine.core.types import Move
from engine.players.build import build_searcher
from engine.players.player_config import parse_engine
from engine.search.api import Limits
from engine.search.kernels.search_tree import (
    MAX_VISITS,
    ROOT,
    copy_subtree,
    find_best_child,
)
from engine.search.uct.kernels import node_pool as pool
from engine.search.uct.kernels import tree as kernels
from engine.search.uct.uct_search import UctSearch
from tests.engine.search.uct.uct_oracle import (
    EXPLORATION,
    Node,
    RaveNode,
    grow,
    grow_with_rave,
)
from tests.engine.test_kernel_contract import space_of
from tests.games import ALL_GAMES, cell, every_board, random_game

PLAIN = kernels.UctParams(EXPLORATION, 0.0, 0, 0)


def compiled_tree(position, count, *, params=PLAIN, capacity=1 << 14, seed=3):
    tree = pool.new_tree(capacity, with_rave=params.rave_equivalence > 0)
    work = kernels.new_uct_workspace(space_of(position.kernel_state()))
    done = kernels.simulate(
        tree,
        position.kernel_state(),
        position.kernel_state(),
        work,
        new_rng(seed),
        params,
        count,
        np.zeros(1, np.int32),
    )
    assert done == count
    return tree, work


def children_of(tree, node):
    start = int(tree.first_child[node])
    return list(range(start, start + int(tree.child_count[node])))


def assert_same(tree, node, slow):
    assert tree.visits[node] == slow.visits
    if slow.visits == 0:
        return
    assert 0.5 - 0.5 * tree.value[node] / tree.visits[node] == pytest.approx(
        slow.wins / slow.visits, abs=1e-6
    )
    children = children_of(tree, node)
    assert [tree.move[c] for c in children] == [c.move for c in slow.children]
    for child, slow_child in zip(children, slow.children, strict=True):
        assert_same(tree, child, slow_child)


@every_board
def test_both_trees_grow_alike(empty_board):
    position = random_game(empty_board, seed=1)[1]
    count = 3 * len(position.legal_moves()) + 50
    slow = Node(position)

    tree, work = compiled_tree(position, count)
    grow(slow, new_rng(3), work.steps, count)

    assert tree.visits[ROOT] == count
    assert_same(tree, ROOT, slow)


@every_board
def test_a_subtree_is_copied_whole(empty_board):
    position = random_game(empty_board, seed=2)[1]
    tree, _ = compiled_tree(position, 2_000)
    child = find_best_child(tree, ROOT)
    copy = pool.new_tree(1 << 14)

    copy_subtree(copy, tree, child)

    pairs = [(ROOT, child)]
    while pairs:
        new, old = pairs.pop()
        assert copy.visits[new] == tree.visits[old]
        assert copy.value[new] == tree.value[old]
        children = list(
            zip(children_of(copy, new), children_of(tree, old), strict=True)
        )
        assert [copy.move[a] for a, _ in children] == [
            tree.move[b] for _, b in children
        ]
        pairs += children


@every_board
def test_a_copied_tree_goes_on_growing_soundly(empty_board):
    position = random_game(empty_board, seed=2)[1]
    tree, work = compiled_tree(position, 2_000)
    child = find_best_child(tree, ROOT)
    copy = pool.new_tree(1 << 14)
    copy_subtree(copy, tree, child)
    after = position.play(Move(int(tree.move[child])))
    before = int(copy.visits[ROOT])

    kernels.simulate(
        copy,
        after.kernel_state(),
        after.kernel_state(),
        work,
        new_rng(4),
        PLAIN,
        500,
        np.zeros(1, np.int32),
    )

    assert copy.visits[ROOT] == before + 500
    assert_sound(copy, after)


def assert_sound(tree, position):
    """Check that no entry is used twice, moves are legal and visits add up."""
    seen = set()
    open_nodes = [(ROOT, position)]
    while open_nodes:
        node, here = open_nodes.pop()
        assert node not in seen
        seen.add(node)
        children = children_of(tree, node)
        assert abs(tree.value[node]) <= tree.visits[node]
        if children:
            below = sum(int(tree.visits[c]) for c in children)
            assert int(tree.visits[node]) - 1 <= below + (node != ROOT)
        moves = [Move(int(tree.move[c])) for c in children]
        assert len(set(moves)) == len(moves)
        open_nodes += [(c, here.play(m)) for c, m in zip(children, moves, strict=True)]
    assert max(seen) < tree.info["used"][0]


@every_board
@pytest.mark.parametrize("capacity", [1, 2, 7, 64])
def test_a_full_pool_stops_growing_but_the_search_goes_on(empty_board, capacity):
    tree, _ = compiled_tree(empty_board, 1_000, capacity=capacity)

    assert tree.info["used"][0] <= capacity
    assert tree.visits[ROOT] == 1_000


def test_an_entry_takes_sixteen_bytes():
    tree = pool.new_tree(1)

    arrays = (tree.visits, tree.value, tree.first_child, tree.move, tree.child_count)

    assert sum(array.itemsize for array in arrays) == 16
    added = (tree.rave_visits, tree.rave_value, tree.solver_called)
    assert sum(array.itemsize for array in added) == 9


@every_board
def test_the_tree_is_kept_from_move_to_move(empty_board):
    searcher = UctSearch()
    first = searcher.search(empty_board, Limits(nodes=4_000))
    expected = next(c for c in first.candidates if len(c.pv) > 1)
    after = empty_board.play(expected.move)
    reply_visits = expected.visits

    second = searcher.search(after, Limits(nodes=10))

    total = sum(candidate.visits for candidate in second.candidates)
    assert total >= reply_visits - 1 + 10


@every_board
def test_a_mean_of_few_playouts_is_no_proof(empty_board):
    searcher = UctSearch(seed=1)
    surest = 0.0

    for position in random_game(empty_board, seed=2)[:-1]:
        result = searcher.search(position, Limits(nodes=12))
        for found in result.candidates:
            if abs(found.value) == 1:
                outcome = position.play(found.move).outcome
                assert (outcome.winner is position.to_move) == (found.value > 0)
            surest = max(surest, min(abs(found.value), UNANIMOUS))

    assert surest == UNANIMOUS


@every_board
def test_an_unrelated_position_begins_a_new_tree(empty_board):
    searcher = UctSearch()
    searcher.search(empty_board.play(Move(0)), Limits(nodes=500))

    result = searcher.search(empty_board.play(Move(1)), Limits(nodes=50))

    assert sum(candidate.visits for candidate in result.candidates) == 50


def test_stones_set_up_differently_are_not_taken_for_a_continuation(empty_hex):
    game, setup = empty_hex
    searcher = UctSearch()
    searcher.search(game.new_position(setup), Limits(nodes=500))
    other = game.position(setup, stones=bytes([1, 2]) + bytes(setup.cell_count - 2))

    result = searcher.search(other, Limits(nodes=50))

    assert sum(candidate.visits for candidate in result.candidates) == 50


def test_the_search_ends_where_sums_would_stop_being_exact(empty_hex):
    game, setup = empty_hex
    position = game.new_position(setup)
    tree, work = compiled_tree(position, 100)
    tree.visits[ROOT] = MAX_VISITS - 5

    done = kernels.simulate(
        tree,
        position.kernel_state(),
        position.kernel_state(),
        work,
        new_rng(1),
        PLAIN,
        100,
        np.zeros(1, np.int32),
    )

    assert done == 5


@pytest.fixture
def empty_hex():
    game = ALL_GAMES["hex"]
    return game, game.setup(height=4, width=6)


def exact_value(position, known):
    """Return the result for the side to move: 1, 0 or -1, by playing everything.

    Args:
        position: A position of a game in which only stones and turn count.
        known: Results by position, which grow with each call.
    """
    if position.outcome is not None:
        winner = position.outcome.winner
        return 0 if winner is None else (1 if winner is position.to_move else -1)
    board = position.stones, position.to_move
    if board not in known:
        moves = position.legal_moves()
        known[board] = max(-exact_value(position.play(m), known) for m in moves)
    return known[board]


FULL = kernels.UctParams(0.1, 200.0, 1, 1)
PROVING = kernels.UctParams(EXPLORATION, 0.0, 0, 1)
SMALL_BOARDS = [("hex", 3, 3), ("hex", 3, 4), ("squares", 2, 5), ("squares", 3, 3)]


@pytest.mark.parametrize(("game", "height", "width"), SMALL_BOARDS)
@pytest.mark.parametrize("params", [PROVING, FULL], ids=["plain", "full"])
def test_what_is_proven_is_true(game, height, width, params):
    setup = ALL_GAMES[game].setup(height=height, width=width)
    proven, known = 0, {}
    for seed in range(6):
        line = random_game(ALL_GAMES[game].new_position(setup), seed)
        position = line[-min(len(line), 5 + seed % 3)]
        tree, _ = grown_tree(position, 20_000, params)
        open_nodes = [(ROOT, position)]
        while open_nodes:
            node, here = open_nodes.pop()
            if np.isinf(tree.value[node]):
                proven += 1
                assert exact_value(here, known) == np.sign(tree.value[node])
            open_nodes += [
                (c, here.play(Move(int(tree.move[c])))) for c in children_of(tree, node)
            ]

    assert proven > 0


def grown_tree(position, count, params):
    """Return a tree that was grown until it was done or its root proven."""
    tree = pool.new_tree(1 << 15, with_rave=params.rave_equivalence > 0)
    work = kernels.new_uct_workspace(space_of(position.kernel_state()))
    done = kernels.simulate(
        tree,
        position.kernel_state(),
        position.kernel_state(),
        work,
        new_rng(5),
        params,
        count,
        np.zeros(1, np.int32),
    )
    return tree, done


@pytest.mark.parametrize("params", [PROVING, FULL], ids=["plain", "full"])
def test_a_small_board_is_proven_and_the_search_ends(params):
    setup = ALL_GAMES["hex"].setup(height=3)
    position = ALL_GAMES["hex"].new_position(setup)

    tree, done = grown_tree(position, 200_000, params)

    assert tree.value[ROOT] == np.inf
    assert done < 200_000


@every_board
def test_both_rave_trees_grow_alike(empty_board):
    position = random_game(empty_board, seed=1)[1]
    count, equivalence = 150, 50.0
    slow = RaveNode(position)

    tree, _ = grown_tree(
        position, count, kernels.UctParams(EXPLORATION, equivalence, 0, 0)
    )
    grow_with_rave(slow, new_rng(5), equivalence, count)

    assert_same(tree, ROOT, slow)
    for child, slow_child in zip(children_of(tree, ROOT), slow.children, strict=True):
        assert tree.rave_visits[child] == slow_child.rave_visits
        assert tree.rave_value[child] == slow_child.rave_sum


def test_a_loss_of_the_only_visited_move_is_no_loss_of_the_position():
    position = ALL_GAMES["hex"].new_position(ALL_GAMES["hex"].setup(height=3))
    config = parse_engine("uct-rave")
    searcher = build_searcher(config, "hex", seed=43, is_attentive=False)

    for name in ("a1", "c2", "b3", "c1", "a3"):
        searcher.search(position, Limits(nodes=3))
        position = position.play(cell(position, name))
    result = searcher.search(position, Limits(nodes=3))

    assert [candidate.value for candidate in result.candidates] == [0, -1]
    assert result.candidates[0].visits == 0
