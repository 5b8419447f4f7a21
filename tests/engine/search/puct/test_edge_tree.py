"""The compiled tree of the network search against slow Python."""

import math

import numpy as np
import pytest

from engine.core.errors import SettingsError
from engine.core.kernels.rng import new_rng
from engine.games import GAMES
from engine.search.kernels.search_tree import ROOT, copy_subtree
from engine.search.puct.kernels import edge_tree as edges
from engine.search.puct.puct_settings import (
    MOST_COLLISIONS,
    MOST_LEAVES,
    PuctSettings,
)
from tests.engine.search.puct.plain_search import PlainSearch, summary_of
from tests.engine.search.puct.puct_oracle import (
    FlatEvaluator,
    HashEvaluator,
    Oracle,
    PlayoutEvaluator,
)
from tests.games import on_boards, random_game

SMALL = {"pool_edges": 1 << 16, "pool_nodes": 1 << 12, "pool_policies": 1 << 12}


some_boards = on_boards(
    [
        ("gomoku", 5, 6, {"line_length": "4"}),
        ("hex", 4, 5, {}),
        ("hex", 3, 3, {"swap": "on"}),
        ("squares", 3, 4, {}),
    ]
)

VARIANTS = {
    "liu": {"first_play": 0.0, "first_play_is_relative": False, "batch": 1},
    "ours": {"batch": 16},
    "ours-without-proofs": {"batch": 4, "proves": False},
    "blog": {
        "exploration": 5.0,
        "counts_node": True,
        "first_play": 0.0,
        "first_play_is_relative": False,
        "virtual_loss": 0.0,
        "proves": False,
    },
    "zhang": {"formula": "zhang", "exploration": 0.8, "mix": 0.7, "batch": 3},
    "zhang-evaluates-moves": {
        "formula": "zhang",
        "evaluates_children": True,
        "batch": 3,
    },
    "zhang-as-printed": {
        **{"formula": "zhang", "counts_node": True, "mix": 0.3, "mixes_results": False},
    },
}


def small_hex():
    """Return an empty board of 4 x 5, where Red has the shorter way."""
    return GAMES["hex"].new_position(GAMES["hex"].setup(height=4, width=5))


def grown(position, evaluator, count, **changes):
    """Return the search and the tree after ``count`` simulations."""
    settings = PuctSettings(**{**SMALL, **changes})
    tree = settings.new_tree(position)
    search = PlainSearch(position, tree, evaluator, settings)
    search.advance_to(count)
    return search, tree


def children_of(tree, edge):
    """Return the open edges after one."""
    node = tree.edges["node"][edge]
    if node == edges.NO_NODE:
        return []
    count = int(tree.nodes["expanded_count"][node])
    return [int(edges.edge_at(tree, node, k)) for k in range(count)]


def assert_same(tree, edge, slow):
    """Compare a subtree with the oracle's, edge by edge."""
    assert tree.edges["visits"][edge] == slow.visits
    assert tree.edges["value"][edge] == pytest.approx(slow.value, abs=2e-4)
    if slow.node is None:
        assert tree.edges["node"][edge] == edges.NO_NODE
        return
    assert tree.nodes["network_value"][tree.edges["node"][edge]] == pytest.approx(
        slow.node.value
    )
    found = children_of(tree, edge)
    if not slow.node.edges and edge != ROOT:
        assert not found
    for child, slow_child in zip(found, slow.node.edges, strict=False):
        assert tree.edges["move"][child] == slow_child.move
        assert tree.edges["prior"][child] / edges.PRIOR_ONE == pytest.approx(
            slow_child.prior
        )
        assert_same(tree, child, slow_child)


@some_boards
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_tree_is_that_of_the_slow_search(empty_board, variant):
    position = random_game(empty_board, seed=1)[1]
    settings = PuctSettings(**SMALL, **VARIANTS[variant])
    slow = Oracle(position, HashEvaluator(), settings, new_rng(3))

    _, tree = grown(position, HashEvaluator(), 150, **VARIANTS[variant])
    slow.grow(150)

    assert slow.root.visits > 1
    assert_same(tree, ROOT, slow.root)


