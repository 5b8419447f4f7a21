"""The formulas of the papers, computed by hand."""

from collections import Counter

import pytest

from engine.core.kernels.rng import new_rng
from engine.search.kernels.search_tree import ROOT
from engine.search.puct.kernels import edge_tree as edges
from engine.search.puct.kernels.scores import (
    find_highest,
    new_puct_workspace,
    score_edges,
)
from engine.search.puct.puct_settings import PuctSettings


def hand_made(params, **figures):
    """Return the scores at a root with these figures."""
    tree, work = make_root(params, **figures)
    score_edges(tree, work, ROOT, params)
    return work.scores[: len(figures["visits"])]


def make_root(
    params, *, visits, values, priors, network_values=None, root_value=0.0, in_flight=0
):
    """Return tree and workspace of a root with one edge for each entry.

    ``root_value`` is the sum of its results without the simulations in flight.
    """
    count = len(visits)
    tree = edges.new_edge_trees(1, 1024, 16, 4, 16)[0]
    root = edges.add_node(tree, ROOT)
    tree.edges["visits"][ROOT] = 1 + sum(visits)
    tree.edges["value"][ROOT] = root_value - in_flight * params.virtual_loss
    tree.nodes["in_flight"][root] = in_flight
    tree.nodes["first_edge"][root] = 1
    tree.nodes["edge_count"][root] = tree.nodes["expanded_count"][root] = count
    tree.info["edges_used"][0] = 1 + count
    work = new_puct_workspace(4, 16, 16)
    for k in range(count):
        edge = 1 + k
        tree.edges["visits"][edge], tree.edges["value"][edge] = visits[k], values[k]
        tree.edges["move"][edge], tree.edges["node"][edge] = k, edges.NO_NODE
        work.root_priors[k] = priors[k]
        if network_values is not None and network_values[k] is not None:
            node = edges.add_node(tree, edge)
            tree.nodes["network_value"][node] = network_values[k]
    return tree, work


def test_liu_4_is_computed_by_hand():
    params = PuctSettings(
        exploration=2.0, first_play=0.0, first_play_is_relative=False
    ).params()

    scores = hand_made(
        params, visits=[3, 1, 0], values=[1.5, -0.5, 0], priors=[0.5, 0.3, 0.2]
    )

    # Q + 2 P sqrt(3 + 1 + 0) / (1 + N)
    assert scores == pytest.approx([0.5 + 0.5, -0.5 + 0.6, 0.0 + 0.8])


def test_the_score_of_blog_mcts_is_computed_by_hand():
    params = PuctSettings(
        exploration=5.0, counts_node=True, first_play=0.0, first_play_is_relative=False
    ).params()

    scores = hand_made(
        params, visits=[5, 3, 0], values=[1.0, 0.6, 0], priors=[0.5, 0.3, 0.2]
    )

    # q + 5 sqrt(9) p / (n + 1): the node has its own visit and those of its moves.
    assert scores == pytest.approx([0.2 + 1.25, 0.2 + 1.125, 3.0])


def test_an_untried_move_is_worth_less_than_its_node():
    params = PuctSettings(exploration=0.0, first_play=0.5).params()

    scores = hand_made(params, visits=[1, 0], values=[0.4, 0], priors=[0.64, 0.36])

    # The root has no value of its own here: 0 - 0.5 sqrt(0.64).
    assert scores == pytest.approx([0.4, -0.4])


@pytest.mark.parametrize("virtual_loss", [0.0, 1.0])
def test_simulations_in_flight_do_not_change_the_worth_of_an_untried_move(virtual_loss):
    params = PuctSettings(
        exploration=0.0, first_play=0.5, virtual_loss=virtual_loss
    ).params()
    tried = {"visits": [5, 0], "values": [0.4, 0], "priors": [0.64, 0.36]}

    # The root's other visits are worth 0.25 each: 0.25 - 0.5 sqrt(0.64).
    for in_flight in (0, 1, 3):
        worth = -0.25 * (6 - in_flight)
        scores = hand_made(params, **tried, root_value=worth, in_flight=in_flight)
        assert scores[1] == pytest.approx(-0.15)


TWO_MOVES = {
    **{"visits": [2, 0], "values": [1.0, 0], "priors": [0.6, 0.4]},
    "network_values": [0.2, -0.6],
}
"""A move visited twice, and one that was only evaluated."""


@pytest.mark.parametrize(("counts_node", "counted"), [(False, [2, 0]), (True, [3, 3])])
def test_zhang_5_to_7_are_computed_by_hand(counts_node, counted):
    params = PuctSettings(
        formula="zhang", exploration=0.5, mix=0.25, counts_node=counts_node
    ).params()

    scores = hand_made(params, **TWO_MOVES)

    # As chances to win V is 0.4 and 0.8 for the side that moves, and W / N is 0.75 or,
    # untried, V; Q = 0.75 V + 0.25 W / N and u = 0.5 P / (1 + N).
    assert scores == pytest.approx(
        [0.4875 + 0.3 / (1 + counted[0]), 0.8 + 0.2 / (1 + counted[1])]
    )


def test_zhang_6_is_computed_by_hand_as_printed():
    params = PuctSettings(
        formula="zhang", exploration=0.5, mix=0.25, mixes_results=False
    ).params()

    scores = hand_made(params, **TWO_MOVES)

    # Q = 0.75 V + W / N with the same V and W / N as above.
    assert scores == pytest.approx([0.75 * 0.4 + 0.75 + 0.1, 0.75 * 0.8 + 0.8 + 0.2])


def test_each_of_the_best_moves_is_as_likely():
    params = PuctSettings(
        exploration=0.0, first_play=0.0, first_play_is_relative=False
    ).params()
    count, best = 8, (1, 3, 6)
    tree, work = make_root(
        params,
        visits=[1] * count,
        values=[0.5 if k in best else 0.1 for k in range(count)],
        priors=[1 / count] * count,
    )
    rng = new_rng(4)
    score_edges(tree, work, ROOT, params)

    found = Counter(find_highest(tree, work, 0, count, rng) for _ in range(3000))

    assert set(found) == set(best)
    assert min(found.values()) > 900
