"""The compiled tree against a tree of Python objects that grows the same way."""

import math

import numpy as np
import pytest

from engine.core import kernel_api
from engine.core.kernels_rng import new_rng, next_below
from engine.core.types import Move
from engine.search import kernels_tree as kernels
from engine.search.api import Limits
from engine.search.mcts import TreeSearch
from tests.engine.test_kernel_contract import play_move, run_playouts
from tests.games import ALL_GAMES, every_board, random_game

EXPLORATION = 0.6


class Node:
    """One node of the obvious tree."""

    def __init__(self, position, move=kernels.NO_MOVE):
        self.position = position
        self.move = move
        self.children = []
        self.visits = 0
        self.wins = 0.0
        """Wins of the side that moved here, a draw as half a win."""

    def move_to_try(self, rng, steps):
        """Return the next move in the node's own order."""
        space = self.position.setup.cell_count
        if not self.children:
            move = next_below(rng, space)
            while not self.position.is_legal(move):
                move = next_below(rng, space)
            return move
        stride = steps[(31 * self.children[0].move + self.move + 1) % len(steps)]
        move = self.children[-1].move
        while True:
            move = (move + int(stride)) % space
            if self.position.is_legal(move):
                return move

    def bound(self, child):
        """Return the upper confidence bound of a child."""
        return child.wins / child.visits + EXPLORATION * math.sqrt(
            2 * math.log(self.visits) / child.visits
        )


def grow(root, rng, steps, count):
    """Run simulations as the paper words them."""
    for _ in range(count):
        path = [root]
        while path[-1].position.outcome is None:
            node = path[-1]
            if len(node.children) < len(node.position.legal_moves()):
                move = Move(int(node.move_to_try(rng, steps)))
                node.children.append(Node(node.position.play(move), move))
                path.append(node.children[-1])
                break
            path.append(max(node.children, key=node.bound))
        winner = result_after(path, rng)
        for node in path:
            node.visits += 1
            mover = node.position.to_move.opponent
            node.wins += 0.5 if winner == kernel_api.DRAW else float(winner == mover)


def result_after(path, rng):
    """Return the result of the last node, by a playout if its game goes on."""
    position = path[-1].position
    if position.outcome is not None:
        return position.outcome.winner or kernel_api.DRAW
    state = path[0].position.kernel_state()
    for node in path[1:]:
        play_move(state, node.move)
    tally = np.zeros(1, np.int64)
    run_playouts(state, position.kernel_state(), rng, tally)
    return int(tally[0])


def compiled_tree(position, count, *, capacity=1 << 14, seed=3):
    tree = kernels.new_tree(capacity)
    work = kernels.new_workspace(position.setup.cell_count)
    done = kernels.simulate(
        tree,
        position.kernel_state(),
        position.kernel_state(),
        work,
        new_rng(seed),
        EXPLORATION,
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

    assert tree.visits[kernels.ROOT] == count
    assert_same(tree, kernels.ROOT, slow)


@every_board
def test_a_subtree_is_copied_whole(empty_board):
    position = random_game(empty_board, seed=2)[1]
    tree, _ = compiled_tree(position, 2_000)
    child = kernels.most_visited_child(tree, kernels.ROOT)
    copy = kernels.new_tree(1 << 14)

    kernels.copy_subtree(copy, tree, child)

    pairs = [(kernels.ROOT, child)]
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
    child = kernels.most_visited_child(tree, kernels.ROOT)
    copy = kernels.new_tree(1 << 14)
    kernels.copy_subtree(copy, tree, child)
    after = position.play(Move(int(tree.move[child])))
    before = int(copy.visits[kernels.ROOT])

    kernels.simulate(
        copy,
        after.kernel_state(),
        after.kernel_state(),
        work,
        new_rng(4),
        EXPLORATION,
        500,
        np.zeros(1, np.int32),
    )

    assert copy.visits[kernels.ROOT] == before + 500
    assert_sound(copy, after)


def assert_sound(tree, position):
    """Check that no entry is used twice, moves are legal and visits add up."""
    seen = set()
    open_nodes = [(kernels.ROOT, position)]
    while open_nodes:
        node, here = open_nodes.pop()
        assert node not in seen
        seen.add(node)
        children = children_of(tree, node)
        assert abs(tree.value[node]) <= tree.visits[node]
        if children:
            below = sum(int(tree.visits[c]) for c in children)
            assert int(tree.visits[node]) - 1 <= below + (node != kernels.ROOT)
        moves = [Move(int(tree.move[c])) for c in children]
        assert len(set(moves)) == len(moves)
        open_nodes += [(c, here.play(m)) for c, m in zip(children, moves, strict=True)]
    assert max(seen) < tree.header[kernels.USED]


@every_board
@pytest.mark.parametrize("capacity", [1, 2, 7, 64])
def test_a_full_pool_stops_growing_but_the_search_goes_on(empty_board, capacity):
    tree, _ = compiled_tree(empty_board, 1_000, capacity=capacity)

    assert tree.header[kernels.USED] <= capacity
    assert tree.visits[kernels.ROOT] == 1_000


def test_an_entry_takes_sixteen_bytes():
    tree = kernels.new_tree(1)

    arrays = (tree.visits, tree.value, tree.first_child, tree.move, tree.child_count)

    assert sum(array.itemsize for array in arrays) == 16


@every_board
def test_the_tree_is_kept_from_move_to_move(empty_board):
    searcher = TreeSearch()
    first = searcher.search(empty_board, Limits(nodes=4_000))
    expected = next(c for c in first.candidates if len(c.pv) > 1)
    after = empty_board.play(expected.move)
    reply_visits = expected.visits

    second = searcher.search(after, Limits(nodes=10))

    if after.outcome is None:
        total = sum(candidate.visits for candidate in second.candidates)
        assert total >= reply_visits - 1 + 10


@every_board
def test_an_unrelated_position_begins_a_new_tree(empty_board):
    searcher = TreeSearch()
    searcher.search(empty_board.play(Move(0)), Limits(nodes=500))

    result = searcher.search(empty_board.play(Move(1)), Limits(nodes=50))

    assert sum(candidate.visits for candidate in result.candidates) == 50


def test_stones_set_up_differently_are_not_taken_for_a_continuation(empty_hex):
    game, setup = empty_hex
    searcher = TreeSearch()
    searcher.search(game.new_position(setup), Limits(nodes=500))
    other = game.position(setup, stones=bytes([1, 2]) + bytes(setup.cell_count - 2))

    result = searcher.search(other, Limits(nodes=50))

    assert sum(candidate.visits for candidate in result.candidates) == 50


def test_the_search_ends_where_sums_would_stop_being_exact(empty_hex):
    game, setup = empty_hex
    position = game.new_position(setup)
    tree, work = compiled_tree(position, 100)
    tree.visits[kernels.ROOT] = kernels.MAX_VISITS - 5

    done = kernels.simulate(
        tree,
        position.kernel_state(),
        position.kernel_state(),
        work,
        new_rng(1),
        EXPLORATION,
        100,
        np.zeros(1, np.int32),
    )

    assert done == 5


@pytest.fixture
def empty_hex():
    game = ALL_GAMES["hex"]
    return game, game.setup(height=4, width=6)