@some_boards
@pytest.mark.parametrize("variant", ["ours", "blog", "zhang"])
def test_a_root_in_order_finds_the_same_by_looking_at_fewer_moves(empty_board, variant):
    found = []
    for arranges in (False, True):
        search, tree = grown(empty_board, HashEvaluator(), 20, **VARIANTS[variant])
        if arranges:
            search.root.order_moves()
        looked_at = int(search.state.buffers.work.root_info["root_width"][0])
        search.advance(search.simulations.most_at_once)
        children = children_of(tree, ROOT)
        found.append(
            {int(edge["move"]): int(edge["visits"]) for edge in tree.edges[children]}
        )

    assert found[0] == found[1]
    tried = sum(visits > 0 for visits in found[1].values())
    assert looked_at <= tried + 1


@on_boards([("hex", 4, 5, {}), ("squares", 3, 4, {})])
def test_fused_playouts_and_batched_ones_grow_the_same_tree(empty_board):
    position = random_game(empty_board, seed=1)[1]
    playouts = new_rng(3 + 1)

    _, fused = grown(position, None, 400, uses_playouts=True)
    _, batched = grown(position, PlayoutEvaluator(position, playouts), 400, batch=1)

    used = int(fused.info["edges_used"][0])
    assert used > 100
    assert used == batched.info["edges_used"][0]
    assert np.array_equal(fused.edges[:used], batched.edges[:used])


def test_an_edge_takes_20_bytes_and_a_move_never_tried_2():
    tree = edges.new_edge_trees(1, 1000, 500, 10, 225)[0]

    assert tree.edges.nbytes == 20 * 1000
    assert tree.nodes.nbytes == 28 * 500
    assert tree.policies.nbytes == 2 * 10 * 225


@some_boards
def test_edges_are_made_at_the_second_visit(empty_board):
    _, tree = grown(empty_board, HashEvaluator(), 60, proves=False)

    open_edges = children_of(tree, ROOT)
    assert open_edges
    while open_edges:
        edge = open_edges.pop()
        if tree.edges["visits"][edge] <= 1:
            assert not children_of(tree, edge)
        open_edges += children_of(tree, edge)


def test_a_policy_that_was_written_over_is_asked_for_again():
    evaluated = []
    for rows in (1 << 10, 100):
        evaluator = HashEvaluator()
        _, tree = grown(
            small_hex(), evaluator, 400, batch=1, proves=False, pool_policies=rows
        )
        evaluated.append(sum(evaluator.sizes) - int(tree.info["nodes_used"][0]))

    assert evaluated[0] == 0
    assert evaluated[1] > 0


class Steady:
    """Every position is good for its side to move, and the first cells are best."""

    def evaluate(self, batch):
        cells = np.arange(batch.legal.shape[1])
        policy = np.where(batch.legal, 1000.0 ** -cells.astype(np.float64), 0)
        policy = (policy / policy.sum(axis=1, keepdims=True)).astype(np.float32)
        return policy, np.full(len(batch), 0.5, np.float32)


def test_liu_5_to_7_back_up_with_the_sign_flipped_each_ply():
    _, tree = grown(small_hex(), Steady(), 3, batch=1)

    first = children_of(tree, ROOT)[0]
    second = children_of(tree, first)[0]

    # Values are of the side that made the move; the last leaf has the value 0.5.
    assert tree.edges["value"][second] == pytest.approx(-0.5)
    assert tree.edges["value"][first] == pytest.approx(-0.5 + 0.5)
    assert tree.edges["value"][ROOT] == pytest.approx(-0.5 + 0.5 - 0.5)
    assert list(tree.edges["visits"][[ROOT, first, second]]) == [3, 2, 1]


def test_trees_that_share_memory_are_trees_of_their_own():
    first, second = edges.new_edge_trees(2, 300, 40, 10, 9)

    edges.add_node(first, ROOT)
    first.policies[:] = 7
    first.edges["visits"] = 3

    assert second.edges["node"][ROOT] == edges.NO_NODE
    assert not second.policies.any()
    assert not second.edges["visits"].any()
    assert all(part.flags.c_contiguous for part in (*first, *second))


@some_boards
def test_a_subtree_is_copied_whole(empty_board):
    _, tree = grown(empty_board, HashEvaluator(), 500, proves=False)
    child = max(children_of(tree, ROOT), key=lambda edge: tree.edges["visits"][edge])
    copy = PuctSettings(**SMALL).new_tree(empty_board)

    copy_subtree(copy, tree, child)

    pairs = [(ROOT, child)]
    while pairs:
        new, old = pairs.pop()
        assert copy.edges["visits"][new] == tree.edges["visits"][old]
        assert copy.edges["value"][new] == tree.edges["value"][old]
        if tree.edges["node"][old] == edges.NO_NODE:
            continue
        new_node, old_node = copy.edges["node"][new], tree.edges["node"][old]
        assert (
            copy.nodes["network_value"][new_node]
            == tree.nodes["network_value"][old_node]
        )
        if not children_of(tree, old):
            kept = tree.policies[tree.nodes["row"][old_node]]
            assert np.array_equal(copy.policies[copy.nodes["row"][new_node]], kept)
        assert moves_with_priors(copy, new_node) == moves_with_priors(tree, old_node)
        pairs += zip(children_of(copy, new), children_of(tree, old), strict=True)


def moves_with_priors(tree, node):
    """Return moves and priors of all edges of a node, open or not."""
    count = int(tree.nodes["expanded_count"][node])
    opened = [tree.edges[edges.edge_at(tree, node, k)] for k in range(count)]
    found = [(int(edge["move"]), int(edge["prior"])) for edge in opened]
    if count < tree.nodes["edge_count"][node]:
        row = tree.policies[tree.nodes["row"][node]]
        found += [(move, prior) for move, prior in enumerate(row.tolist()) if prior]
    return found


@pytest.mark.parametrize(
    ("room_for_edges", "room_for_nodes", "rows"),
    [(150, 500, 8), (500, 20, 8), (500, 1, 2)],
)
def test_a_full_pool_ends_no_search(room_for_edges, room_for_nodes, rows):
    empty = small_hex()
    full = edges.new_edge_trees(
        1, room_for_edges, room_for_nodes, rows, empty.setup.cell_count
    )[0]
    settings = PuctSettings(**SMALL, proves=False)

    crowded = PlainSearch(empty, full, HashEvaluator(), settings)
    crowded.advance_to(2_000)

    assert full.info["edges_used"][0] <= room_for_edges
    assert full.info["nodes_used"][0] <= room_for_nodes
    assert crowded.nodes == full.edges["visits"][ROOT] >= 2_000
    assert empty.is_legal(summary_of(crowded).move)


def test_a_position_met_twice_in_a_batch_is_evaluated_once_and_counts_twice():
    evaluator = HashEvaluator()
    empty = small_hex()

    search, tree = grown(
        empty, evaluator, 400, batch=8, virtual_loss=0.0, exploration=0.2, proves=False
    )

    assert tree.edges["visits"][ROOT] == search.nodes
    assert sum(evaluator.sizes) < search.nodes
    assert max(evaluator.sizes) <= 8
    used = tree.nodes[: tree.info["nodes_used"][0]]
    assert np.all(used["batch_row"] == edges.NOT_IN_BATCH)


def test_search_alone_proves_that_red_wins_on_three_rows():
    empty = GAMES["hex"].new_position(GAMES["hex"].setup(height=3, width=3))

    search, tree = grown(empty, FlatEvaluator(), 20_000, batch=16)

    assert tree.edges["value"][ROOT] == -math.inf
    assert summary_of(search).value == 1.0


@pytest.mark.parametrize("temperature", [0.0, 0.001, 1.0])
def test_chance_never_chooses_a_lost_move_however_often_it_was_visited(temperature):
    search, tree = grown(small_hex(), HashEvaluator(), 60, temperature=temperature)
    moves = children_of(tree, ROOT)
    most = max(moves, key=lambda edge: tree.edges["visits"][edge])
    tree.edges["value"][most] = -math.inf

    result = summary_of(search, chooses=True)

    assert result.move != tree.edges["move"][most]
    assert {c.move: c.value for c in result.candidates}[
        tree.edges["move"][most]
    ] == -1.0


def test_the_largest_batch_fits_the_numbers_of_simulations_in_flight():
    settings = PuctSettings(batch=MOST_LEAVES, collisions=MOST_COLLISIONS)

    assert settings.most_paths <= np.iinfo(edges.NODE["in_flight"]).max
    assert settings.batch <= np.iinfo(edges.NODE["batch_row"]).max
    for key, most in (("batch", MOST_LEAVES), ("collisions", MOST_COLLISIONS)):
        with pytest.raises(SettingsError, match=f"{key}.*{most}"):
            PuctSettings(**{key: most + 1})
